import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { csvColumns, valueAt } from '#contract/flat-rows.js';
import { ROW_FORMATS } from '#contract/routes.js';
import {
  envelopeOf,
  expectApiError,
  expectSoundLedger,
  freshSearch,
  resultOf,
  usageOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('rows as CSV, GeoJSON and NDJSON are the rows of the page, and free', async () => {
    const account = await t().account();
    const done = await t().settled(freshSearch(), account.api_key);
    const { data } = resultOf(done);
    const before = await usageOf(t(), account);
    const get = (format: string) =>
      t().get(`/v1/jobs/${envelopeOf(done).request_id}/rows.${format}`, account.api_key);

    const csv = await get('csv');
    const lines = csv.body.split('\r\n');
    assert.equal(lines[0], csvColumns('portal_a', 'listings').join(','));
    assert.equal(lines.length, data.length + 2, 'a header, a line a row, and the last line ended');
    assert.ok(lines[1]?.startsWith(`portal_a,${String(data[0]?.source_id)},`));

    const geo = (await get('geojson')).json<{
      type: string;
      features: {
        geometry: { coordinates: number[] } | null;
        properties: Record<string, unknown>;
      }[];
    }>();
    assert.equal(geo.type, 'FeatureCollection');
    assert.equal(geo.features.length, data.length);
    const names = csvColumns('portal_a', 'listings').filter(
      (name) => !name.startsWith('location.'),
    );
    for (const [index, { geometry, properties }] of geo.features.entries()) {
      assert.deepEqual(Object.keys(properties), names, 'named as the columns of the CSV');
      const row = data[index] as {
        source_id: string;
        location: { lat: number; lng: number } | null;
        list_price: { amount: number } | null;
      };
      assert.equal(properties.source_id, row.source_id);
      assert.equal(properties['list_price.amount'], row.list_price?.amount ?? null);
      const point = row.location && [row.location.lng, row.location.lat];
      assert.deepEqual(geometry?.coordinates ?? null, point);
    }

    const nd = await get('ndjson');
    assert.deepEqual(
      nd.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      data,
    );
    assert.deepEqual(await usageOf(t(), account), before);
  });

  test('rows as Parquet have the columns of the CSV with their types, and the values of the rows', async () => {
    const { api_key } = await t().account();
    const done = await t().settled(freshSearch(), api_key);
    const path = `/v1/jobs/${envelopeOf(done).request_id}/rows.parquet`;
    const bytes = (await t().get(path, api_key)).rawPayload;
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { schema } = parquetMetadata(file as ArrayBuffer);
    const columns = schema.slice(1).map(({ name }) => name);
    assert.deepEqual(columns, csvColumns('portal_a', 'listings'));
    const typeOf = (column: string) => {
      const found = schema.find(({ name }) => name === column);
      return [found?.type, found?.converted_type];
    };
    assert.deepEqual(typeOf('list_date'), ['INT32', 'DATE']);
    assert.deepEqual(typeOf('living_area_sqft'), ['INT64', undefined]);
    assert.deepEqual(typeOf('list_price.amount'), ['DOUBLE', undefined]);
    const rows = (await parquetReadObjects({ file: file as ArrayBuffer })) as Record<
      string,
      unknown
    >[];
    const { data } = resultOf(done) as unknown as { data: Record<string, unknown>[] };
    assert.equal(rows.length, data.length);
    for (const [at, row] of data.entries()) {
      const read = rows[at] ?? {};
      assert.equal(read.source_id, row.source_id);
      assert.equal(read['address.line1'], valueAt(row, 'address.line1'));
      assert.equal(read['list_price.amount'], valueAt(row, 'list_price.amount'));
      assert.equal(read['location.lat'], valueAt(row, 'location.lat'));
      const date = (read.list_date as Date | null)?.toISOString().slice(0, 10) ?? null;
      assert.equal(date, row.list_date);
      const area = read.living_area_sqft as bigint | null;
      assert.equal(area === null ? null : Number(area), row.living_area_sqft);
      assert.equal(read.rent_is_from_price, row.rent_is_from_price);
    }
    assert.ok(data.some(({ list_date }) => list_date !== null));
    assert.ok(data.some(({ living_area_sqft }) => living_area_sqft === null));
  });

  for (const [format, type] of Object.entries(ROW_FORMATS)) {
    test(`rows.${format}: media type, file name, gzip, ETag and 304`, async () => {
      const { api_key } = await t().account();
      const { request_id } = envelopeOf(await t().settled(freshSearch(), api_key));
      const path = `/v1/jobs/${request_id}/rows.${format}`;
      const plain = await t().get(path, api_key);
      assert.equal(plain.headers['content-type'], type);
      const name = `attachment; filename="${request_id}.${format}"`;
      assert.equal(plain.headers['content-disposition'], name);
      assert.equal(plain.headers['x-credits-charged'], '1');
      const zipped = await t().get(path, api_key, { 'accept-encoding': 'gzip' });
      assert.deepEqual(gunzipSync(zipped.rawPayload), plain.rawPayload);
      const again = await t().get(path, api_key, { 'if-none-match': String(plain.headers.etag) });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
    });
  }

  test('a job that was never read as JSON is delivered by its rows: one credit, once', async () => {
    const account = await t().account();
    const { request_id } = envelopeOf(await t().get(freshSearch(), account.api_key));
    let rows = await t().get(`/v1/jobs/${request_id}/rows.csv`, account.api_key);
    for (let look = 0; look < 100 && rows.statusCode === 409; look += 1) {
      await delay(50);
      rows = await t().get(`/v1/jobs/${request_id}/rows.csv`, account.api_key);
    }
    assert.equal(rows.statusCode, 200);
    assert.equal((await usageOf(t(), account)).credits_captured, 1);
    await t().get(`/v1/jobs/${request_id}`, account.api_key);
    assert.equal((await usageOf(t(), account)).credits_captured, 1);
    await expectSoundLedger(t());
  });

  for (const format of Object.keys(ROW_FORMATS)) {
    test(`rows.${format} of a failed job say that only its search, sent again, helps`, async () => {
      const { api_key } = await t().account();
      await t().faults('refuse');
      const failed = await t()
        .settled(freshSearch(), api_key)
        .finally(() => t().faults('ok'));
      const { request_id, error } = envelopeOf(failed);
      const answer = await t().get(`/v1/jobs/${request_id}/rows.${format}`, api_key);
      const message = expectApiError(answer, 'collection_unavailable');
      assert.match(message, /failed and stays failed: send its search again/);
      assert.ok(message.endsWith(String(error?.message)), message);
    });
  }

  test('unknown formats, parameters and foreign jobs are rejected', async () => {
    const [one, two] = [await t().account(), await t().account()];
    const { request_id } = envelopeOf(await t().settled(freshSearch(), one.api_key));
    const path = `/v1/jobs/${request_id}/rows`;
    expectApiError(await t().get(`${path}.xml`, one.api_key), 'not_found');
    expectApiError(await t().get(`${path}.CSV`, one.api_key), 'not_found');
    expectApiError(
      await t().get(`${path}.csv?wait=1`, one.api_key),
      'unsupported_or_invalid_query',
    );
    expectApiError(await t().get(`${path}.csv`, two.api_key), 'request_not_found');
  });
}
