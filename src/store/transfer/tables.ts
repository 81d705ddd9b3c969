import { assert } from '#base/assert.js';
import type { Db } from '../db.js';

/** A table as the database's own catalog describes it. */
export interface TransferTable {
  readonly name: string;
  readonly columns: readonly TransferColumn[];
  /** Columns of the primary key, in order. */
  readonly key: readonly string[];
  /** Tables that must be filled first. */
  readonly needs: readonly string[];
  /** Columns numbered by a sequence. */
  readonly numbered: readonly string[];
}

export interface TransferColumn {
  readonly name: string;
  /** The type as SQL writes it: `uuid`, `timestamp with time zone`, `integer[]`. */
  readonly type: string;
}

/**
 * The tables that an export contains, each after those it references. They are read from the
 * catalog, so that migrations need not be repeated here. Unlogged tables are left out: their rows
 * may be lost at any time. A partition is part of its table.
 */
export async function transferTables(db: Db): Promise<TransferTable[]> {
  const tables = await describe(
    db,
    `c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and c.relname <> 'migrations'`,
  );
  for (const { name, key } of tables) assert(key !== null, `the table ${name} has no primary key`);
  return inOrder(tables);
}

/** One partition of a table; undefined when none has this name. */
export async function describePartition(
  db: Db,
  table: string,
  name: string,
): Promise<TransferTable | undefined> {
  const found = await describe(
    db,
    `c.relname = $1 and exists (
       select from pg_inherits i where i.inhrelid = c.oid and i.inhparent = $2::regclass
     )`,
    [name, table],
  );
  return found[0];
}

/** Tables from the catalog, by name. `which` must be text of this file. */
const describe = (
  db: Db,
  which: string,
  values: readonly string[] = [],
): Promise<TransferTable[]> =>
  db.rows<TransferTable>(
    `select c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                        order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select json_agg(a.attname order by k.place)
        from pg_index i
        cross join unnest(i.indkey) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key,
       (select coalesce(json_agg(p.relname), '[]')
        from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs,
       (select coalesce(json_agg(a.attname order by a.attnum), '[]')
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null) as numbered
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and ${which}
     order by c.relname collate "C"`,
    values,
  );

function inOrder(tables: readonly TransferTable[]): TransferTable[] {
  const left = [...tables];
  const ordered: TransferTable[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ needs }) =>
      needs.every((name) => ordered.some((table) => table.name === name)),
    );
    assert(next >= 0, 'tables refer to each other in a circle');
    ordered.push(...left.splice(next, 1));
  }
  return ordered;
}

/** A quoted SQL identifier. Use it only for names from the catalog. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
