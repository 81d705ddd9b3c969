/** The rows of imported files. Each import has a partition of its own, named by its number. */
import type { TableRow } from '#domain/table.js';
import type { Db, Pool } from './db.js';

/** The tables that hold what is imported. */
export type ImportedTable = 'dataset_rows' | 'market_series';

export const partition = (importId: number, table: ImportedTable = 'dataset_rows'): string =>
  `${table}_${Math.trunc(importId)}`;

/** Statements over a whole import may take this long. */
export const WHOLE_IMPORT_MS = 3_600_000;

/** Makes the table that an import is loaded into; searches do not see it yet. */
export async function createRows(
  db: Db,
  importId: number,
  table: ImportedTable = 'dataset_rows',
): Promise<void> {
  // The check spares the reading of all rows when the table becomes a partition.
  const check = `check (import_id = ${Math.trunc(importId)})`;
  await db.rows(`create table ${partition(importId, table)} (like ${table}, ${check})`);
}

/** Makes partitions for rows that another store has exported, where they are missing. */
export async function addPartitions(
  db: Db,
  table: ImportedTable,
  importIds: Iterable<number>,
): Promise<void> {
  for (const id of importIds) {
    const values = `for values in (${Math.trunc(id)})`;
    await db.rows(
      `create table if not exists ${partition(id, table)} partition of ${table} ${values}`,
    );
  }
}

/** Partitions of those tables that the schema has by now. */
const listPartitions = (
  db: Db,
  tables: readonly ImportedTable[],
  where = 'true',
): Promise<{ name: string }[]> =>
  db.rows(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = any(select to_regclass(t)::oid from unnest($1::text[]) t) and ${where}
     order by c.oid`,
    [tables],
  );

/** A migration may have made the index by id. The others come and stay together. */
const UNINDEXED = `not exists (select from pg_index x where x.indrelid = c.oid and not x.indisunique
  and pg_get_indexdef(x.indexrelid) not like '%(source_id)')`;

/**
 * Creates the indexes of partitions that were added for another store's rows; returns how many had
 * none. The schema must be the newest: they have its columns. Writers wait, and so does a second
 * call, which then finds nothing to do.
 */
export async function indexPartitions(pool: Pool): Promise<number> {
  const unindexed = (db: Db) => listPartitions(db, ['dataset_rows'], UNINDEXED);
  if ((await unindexed(pool)).length === 0) return 0;
  return pool.transaction(async (tx) => {
    await tx.rows('lock table dataset_rows in share row exclusive mode');
    const partitions = await unindexed(tx);
    for (const { name } of partitions) {
      const known = await tx.rows(
        `select 1 from pg_indexes where tablename = $1 and indexdef like '%(source_id)'`,
        [name],
      );
      const missing = known.length > 0 ? INDEXES : [...INDEXES, BY_ID];
      for (const index of missing) await tx.rows(index.replace('ROWS', name));
    }
    return partitions.length;
  }, WHOLE_IMPORT_MS);
}

/** Vacuums and analyzes all partitions: index-only scans need pages marked as all-visible. */
export async function vacuumPartitions(pool: Pool): Promise<void> {
  for (const { name } of await listPartitions(pool, ['dataset_rows', 'market_series']))
    await vacuum(pool, name);
}

/** The columns of a row that the store is given, besides its body. */
export const COLUMNS = {
  line: 'integer',
  x: 'integer',
  y: 'integer',
  zip: 'text',
  city: 'text',
  state: 'text',
  county_fips: 'text',
  day: 'date',
  price: 'double precision',
  beds: 'real',
  baths: 'real',
  sqft: 'integer',
  property_type: 'text',
  year_built: 'integer',
  arms_length: 'boolean',
  source_id: 'text',
} as const satisfies { readonly [C in Exclude<keyof TableRow, 'body'>]: string };

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Boxes are found by strips of this height in microdegrees, about 1.4 miles. */
export const STRIP_HEIGHT = 20_000;

/** Stores rows of an import that is being loaded. */
export async function insertRows(
  db: Db,
  importId: number,
  rows: readonly TableRow[],
): Promise<void> {
  await insertInto(db, importId, rows);
}

/**
 * Inserts rows; `onConflict` ends the statement. Bodies are sent as lines of one text: in an array
 * each of their quotes would be escaped, which takes as long as the rest.
 */
export function insertInto<T>(
  db: Db,
  importId: number,
  rows: readonly TableRow[],
  onConflict = '',
): Promise<T[]> {
  const lists = NAMES.map((name) => rows.map((row) => row[name]));
  const bodies = rows.map(({ body }) => body).join('\n');
  const places = NAMES.map((name, at) => `$${at + 1}::${COLUMNS[name]}[]`).join(', ');
  const columns = [...NAMES, 'body'].join(', ');
  return db.rows<T>(
    `insert into ${partition(importId)} (import_id, strip, ${columns})
     select ${Math.trunc(importId)}, floor(y / ${STRIP_HEIGHT}.0), r.*
     from rows from (unnest(${places}), string_to_table($${NAMES.length + 1}, E'\n'))
       as r (${columns}) ${onConflict}`,
    [...lists, bodies],
  );
}

/** Removes rows that repeat the id of an earlier row in the file. Returns their lines, in order. */
export async function removeRepeats(db: Db, importId: number): Promise<number[]> {
  const rows = await db.transaction(
    (tx) =>
      tx.rows<{ line: number }>(
        `delete from ${partition(importId)} where line in (
           select line from (
             select line, row_number() over (partition by source_id order by line) as nth
             from ${partition(importId)} where source_id in (
               select source_id from ${partition(importId)} group by source_id having count(*) > 1
             )
           ) numbered where nth > 1
         ) returning line`,
      ),
    WHOLE_IMPORT_MS,
  );
  return rows.map(({ line }) => line).sort((a, b) => a - b);
}

/**
 * The indexes that find pages. Each includes all columns that filters use, so that rows are read
 * only when they are on the page. Built after loading, which is several times faster.
 */
const PLACE = 'day desc, import_id desc, line desc';
const FILTERS = 'price, beds, baths, sqft, property_type, year_built, arms_length';
export const INDEXES = [
  `create index on ROWS (${PLACE}) include (x, y, zip, state, city, county_fips, ${FILTERS})`,
  `create index on ROWS (price, import_id, line)
   include (day, x, y, zip, state, city, county_fips, beds, baths, sqft, property_type, year_built, arms_length)`,
  `create index on ROWS (zip, ${PLACE}) include (state, city, ${FILTERS})`,
  `create index on ROWS (city, ${PLACE}) include (state, ${FILTERS})`,
  `create index on ROWS (county_fips, ${PLACE}) include (${FILTERS})`,
  `create index on ROWS (strip, x) include (y, day, import_id, line, ${FILTERS})`,
];

/** Finds a row by its id: layers show one feature. Feeds have a unique index of their own. */
const BY_ID = 'create index on ROWS (source_id)';

/**
 * Builds the indexes of a loaded import, one statement each, so that other calls run in between,
 * then vacuums and analyzes it, since index-only scans need it. `before` is called before each
 * step, and may throw.
 */
export async function indexRows(
  pool: Pool,
  importId: number,
  before: () => Promise<void>,
): Promise<void> {
  const statements = [`alter table ROWS add primary key (import_id, line)`, ...INDEXES, BY_ID];
  await finishRows(pool, partition(importId), statements, before);
}

/** Does the same for a partition of any table, by the statements that make its indexes. */
export async function finishRows(
  pool: Pool,
  name: string,
  statements: readonly string[],
  before: () => Promise<void>,
): Promise<void> {
  for (const statement of statements) {
    await before();
    const text = statement.replace('ROWS', name);
    await pool.transaction((tx) => tx.rows(text), WHOLE_IMPORT_MS);
  }
  await before();
  await vacuum(pool, name);
}

export async function vacuum(pool: Pool, name: string): Promise<void> {
  const session = await pool.session();
  try {
    await session.query('set statement_timeout = 0');
    const statement = { text: `vacuum (analyze) ${name}`, query_timeout: WHOLE_IMPORT_MS };
    await session.query(statement);
  } finally {
    // Closes the session: a reset would set the server's default, no timeout.
    session.release(true);
  }
}

/** Lets searches see the rows of an import; call it in the transaction that makes it current. */
export async function attachRows(
  db: Db,
  importId: number,
  table: ImportedTable = 'dataset_rows',
): Promise<void> {
  const number = Math.trunc(importId);
  await db.rows(
    `alter table ${table} attach partition ${partition(importId, table)} for values in (${number})`,
  );
}

/** Drops the rows of an import, whether searches see them or not. */
export async function dropRows(db: Db, importId: number): Promise<void> {
  const names = [partition(importId), partition(importId, 'market_series')];
  await db.rows(`drop table if exists ${names.join(', ')}`);
}
