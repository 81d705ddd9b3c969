/**
 * The process that runs the statements of one account. DuckDB is native code that reads whatever a
 * stranger writes: a crash, or memory that it takes beyond its bound, ends this process and not the
 * service. It has no environment, no files and no network, and holds the rows of one account.
 */
import type * as NodeApi from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBValueConverter, Json } from '@duckdb/node-api';
import { SQL_ANSWER_BYTES_MAX, SQL_COLUMNS_MAX } from '#contract/limits.js';
import { SQL_TABLES, type SqlColumn } from '#contract/sql.js';
import type { HiddenHome } from '#domain/home.js';
import { boundMemory } from '../files/memory-watch.js';
import type { EngineOrder, EngineReply, RowBatch } from './engine-orders.js';
import { type Decision, readStatement } from './read-statement.js';

type DuckDb = typeof NodeApi;

const MIB = 1_048_576;
/** DuckDB's share of the memory of the process; the rest is for Node.js and for answers. */
const ENGINE_SHARE = 0.6;

serve(Number(process.argv[2]));

function serve(memoryBytes: number): void {
  boundMemory(memoryBytes);
  const engine = openEngine(memoryBytes);
  process.on('message', (order: EngineOrder) => {
    void replyTo(engine, order).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.exit());
}

interface OpenEngine {
  readonly duckdb: DuckDb;
  readonly connection: DuckDBConnection;
}

/** Undefined where the package is not installed. */
async function openEngine(memoryBytes: number): Promise<OpenEngine | undefined> {
  const duckdb = await loadPackage();
  if (duckdb === undefined) return undefined;
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    memory_limit: `${Math.floor((memoryBytes * ENGINE_SHARE) / MIB)}MiB`,
    threads: '1',
    temp_directory: '',
    enable_external_access: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    lock_configuration: 'true',
  });
  return { duckdb, connection: await instance.connect() };
}

async function loadPackage(): Promise<DuckDb | undefined> {
  try {
    return await import('@duckdb/node-api');
  } catch {
    return undefined;
  }
}

async function replyTo(
  opening: Promise<OpenEngine | undefined>,
  order: EngineOrder,
): Promise<EngineReply> {
  try {
    const engine = await opening;
    if (engine === undefined) return { missing: true };
    switch (order.order) {
      case 'read':
        return await readOrder(engine, order.sql);
      case 'hide':
        await hideHomes(engine, order.homes);
        return { done: true };
      case 'load':
        return { loaded: await load(engine, order.batch) };
      case 'run':
        return await run(engine, order.sql, order.rows);
    }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

async function readOrder({ connection }: OpenEngine, sql: string): Promise<Decision> {
  const reader = await connection.runAndReadAll(
    'select json_serialize_sql($1::varchar, skip_null := true, skip_empty := true, skip_default := true)',
    [sql],
  );
  return readStatement(reader.getRowsJson()[0]?.[0] as string);
}

/** Every table is there, empty, so that DESCRIBE and a table without rows answer. */
async function hideHomes({ connection }: OpenEngine, homes: readonly HiddenHome[]): Promise<void> {
  for (const { name, columns } of SQL_TABLES) {
    const rows = `select ${partsOf(columns)} from (select from_json('{}', ${structureOf(columns)}) as r, ''::varchar as kind, null::timestamp as collected_at)`;
    await connection.run(`create table "${name}" as ${rows} limit 0`);
    const key = KEY.filter((one) => columns.some((column) => column.name === one));
    await connection.run(`alter table "${name}" add primary key (${key.join(', ')})`);
  }
  await connection.run('create schema hidden');
  await connection.run(
    `create table hidden.homes as select h.* from (select unnest(from_json($1::varchar,
       '[{"home_id":"VARCHAR","source":"VARCHAR","source_id":"VARCHAR","until":"TIMESTAMP"}]')) as h)`,
    [JSON.stringify(homes)],
  );
}

const KEY = ['source', 'kind', 'source_id'];
/** Columns whose values come with a batch, and not with each row. */
const OF_BATCH = ['kind', 'collected_at'];
const isOfBatch = (columns: readonly SqlColumn[]): boolean =>
  columns.some(({ name }) => name === 'collected_at');

/** The values of a row r in the order of the columns. */
const partsOf = (columns: readonly SqlColumn[]): string =>
  isOfBatch(columns) ? 'r.*, kind, collected_at' : 'r.*';

/** The columns of a table as a structure of `from_json`, in quotes. */
function structureOf(columns: readonly SqlColumn[]): string {
  const own = columns.filter(({ name }) => !isOfBatch(columns) || !OF_BATCH.includes(name));
  const text = JSON.stringify(Object.fromEntries(own.map(({ name, type }) => [name, type])));
  return `'${text.replaceAll("'", "''")}'`;
}

/** Adds rows; of a home that is there already the row stays, since the newest came first. */
async function load({ connection }: OpenEngine, batch: RowBatch): Promise<number> {
  const { table, text } = batch;
  const { columns = [] } = SQL_TABLES.find(({ name }) => name === table) ?? {};
  const homeId = table === 'homes' ? 'r.home_id' : 'r.extras.home_id';
  const shape = table === 'sold' ? 'where' : 'where not';
  await connection.run(
    `insert or ignore into "${table}"
     select ${partsOf(columns)} from (
       select from_json(d, ${structureOf(columns)}) as r, kind, collected_at from (
         select p.kind as kind, p.collected_at as collected_at, unnest(p.result.data) as d from (
           select unnest(from_json($text::varchar,
             '{"pages":[{"kind":"VARCHAR","collected_at":"TIMESTAMP","result":{"data":["JSON"]}}]}').pages) as p
         )
       )
       ${isOfBatch(columns) ? `${shape} json_exists(d, '$.sold_date')` : ''}
     )
     where ${isNotHidden(`h.home_id = ${homeId}`)}
       and ${isNotHidden('h.source = r.source and h.source_id = r.source_id')}`,
    { text },
  );
  const reader = await connection.runAndReadAll(`select count(*) from "${table}"`);
  return Number(reader.getRowsJson()[0]?.[0]);
}

/** By one way to name a home: with both at once, each row is compared with all hidden homes. */
const isNotHidden = (named: string): string =>
  `not exists (
     select 1 from hidden.homes h where ${named} and (h.until is null or collected_at < h.until)
   )`;

/** Runs a statement, and reads one row more than asked to know whether it has more. */
async function run(
  { duckdb, connection }: OpenEngine,
  sql: string,
  rowsMax: number,
): Promise<EngineReply> {
  const reader = await connection.streamAndReadUntil(sql, rowsMax + 1);
  if (reader.columnCount > SQL_COLUMNS_MAX) {
    return {
      failed: `The answer has ${reader.columnCount} columns; ${SQL_COLUMNS_MAX} are allowed.`,
    };
  }
  const names = reader.columnNames();
  const types = reader.columnTypes().map(String);
  if (types.some((type) => type.includes(SECOND_NAMELESS))) return { failed: NAMELESS };
  const found = reader.convertRows(converterOf(duckdb));
  const rows: Json[][] = [];
  let bytes = 0;
  for (const row of found.slice(0, rowsMax)) {
    const own = row.map((value) => value ?? null);
    bytes += JSON.stringify(own).length;
    if (bytes > SQL_ANSWER_BYTES_MAX) break;
    rows.push(own);
  }
  return {
    columns: names.map((name, at) => ({ name, type: types[at] ?? '' })),
    rows,
    truncated: rows.length < found.length,
  };
}

/** Members without names, of which the package hands over only the last. */
const SECOND_NAMELESS = ', "" ';
const NAMELESS =
  "The answer has a struct whose members have no names, as of row(1, 2) or (1, 2). Name them: {'a': 1, 'b': 2}, or select them as columns.";

/**
 * JSON as usual, but with whole numbers and decimals as numbers where these are exact, and with
 * intervals and the dates that the package misprints as the engine prints them.
 */
function converterOf(duckdb: DuckDb): DuckDBValueConverter<Json> {
  const { DuckDBTypeId: Id, JsonDuckDBValueConverter: usual } = duckdb;
  const whole: readonly number[] = [Id.BIGINT, Id.UBIGINT, Id.HUGEINT, Id.UHUGEINT];
  const ofDays: readonly number[] = [Id.DATE, Id.TIMESTAMP, Id.TIMESTAMP_TZ];
  const converter: DuckDBValueConverter<Json> = (value, type, inner) => {
    if (type.typeId === Id.INTERVAL && value !== null) return String(value);
    if (value instanceof duckdb.DuckDBDateValue && !value.isFinite) {
      return value.days > 0 ? 'infinity' : '-infinity';
    }
    const own = usual(value, type, inner);
    if (typeof own !== 'string') return own;
    if (ofDays.includes(type.typeId)) return own.replace(YEAR_ZERO, '0001$1 (BC)');
    if (whole.includes(type.typeId)) return Number.isSafeInteger(Number(own)) ? Number(own) : own;
    if (type.typeId === Id.DECIMAL && own.length <= EXACT_DIGITS) return Number(own);
    return own;
  };
  return converter;
}

/** The year before the first is 1 BC. */
const YEAR_ZERO = /^0000(-\d\d-\d\d)/;
/** A text of this many digits and signs is a number without a loss. */
const EXACT_DIGITS = 15;
