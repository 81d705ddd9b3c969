/**
 * A real client of OGC API - Features: GDAL opens a running service by its address, lists, counts,
 * cuts by a box, filters, pages and reads everything (docs/layers.md#gdal).
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { fileOf, importInto } from '../support/import-file.js';
import { MAPPING, openSales, type Sales, salesFile } from '../support/sales.js';

const run = promisify(execFile);
const SALES = 2_500;
const PLACED = SALES - Math.ceil(SALES / 11);
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Why the tests are skipped; false where GDAL has the driver. */
function skipReason(): string | false {
  try {
    const formats = execFileSync('ogrinfo', ['--formats'], { encoding: 'utf8' });
    return formats.includes('OAPIF') ? false : 'this GDAL has no OAPIF driver';
  } catch {
    return 'ogrinfo is not installed here: install gdal-bin to run this test';
  }
}
const skip = skipReason();

let s: Sales;
let base: string;
/** The paths that GDAL asked for, with their queries, since the last `ogr`. */
let asked: string[] = [];
before(async () => {
  if (skip !== false) return;
  s = await openSales();
  await importInto(s.t, MAPPING, fileOf('s.csv', salesFile(s.t, SALES)));
  await s.t.settled('/v1/portal_a/listings?zip=78704', s.account.api_key);
  await s.t.server.listen({ port: 0, host: '127.0.0.1' });
  s.t.server.server.prependListener('request', ({ url = '' }) => asked.push(url));
  base = `http://127.0.0.1:${(s.t.server.server.address() as AddressInfo).port}/v1/ogc`;
});
after(() => s?.t.close());

/** Runs a program of GDAL with the key in its headers; its output, and how often it called. */
async function ogr(program: string, ...args: string[]) {
  asked = [];
  const { stdout } = await run(program, args, {
    env: { ...process.env, GDAL_HTTP_HEADERS: `Authorization: Bearer ${s.account.api_key}` },
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  return { stdout, calls: asked.length };
}

const info = (...args: string[]) => ogr('ogrinfo', '-ro', ...args);
/** The number of features that GDAL says a layer has. */
const counted = async (...args: string[]) => {
  const { stdout, calls } = await info('-so', ...args, `OAPIF:${base}`, 'sales');
  return { count: Number(/Feature Count: (\d+)/.exec(stdout)?.[1]), calls, stdout };
};

test('GDAL lists the layers', { skip }, async () => {
  const { stdout } = await info(`OAPIF:${base}`);
  assert.match(stdout, /sales \(title: Imported sales\) \(Point\)/);
  assert.match(stdout, /homes \(title: Homes\) \(Point\)/);
  assert.match(stdout, /search-[0-9a-f-]{36} .*zip=78704/);
});

test('GDAL counts a layer, and knows its extent and the types of its fields', {
  skip,
}, async () => {
  const { count, stdout, calls } = await counted();
  assert.equal(count, PLACED);
  assert.match(stdout, /Extent: \(-97\.8\d*, 30\.2\d*\) - \(-97\.7\d*, 30\.2\d*\)/);
  // From the first ten: an integer there would cut the fraction of all that follow.
  assert.match(stdout, /beds: Real/);
  assert.match(stdout, /sale_price\.amount: Real/);
  assert.match(stdout, /sold_date: Date/);
  assert.ok(calls <= 4, `${calls} calls: ${asked.join(' ')}`);
});

test('GDAL cuts a layer by a box at the service', { skip }, async () => {
  const { count } = await counted('-spat', '-97.76', '30.21', '-97.74', '30.23');
  const query = '/v1/ogc/collections/sales/items?limit=1&bbox=-97.76,30.21,-97.74,30.23';
  const answer = await s.t.get(query, s.account.api_key);
  assert.ok(count > 0);
  assert.equal(count, answer.json<{ numberMatched: number }>().numberMatched);
  assert.ok(asked.some((url) => url.includes('bbox=')));
});

test('GDAL leaves filters to the service that its document declares', { skip }, async () => {
  const { count } = await counted('-where', 'beds = 3 and property_type is null');
  const plain = await counted('-where', 'beds = 3');
  const query = '/v1/ogc/collections/sales/items?limit=1&beds=3';
  const answer = await s.t.get(query, s.account.api_key);
  assert.equal(plain.count, answer.json<{ numberMatched: number }>().numberMatched);
  assert.equal(count, plain.count);
});

test('GDAL reads everything in few calls, although it asks for ten features first', {
  skip,
}, async () => {
  const args = ['-f', 'GeoJSON', '/vsistdout/', `OAPIF:${base}`, 'sales'];
  const { stdout, calls } = await ogr('ogr2ogr', ...args);
  const { features } = JSON.parse(stdout) as {
    features: { id?: string; properties: { source_id: string } }[];
  };
  const ids = new Set(features.map(({ properties }) => properties.source_id));
  assert.deepEqual([features.length, ids.size], [PLACED, PLACED]);
  assert.ok(calls <= 6, `${calls} calls: ${asked.join(' ')}`);
});

test('GDAL reads a finished search and the homes', { skip }, async () => {
  const { stdout } = await info('-so', `OAPIF:${base}`, 'homes');
  assert.ok(Number(/Feature Count: (\d+)/.exec(stdout)?.[1]) > 10, stdout);
  const list = await info(`OAPIF:${base}`);
  const id = /search-[0-9a-f-]{36}/.exec(list.stdout)?.[0] ?? '';
  const search = await info('-so', `OAPIF:${base}/collections/${id}`, id);
  assert.ok(Number(/Feature Count: (\d+)/.exec(search.stdout)?.[1]) > 10, search.stdout);
});
