/** Statements of an attacker: each is refused or ended, and the service answers on. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import type { SqlAnswerBody } from '#contract/operations/sql.js';
import { SqlProcess } from '#service/sql/engine.js';
import { sharedApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

const RUN_S = 1;
const MEMORY_BYTES = 402_653_184;
/** A statement ends soon after its bound. */
const ENDED_MS_MAX = (RUN_S + 3) * 1000;
const WRITTEN = '/tmp/rowhouse-sql-attack';
const t = sharedApp({ limits: { SQL_RUN_S: RUN_S, SQL_MEMORY_BYTES: MEMORY_BYTES } });
let key: string;
before(async () => {
  ({ api_key: key } = await t.account());
  await t.settled('/v1/portal_a/listings?zip=78704', key);
});

const ask = (sql: string, of = key) => send(t, of, 'POST', '/v1/sql', { sql });

/** Refused by what they are. Each would read, write or change something beyond the rows. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'files and addresses': [
    `select * from read_csv('/etc/passwd')`,
    `select * from read_text('/etc/passwd')`,
    `select * from read_blob('/proc/self/environ')`,
    `select * from read_json('/etc/passwd')`,
    `select * from read_parquet('https://example.com/x.parquet')`,
    `select * from read_duckdb('/tmp/x.db')`,
    `select * from parquet_metadata('/tmp/x')`,
    `select * from sniff_csv('/etc/passwd')`,
    `select * from glob('/*')`,
    `select * from 'file.parquet'`,
    `select * from "/etc/passwd"`,
    `from 'https://example.com/x.csv'`,
    `select (select count(*) from read_text('/etc/passwd'))`,
    `with a as (select * from read_text('/etc/passwd')) from a`,
    `describe select * from read_csv('/etc/passwd')`,
    `summarize (from '/etc/passwd')`,
    `select * from listings where source_id in (select content from read_text('/etc/passwd'))`,
    `pivot (from read_text('/etc/passwd')) on filename in ('a')`,
    `with "/etc/passwd" as (select 1) select * from (with "/etc/passwd" as (select 1) select 1), "/etc/passwd"`,
  ],
  'files that are written': [
    `copy (select 1) to '${WRITTEN}'`,
    `copy listings to '${WRITTEN}' (format parquet)`,
    `export database '${WRITTEN}'`,
    `attach '${WRITTEN}' as x`,
    `install httpfs`,
    `load httpfs`,
    `force install httpfs from 'https://example.com'`,
    `import database '/tmp'`,
    `copy listings from '/etc/passwd'`,
  ],
  'settings and state': [
    `set threads = 64`,
    `set memory_limit = '100GB'`,
    `set enable_external_access = true`,
    `reset lock_configuration`,
    `set variable x = 1`,
    `pragma version`,
    `pragma database_list`,
    `pragma enable_profiling`,
    `checkpoint`,
    `use memory`,
    `call pragma_version()`,
    `call enable_logging()`,
    `select * from enable_logging()`,
    `select * from enable_profiling()`,
    `select * from checkpoint()`,
    `select * from force_checkpoint()`,
    `select write_log('x')`,
    `select system.main.write_log('x')`,
    `select getenv('HOME')`,
    `select current_setting('home_directory')`,
    `select getvariable('x')`,
    `create table x (a integer)`,
    `create temp table x as select 1`,
    `create macro f() as 1`,
    `create secret s (type s3)`,
    `insert into listings select * from listings`,
    `delete from listings`,
    `drop table listings`,
    `update listings set source = 'x'`,
    `alter table listings add column x integer`,
    `begin`,
    `vacuum`,
    `prepare p as select 1`,
    `execute p`,
    `deallocate p`,
    `explain analyze select 1`,
  ],
  'the catalog': [
    `select * from duckdb_settings()`,
    `select * from duckdb_settings`,
    `select * from duckdb_secrets()`,
    `select * from duckdb_extensions()`,
    `select * from duckdb_databases()`,
    `select * from duckdb_memory()`,
    `select * from duckdb_logs`,
    `select * from information_schema.tables`,
    `select * from pg_catalog.pg_settings`,
    `select * from pg_class`,
    `select * from sqlite_master`,
    `select * from hidden.homes`,
    `select * from memory.hidden.homes`,
    `select * from system.information_schema.tables`,
    `show databases`,
    `show all tables`,
    `describe`,
    `describe duckdb_settings`,
    `select * from pragma_storage_info('listings')`,
    `with sqlite_master as (select 1) select * from (select 1), sqlite_master`,
    `select * from (with duckdb_tables as (select 1) from duckdb_tables), duckdb_tables`,
  ],
  'statements in text': [
    `from query('select 1')`,
    `from query_table('listings')`,
    `select * from json_execute_serialized_sql(json_serialize_sql('select 1'))`,
    `select json_serialize_plan('select * from listings')`,
    `select * from seq_scan('listings')`,
    `select * from arrow_scan(1, 2, 3)`,
    `select * from sql_auto_complete('sel')`,
    `select * from test_all_types()`,
  ],
  'several statements and comments': [
    `select 1; select 2`,
    `select 1; drop table listings`,
    `select 1;--\ncopy (select 1) to '${WRITTEN}'`,
    `/* select 1 */ attach '${WRITTEN}'`,
    `--`,
    `;`,
    `/* */`,
    `select 1 -- \r; install httpfs\n; install httpfs`,
    `pivot listings on property_type`,
  ],
  parameters: [
    `select ?`,
    `select $1`,
    `select * from listings where source_id = $id`,
    `select * from read_text($1)`,
    `select * from listings limit ?`,
  ],
  'what cannot be parsed or bound': [
    `selct 1`,
    `select nothing_of_this from listings`,
    `select 'unended`,
    `select \u0000`,
    `${'('.repeat(4_000)}1${')'.repeat(4_000)}`,
    `select ${'-'.repeat(1)}${'abs('.repeat(1_500)}1${')'.repeat(1_500)}`,
    `select 1${' union all select 1'.repeat(480)}${' x('.repeat(50)}`,
    `select * from (select ${Array.from({ length: 600 }, (_one, at) => `1 as c${at}`).join(',')})`,
  ],
};

for (const [name, statements] of Object.entries(REFUSED)) {
  test(`refused: ${name}`, async () => {
    for (const sql of statements) {
      const answer = await ask(sql);
      const shown = sql.slice(0, 80);
      assert.equal(answer.statusCode, 422, `${shown}: ${answer.body.slice(0, 300)}`);
      const { error } = answer.json<{ error: { code: string; message: string } }>();
      assert.ok(['invalid_sql', 'invalid_body'].includes(error.code), `${shown}: ${error.code}`);
      assert.doesNotMatch(error.message, /root:|HOME=|duckdb\.org/, shown);
    }
    assert.equal(existsSync(WRITTEN), false);
    await answersOn();
  });
}

/** Ended by a bound of time, memory or size. */
const ENDED: Readonly<Record<string, string>> = {
  'a recursion without an end': `with recursive r as (select 1 as x union all select x + 1 from r) select max(x) from r`,
  'a product of 10^12 rows': `select count(*) from range(1000000) a, range(1000000) b where hash(a.range + b.range) = 1`,
  'a sum over 10^12 numbers': `select sum(range) from range(1000000000000)`,
  'a text of 10^10 characters': `select repeat('x', 10000000000)`,
  'a text of 3 * 10^9 characters, which no interrupt ends': `select length(repeat('x', 3000000000))`,
  'a padded text': `select length(lpad('x', 2000000000, 'y'))`,
  'a list of 10^9 numbers': `select len(range(1000000000))`,
  'a list of lists': `select list(l) from (select range(10000) as l from range(100000))`,
  'joined texts': `select string_agg(range::varchar, ',') from range(1000000000)`,
  'an order of many rows': `select * from range(100000000) order by hash(range)`,
  'groups of many rows': `select hash(range), count(*) from range(1000000000) group by all`,
  'texts in each row': `select repeat('x', 100000000) from range(100)`,
  'a pattern': `select count(*) from range(100000000) where regexp_matches(repeat('a', 1000) || range::varchar, '(a+)+b')`,
  'a function that sleeps': `select sleep_ms(60000)`,
  'a product of all homes with themselves': `select max(a.source_id || b.source_id || c.source_id || d.source_id || e.source_id || f.source_id) from listings a, listings b, listings c, listings d, listings e, listings f`,
};

for (const [name, sql] of Object.entries(ENDED)) {
  test(`ended: ${name}`, async () => {
    const began = t.clock.nowMs();
    const answer = await ask(sql);
    const tookMs = t.clock.nowMs() - began;
    assert.equal(answer.statusCode, 422, `${sql}: ${answer.body.slice(0, 300)}`);
    const { error } = answer.json<{ error: { code: string; message: string } }>();
    assert.ok(
      ['sql_too_large', 'invalid_sql'].includes(error.code),
      `${error.code} ${error.message}`,
    );
    assert.ok(tookMs < ENDED_MS_MAX, `${tookMs} ms`);
    await answersOn();
  });
}

async function answersOn(): Promise<void> {
  const answer = await ask('select count(*) as n from listings');
  assert.equal(answer.statusCode, 200, answer.body);
  assert.ok(Number(answer.json<SqlAnswerBody>().rows[0]?.[0]) > 0);
}

/** Resident memory of the engines that this process has started, in bytes; Linux only. */
function enginesHere(): number[] {
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id) || !existsSync(`/proc/${id}/statm`)) return [];
    const isEngine = readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('engine-process');
    const parent = / \S (\d+) /.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1];
    if (!isEngine || Number(parent) !== process.pid) return [];
    return [Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]) * 4_096];
  });
}

test('a statement that was ended leaves no process and no memory behind', {
  skip: process.platform !== 'linux',
}, async () => {
  const heavy = ask('select length(repeat(chr(120), 3000000000))');
  assert.equal((await heavy).statusCode, 422);
  await t.clock.sleep(200);
  assert.deepEqual(enginesHere(), []);
  await answersOn();
  const [bytes = 0, ...others] = enginesHere();
  assert.equal(others.length, 0);
  assert.ok(bytes > 0 && bytes < MEMORY_BYTES, `${bytes} bytes`);
});

test('the statement of a caller who goes away ends, and leaves no process behind', {
  skip: process.platform !== 'linux',
}, async () => {
  await answersOn();
  await t.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = t.server.server.address() as AddressInfo;
  const gone = new AbortController();
  const asked = fetch(`http://127.0.0.1:${port}/v1/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql: ENDED['a pattern'] }),
    signal: gone.signal,
  });
  await t.clock.sleep(300);
  assert.equal(enginesHere().length, 1);
  gone.abort();
  await assert.rejects(asked, { name: 'AbortError' });
  for (let tries = 0; enginesHere().length > 0 && tries < 40; tries += 1) await t.clock.sleep(50);
  assert.deepEqual(enginesHere(), [], 'within two seconds');
  await answersOn();
});

test('the settings of the engine alone refuse files, addresses, extensions and settings', async () => {
  const engine = new SqlProcess(t.app);
  // The first one waits for the process, which takes seconds on a busy machine.
  const run = (sql: string) => engine.ask({ order: 'run', sql, rows: 10 }, t.app.limits.SQL_LOAD_S);
  for (const sql of [
    `select * from read_text('/etc/passwd')`,
    `select * from glob('/*')`,
    `select * from '/etc/passwd'`,
    `select * from read_csv('https://example.com/x.csv')`,
    `copy (select 1) to '${WRITTEN}'`,
    `attach '${WRITTEN}'`,
    `export database '${WRITTEN}'`,
    `install httpfs`,
    `load '/tmp/x.duckdb_extension'`,
    `set enable_external_access = true`,
    `set memory_limit = '100GB'`,
    `set threads = 64`,
    `set temp_directory = '/tmp'`,
    `select getenv('HOME')`,
  ]) {
    await assert.rejects(run(sql), { code: 'invalid_sql' }, sql);
  }
  assert.equal(existsSync(WRITTEN), false);
  engine.end();
});
