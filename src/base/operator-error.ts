import { oneLine } from '#contract/one-line.js';

/**
 * An operator's mistake, or a state that only an operator can change: one line that says what is
 * wrong and what to do. Not an error of the contract: commands print it.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  /** Whether the fault is in a file or its mapping, rather than in what was named. */
  readonly isOfFile: boolean;

  constructor(message: string, { isOfFile = false } = {}) {
    super(message);
    this.isOfFile = isOfFile;
  }
}

/** A file or mapping that cannot be imported; the sentence may quote it. */
export const importError = (message: string): OperatorError =>
  new OperatorError(oneLine(message), { isOfFile: true });

/** Why a table is rejected whose header does not say which of two columns is meant. */
export const columnTwice = (column: string): string =>
  `The header has the column "${column}" twice. Rename the one that is not meant.`;

const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether no block of a disk is left, or none of the user's share. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_ROOM.has(error.code);
