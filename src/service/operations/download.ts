/** A file sent to an operator: a note sent before its bytes, and the bytes as they are made. */
import type { Readable } from 'node:stream';
import type { Operator } from '../accounts/audit-log.js';

export class Download {
  /** What the command line prints about it; small, as it is sent in a header. */
  readonly note: Readonly<Record<string, unknown>>;
  readonly bytes: Readable;

  constructor(note: Readonly<Record<string, unknown>>, bytes: Readable) {
    this.note = note;
    this.bytes = bytes;
  }
}

/** Makes a backup of the running store. Rejects with OperatorError when none can be made. */
export type MakeBackup = (by: Operator) => Promise<Download>;

export const NO_BACKUP =
  'The store is on a PostgreSQL server: back it up with pg_dump --format=custom --file=rowhouse.dump "$DATABASE_URL", and keep ROWHOUSE_SECRET.';
