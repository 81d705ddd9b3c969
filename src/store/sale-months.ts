/** The sales of imports by month and place, from which statistics are computed. */
import type { MonthOfSales } from '#domain/statistics.js';
import type { TableArea } from '#domain/table.js';
import { partition, WHOLE_IMPORT_MS } from './dataset-rows.js';
import type { Db, Pool } from './db.js';
import { areaAlternatives, binder } from './find-rows.js';

/** Sums up the sales of a loaded import; call it before the import becomes current. */
export const sumSales = (pool: Pool, importId: number): Promise<void> =>
  pool.transaction(async (tx) => {
    await tx.rows(
      `insert into sale_months (import_id, nth, zip, city, state, county_fips, month, sale_count, sales)
       select $1::integer, row_number() over (), zip, city, state, county_fips, month, count(*),
         json_agg(json_build_array(price, sqft, property_type, beds, arms_length))
       from (
         select *, date_trunc('month', day::timestamp)::date as month from ${partition(importId)}
         where day is not null
       ) dated
       group by zip, city, state, county_fips, month`,
      [importId],
    );
  }, WHOLE_IMPORT_MS);

/** Places whose sales are summed up. */
export type SummedArea = Extract<TableArea, { by: 'postal_code' | 'city' | 'county' }>;

/** How many sales of these imports an area has in these months, by import; none for no sale. */
export async function countSales(
  db: Db,
  importIds: readonly number[],
  area: SummedArea,
  months: { readonly from: string; readonly to: string } | null,
): Promise<ReadonlyMap<number, number>> {
  const { from, values } = fromMonths(importIds, area, months);
  const found = await db.rows<{ import_id: number; sales: number }>(
    `select import_id, sum(sale_count)::integer as sales ${from} group by import_id`,
    values,
  );
  return new Map(found.map(({ import_id, sales }) => [import_id, sales]));
}

/** The sales themselves; the caller has bounded their number by `countSales`. */
export function findSaleMonths(
  db: Db,
  importIds: readonly number[],
  area: SummedArea,
  months: { readonly from: string; readonly to: string },
): Promise<(MonthOfSales & { import_id: number })[]> {
  const { from, values } = fromMonths(importIds, area, months);
  return db.rows(
    `select import_id, to_char(month, 'YYYY-MM') as month, sales ${from} order by import_id, month`,
    values,
  );
}

/** Months are named by their first days; null for all. */
function fromMonths(
  importIds: readonly number[],
  area: SummedArea,
  months: { readonly from: string; readonly to: string } | null,
): { from: string; values: unknown[] } {
  const { values, bind } = binder();
  const ids = `import_id = any(${bind(importIds)}::integer[])`;
  const within =
    months === null
      ? []
      : [`month between ${bind(`${months.from}-01`)}::date and ${bind(`${months.to}-01`)}::date`];
  const parts = areaAlternatives(area, bind).map(
    (conditions) =>
      `select * from sale_months where ${[...conditions, ids, ...within].join(' and ')}`,
  );
  return { from: `from (${parts.join(' union all ')}) found`, values };
}
