/**
 * Comparable sales of an imported file, through the whole service: the number can be made again
 * from what is shown, and what must have no say has none.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { COMPARABLES_MIN, COMPARABLES_SHOWN } from '#contract/comparables.js';
import { DAY_MS } from '#contract/durations.js';
import type { ComparablesBody } from '#contract/operations/comparables.js';
import { computeNext } from '#service/homes/county-errors.js';
import { hashText, unit } from '../../src/sandbox/data/chance.js';
import { expectApiError } from '../support/expect.js';
import { fileOf, importInto } from '../support/import-file.js';
import { sharedApp, type TestAccount } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';

const HEADER = 'id,sold,price,beds,baths,sqft,lot,year,type,code,parcel,street,zip,lat,lng';
const DENVER = { lat: 39.74, lng: -104.95 };
const HOUSE = { property_type: 'single_family', beds: 3, baths: 2, year_built: 1950 } as const;
const SUBJECT = { ...DENVER, ...HOUSE, living_area_sqft: 1_500, lot_area_sqft: 5_000 };
const mapping = (dataset: string, state: string, sold_date: unknown) => ({
  dataset,
  key: ['id'],
  fields: {
    sold_date,
    sale_price: 'price',
    beds: 'beds',
    baths: 'baths',
    living_area_sqft: 'sqft',
    lot_area_sqft: 'lot',
    year_built: 'year',
    property_type: { column: 'type', map: { house: 'single_family', flat: 'condo' } },
    arms_length: { column: 'code', map: { Q: 'true', U: 'false' } },
    parcel_id: 'parcel',
    line1: 'street',
    zip: 'zip',
    state: { value: state },
    lat: 'lat',
    lng: 'lng',
  },
});

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let account: TestAccount;
before(async () => {
  account = await t.account({ extra_credits: 100 });
});

interface Line {
  readonly id: string;
  readonly age: number;
  /** The file has the month of the sale alone. */
  readonly isMonth?: boolean;
  readonly price?: number;
  readonly code?: string;
  readonly type?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly zip?: string;
}

const random = (id: string, nth: number): number => unit(hashText(`${id} ${nth}`, 1), 1);

/** A sale of about 250 dollars per square foot. */
function lineOf(sale: Line): string {
  const { id, age, code = '', type = 'house', zip = '80206' } = sale;
  const area = 1_000 + Math.floor(random(id, 1) * 1_000);
  const price = sale.price ?? Math.round(250 * area * (0.95 + random(id, 2) / 10));
  const lat = sale.lat ?? DENVER.lat + (random(id, 3) - 0.5) / 50;
  const lng = sale.lng ?? DENVER.lng + (random(id, 4) - 0.5) / 50;
  const sold = new Date(t.clock.nowMs() - age * DAY_MS).toISOString();
  const day = sold.slice(0, sale.isMonth === true ? 7 : 10);
  const number = 100 + Math.floor(random(id, 5) * 9_000);
  return `${id},${day},${price},3,2,${area},5000,1950,${type},${code},P${id},${number} Oak St,${zip},${lat.toFixed(5)},${lng.toFixed(5)}`;
}

async function importSales(
  dataset: string,
  sales: readonly Line[],
  state = 'CO',
  sold_date: unknown = 'sold',
): Promise<void> {
  const file = `${HEADER}\n${sales.map(lineOf).join('\n')}\n`;
  await importInto(t, mapping(dataset, state, sold_date), fileOf(`${dataset}.csv`, file));
  await t.app.tables.refresh();
}

const many = (count: number, more: Partial<Line> = {}): Line[] =>
  Array.from({ length: count }, (_sale, at) => ({
    id: `${more.type ?? ''}${at}`,
    age: 1 + Math.floor(random(`${at}`, 6) * 360),
    ...more,
  }));

const post = (payload: object) =>
  t.server.inject({
    method: 'POST',
    url: '/v1/comparables',
    headers: { authorization: `Bearer ${account.api_key}`, 'content-type': 'application/json' },
    payload,
  });

async function compared(payload: object): Promise<ComparablesBody> {
  const answer = await post(payload);
  assert.equal(answer.statusCode, 200, answer.body);
  expectDocumented('/v1/comparables', answer, 'POST');
  return answer.json<ComparablesBody>();
}

const sumOf = (body: ComparablesBody): number =>
  body.comparables.reduce((sum, { weight }) => sum + weight, body.others.weight);

test('with as many sales as are shown, the estimate is the product of the prices shown', async () => {
  await importSales('denver', many(COMPARABLES_SHOWN));
  const body = await compared(SUBJECT);
  assert.equal(body.comparables.length, COMPARABLES_SHOWN);
  assert.deepEqual(body.others, { count: 0, weight: 0 });
  assert.ok(Math.abs(sumOf(body) - 1) < 1e-4);
  const log = body.comparables.reduce(
    (sum, { weight, price_now }) => sum + weight * Math.log(price_now.amount),
    0,
  );
  const amount = body.estimate?.amount ?? 0;
  assert.ok(Math.abs(Math.exp(log) / amount - 1) < 1e-3, `${Math.exp(log)} ${amount}`);
  assert.ok(Math.abs(amount / (250 * 1_500) - 1) < 0.06, `${amount}`);
  const [first] = body.comparables;
  assert.equal(first?.dataset, 'denver');
  assert.equal(first?.differences.beds, 0);
});

test('below the minimum there is no number but a reason', async () => {
  await importSales('denver', many(COMPARABLES_MIN - 1));
  const body = await compared(SUBJECT);
  assert.equal(body.estimate, null);
  assert.equal(body.estimate_reason, 'too_few_sales');
  assert.deepEqual(body.comparables, []);
  assert.deepEqual([body.interval_reason, body.error_reason], ['no_estimate', 'not_computed']);
});

test('sales not at arm’s length, of another type, nominal or too old have no say', async () => {
  const unfit: Line[] = [
    { id: 'family', age: 9, price: 90_000, code: 'U' },
    { id: 'condo', age: 9, price: 90_000, type: 'flat' },
    { id: 'nominal', age: 9, price: 10 },
    { id: 'old', age: 500, price: 90_000 },
  ];
  await importSales('denver', [...many(COMPARABLES_MIN, { code: 'Q' }), ...unfit]);
  const body = await compared(SUBJECT);
  const ids = body.comparables.map(({ source_id }) => source_id.replace('denver:', ''));
  assert.equal(ids.length, COMPARABLES_MIN);
  assert.deepEqual(
    ids.filter((id) => unfit.some((one) => one.id === id)),
    [],
  );
});

test('a sale whose month alone is known is shown with its month, and without a day', async () => {
  const monthly = many(COMPARABLES_MIN, { isMonth: true });
  await importSales('denver', monthly, 'CO', { column: 'sold', date: 'YYYY-MM' });
  const { comparables } = await compared(SUBJECT);
  assert.equal(comparables.length, COMPARABLES_MIN);
  for (const { date, month } of comparables) {
    assert.equal(date, null);
    assert.match(month, /^\d{4}-\d{2}$/);
  }
  await importSales('denver', many(COMPARABLES_MIN));
  for (const { date, month } of (await compared(SUBJECT)).comparables) {
    assert.equal(date?.slice(0, 7), month);
  }
});

test('a sale that two files have counts once', async () => {
  await importSales('denver', many(COMPARABLES_MIN));
  await importSales('denver-too', many(COMPARABLES_MIN));
  const body = await compared(SUBJECT);
  assert.equal(body.comparables.length + body.others.count, COMPARABLES_MIN);
  await importSales('denver-too', [{ id: 'far', age: 900 }]);
});

test('a sale that a file and a portal have counts once, whatever day each gives it', async () => {
  const lines = many(COMPARABLES_MIN + 4);
  await importSales('denver', lines);
  const before = await compared(SUBJECT);
  await t.settled('/v1/records/sold?zip=80206&sold_within_days=365', account.api_key);
  const copied = await t.app.db.rows(
    `with shown as (
       insert into home_members
       select (jsonb_populate_record(m, jsonb_build_object('source', 'portal_a', 'parcel', null))).*
       from home_members m where m.kind = 'sold' and m.source_id = any($1) returning source_id)
     insert into home_reports (source, source_id, event, date, price_cents, seen_on)
     select 'portal_a', r.source_id, 'sold', r.date - 9, r.price_cents, r.seen_on
     from home_reports r join shown using (source_id) where r.event = 'sold' returning source_id`,
    [lines.map(({ id }) => `denver:${id}`)],
  );
  assert.ok(copied.length > COMPARABLES_MIN);
  assert.deepEqual(await compared(SUBJECT), before);
  await t.app.db.rows(`delete from home_members where source = 'portal_a'`);
  await t.app.db.rows(`delete from home_reports where source = 'portal_a'`);
});

test('the error of the county is null with a reason, until it is computed from earlier sales', async () => {
  await importSales('denver', many(400));
  while (await computeNext(t.app));
  const sales = many(420);
  await importSales('denver', sales);
  // A county whose sales have changed shows the last result until the next one is computed.
  while (await computeNext(t.app));
  const { error, error_reason, interval, estimate, comparables, others } = await compared(SUBJECT);
  assert.equal(error_reason, null);
  assert.ok(error !== null && interval !== null && estimate !== null);
  assert.ok(error.tested > 200 && error.tested <= 420, `${error.tested}`);
  assert.ok(error.median_absolute_error > 0.005 && error.median_absolute_error < 0.05);
  assert.ok(error.within_20_percent > 0.95);
  assert.ok(Math.abs(error.interval_held - 0.8) < 0.1, `${error.interval_held}`);
  assert.ok(interval.low.amount < estimate.amount && estimate.amount < interval.high.amount);
  assert.equal(comparables.length, COMPARABLES_SHOWN);
  assert.ok(others.count > 100);
  assert.equal(await computeNext(t.app), false);
});

test('a county of few sales has an estimate, and neither an error nor an interval', async () => {
  const boise = { lat: 41.24, lng: -85.85, zip: '46580' };
  const sales = many(30).map((sale) => ({
    ...sale,
    id: `w${sale.id}`,
    lat: boise.lat + (random(sale.id, 3) - 0.5) / 50,
    lng: boise.lng + (random(sale.id, 4) - 0.5) / 50,
    zip: boise.zip,
  }));
  await importSales('warsaw', sales, 'IN');
  const asked = { ...SUBJECT, lat: boise.lat, lng: boise.lng };
  const before = await compared(asked);
  assert.deepEqual([before.error_reason, before.interval_reason], ['not_computed', 'not_computed']);
  while (await computeNext(t.app));
  const body = await compared(asked);
  assert.notEqual(body.estimate, null);
  assert.equal(body.error, null);
  assert.deepEqual([body.error_reason, body.interval_reason], ['too_few_tests', 'too_few_tests']);
});

test('in a state that does not publish prices there is no sale estimate, whatever a file says', async () => {
  const austin = { lat: 30.245, lng: -97.765 };
  await importSales(
    'austin',
    many(60).map((sale) => ({
      ...sale,
      id: `t${sale.id}`,
      lat: austin.lat + (random(sale.id, 3) - 0.5) / 50,
      lng: austin.lng + (random(sale.id, 4) - 0.5) / 50,
      zip: '78704',
    })),
    'TX',
  );
  const body = await compared({ ...SUBJECT, ...austin });
  assert.equal(body.estimate_reason, 'not_disclosed');
  assert.deepEqual([body.estimate, body.comparables, body.error], [null, [], null]);
});

test('rents are estimated from rentals alone, in every state', async () => {
  for (const zip of ['78704', '78701']) {
    await t.settled(`/v1/portal_a/rentals?zip=${zip}`, account.api_key);
  }
  const austin = { lat: 30.245, lng: -97.765 };
  const body = await compared({ kind: 'rent', ...austin, living_area_sqft: 900 });
  assert.equal(body.estimate_reason, null, 'rentals that were first seen today count');
  for (const { price, dataset, age_days } of body.comparables) {
    assert.deepEqual([dataset, age_days], [null, 0]);
    assert.ok(price.amount < 20_000, `${price.amount}`);
  }
});

test('a known home has the facts of its sale, and its earlier sale is the first comparable', async () => {
  await importSales('denver', many(120));
  const rows = await t.settled('/v1/records/sold?zip=80206&sold_within_days=365', account.api_key);
  type Sold = { source_id: string; extras: { home_id: string } };
  const [row] = rows.json<{ result: { data: Sold[] } }>().result.data;
  assert.ok(row !== undefined);
  const path = `/v1/homes/${row.extras.home_id}/comparables`;
  const answer = await t.get(path, account.api_key);
  assert.equal(answer.statusCode, 200, answer.body);
  expectDocumented(path, answer);
  const body = answer.json<ComparablesBody>();
  assert.equal(body.subject.home_id, row.extras.home_id);
  assert.equal(body.subject.lot_area_sqft, 5_000);
  assert.equal(body.comparables[0]?.source_id, row.source_id);
  assert.equal(body.comparables[0]?.differences.living_area_sqft, 0);
});

test('a home without a place is rejected, and one without an area has no number', async () => {
  const noPlace = await post({ ...HOUSE, living_area_sqft: 900 });
  expectApiError(noPlace, 'unsupported_or_invalid_query', 'lat');
  const half = await post({ lat: 39.7, living_area_sqft: 9 });
  expectApiError(half, 'unsupported_or_invalid_query', 'lng');
  const unknown = { address: '1 Nowhere Ln, Denver, CO 80206' };
  expectApiError(await post(unknown), 'home_not_found');
  const { living_area_sqft: _area, ...bare } = SUBJECT;
  assert.equal((await compared(bare)).estimate_reason, 'living_area_missing');
});
