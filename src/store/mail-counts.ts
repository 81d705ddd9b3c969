/** How many mails were sent in an hour or a day, by account and by address (docs/mail.md). */
import type { Pool } from './db.js';
import { deleteSome } from './delete-some.js';

/** Something that may get a number of mails in a time. */
export interface MailBound {
  readonly subject: string;
  readonly begins_at: Date;
  readonly max: number;
}

/**
 * Counts one mail for each bound, or none when one of them is reached: its index, else undefined.
 * Locks the rows in the order of `bounds`: an account's before an address's, for all callers.
 */
export const countMail = (db: Pool, bounds: readonly MailBound[]): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    const counted: MailBound[] = [];
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

const uncount = (tx: Pick<Pool, 'rows'>, { subject, begins_at }: MailBound): Promise<unknown> =>
  tx.rows('update mail_counts set n = n - 1 where subject = $1 and begins_at = $2', [
    subject,
    begins_at,
  ]);

/** Removes counts of times that began before `before`, at most `limit`. Returns how many. */
export const deleteOldMailCounts = (db: Pool, before: Date, limit: number): Promise<number> =>
  deleteSome(db, 'mail_counts', 'begins_at < $1', [before], limit);
