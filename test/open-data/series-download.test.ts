/**
 * Files of series on their way: cut off, changed, unchanged, too large, damaged; what was there
 * stays.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { hashOf } from '#domain/hash.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { beginImport, SERIES } from '#store/imports.js';
import { insertValues } from '#store/market-series.js';
import { type FileServer, fileServer } from '../support/file-server.js';
import { addSet, LONG, openSeriesApp, readOpen, seriesIn, setOf } from '../support/series.js';

let t: Awaited<ReturnType<typeof openSeriesApp>>;
let server: FileServer;
before(async () => {
  t = await openSeriesApp({ limits: { UPSTREAM_ATTEMPTS_MAX: 2 } });
});
after(() => t.close());

const lines = (count: number, price = 100) =>
  `zip,month,price,sold\n${Array.from({ length: count }, (_one, at) => {
    const month = `${1950 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
    return `78701,${month},${price + at},1`;
  }).join('\n')}\n`;
const CONTENT = lines(900);

/** Each test has a server of its own, and the series of one line before it. */
beforeEach(async (context) => {
  server = await fileServer('zip,month,price,sold\n78701,2026-01,7,1\n');
  server.etag = `"before ${context.name}"`;
  await addSet(t, setOf(server.url));
  server.asked.length = 0;
  server.content = Buffer.from(CONTENT);
  server.etag = '"a"';
});
const BEFORE = ['2026-01-01 7'];

const rejects = (set: object, why: RegExp) => assert.rejects(addSet(t, set), why);
const closes = (name: string, work: () => Promise<void>) =>
  test(name, async () => {
    try {
      await work();
    } finally {
      await server.close();
    }
  });

closes('a connection that breaks is continued behind the bytes that came', async () => {
  server.cutAfter = 12_000;
  const { result, report } = await addSet(t, setOf(server.url));
  assert.equal(result, 'imported');
  assert.equal(report.rows, 1_800);
  assert.deepEqual(
    server.asked.map(({ range, ifRange, status }) => [range, ifRange, status]),
    [
      [undefined, undefined, 200],
      ['bytes=12000-', '"a"', 206],
    ],
  );
  assert.ok(server.asked.every(({ encoding }) => encoding === 'identity'));
});

closes('what is left after all attempts is read by the next command', async () => {
  server.cutAfter = 4_000;
  await rejects(setOf(server.url), /broke the connection.*run the command again to continue/);
  assert.deepEqual(await seriesIn(t, '78701'), BEFORE);
  server.cutAfter = null;
  assert.equal((await addSet(t, setOf(server.url))).report.rows, 1_800);
  const sent = server.asked.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.equal(sent, CONTENT.length, 'no byte was sent twice');
  assert.equal(server.asked.length, 3);
});

closes(
  'a download that its operator gives up says so, and what came is used by the next',
  async () => {
    server.cutAfter = 4_000;
    await rejects(setOf(server.url), /broke the connection/);
    const given = addSet(t, setOf(server.url), { signal: AbortSignal.abort() });
    await assert.rejects(given, /ended before the file was downloaded. Run it again: it continues/);
    server.cutAfter = null;
    server.asked.length = 0;
    await addSet(t, setOf(server.url));
    assert.deepEqual(
      server.asked.map(({ range }) => range),
      ['bytes=8000-'],
    );
  },
);

for (const [stale, status] of [
  ['whole', 200],
  ['rejected', 412],
  ['part', 206],
] as const) {
  closes(
    `a file that has changed meanwhile is read from its beginning where the server answers ${status}`,
    async () => {
      server.cutAfter = 4_000;
      await rejects(setOf(server.url), /broke the connection/);
      server.cutAfter = null;
      server.asked.length = 0;
      server.etag = '"b"';
      server.content = Buffer.from(lines(600, 5_000));
      server.stale = stale;
      const { report } = await addSet(t, setOf(server.url));
      assert.equal(report.rows, 1_200);
      assert.equal((await seriesIn(t, '78701'))[0], '1950-01-01 5000');
      const statuses = stale === 'whole' ? [200] : [status, 200];
      assert.deepEqual(
        server.asked.map((one) => one.status),
        statuses,
      );
    },
  );
}

closes('an unchanged file costs one request without a body', async () => {
  await addSet(t, setOf(server.url));
  server.asked.length = 0;
  const again = await addSet(t, setOf(server.url));
  assert.equal(again.result, 'unchanged');
  assert.equal(again.rows_read, 0);
  assert.deepEqual(
    server.asked.map(({ ifNoneMatch, status, bytes }) => [ifNoneMatch, status, bytes]),
    [['"a"', 304, 0]],
  );
  // Without a tag it is downloaded, and found to be the same by its bytes.
  server.etag = null;
  assert.equal((await addSet(t, setOf(server.url))).result, 'unchanged');
  const other = { ...LONG, measures: { homes_sold: 'sold' } };
  assert.equal((await addSet(t, setOf(server.url, other))).result, 'imported');
});

closes('a busy server is asked again', async () => {
  server.failures = [503];
  assert.equal((await addSet(t, setOf(server.url))).result, 'imported');
  server.failures = [404];
  server.etag = '"b"';
  await rejects(setOf(server.url), /figures rejected the request \(HTTP 404\)/);
});

closes('a file above the bound is not downloaded', async () => {
  const small = { ...t.app, limits: { ...t.app.limits, IMPORT_BYTES_MAX: 1_024 } };
  await assert.rejects(
    addSet({ app: small }, setOf(server.url)),
    /more than 1024 bytes. Raise ROWHOUSE_IMPORT_BYTES_MAX/,
  );
  assert.equal(server.asked.length, 1, 'it is not asked again');
  assert.deepEqual(await seriesIn(t, '78701'), BEFORE);
});

closes(
  'a file that unpacks to far more than its size, or not at all, leaves the series as they were',
  async () => {
    server.content = gzipSync(`zip,month,price,sold\n${' '.repeat(20_000_000)}`);
    await rejects(setOf(server.url), /unpacks to more than 50 times its size/);
    server.etag = '"damaged"';
    server.content = gzipSync(CONTENT).subarray(0, 2_000);
    await rejects(setOf(server.url), /cannot be unpacked: it is damaged or truncated/);
    assert.deepEqual(await seriesIn(t, '78701'), BEFORE);
  },
);

closes('a header that lacks a column is named, and nothing is imported', async () => {
  server.content = Buffer.from('zip,month,prize,sold\n78701,2026-02,1,1\n');
  await rejects(setOf(server.url), /does not have: "price".*The file has zip, month, prize, sold/);
  assert.deepEqual(await seriesIn(t, '78701'), BEFORE);
});

closes('a file of which most lines cannot be read is rejected', async () => {
  server.content = Buffer.from('zip,month,price,sold\n78701,2026-02,1,1\nx,2026-02,1,1\n');
  await rejects(setOf(server.url), /1 of 2 records are unusable: a region that does not exist/);
  assert.deepEqual(await seriesIn(t, '78701'), BEFORE);
});

closes('a check stores nothing but the file, which the import then uses', async () => {
  const checked = await addSet(t, setOf(server.url), { check: true });
  assert.equal(checked.result, 'checked');
  assert.deepEqual(await seriesIn(t, '78701'), BEFORE);
  const { result } = await addSet(t, setOf(server.url));
  assert.equal(result, 'imported');
  assert.deepEqual(
    server.asked.map(({ status }) => status),
    [200, 304],
  );
  assert.deepEqual(
    readdirSync(t.app.openSets.folder).filter((file) => file.includes('reading')),
    [],
    'no file is left once its values are stored',
  );
});

closes(
  'a load that ends half-way leaves the old series; the next one needs no download',
  async () => {
    const gone = new AbortController();
    const files = {
      read: async function* (...given: Parameters<typeof readOpen.read>) {
        for await (const batch of readOpen.read(...given)) {
          yield batch;
          gone.abort();
        }
      },
    };
    await assert.rejects(
      addSet(t, setOf(server.url), { signal: gone.signal, files }),
      /ended before its import did/,
    );
    assert.deepEqual(await seriesIn(t, '78701'), BEFORE);
    assert.equal((await addSet(t, setOf(server.url))).result, 'imported');
    assert.deepEqual(
      server.asked.map(({ status }) => status),
      [200, 304],
    );
  },
);

closes('values of a killed load are never found, and go with the next cleanup', async () => {
  const { app, clock } = t;
  const made = {
    source: SERIES,
    dataset: 'figures',
    file_name: 'a',
    file_sha256: 'b',
    mapping: {},
  };
  const at = new Date(clock.nowMs());
  const dead = await beginImport(app.db, { ...made, mapping_hash: hashOf({}) }, at, at);
  assert.ok(dead !== undefined);
  const value = { region: '78701', measure: 'median_sale_price', period: '2026-03-01', value: 9 };
  await insertValues(app.db, dead, 'zip', [value]);
  assert.deepEqual(await seriesIn(t, '78701'), BEFORE);
  await rejects(setOf(server.url), /Another import of figures is running/);
  clock.advance(3_600_000);
  assert.equal((await addSet(t, setOf(server.url))).result, 'imported');
  clock.advance(3_600_000);
  await cleanUpOnce(app);
  const left = await app.db.rows<{ name: string }>(
    `select relname as name from pg_class where relname ~ '^market_series_\\d+$'`,
  );
  assert.equal(left.length, 1, 'the current one alone');
  assert.ok(existsSync(app.openSets.folder));
});
