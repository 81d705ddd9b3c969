/** NDJSON, GeoJSON and Parquet are imported as CSV is, and rejected when they are cut. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { fileOf, importInto } from '../support/import-file.js';
import { chain, MAPPING, type Result, rejected, sharedSales } from '../support/sales.js';

const sales = sharedSales();

test('NDJSON and features a line are read as CSV is', async () => {
  const mapping = {
    ...MAPPING,
    dataset: 'lines',
    key: ['id'],
    fields: { sold_date: 'sold', zip: 'zip', sale_price: 'price' },
  };
  const objects = [1, 2, 3].map((nth) =>
    JSON.stringify({ id: `L${nth}`, sold: '2026-06-01', zip: 97201, price: nth * 1e5 }),
  );
  const read = await importInto(
    sales.t,
    mapping,
    fileOf('x.ndjson', `${objects.join('\n')}\nnot json\n`),
  );
  assert.deepEqual([read.report.rows, read.report.unreadable], [3, 1]);
  const features = [1, 2].map((nth) =>
    JSON.stringify({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-122.68, 45.52] },
      properties: { id: `F${nth}`, sold: 1_780_272_000_000, zip: '97201', price: 5e5 },
    }),
  );
  const withPoint = {
    ...mapping,
    fields: { ...mapping.fields, lat: 'geometry.lat', lng: 'geometry.lng' },
  };
  await importInto(sales.t, withPoint, fileOf('x.geojsonl', features.join('\n')));
  const { rows } = await chain(sales, 'lat=45.52&lng=-122.68&radius_mi=1&sold_within_days=36500');
  assert.deepEqual(
    rows.map(({ sold_date }) => sold_date),
    ['2026-06-01', '2026-06-01'],
  );
});

/**
 * More rows than are in memory at once, in several row groups; dates as dates, whole numbers as 64
 * bits.
 */
function parquetFile(rows: number): Buffer {
  const nths = Array.from({ length: rows }, (_one, nth) => nth);
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: 'PIN', data: nths.map((nth) => `P${nth}`), type: 'STRING' },
      {
        name: 'Sold',
        data: nths.map((nth) => new Date(Date.UTC(2026, 5, 1 + (nth % 20)))),
        type: 'TIMESTAMP',
      },
      { name: 'Price', data: nths.map((nth) => BigInt(100_000 + nth)), type: 'INT64' },
      { name: 'Zip', data: nths.map(() => 4101), type: 'INT32' },
      { name: 'Owner', data: nths.map(() => 'A PERSON'), type: 'STRING' },
    ],
    rowGroupSize: 9_000,
  });
  return Buffer.from(bytes);
}

test('Parquet is read some rows at a time, over all its row groups; a cut one is rejected', async () => {
  const mapping = {
    dataset: 'parquet',
    key: ['pin'],
    fields: { sold_date: 'sold', sale_price: 'price', zip: 'zip', state: { value: 'ME' } },
  };
  const bytes = parquetFile(25_000);
  const { report } = await importInto(sales.t, mapping, fileOf('x.parquet', bytes));
  assert.deepEqual([report.records, report.rows, report.unreadable], [25_000, 25_000, 0]);
  assert.deepEqual([report.earliest, report.latest], ['2026-06-01', '2026-06-20']);
  const answer = await sales.t.get(
    '/v1/records/sold?zip=04101&sold_within_days=36500&sort=price_high',
    sales.account.api_key,
  );
  const { result } = answer.json<{ result: Result }>();
  assert.equal(result.data[0]?.sale_price?.amount, 124_999);
  assert.equal(result.reported_total, null, 'too many to count for each search');
  assert.ok(!answer.body.includes('A PERSON'));
  assert.match(
    await rejected(sales.t, mapping, bytes.subarray(0, 5_000), 'x.parquet'),
    /not Parquet, or its end/,
  );
  const spoiled = Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.from('PAR1')]);
  assert.match(await rejected(sales.t, mapping, spoiled, 'x.parquet'), /cannot be read as Parquet/);
});

test('GeoJSON that was cut, and JSON without features, are rejected', async () => {
  const mapping = {
    dataset: 'geo',
    fields: { sold_date: 'sold', lat: 'geometry.lat', lng: 'geometry.lng' },
  };
  const feature =
    '{"type":"Feature","geometry":{"type":"Point","coordinates":[-122,45]},"properties":{"sold":"2026-06-01"}}';
  const cut = `{"type":"FeatureCollection","features":[${feature},{"type":"Fea`;
  assert.match(
    await rejected(sales.t, mapping, cut, 'x.geojson'),
    /truncated, or not a FeatureCollection/,
  );
  assert.match(await rejected(sales.t, mapping, '{"rows":[]}', 'x.geojson'), /no features/);
});

test('a CSV file that other marks divide is rejected with the setting that reads it', async () => {
  const sold = '2026-06-01';
  for (const [mark, shown] of [
    [';', ';'],
    ['\t', '\\t'],
  ] as const) {
    const lines = [`sold${mark}zip${mark}price`, `${sold}${mark}97201${mark}100000`];
    const fields = { sold_date: 'sold', zip: 'zip', sale_price: 'price' };
    const mapping = { dataset: 'marks', fields };
    const file = () => fileOf('x.csv', `${lines.join('\n')}\n`);
    await assert.rejects(importInto(sales.t, mapping, file()), (error: Error) => {
      assert.ok(error.message.includes(`"delimiter": "${shown}"`), error.message);
      return true;
    });
    const read = await importInto(sales.t, { ...mapping, delimiter: mark }, file());
    assert.equal(read.report.rows, 1);
  }
});
