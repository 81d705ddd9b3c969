/**
 * A file that is imported again, replaced, given up or rejected: what was there stays, or all of it
 * goes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { fileOf, importInto } from '../support/import-file.js';
import { chain, HEADER, MAPPING, rejected, salesFile, sharedSales } from '../support/sales.js';

const sales = sharedSales();

test('the same file again changes nothing; a new one replaces all rows and ends the cursors of the old', async () => {
  await importInto(sales.t, MAPPING, fileOf('sales.csv', salesFile(sales.t, 700)));
  const again = await importInto(sales.t, MAPPING, fileOf('copy.csv', salesFile(sales.t, 700)));
  assert.equal(again.result, 'unchanged');
  const { first } = await chain(sales, 'zip=78701');
  assert.ok(first.next_cursor !== null);
  await importInto(sales.t, MAPPING, fileOf('sales.csv', salesFile(sales.t, 400, 10_000)));
  const stale = await sales.t.get(
    `/v1/records/sold?zip=78701&cursor=${first.next_cursor}`,
    sales.account.api_key,
  );
  assert.equal(stale.statusCode, 422);
  assert.equal(stale.json<{ error: { code: string } }>().error.code, 'invalid_cursor');
  const { rows } = await chain(sales, 'city=Austin&state=TX');
  assert.equal(rows.length, 400);
  assert.ok(rows.every(({ source_id }) => Number(source_id.split(':S')[1]) >= 10_000));
});

test('two datasets are one source: their rows come in one order', async () => {
  await importInto(sales.t, MAPPING, fileOf('other.csv', salesFile(sales.t, 150, 50_000)), {
    dataset: 'other',
  });
  const { rows, first } = await chain(sales, 'city=Austin&state=TX&sort=price_high');
  assert.equal(rows.length, 550);
  assert.equal(first.reported_total, 550);
  const prices = rows.map((row) => row.sale_price?.amount ?? -1);
  assert.deepEqual(
    prices,
    [...prices].sort((a, b) => b - a),
  );
});

test('what cannot be imported says why, and leaves the rows that were there', async () => {
  const before = (await chain(sales, 'city=Austin&state=TX')).rows.length;
  const columns = await rejected(
    sales.t,
    { ...MAPPING, fields: { ...MAPPING.fields, beds: 'bed_count' } },
    salesFile(sales.t, 5),
  );
  assert.match(columns, /columns that the file does not have: "bed_count".*The file has id, sold/);
  assert.match(await rejected(sales.t, MAPPING, Buffer.from([0x50, 0x4b, 3, 4])), /Excel sheet/);
  assert.match(await rejected(sales.t, MAPPING, 'id,so\u0000ld'), /not a text file/);
  assert.match(
    await rejected(sales.t, MAPPING, Buffer.from([0x69, 0xff, 0xfe, 0x0a])),
    /windows-1252/,
  );
  assert.match(await rejected(sales.t, MAPPING, ''), /No records were found/);
  assert.match(await rejected(sales.t, MAPPING, `${HEADER}\n`), /No records were found/);
  const cut = salesFile(sales.t, 3000);
  assert.match(
    await rejected(sales.t, MAPPING, cut.slice(0, -30)),
    /Line 3001 has 4 values, the header 8/,
  );
  assert.match(
    await rejected(sales.t, MAPPING, `${HEADER}\n"S1,2026-01-01`),
    /quote is opened and never closed/,
  );
  const half = salesFile(sales.t, 2_000)
    .split('\n')
    .map((line, nth) => (nth > 1_100 ? line.replace(/,\d{4}-/, ',soon-') : line));
  assert.equal(
    await rejected(sales.t, MAPPING, half.slice(0, 1_500).join('\n')),
    '',
    'a third is reported',
  );
  assert.match(
    await rejected(
      sales.t,
      MAPPING,
      half.map((line, nth) => (nth > 900 ? line.replace(/,\d{4}-/, ',soon-') : line)).join('\n'),
    ),
    /1\d\d\d of the 2000 records are unreadable, so nothing was imported: .*unreadable sale date/,
  );
  await importInto(sales.t, MAPPING, fileOf('sales.csv', salesFile(sales.t, 400, 10_000)));
  assert.equal((await chain(sales, 'city=Austin&state=TX')).rows.length, before);
});

test('an import that ends half-way leaves the old rows, and the next one succeeds', async () => {
  const before = (await chain(sales, 'city=Austin&state=TX')).rows.length;
  const gone = new AbortController();
  const file = fileOf('sales.csv', salesFile(sales.t, 9_000, 70_000));
  const broken = importInto(
    sales.t,
    MAPPING,
    {
      ...file,
      stream: async function* () {
        for await (const bytes of file.stream()) {
          yield bytes;
          gone.abort();
        }
      },
    },
    { signal: gone.signal },
  );
  await assert.rejects(broken, /ended before its import did/);
  assert.equal((await chain(sales, 'city=Austin&state=TX')).rows.length, before);
  const next = await importInto(
    sales.t,
    MAPPING,
    fileOf('sales.csv', salesFile(sales.t, 300, 90_000)),
  );
  assert.equal(next.result, 'imported');
});

test('an import that stores nothing for long is not considered dead', async () => {
  const app = {
    ...sales.t.app,
    clock: {
      nowMs: sales.t.clock.nowMs,
      sleep: (ms: number, signal?: AbortSignal) => sales.t.clock.sleep(ms / 1_000, signal),
    },
  };
  const touched = async () => {
    const [row] = await app.db.rows<{ touched_at: Date }>(
      `select touched_at from imports where state = 'loading'`,
    );
    return row?.touched_at.getTime() ?? 0;
  };
  const file = fileOf('sales.csv', salesFile(sales.t, 300, 95_000));
  let streams = 0;
  let second = '';
  const slow = {
    ...file,
    stream: async function* () {
      streams += 1;
      yield* file.stream();
      if (streams !== 2) return;
      // Nothing has been stored so far: a batch is not full.
      sales.t.clock.advance(400_000);
      for (let looks = 0; looks < 100; looks += 1) {
        if ((await touched()) > sales.t.clock.nowMs() - 60_000) break;
        await sales.t.clock.sleep(20);
      }
      await cleanUpOnce(sales.t.app);
      second = await rejected(sales.t, MAPPING, salesFile(sales.t, 10, 96_000));
    },
  };
  const { result } = await importInto({ app }, MAPPING, slow);
  assert.equal(result, 'imported');
  assert.match(second, /Another import of test-county is running/);
});

test('the rows of imports that have ended are dropped by the cleanup', async () => {
  const tables = async () =>
    (
      await sales.t.app.db.rows<{ relname: string }>(
        `select relname from pg_class where relname ~ '^dataset_rows_' and relkind = 'r'`,
      )
    ).length;
  assert.ok((await tables()) > 2);
  sales.t.clock.advance(700_000);
  await cleanUpOnce(sales.t.app);
  assert.equal(await tables(), 2, 'one a dataset');
  const { rows } = await chain(sales, 'city=Austin&state=TX&sold_within_days=180');
  assert.equal(rows.length, 450);
});
