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
         json_agg(json_build_array(price, sqft, property_type, beds, arms_length) order by source_id)
       from (
         select *, date_trunc('month', day::timestamp)::date as month from ${partition(importId)}
         where day is not null
       ) dated
       group by zip, city, state, county_fips, month`,
      [importId],
    );
  }, WHOLE_IMPORT_MS);

/** The parts of a month's place; any may be null. */
const PLACE = ['zip', 'city', 'state', 'county_fips', 'month'] as const;

/**
 * Leaves of an import's months those that differ from the months of the next import of its dataset:
 * one that the next has and this one had not is stored without sales.
 */
export async function subtractMonths(tx: Db, importId: number, next: number): Promise<void> {
  const same = PLACE.map((name) => `o.${name} is not distinct from n.${name}`).join(' and ');
  await tx.rows(
    `insert into sale_months (import_id, nth, zip, city, state, county_fips, month, sale_count, sales)
     select $1::integer, (select coalesce(max(nth), 0) from sale_months where import_id = $1) + row_number() over (),
       zip, city, state, county_fips, month, 0, '[]'
     from (
       select ${PLACE.join(', ')} from sale_months where import_id = $2
       except select ${PLACE.join(', ')} from sale_months where import_id = $1
     ) added`,
    [importId, next],
  );
  await tx.rows(
    `with mine as materialized (select * from sale_months where import_id = $1),
       others as materialized (select * from sale_months where import_id = $2)
     delete from sale_months where import_id = $1 and nth in (
       select o.nth from mine o join others n on coalesce(o.zip, '') = coalesce(n.zip, '')
         and o.month = n.month and ${same} and o.sales::text = n.sales::text)`,
    [importId, next],
  );
}

/** Places whose sales are summed up. */
export type SummedArea = Extract<TableArea, { by: 'postal_code' | 'city' | 'county' }>;

/** Imports whose sales are read: each with the later versions of its dataset, oldest first. */
export interface Version {
  readonly import_id: number;
  readonly later: readonly number[];
}

/** How many sales of these imports an area has in these months, by import; none for no sale. */
export async function countSales(
  db: Db,
  versions: readonly Version[],
  area: SummedArea,
  months: { readonly from: string; readonly to: string } | null,
): Promise<ReadonlyMap<number, number>> {
  const { from, values } = fromMonths(versions, area, months);
  const found = await db.rows<{ import_id: number; sales: number }>(
    `select import_id, sum(sale_count)::integer as sales ${from} group by import_id
     having sum(sale_count) > 0`,
    values,
  );
  return new Map(found.map(({ import_id, sales }) => [import_id, sales]));
}

/** The sales themselves; the caller has bounded their number by `countSales`. */
export function findSaleMonths(
  db: Db,
  versions: readonly Version[],
  area: SummedArea,
  months: { readonly from: string; readonly to: string },
): Promise<(MonthOfSales & { import_id: number })[]> {
  const { from, values } = fromMonths(versions, area, months);
  return db.rows(
    `select import_id, to_char(month, 'YYYY-MM') as month, sales ${from} order by import_id, month`,
    values,
  );
}

/**
 * Months are named by their first days; null for all. Of an earlier version the months that it
 * shares with a later one are stored there alone: the first one stored, from it on, is its own.
 */
function fromMonths(
  versions: readonly Version[],
  area: SummedArea,
  months: { readonly from: string; readonly to: string } | null,
): { from: string; values: unknown[] } {
  const { values, bind } = binder();
  const chains = versions.map(({ import_id, later }) => [import_id, ...later]);
  const ids = `import_id = any(${bind(chains.flat())}::integer[])`;
  const within =
    months === null
      ? []
      : [`month between ${bind(`${months.from}-01`)}::date and ${bind(`${months.to}-01`)}::date`];
  const parts = areaAlternatives(area, bind).map(
    (conditions) =>
      `select * from sale_months where ${[...conditions, ids, ...within].join(' and ')}`,
  );
  const all = parts.join(' union all ');
  if (chains.every(({ length }) => length === 1)) return { from: `from (${all}) found`, values };
  const asked = chains.flatMap((chain) => chain.map(() => chain[0]));
  return {
    from: `from (
      select distinct on (version, ${PLACE.join(', ')}) version as import_id, month, sale_count, sales
      from (${all}) stored
        join unnest(${bind(chains.flat())}::integer[], ${bind(asked)}::integer[]) as chain (stored_in, version)
          on chain.stored_in = stored.import_id
      order by version, ${PLACE.join(', ')}, stored.import_id
    ) found`,
    values,
  };
}
