/**
 * The months of the ledger: hits and ledger_entries are partitioned by month. A row whose month has
 * no partition goes to a default one, so no charge ever waits for a partition to be created.
 */
import { nextPeriodMs, planPeriod } from '#domain/credits.js';
import type { Db } from './db.js';

/** Months created ahead: cleanup may fail this long before a default partition is used. */
export const MONTHS_AHEAD = 3;

/** Rows moved while charges wait: well below a second. */
const MOVED_ROWS_MAX = 10_000;

/**
 * Creates missing partitions of this month and the next ones. Returns the months that stay in the
 * default partitions, because too many rows would have to move.
 */
export async function addMonths(
  db: Db,
  at: Date,
  movedRowsMax: number = MOVED_ROWS_MAX,
): Promise<string[]> {
  const months: string[] = [];
  for (let ms = at.getTime(); months.length <= MONTHS_AHEAD; ms = nextPeriodMs(ms)) {
    months.push(planPeriod(ms));
  }
  const rows = await db.rows<{ month: string; made: boolean }>(
    'select month, add_month(month, $2) as made from unnest($1::text[]) as month',
    [months, movedRowsMax],
  );
  return rows.filter(({ made }) => !made).map(({ month }) => month);
}

/** Moves the rows of the default partitions to partitions of their months: after an import. */
export async function addMonthsOfRows(db: Db): Promise<void> {
  const rows = await db.rows<{ month: string }>(
    `select to_char(month, 'YYYY-MM') as month from (
       select date_trunc('month', created_at at time zone 'UTC') as month from hits_default
       union
       select date_trunc('month', created_at at time zone 'UTC') from ledger_entries_default
     ) months
     order by 1`,
  );
  for (const { month } of rows) await db.rows('select add_month($1)', [month]);
}
