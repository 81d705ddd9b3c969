/** `rowhouse search` and `completion` as processes against a running service. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { parquetReadObjects } from 'hyparquet';
import { Rowhouse } from '#client/index.js';
import { csvColumns, toFeature } from '#contract/flat-rows.js';
import { ROOT, textOf } from './architecture/read-tree.js';
import {
  type Ended,
  rowhouse,
  type ServiceHere,
  type Settings,
  settingsOf,
  startHere,
} from './support/run-rowhouse.js';
import { scriptedServer } from './support/scripted-server.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-search-'));
const LISTINGS = ['portal_a/listings', '--city', 'Houston', '--state', 'TX'];
let service: ServiceHere;
let settings: Settings;
before(async () => {
  service = await startHere({
    ...settingsOf(folder),
    ROWHOUSE_SANDBOX_HOMES: '100000',
    ROWHOUSE_PAGE_ROWS: '20',
    ROWHOUSE_RATE_LIMIT_PER_MINUTE: '10000',
  });
  settings = { ROWHOUSE_API_KEY: service.demoKey, ROWHOUSE_BASE_URL: service.apiUrl };
});
after(async () => {
  await service.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

const search = (...words: string[]): Promise<Ended> => rowhouse(['search', ...words], settings);
const lines = (text: string) => text.split('\n').filter((line) => line !== '');
const idsOf = (text: string): string[] =>
  lines(text).map((line) => (JSON.parse(line) as { source_id: string }).source_id);
const cursorOf = ({ stderr }: Ended) => /--cursor (\S+)/.exec(stderr)?.[1] ?? '';

test('parquet is one file of all pages, and is never written to standard output', async () => {
  const file = join(folder, 'rows.parquet');
  const words = [...LISTINGS, '--max-pages', '3'];
  const written = await search(...words, '--format', 'parquet', '--output', file);
  assert.equal(written.code, 0, written.stderr);
  assert.match(written.stderr, /^60 rows, 3 pages, 3 credits, written to /m);
  const bytes = readFileSync(file);
  const rows = await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  });
  const ids = idsOf((await search(...words, '--format', 'ndjson')).stdout);
  assert.deepEqual(
    rows.map(({ source_id }) => source_id),
    ids,
  );
  const refused = await search(...words, '--format', 'parquet');
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /--format parquet needs --output/);
});

test('every format writes the same rows of a page', async () => {
  const one = async (format: string) => {
    const ended = await search(...LISTINGS, '--format', format);
    assert.equal(ended.code, 0, ended.stderr);
    return ended.stdout;
  };
  const rows = lines(await one('ndjson')).map((line) => JSON.parse(line));
  assert.equal(rows.length, 20);
  const json = JSON.parse(await one('json'));
  assert.deepEqual(json.data, rows);
  const { route, pages, count, credits } = json;
  assert.deepEqual([route, pages, count, credits], ['portal_a/listings', 1, 20, 1]);
  assert.ok(json.field_notes.length > 0);
  const again = JSON.parse((await search(...LISTINGS, '--json')).stdout);
  assert.deepEqual({ ...again, request_ids: json.request_ids }, json);
  const map = JSON.parse(await one('geojson'));
  assert.equal(map.type, 'FeatureCollection');
  const columns = csvColumns('portal_a', 'listings');
  const features = rows.map((row) => toFeature(columns, row));
  assert.deepEqual(map.features, features);
  const csv = (await one('csv')).split('\r\n');
  assert.equal(csv[0], columns.join(','));
  assert.equal(csv.length, 22, 'a heading, the rows, and the end of the last line');
  const table = lines(await one('table'));
  assert.match(table[0] ?? '', /^list_price +beds +baths/);
  assert.equal(table.length, 21);
  for (const [at, { source_id }] of rows.entries()) {
    assert.ok(csv[at + 1]?.includes(`,${source_id},`));
    assert.ok(table[at + 1]?.endsWith(source_id));
  }
});

test('--all goes to the end, and a chain in parts by --cursor and --append is the same file', async () => {
  const all = await search(...LISTINGS, '--all', '--max-pages', '4', '--format', 'csv');
  assert.equal(all.code, 0, all.stderr);
  assert.equal(all.stdout.split('\r\n').length, 82);
  const file = join(folder, 'parts.csv');
  const parts = ['--format', 'csv', '--output', file, '--append'];
  const first = await search(...LISTINGS, '--max-pages', '1', ...parts);
  assert.equal(first.stdout, '');
  const second = await search(
    ...LISTINGS,
    '--max-pages',
    '3',
    '--cursor',
    cursorOf(first),
    ...parts,
  );
  assert.equal(second.code, 0, second.stderr);
  assert.equal(readFileSync(file, 'utf8'), all.stdout);
  const whole = await search('portal_a/listings', '--zip', '77002', '--all', '--json');
  assert.equal(JSON.parse(whole.stdout).next_cursor, null);
  assert.equal(whole.stderr, '');
});

test('--append refuses a file with other columns before anything is sent', async () => {
  const file = join(folder, 'other-columns.csv');
  writeFileSync(file, 'source,source_id\r\nportal_a,1\r\n');
  const out = ['--format', 'csv', '--output', file, '--append'];
  const { code, stderr } = await search(...LISTINGS, ...out, '--base-url', 'http://127.0.0.1:9');
  assert.match(stderr, /other-columns\.csv has other columns than portal_a\/listings/);
  assert.equal(code, 2, stderr);
  assert.equal(readFileSync(file, 'utf8'), 'source,source_id\r\nportal_a,1\r\n');
  writeFileSync(file, '');
  assert.equal((await search(...LISTINGS, ...out)).code, 0);
  // As an editor that writes a byte order mark and plain line ends stores it.
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8').replaceAll('\r\n', '\n')}`);
  assert.equal((await search(...LISTINGS, ...out)).code, 0);
});

test('Ctrl-C writes whole rows, prints where to resume, and ends with 130', async () => {
  const words = ['search', ...LISTINGS, '--min-price', '1', '--all', '--format', 'ndjson'];
  const child = spawn(process.execPath, [join(ROOT, 'bin/rowhouse.js'), ...words], {
    env: { PATH: process.env.PATH, ...settings },
  });
  const said = { stdout: '', stderr: '' };
  let interrupted = false;
  child.stdout.on('data', (data) => {
    said.stdout += String(data);
    if (!interrupted) child.kill('SIGINT');
    interrupted = true;
  });
  child.stderr.on('data', (data) => {
    said.stderr += String(data);
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 130, said.stderr);
  const ids = idsOf(said.stdout);
  assert.equal(ids.length % 20, 0, 'whole pages');
  assert.match(
    said.stderr,
    /^rowhouse: interrupted\.\n\d+ rows, .*\.\nResume with: --cursor \S+\n$/,
  );
  const cursor = /--cursor (\S+)/.exec(said.stderr)?.[1] ?? '';
  const rest = await search(
    ...words.slice(1, -3),
    '--max-pages',
    '2',
    '--cursor',
    cursor,
    '--format',
    'ndjson',
  );
  const again = await search(
    ...words.slice(1, -3),
    '--max-pages',
    String(ids.length / 20 + 2),
    '--format',
    'ndjson',
  );
  assert.deepEqual([...ids, ...idsOf(rest.stdout)], idsOf(again.stdout));
});

test('an interrupted or failed json chain is a whole document with its cursor', async () => {
  const row = { source: 'portal_a', source_id: '1', location: null };
  const result = {
    count: 1,
    next_cursor: 'next',
    data: [row],
    field_notes: [],
    completeness: 'partial',
  };
  const job = {
    request_id: 'x',
    status: 'complete',
    credits: 1,
    cached: true,
    error: null,
    result,
  };
  const down = {
    error: { code: 'collection_unavailable', message: 'The source is away.', param: null },
  };
  const server = await scriptedServer([
    { body: job },
    { body: job },
    { status: 503, headers: { 'retry-after': '30' }, body: down },
  ]);
  const at = ['--base-url', server.url, '--timeout', '3', '--all'];
  const ended = await search('portal_a/listings', '--zip', '78704', ...at, '--format', 'json');
  await server.close();
  assert.equal(ended.code, 5);
  const { data, next_cursor, completeness, credits } = JSON.parse(ended.stdout);
  assert.deepEqual([data, next_cursor, completeness, credits], [[row, row], 'next', 'partial', 2]);
  assert.match(
    ended.stderr,
    /The source is away\. Try again in 30 s\. \(collection_unavailable\)\n.*\nResume with: --cursor next\n$/,
  );
});

test('a reader that has enough ends the chain without an error', async () => {
  const line = `"${process.execPath}" bin/rowhouse.js search ${LISTINGS.join(' ')} --all --format ndjson | head -n 3; echo "\${PIPESTATUS[0]}"`;
  const done = await promisify(execFile)('bash', ['--norc', '-c', line], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...settings },
  });
  const out = lines(done.stdout);
  assert.equal(out.length, 4);
  assert.equal(out[3], '0');
  assert.equal(done.stderr, '');
});

test('each exit code of the table of docs/command-line.md', async () => {
  const place = ['portal_a/listings', '--zip', '78704'];
  const ends = async (
    code: number,
    description: RegExp,
    words: readonly string[],
    more: Settings = {},
  ) => {
    const {
      code: got,
      stdout,
      stderr,
    } = await rowhouse(['search', ...words], { ...settings, ...more });
    assert.match(stderr, description);
    assert.equal(got, code, stderr);
    assert.equal(stdout, '');
  };
  const city = ['--city', 'Austin', '--state', 'TX'];
  const stray = /portal_b\/sold does not accept --city, --state\. It accepts --zip/;
  await ends(2, stray, ['portal_b/sold', ...city]);
  await ends(2, /Allowed choices are portal_a\/listings/, ['portal_c/listings']);
  await ends(2, /unknown option '--zop'/, [...place, '--zop', '1']);
  await ends(2, /Give it once/, [...place, '--zip', '78701']);
  await ends(2, /--append needs/, [...place, '--append']);
  await ends(2, /unsupported_or_invalid_query, --zip/, ['portal_a/listings', '--zip', '7870']);
  await ends(2, /\(location_required; give --zip, or --city --state, or/, ['portal_a/listings']);
  await ends(2, /invalid_cursor/, [...place, '--cursor', 'nonsense']);
  await ends(3, /no API key\. Set ROWHOUSE_API_KEY/, place, { ROWHOUSE_API_KEY: '' });
  await ends(3, /invalid_api_key/, [...place, '--api-key', 'rh_live_nobody']);
  await ends(5, /connection_failed/, [...place, '--base-url', 'http://127.0.0.1:9']);
  const admin = ['--admin-url', service.adminUrl, '--json'];
  const poor = await rowhouse(
    ['accounts', 'create', '--name', 'poor', ...admin],
    settingsOf(folder),
  );
  await ends(4, /quota_exceeded/, [...place, '--api-key', JSON.parse(poor.stdout).key.api_key]);
  await ends(1, /Folder .* does not exist/, [...place, '--output', join(folder, 'no/where.csv')]);
  const table = textOf('docs/command-line.md');
  for (const code of [0, 1, 2, 3, 4, 5, 130])
    assert.match(table, new RegExp(`^\\| ${code} +\\|`, 'm'));
});

test('a file that cannot be written is named in one line, in every format, before a page is paid', async () => {
  const client = new Rowhouse({ baseUrl: service.apiUrl, apiKey: service.demoKey });
  const { balance } = await client.account();
  const words = ['portal_a/listings', '--zip', '78704', '--output'];
  for (const format of ['csv', 'json', 'ndjson', 'geojson', 'table', 'parquet']) {
    for (const [file, text] of [
      [
        join(folder, 'no', 'where'),
        /^rowhouse: Folder \S+no does not exist\. Create it first\.\n$/,
      ],
      [folder, /^rowhouse: \S+ is a folder\. Name a file\.\n$/],
      ['-', /^rowhouse: - is not a file\./],
    ] as const) {
      const { code, stderr } = await search(...words, file, '--format', format);
      assert.match(stderr, text);
      assert.equal(code, 1);
    }
  }
  assert.deepEqual((await client.account()).balance, balance);
});

test('a rejected search empties no file', async () => {
  const file = join(folder, 'kept.csv');
  writeFileSync(file, 'kept');
  const words = ['portal_a/listings', '--zip', '7870', '--format', 'csv', '--output', file];
  assert.equal((await search(...words)).code, 2);
  assert.equal(readFileSync(file, 'utf8'), 'kept');
});
