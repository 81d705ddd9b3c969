/** The rows of imported files. Each import has a partition of its own, named by its number. */
import type { TableRow } from '#domain/table.js';
import type { Db, Pool } from './db.js';

export const partition = (importId: number): string => `dataset_rows_${Math.trunc(importId)}`;

/** Statements over a whole import take as long as they take. */
const WHOLE_IMPORT_MS = 3_600_000;

/** Makes the table that an import is loaded into; searches do not see it yet. */
export async function createRows(db: Db, importId: number): Promise<void> {
  // The check spares the reading of all rows when the table becomes a partition.
  const check = `check (import_id = ${Math.trunc(importId)})`;
  await db.rows(`create table ${partition(importId)} (like dataset_rows, ${check})`);
}

/** Makes partitions for rows that another store has exported, where they are missing. */
export async function addPartitions(db: Db, importIds: Iterable<number>): Promise<void> {
  for (const id of importIds) {
    const values = `for values in (${Math.trunc(id)})`;
    await db.rows(
      `create table if not exists ${partition(id)} partition of dataset_rows ${values}`,
    );
  }
}

const listPartitions = (db: Db): Promise<{ name: string }[]> =>
  db.rows(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'dataset_rows'::regclass order by c.oid`,
  );

/** Makes the indexes of partitions that were added for the rows of another store. */
export async function indexPartitions(db: Db): Promise<void> {
  for (const { name } of await listPartitions(db)) {
    for (const index of INDEXES) await db.rows(index.replace('ROWS', name));
  }
}

/** Counts the rows of all partitions, and marks them as seen by all: without it no index is read alone. */
export async function vacuumPartitions(pool: Pool): Promise<void> {
  for (const { name } of await listPartitions(pool)) await vacuum(pool, name);
}

/** The columns of a row that the store is given, beside its body. */
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
 * Inserts rows; `onConflict` is the rest of the statement. Bodies go as lines of one text: in an array, each of
 * their quotes would have to be escaped, which takes as long as the rest.
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

/** Removes rows that repeat the id of one before them in the file. Returns their lines, in order. */
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
 * The ways in which pages are found. Each holds whatever filters ask for, so that rows are looked up only
 * when they are on the page. Made after the rows, which is several times faster.
 */
const PLACE = 'day desc, import_id desc, line desc';
const FILTERS = 'price, beds, baths, sqft, property_type, year_built';
export const INDEXES = [
  `create index on ROWS (${PLACE}) include (x, y, zip, state, city, county_fips, ${FILTERS})`,
  `create index on ROWS (price, import_id, line)
   include (day, x, y, zip, state, city, county_fips, beds, baths, sqft, property_type, year_built)`,
  `create index on ROWS (zip, ${PLACE}) include (state, city, ${FILTERS})`,
  `create index on ROWS (city, ${PLACE}) include (state, ${FILTERS})`,
  `create index on ROWS (county_fips, ${PLACE}) include (${FILTERS})`,
  `create index on ROWS (strip, x) include (y, day, import_id, line, ${FILTERS})`,
];

/**
 * Makes the indexes of a loaded import, one statement each, so that other calls come between them, and
 * has the rows counted and marked as seen by all, without which no index is read alone. `before` is
 * called before each, and may throw.
 */
export async function indexRows(
  pool: Pool,
  importId: number,
  before: () => Promise<void>,
): Promise<void> {
  for (const statement of [`alter table ROWS add primary key (import_id, line)`, ...INDEXES]) {
    await before();
    const text = statement.replace('ROWS', partition(importId));
    await pool.transaction((tx) => tx.rows(text), WHOLE_IMPORT_MS);
  }
  await before();
  await vacuum(pool, partition(importId));
}

export async function vacuum(pool: Pool, name: string): Promise<void> {
  const session = await pool.session();
  try {
    await session.query('set statement_timeout = 0');
    const statement = { text: `vacuum (analyze) ${name}`, query_timeout: WHOLE_IMPORT_MS };
    await session.query(statement);
  } finally {
    // The session is closed with its setting: a reset would give the server's own limit, which is none.
    session.release(true);
  }
}

/** Lets searches see the rows of an import; call it in the transaction that makes it current. */
export async function attachRows(db: Db, importId: number): Promise<void> {
  const number = Math.trunc(importId);
  await db.rows(
    `alter table dataset_rows attach partition ${partition(importId)} for values in (${number})`,
  );
}

/** Drops the rows of an import, whether searches see them or not. */
export async function dropRows(db: Db, importId: number): Promise<void> {
  await db.rows(`drop table if exists ${partition(importId)}`);
}
