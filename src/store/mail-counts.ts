/**
 * Counts in an hour or a day: mails by account and by address (docs/mail.md), and keys of a demo by
 * the address of its visitors (docs/demo.md).
 */
import type { Db } from './db.js';

/** What may be counted up to a number in a time. */
export interface CountBound {
  readonly subject: string;
  readonly begins_at: Date;
  readonly max: number;
}

/**
 * Counts one for each bound, or none when one of them is reached: its index, else undefined.
 * Locks the rows in the order of `bounds`, the same for all callers: that of an account, or of all
 * visitors, before that of an address.
 */
export const countWithin = (db: Db, bounds: readonly CountBound[]): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    const counted: CountBound[] = [];
    for (const [at, { subject, begins_at, max }] of bounds.entries()) {
      const rows = await tx.rows(
        `insert into mail_counts as c (subject, begins_at, n) values ($1, $2, 1)
         on conflict (subject, begins_at) do update set n = c.n + 1 where c.n < $3
         returning 1`,
        [subject, begins_at, max],
      );
      const bound = bounds[at];
      if (rows.length === 1 && bound !== undefined) counted.push(bound);
      else {
        for (const back of counted) await uncount(tx, back);
        return at;
      }
    }
    return undefined;
  });

const uncount = (tx: Db, { subject, begins_at }: CountBound): Promise<unknown> =>
  tx.rows('update mail_counts set n = n - 1 where subject = $1 and begins_at = $2', [
    subject,
    begins_at,
  ]);
