import { RowhouseError } from '#client/index.js';

/** Exit codes of commands for callers; the table of docs/command-line.md. */
export const EXIT = {
  ok: 0,
  /** Any other failure. */
  failed: 1,
  /** A flag, an input or a cursor is wrong: the same command fails again. */
  wrong_use: 2,
  /** No key, an invalid key, or a suspended account. */
  not_authorised: 3,
  /** Credits, the rate limit or the limit of pending searches are exhausted. */
  over_a_limit: 4,
  /** The service or the source cannot answer now. */
  unavailable: 5,
  /** The doctor found a fault. */
  fault_found: 6,
  /** The exit code of shells for Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const OF_STATUS: Readonly<Record<number, ExitCode>> = {
  401: EXIT.not_authorised,
  403: EXIT.not_authorised,
  404: EXIT.wrong_use,
  409: EXIT.wrong_use,
  410: EXIT.wrong_use,
  414: EXIT.wrong_use,
  422: EXIT.wrong_use,
  429: EXIT.over_a_limit,
};
const UNAVAILABLE: readonly string[] = [
  'collection_unavailable',
  'storage_unavailable',
  'connection_failed',
  'timeout',
];

/** The exit code of a failure. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof RowhouseError)) return EXIT.failed;
  const { code, status } = error;
  if (UNAVAILABLE.includes(code) || status >= 500) return EXIT.unavailable;
  if (code === 'invalid_option') return EXIT.wrong_use;
  return OF_STATUS[status] ?? EXIT.failed;
}
