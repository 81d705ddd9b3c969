/**
 * Files that are made to end their reader: each is rejected in words, stores nothing, and the
 * service goes on.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { OperatorError } from '#base/operator-error.js';
import { adminServer } from '#http/admin/server.js';
import { IMPORT_TYPE, withReceived } from '#http/receive-import.js';
import { processReader } from '#service/files/read-in-process.js';
import { ADMIN_TOKEN, sharedApp } from '../support/open-test-app.js';

const MEMORY_BYTES = 268_435_456;
const READ_S = 2;
const MIB = 1_048_576;
const MAPPING = { dataset: 'hostile', fields: { sold_date: 'sold', city: 'city' } };

const t = sharedApp({
  idle: true,
  limits: { IMPORT_MEMORY_BYTES: MEMORY_BYTES },
});
let bomb: Buffer;
before(async () => {
  bomb = parquetBomb();
});

interface Sent {
  readonly to?: string;
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly mapping?: unknown;
  readonly check?: boolean;
}

/** Sends a file as the command line does: the status, and what is said. */
async function send(
  { to = 'datasets/records', name, bytes, mapping = MAPPING, check }: Sent,
  admin = t.admin,
) {
  const before = to.startsWith('datasets') ? [Buffer.from(`${JSON.stringify(mapping)}\n`)] : [];
  const answer = await admin.inject({
    method: 'POST',
    url: `/admin/${to}?file_name=${name}${check === true ? '&check=true' : ''}`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': IMPORT_TYPE },
    payload: Buffer.concat([...before, Buffer.from(bytes)]),
  });
  return { status: answer.statusCode, said: answer.json().error?.message as string | undefined };
}

/** The file is rejected for this reason, nothing of it is there, and the next one is imported. */
async function assertRejected(sent: Sent, reason: RegExp, admin = t.admin): Promise<void> {
  const { status, said } = await send(sent, admin);
  assert.equal(status, 422, said);
  assert.match(said ?? '', reason);
  const left = await t.app.db.rows(
    `select 1 from imports where state in ('loading', 'current') and dataset = 'hostile'`,
  );
  assert.deepEqual(left, []);
  const honest = { name: 'sales.csv', bytes: 'sold,city\n2026-06-01,Austin\n', check: true };
  assert.equal((await send(honest)).status, 200);
}

const TOO_MUCH = /cannot be read in 256 MiB of memory.*ROWHOUSE_IMPORT_MEMORY_BYTES/;
/** More than the memory of the reader. */
const CELL_CHARS = 300 * MIB;
const BOMB_BYTES_MAX = 1_000;

/** One cell of 300 MB in less than 1 kB. */
function parquetBomb(): Buffer {
  const file = parquetWriteBuffer({
    columnData: [
      { name: 'sold', data: ['2026-06-01'], type: 'STRING' },
      {
        name: 'city',
        data: ['x'.repeat(CELL_CHARS)],
        type: 'STRING',
        codec: 'BROTLI',
        encoding: 'PLAIN',
      },
    ],
    statistics: false,
    compressors: { BROTLI: (bytes) => brotliCompressSync(bytes, { params: FAST }) },
  });
  return Buffer.from(file);
}
const FAST = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 24 };

for (const check of [true, false]) {
  test(`a small Parquet file of a huge cell ends its reader alone, ${check ? 'checked' : 'imported'}`, async () => {
    assert.ok(bomb.length < BOMB_BYTES_MAX, `${bomb.length} bytes`);
    await assertRejected({ name: 'bomb.parquet', bytes: bomb, check }, TOO_MUCH);
  });
}

const deepLine = `${'['.repeat(10_000_000)}\n`;

/** What the readers bound by themselves, and what only the process around them does. */
const FILES: Readonly<Record<string, readonly [Sent, RegExp]>> = {
  'CSV of one line without end': [
    { name: 'a.csv', bytes: `sold,city\n${'x'.repeat(8 * MIB)}` },
    /within 1 MiB/,
  ],
  'CSV of one quote without end': [
    { name: 'a.csv', bytes: `sold,city\n2026-06-01,"${'x\n'.repeat(4 * MIB)}` },
    /within 1 MiB/,
  ],
  'NDJSON of one line without end': [
    { name: 'a.ndjson', bytes: `{"city":"${'x'.repeat(8 * MIB)}` },
    /longer than 1 MiB/,
  ],
  'GeoJSON nested ten million deep': [
    { name: 'a.geojson', bytes: `{"type":"FeatureCollection","features":[${deepLine}` },
    /larger than 1 MiB|256 MiB/,
  ],
  'GeoJSON of one huge feature': [
    {
      name: 'a.geojson',
      bytes: `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"city":"${'x'.repeat(8 * MIB)}"}}]}`,
    },
    /larger than 1 MiB/,
  ],
  'outlines nested ten million deep': [
    { to: 'outlines', name: 'a.geojsonl', bytes: `{"a":${deepLine}` },
    /not valid JSON|256 MiB/,
  ],
  'outlines of one line without end': [
    { to: 'outlines', name: 'a.geojsonl', bytes: `{"a":"${'x'.repeat(17 * MIB)}` },
    /longer than 16 MiB/,
  ],
  'places of one line of sixteen million columns': [
    { to: 'places/portal_a', name: 'a.csv', bytes: `${','.repeat(15 * MIB)}\n` },
    /columns|256 MiB/,
  ],
  'a gzip bomb': [
    { name: 'a.csv', bytes: gzipSync(Buffer.alloc(64 * MIB)) },
    /compressed with gzip/,
  ],
};

for (const [what, [sent, reason]] of Object.entries(FILES)) {
  test(`rejected in words: ${what}`, () => assertRejected(sent, reason));
}

test('a mapping whose date pattern takes exponential time costs its file the time to read it', async () => {
  const pattern = `YYYY${'*'.repeat(40)}!M D`;
  const mapping = {
    ...MAPPING,
    fields: { city: 'city', sold_date: { column: 'sold', date: pattern } },
  };
  const bytes = `sold,city\n2026${'x'.repeat(400)},Austin\n`;
  const limits = { ...t.app.limits, IMPORT_READ_S: READ_S };
  const files = processReader({ ...t.app, limits });
  const admin = adminServer({ ...t.app, files }, { token: ADMIN_TOKEN });
  const late = /within 2 seconds.*ROWHOUSE_IMPORT_READ_S/;
  await assertRejected({ name: 'a.csv', bytes, mapping }, late, admin);
  await admin.close();
});

for (const code of ['ENOSPC', 'EDQUOT']) {
  test(`a directory for temporary files without room is said so: ${code}`, async (context) => {
    const probe = await open(fileURLToPath(import.meta.url));
    const handles = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    // The folder is the test's own: others may import at the same time.
    const temporary = mkdtempSync(join(tmpdir(), 'rowhouse-full-'));
    const { TMPDIR } = process.env;
    process.env.TMPDIR = temporary;
    context.after(() => {
      rmSync(temporary, { recursive: true });
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    });
    const full = () => Promise.reject(Object.assign(new Error(code), { code }));
    const writes = context.mock.method(handles, 'appendFile', full);
    const bytes = 'sold,city\n2026-06-01,Austin\n';
    for (const to of ['datasets/records', 'outlines', 'places/portal_a']) {
      const { status, said } = await send({ to, name: 'sales.csv', bytes });
      assert.equal(status, 503, said);
      assert.match(said ?? '', /temporary files, .*has no space.*Nothing was imported.*TMPDIR/);
    }
    assert.equal(writes.mock.callCount(), 3);
    writes.mock.restore();
    assert.deepEqual(readdirSync(temporary), []);
    assert.equal((await send({ name: 'sales.csv', bytes, check: true })).status, 200);
  });
}

test('an answer comes while a hostile file is read', async () => {
  const { api_key } = await t.account();
  const reading = send({ name: 'bomb.parquet', bytes: bomb, check: true });
  assert.equal((await t.get('/v1/account', api_key)).statusCode, 200);
  assert.equal((await reading).status, 422);
});

test('a command that ends while it sends its file leaves no internal error', async () => {
  const body = new Readable({
    read() {
      this.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    },
  });
  const received = withReceived(body, MIB, 'mapping', async () => undefined);
  await assert.rejects(received, OperatorError);
});
