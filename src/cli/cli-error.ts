/** A command that cannot continue: a one-line message, exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
