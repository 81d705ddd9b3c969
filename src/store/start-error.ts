/** A start that cannot continue: one line with the reason and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
