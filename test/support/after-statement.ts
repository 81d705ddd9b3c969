/** A database whose transactions do something after each statement, such as meet another one. */
import type { Pool } from '#store/db.js';

/** The same, but in its transactions `after` is awaited with the text of each ended statement. */
export const afterStatement = (db: Pool, after: (text: string) => Promise<void>): Pool => ({
  ...db,
  transaction: (work, timeoutMs) =>
    db.transaction(
      (tx) =>
        work({
          ...tx,
          rows: async <T>(text: string, values?: readonly unknown[], name?: string) => {
            const rows = await tx.rows<T>(text, values, name);
            await after(text);
            return rows;
          },
        }),
      timeoutMs,
    ),
});
