/** What searches find of imported files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf, importInto } from '../support/import-file.js';
import { chain, MAPPING, type Result, salesFile, sharedSales } from '../support/sales.js';

const sales = sharedSales();

test('without a dataset a search is answered with what the operator has to do', async () => {
  const answer = await sales.t.get('/v1/records/sold?zip=78704', sales.account.api_key);
  assert.equal(answer.statusCode, 503);
  const { error } = answer.json<{ error: { code: string; message: string } }>();
  assert.equal(error.code, 'collection_unavailable');
  assert.match(error.message, /rowhouse records import FILE --mapping/);
});

test('an imported file is searched at once: 200 without a job, one credit, every row once', async () => {
  const imported = await importInto(sales.t, MAPPING, fileOf('sales.csv', salesFile(sales.t, 700)));
  assert.equal(imported.result, 'imported');
  assert.equal(imported.report.rows, 700);
  const { rows, first } = await chain(sales, 'zip=78701');
  const expected = Array.from({ length: 700 }, (_one, nth) => nth).filter((nth) => nth % 3 !== 0);
  assert.equal(first.reported_total, expected.length);
  assert.deepEqual(
    rows.map(({ source_id }) => source_id).sort(),
    expected.map((nth) => `test-county:S${nth}`).sort(),
  );
  const days = rows.map(({ sold_date }) => sold_date);
  assert.deepEqual(days, [...days].sort().reverse(), 'most recent first');
  const [row] = rows;
  assert.equal(row?.extras.dataset, 'test-county');
  assert.equal(row?.extras.file_sha256, imported.file_sha256);
  assert.equal(typeof row?.extras.line, 'number');
});

test('a price that is not there is not disclosed, in Texas by law', async () => {
  const { rows, first } = await chain(sales, 'zip=78704');
  const silent = rows.filter(({ sale_price }) => sale_price === null);
  assert.ok(silent.length > 0 && silent.length < rows.length);
  assert.ok(silent.every((row) => row.sale_price_disclosure === 'not_disclosed'));
  const open = rows.filter(({ sale_price }) => sale_price !== null);
  assert.ok(open.every((row) => row.sale_price_disclosure === 'public_record'));
  assert.ok(
    first.field_notes.some(
      (note) => note.field === 'sale_price' && note.reason === 'not_disclosed',
    ),
  );
});

for (const sort of ['newest', 'price_high', 'price_low']) {
  for (const place of [
    'city=Austin&state=TX',
    'lat=30.25&lng=-97.75&radius_mi=4',
    'bbox=-97.79,30.21,-97.72,30.29',
  ]) {
    test(`sort=${sort} of ${place} holds over all pages, rows without a price last`, async () => {
      const { rows, first } = await chain(sales, `${place}&sort=${sort}`);
      assert.ok(rows.length > 100);
      assert.equal(first.reported_total, rows.length);
      assert.equal(new Set(rows.map(({ source_id }) => source_id)).size, rows.length);
      const keys = rows.map((row) =>
        sort === 'newest' ? row.sold_date : (row.sale_price?.amount ?? null),
      );
      const known = keys.filter((key) => key !== null);
      const sorted = [...known].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      assert.deepEqual(known, sort === 'price_low' ? sorted : sorted.reverse());
      assert.ok(keys.slice(known.length).every((key) => key === null));
    });
  }
}

test('rows without a point are found by ZIP, city and county, and by no box', async () => {
  const pointless = ({ location }: Result['data'][number]) => location === null;
  for (const place of ['zip=78704', 'city=Austin&state=TX', 'county=Travis&state=TX']) {
    assert.ok((await chain(sales, place)).rows.some(pointless), place);
  }
  const box = await chain(sales, 'bbox=-98.2,29.9,-97.4,30.6');
  assert.ok(box.rows.length > 600 && !box.rows.some(pointless));
});

test('filters bound what is found, and count with it', async () => {
  const { rows, first } = await chain(sales, 'city=Austin&state=TX&min_price=300000&beds_min=3');
  assert.ok(rows.length > 50);
  assert.equal(first.reported_total, rows.length);
  assert.ok(rows.every((row) => (row.sale_price?.amount ?? 0) >= 300_000));
});

test('a point that has lost its sign is withheld, and the home is found by its ZIP', async () => {
  const content = salesFile(sales.t, 30).replaceAll(',-97.', ',97.');
  const { report } = await importInto(sales.t, MAPPING, fileOf('sales.csv', content));
  const located = report.fields.find(({ field }) => field === 'location');
  assert.deepEqual(located?.reasons, { implausible: 27, not_reported: 3 });
  const { rows, first } = await chain(sales, 'zip=78701');
  assert.ok(rows.length > 0 && rows.every(({ location }) => location === null));
  const notes = first.field_notes.filter(({ field }) => field === 'location');
  assert.deepEqual(
    notes.find(({ reason }) => reason === 'implausible'),
    {
      field: 'location',
      reason: 'implausible',
      detail: 'the point and the ZIP contradict each other',
    },
  );
});
