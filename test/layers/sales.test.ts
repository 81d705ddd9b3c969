/** Imported sales as a layer: OGC API - Features 1.0 (docs/layers.md). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LAYER_LIMIT_NEXT } from '#contract/layers.js';
import { fileOf, importInto } from '../support/import-file.js';
import { allPages, errorIn, expectShape, featuresAt, type LayerLink } from '../support/layers.js';
import { HEADER, MAPPING, openSales, type Sales, salesFile } from '../support/sales.js';

const BASE = '/v1/ogc';
const ITEMS = `${BASE}/collections/sales/items`;
const SALES = 4_000;
/** Every eleventh sale has no point. */
const PLACED = SALES - Math.ceil(SALES / 11);
const RIGHTS = {
  title: 'Test County',
  licence: 'CC BY 4.0',
  licence_url: 'https://example.com/terms',
  attribution: 'County of Test',
};

let s: Sales;
let key: string;
before(async () => {
  s = await openSales();
  key = s.account.api_key;
});
after(() => s.t.close());

const get = (path: string) => s.t.get(path, key);
const page = (query: string) => featuresAt(s.t, key, `${ITEMS}?${query}`, 'salesFeatures');
const matched = async (query: string) => (await page(`${query}&limit=1`)).numberMatched;

test('a sale whose month alone is known is in a period that has all of the month', async () => {
  const own = await openSales();
  const byMonth = { ...MAPPING.fields, sold_date: { column: 'sold', date: 'YYYY-MM' } };
  const lineOf = (id: string, sold: string) =>
    `${HEADER}\n${id},${sold},300000,3,78704,Austin,30.25,-97.76\n`;
  const idsIn = async (period: string) => {
    const path = `${ITEMS}?datetime=${period}`;
    const { features } = await featuresAt(own.t, own.account.api_key, path, 'salesFeatures');
    return features.map(({ properties }) => String(properties.source_id).replace(/.*:/, '')).sort();
  };
  try {
    await importInto(own.t, MAPPING, fileOf('d.csv', lineOf('b', '2026-02-10')));
    const monthly = { ...MAPPING, dataset: 'monthly', fields: byMonth };
    await importInto(own.t, monthly, fileOf('m.csv', lineOf('a', '2026-02')));
    assert.deepEqual(await idsIn('2026-02-01/2026-02-28'), ['a', 'b']);
    assert.deepEqual(await idsIn('../2026-03-15'), ['a', 'b']);
    assert.deepEqual(await idsIn('2026-02-01/2026-02-27'), ['b']);
    assert.deepEqual(await idsIn('../2026-02-10'), ['b']);
    assert.deepEqual(await idsIn('2026-02-02/..'), ['b']);
    assert.deepEqual(await idsIn('2026-02-01'), []);
  } finally {
    await own.t.close();
  }
});

test('without an imported file the collection does not exist', async () => {
  assert.deepEqual(errorIn(await get(ITEMS)), [404, 'not_found', null]);
});

test('the landing page needs no key, and its links lead to every part', async () => {
  await importInto(s.t, { ...MAPPING, ...RIGHTS }, fileOf('s.csv', salesFile(s.t, SALES)));
  const answer = await s.t.get(BASE, null, { host: 'homes.example' });
  assert.equal(answer.statusCode, 200);
  expectShape('landingPage', answer.json());
  const { links } = answer.json<{ links: LayerLink[] }>();
  const at = (rel: string) => links.find((link) => link.rel === rel)?.href;
  assert.equal(at('self'), 'http://homes.example/v1/ogc');
  assert.equal(at('service-desc'), 'http://homes.example/v1/ogc/api');
  assert.equal(at('conformance'), 'http://homes.example/v1/ogc/conformance');
  assert.equal(at('data'), 'http://homes.example/v1/ogc/collections');
  const behind = await s.t.get(BASE, null, { host: 'h.example', 'x-forwarded-proto': 'https' });
  assert.match(behind.body, /"https:\/\/h\.example\/v1\/ogc\/api"/);
  const classes = await s.t.get(`${BASE}/conformance`);
  expectShape('conformance', classes.json());
  assert.match(classes.body, /ogcapi-features-1\/1\.0\/conf\/oas30/);
});

test('collections need a key, and one is the same in the list as by its id', async () => {
  assert.equal((await s.t.get(`${BASE}/collections`)).statusCode, 401);
  const list = await get(`${BASE}/collections`);
  expectShape('collections', list.json());
  const { collections } = list.json<{ collections: { id: string }[] }>();
  const one = await get(`${BASE}/collections/sales`);
  assert.deepEqual(
    collections.find(({ id }) => id === 'sales'),
    one.json(),
  );
  const body = one.json<{
    attribution: string;
    links: LayerLink[];
    extent: { spatial: { bbox: number[][] }; temporal: { interval: string[][] } };
  }>();
  assert.equal(body.attribution, RIGHTS.attribution);
  assert.equal(body.links.find(({ rel }) => rel === 'license')?.href, RIGHTS.licence_url);
  assert.deepEqual(body.extent.spatial.bbox, [[-97.8, 30.2, -97.7025, 30.298]]);
  assert.equal(body.extent.temporal.interval[0]?.length, 2);
});

test('all pages hold every placed sale once, and small pages are followed by larger ones', async () => {
  const pages = await allPages(s.t, key, `${ITEMS}?limit=10`, 'salesFeatures');
  const ids = pages.flatMap(({ features }) => features.map(({ id }) => id));
  assert.equal(ids.length, PLACED);
  assert.equal(new Set(ids).size, PLACED);
  assert.deepEqual(
    pages.map(({ numberReturned }) => numberReturned),
    [10, LAYER_LIMIT_NEXT, PLACED - 10 - LAYER_LIMIT_NEXT],
  );
  for (const { numberMatched } of pages) assert.equal(numberMatched, PLACED);
  const days = pages.flatMap(({ features }) =>
    features.map(({ properties }) => String(properties.sold_date)),
  );
  assert.deepEqual(days, days.toSorted().toReversed(), 'newest first');
});

test('a box holds what lies in it, whatever its third axis', async () => {
  const inside = await page('bbox=-97.76,30.21,-97.74,30.23&limit=10000');
  assert.ok(inside.features.length > 0);
  for (const { geometry } of inside.features) {
    const [lng, lat] = geometry.coordinates;
    assert.ok(lng >= -97.76 && lng <= -97.74 && lat >= 30.21 && lat <= 30.23);
  }
  const all = await page('limit=10000');
  const expected = all.features.filter(
    ({
      geometry: {
        coordinates: [lng, lat],
      },
    }) => lng >= -97.76 && lng <= -97.74 && lat >= 30.21 && lat <= 30.23,
  );
  assert.equal(inside.numberMatched, expected.length);
  assert.equal(await matched('bbox=-97.76,30.21,-10,-97.74,30.23,500'), expected.length);
  assert.equal(await matched('bbox=10,10,11,11'), 0);
});

test('a date, an instant and intervals select by the day of the sale', async () => {
  const { features } = await page('limit=10000');
  const days = features.map(({ properties }) => String(properties.sold_date));
  const day = days[Math.floor(days.length / 2)] ?? '';
  const count = (test: (one: string) => boolean) => days.filter(test).length;
  assert.equal(
    await matched(`datetime=${day}`),
    count((one) => one === day),
  );
  assert.equal(
    await matched(`datetime=${day}T23:30:00Z`),
    count((one) => one === day),
  );
  assert.equal(
    await matched(`datetime=${day}/..`),
    count((one) => one >= day),
  );
  assert.equal(
    await matched(`datetime=/${day}T00:00:00Z`),
    count((one) => one <= day),
  );
  assert.equal(
    await matched(`datetime=${day}/${day}`),
    count((one) => one === day),
  );
  // Half past midnight two hours east of Greenwich is the day before.
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  const east = `datetime=${encodeURIComponent(`${day}T00:30:00+02:00`)}`;
  assert.equal(
    await matched(east),
    count((one) => one === before),
  );
});

test('filters of properties and bounds select what they say', async () => {
  const { features } = await page('limit=10000');
  const count = (test: (properties: Record<string, unknown>) => boolean) =>
    features.filter(({ properties }) => test(properties)).length;
  const price = (value: unknown) => (typeof value === 'number' ? value : null);
  assert.equal(
    await matched('beds=3'),
    count(({ beds }) => beds === 3),
  );
  assert.equal(
    await matched('beds_min=3'),
    count(({ beds }) => Number(beds) >= 3),
  );
  assert.equal(
    await matched('min_price=300000&max_price=400000'),
    count((one) => {
      const amount = price(one['sale_price.amount']);
      return amount !== null && amount >= 300_000 && amount <= 400_000;
    }),
  );
  assert.equal(
    await matched('sale_price.amount=250000'),
    count((one) => one['sale_price.amount'] === 250_000),
  );
  assert.equal(
    await matched('address.zip=78704'),
    count((one) => one['address.zip'] === '78704'),
  );
  assert.equal(await matched('extras.dataset=test-county'), PLACED);
  assert.equal(await matched('extras.dataset=other'), 0);
  assert.equal(await matched('source_id=test-county:S5'), 1);
});

test('decimals have a point in the text, whole numbers have none', async () => {
  const { body } = await s.t.get(`${ITEMS}?limit=10&beds=3`, key);
  assert.equal(body.match(/"beds":3\.0,/g)?.length, 10);
  assert.doesNotMatch(body, /"sale_price\.amount":\d+,/);
  assert.match(body, /"numberReturned":10,/);
  const [first] = (await page('limit=1&beds=3')).features;
  const one = await s.t.get(`${ITEMS}/${encodeURIComponent(String(first?.id))}`, key);
  assert.match(one.body, /"beds":3\.0,/);
});

test('a feature is found by its id, and an unknown one is not', async () => {
  const path = `${ITEMS}/${encodeURIComponent('test-county:S5')}`;
  const answer = await get(path);
  assert.equal(answer.statusCode, 200);
  expectShape('salesFeature', answer.json());
  assert.equal(
    answer.json<{ properties: { source_id: string } }>().properties.source_id,
    'test-county:S5',
  );
  assert.deepEqual(errorIn(await get(`${ITEMS}/test-county:none`)), [404, 'not_found', null]);
  assert.deepEqual(errorIn(await get(`${ITEMS}/none`)), [404, 'not_found', null]);
  assert.equal((await get(`${ITEMS}/%ff`)).statusCode, 404);
});

test('unknown parameters and bad values are 400, each by its name', async () => {
  const bad = async (query: string, param: string | null, code = 'unsupported_or_invalid_query') =>
    assert.deepEqual(errorIn(await get(`${ITEMS}?${query}`)), [400, code, param], query);
  await bad('colour=red', null);
  await bad('limit=0', 'limit');
  await bad('limit=-1', 'limit');
  await bad('limit=ten', 'limit');
  for (const bbox of ['1,2,3', '1,2,3,x', '-181,0,0,1', '0,2,1,1', '0,0,1,91', '1,2,3,4,5']) {
    await bad(`bbox=${bbox}`, 'bbox');
  }
  await bad('bbox=170,0,-170,1', 'bbox');
  for (const datetime of [
    'x',
    '2024-02-30',
    '2024-13-01T00:00:00Z',
    '2024-01-02/2024-01-01',
    '../..',
    '2024-01-01T00:00:00',
    '1/2/3',
  ]) {
    await bad(`datetime=${datetime}`, 'datetime');
  }
  const reversed = await get(`${ITEMS}?datetime=2024-01-02/2024-01-01`);
  assert.match(reversed.body, /START\/END in this order/);
  await bad('beds=many', 'beds');
  await bad('beds_min=1.5', 'beds_min');
  await bad('property_type=castle', 'property_type');
  await bad('min_price=2&max_price=1', 'max_price');
  await bad('f=html', 'f');
  await bad('limit=1&limit=2', 'limit', 'duplicate_parameter');
  for (const cursor of ['x', '', Buffer.from('a\nb\nc\nd\ne').toString('base64url')]) {
    assert.equal((await get(`${ITEMS}?cursor=${cursor}`)).statusCode, 400);
  }
  assert.equal((await get(`${BASE}/collections?limit=1`)).statusCode, 400);
  assert.equal((await s.t.get(`${BASE}/api?x=1`)).statusCode, 400);
  assert.equal((await page('limit=99999999')).numberReturned, PLACED, 'a large limit is lowered');
});

test('a cursor with other filters, or a damaged one, is refused', async () => {
  const first = await page('limit=5&beds_min=3');
  const next = first.links.find(({ rel }) => rel === 'next')?.href ?? '';
  const cursor = new URL(next).searchParams.get('cursor') ?? '';
  const answer = (query: string) => get(`${ITEMS}?limit=5&${query}`);
  const again = await answer(`beds_min=3&cursor=${cursor}`);
  assert.equal(again.json<{ numberMatched: number }>().numberMatched, first.numberMatched);
  const damaged = `${cursor.slice(0, -3)}AAA`;
  for (const query of [
    `beds_min=2&cursor=${cursor}`,
    `cursor=${cursor}`,
    `beds_min=3&bbox=-98,30,-97,31&cursor=${cursor}`,
    `beds_min=3&cursor=${damaged}`,
  ]) {
    assert.deepEqual(errorIn(await answer(query)), [400, 'invalid_cursor', 'cursor'], query);
  }
});

test('a page of data that were replaced is refused, not mixed', async () => {
  const first = await page('limit=5');
  const next = first.links.find(({ rel }) => rel === 'next')?.href ?? '';
  await importInto(s.t, { ...MAPPING, ...RIGHTS }, fileOf('t.csv', salesFile(s.t, 50)));
  const answer = await get(next.replace(/^http:\/\/[^/]+/, ''));
  assert.deepEqual(errorIn(answer), [400, 'invalid_cursor', 'cursor']);
  assert.equal((await page('')).numberMatched, 45);
});
