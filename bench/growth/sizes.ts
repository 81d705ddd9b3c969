/** How much room tables take, indexes and partitions included. */
import type { Db } from '#store/db.js';

export type Sizes = ReadonlyMap<string, number>;

/** Bytes of each table with its indexes; a partition counts for its table. */
export async function sizesOf(db: Db): Promise<Sizes> {
  const rows = await db.rows<{ name: string; bytes: number }>(
    `select coalesce(i.inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by 1 order by 2 desc, 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Bytes of the whole database. */
export async function databaseBytes(db: Db): Promise<number> {
  const [row] = await db.rows<{ bytes: number }>(
    'select pg_database_size(current_database())::bigint as bytes',
  );
  return row?.bytes ?? Number.NaN;
}

/** What was added to each table, largest first; tables that did not grow are left out. */
export const grownBy = (before: Sizes, after: Sizes): [string, number][] =>
  [...after]
    .map(([name, bytes]): [string, number] => [name, bytes - (before.get(name) ?? 0)])
    .filter(([, bytes]) => bytes > 0)
    .sort(([, one], [, other]) => other - one);

/** Bytes that some tables gained. */
export const sumOf = (grown: readonly [string, number][], names?: readonly string[]): number =>
  grown
    .filter(([name]) => names === undefined || names.includes(name))
    .reduce((sum, [, bytes]) => sum + bytes, 0);
