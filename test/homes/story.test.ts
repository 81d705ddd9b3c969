/**
 * One home over sources and time, through the whole service: what is shown must be exact to the
 * readings' times.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CollectedPage } from '#collect/pages/page.js';
import { DAY_MS } from '#contract/durations.js';
import { usd } from '#contract/field.js';
import type { HomeBody } from '#contract/operations/homes.js';
import type { ListingRow, Row, SoldRow } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { identityOf } from '#domain/home-key.js';
import { noteSeen } from '#service/homes/note-seen.js';
import { expectApiError } from '../support/expect.js';
import { sharedApp, type TestAccount } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';

const AREA = 'zip=78704';

const t = sharedApp({ limits: { READ_AHEAD: 0 }, feeds: 'none' });
let account: TestAccount;
before(async () => {
  account = await t.account({ extra_credits: 1_000, max_pending: 100 });
});

async function rowsOf<R extends Row>(path: string, headers = {}): Promise<R[]> {
  const answer = await t.settled(`/v1/${path}`, account.api_key, headers);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ result: { data: R[] } }>().result.data;
}

async function home(id: string, key = account.api_key): Promise<HomeBody> {
  const answer = await t.get(`/v1/homes/${id}`, key);
  assert.equal(answer.statusCode, 200, answer.body);
  expectDocumented(`/v1/homes/${id}`, answer);
  return answer.json<HomeBody>();
}

/** A complete reading of rows, now. */
async function read(route: string, kind: Kind, rows: readonly Row[], more = {}): Promise<string> {
  const at = t.clock.nowMs();
  const known = rows.map((row) => {
    const home = identityOf(row.address, null);
    const home_id = typeof home === 'string' ? null : home.home_id;
    return { ...row, extras: { ...row.extras, home_id } };
  });
  const page = { kind, rows: known, completeness: 'complete', collectedAtMs: at, ...more };
  await noteSeen(t.app, route, { page: page as unknown as CollectedPage, task: {} });
  return new Date(at).toISOString();
}
const dateOf = (instant: string): string => instant.slice(0, 10);
const wait = (days: number) => t.clock.advance(days * DAY_MS);

test('a home is listed, cut twice, pending, sold and listed again: each state from and to its collections', async () => {
  const [template] = (await rowsOf<ListingRow>(`portal_a/listings?${AREA}`)).filter(
    ({ listing_kind, extras }) => listing_kind === 'home' && extras.home_id !== null,
  );
  assert.ok(template !== undefined);
  const address = { ...template.address, line1: '4100 Walkaround Way', unit: null };
  const listed = (changes: Partial<ListingRow>): Row =>
    ({ ...template, address, source_id: 'walk-1', list_date: null, ...changes }) as Row;
  const times: string[] = [];
  for (const [status, amount] of [
    ['for_sale', 500_000],
    ['for_sale', 500_000],
    ['for_sale', 480_000],
    ['for_sale', 450_000],
    ['pending', 450_000],
    ['pending', 450_000],
  ] as const) {
    wait(3);
    const row = listed({ status, list_price: usd(amount) });
    times.push(await read('portal_a_listings', 'listings', [row]));
  }
  wait(20);
  const sold_date = dateOf(new Date(t.clock.nowMs()).toISOString());
  const { listing_kind: _kind, status: _status, rent_monthly: _rent, ...shared } = template;
  const sale = {
    ...shared,
    source: 'portal_b',
    source_id: 'walk-sale',
    address: { ...address, line1: '4100 WALKAROUND WAY' },
    sold_date,
    sale_price: usd(441_000),
    sale_price_disclosure: 'public_record',
    list_price: null,
    list_date: null,
    extras: { ...template.extras, year_built: null },
  } as unknown as SoldRow;
  await read('portal_b_sold', 'sold', [sale]);
  wait(200);
  const again = listed({ source_id: 'walk-2', status: 'for_sale', list_price: usd(520_000) });
  const relisted = await read('portal_a_listings', 'listings', [again]);
  const byAddress = `4100 Walkaround Way, ${address.city}, ${address.state} ${address.zip}`;
  const found = await t.get(`/v1/homes?address=${encodeURIComponent(byAddress)}`, account.api_key);
  const story = found.json<HomeBody>();
  assert.deepEqual(await home(story.home_id), story);
  const bare = encodeURIComponent(byAddress.replaceAll(',', ''));
  const run = await t.get(`/v1/homes?address=${bare}`, account.api_key);
  assert.deepEqual(run.json<HomeBody>(), story);
  const states = story.observed.map(({ source_id, status, price, from, to, ended_by }) => [
    source_id,
    status,
    price?.amount,
    from,
    to,
    ended_by,
  ]);
  assert.deepEqual(states, [
    ['walk-1', 'for_sale', 500_000, times[0], times[1], 'changed'],
    ['walk-1', 'for_sale', 480_000, times[2], times[2], 'changed'],
    ['walk-1', 'for_sale', 450_000, times[3], times[3], 'changed'],
    ['walk-1', 'pending', 450_000, times[4], times[5], 'sold'],
    ['walk-2', 'for_sale', 520_000, relisted, relisted, null],
  ]);
  assert.deepEqual(story.reported, [
    {
      source: 'portal_b',
      source_id: 'walk-sale',
      event: 'sold',
      date: sold_date,
      price: usd(441_000),
      disclosure: 'public_record',
    },
  ]);
  assert.deepEqual(
    story.derived.map(({ sale_to_list_ratio, list_price, sale_source }) => [
      sale_to_list_ratio,
      list_price.amount,
      sale_source,
    ]),
    [[0.98, 450_000, 'portal_b']],
  );
  assert.deepEqual(
    story.members.map(({ source, source_id, level }) => [source, source_id, level]),
    [
      ['portal_a', 'walk-1', 'address'],
      ['portal_b', 'walk-sale', 'address'],
      ['portal_a', 'walk-2', 'address'],
    ],
  );
});

test('a second reading says how the price has moved since the first', async () => {
  const path = `portal_a/listings?${AREA}&property_type=condo`;
  const first = await rowsOf<ListingRow>(path);
  const [row] = first.filter(({ extras, list_price }) => extras.home_id !== null && list_price);
  assert.ok(row?.list_price);
  const firstSeen = await t.app.db.rows<{ at: Date }>(
    'update home_members set first_price_cents = $2 where source_id = $1 returning first_price_at as at',
    [row.source_id, Math.round(row.list_price.amount * 200)],
  );
  wait(1);
  const later = await rowsOf<ListingRow>(path, { 'cache-control': 'no-cache' });
  const again = later.find(({ source_id }) => source_id === row.source_id);
  assert.ok(again?.list_price);
  const change = again.extras as unknown as Record<string, unknown>;
  assert.deepEqual(
    [change.price_change, change.price_change_since],
    [
      { amount: again.list_price.amount - 2 * row.list_price.amount, currency: 'USD' },
      firstSeen[0]?.at.toISOString(),
    ],
  );
  assert.equal(
    change.price_change_percent,
    Math.round((again.list_price.amount / (2 * row.list_price.amount) - 1) * 10_000) / 100,
  );
  assert.ok(again.list_date !== null);
  await t.app.db.rows(
    'update home_members set list_date = $2::date - 40, last_seen_at = first_seen_at where source_id = $1',
    [row.source_id, again.list_date],
  );
  const renewed = await rowsOf<ListingRow>(path, { 'cache-control': 'no-cache' });
  const listing = renewed.find(({ source_id }) => source_id === row.source_id);
  assert.ok(listing !== undefined);
  assert.notEqual(
    (listing.extras as unknown as typeof change).price_change_origin,
    'observed',
    'a listing that began later',
  );
});

test('a home is known when the result that shows it is there', async () => {
  const known: Promise<unknown[]>[] = [];
  const off = t.app.notifications.on('settled', () =>
    known.push(t.app.db.rows(`select 1 from home_members where kind = 'rentals' limit 1`)),
  );
  await rowsOf(`portal_a/rentals?${AREA}`);
  off();
  assert.ok(known.length > 0);
  for (const found of await Promise.all(known)) assert.equal(found.length, 1);
});

test('only complete collections are recorded', async () => {
  const [row] = await rowsOf<ListingRow>(`portal_a/listings?${AREA}`);
  const address = { ...row?.address, line1: '77 Nowhere Else Ln', unit: null };
  const rows = [{ ...row, address, source_id: 'partial-1' } as Row];
  await read('portal_a_listings', 'listings', rows, { completeness: 'partial' });
  const text = encodeURIComponent(`77 Nowhere Else Ln, Austin, TX ${row?.address.zip}`);
  const path = `/v1/homes?address=${text}`;
  expectApiError(await t.get(path, account.api_key), 'home_not_found');
  await read('portal_a_listings', 'listings', rows);
  assert.equal((await t.get(path, account.api_key)).statusCode, 200);
});

test('members of a licensed feed are shown to accounts with its grant, until they expire, without a history', async () => {
  const granted = await t.account({ extra_credits: 100 });
  await t.app.db.rows(`update accounts set feeds = '{mls}' where account_id = $1`, [
    granted.account_id,
  ]);
  t.app.caches.access.forget(granted.account_id);
  const answer = await t.settled(`/v1/mls/listings?${AREA}`, granted.api_key);
  const rows = answer.json<{ result: { data: ListingRow[] } }>().result.data;
  const row = rows.find(({ extras }) => extras.home_id !== null);
  const id = String(row?.extras.home_id);
  const story = await home(id, granted.api_key);
  assert.ok(story.members.some(({ source }) => source === 'mls'));
  assert.deepEqual(
    story.observed.filter(({ source }) => source === 'mls'),
    [],
  );
  const without = await t.get(`/v1/homes/${id}`, account.api_key);
  if (without.statusCode === 200) {
    assert.ok(without.json<HomeBody>().members.every(({ source }) => source !== 'mls'));
  } else expectApiError(without, 'home_not_found');
  t.clock.advance((t.app.limits.FEED_RETENTION_S + 1) * 1_000);
  const later = await t.get(`/v1/homes/${id}`, granted.api_key);
  if (later.statusCode === 200) {
    assert.ok(later.json<HomeBody>().members.every(({ source }) => source !== 'mls'));
  } else expectApiError(later, 'home_not_found');
});

test('the lists of a home as CSV and NDJSON have a line each', async () => {
  const [row] = (await rowsOf<SoldRow>(`portal_b/sold?${AREA}&sold_within_days=365`)).filter(
    ({ extras }) => extras.home_id !== null,
  );
  const id = String(row?.extras.home_id);
  const story = await home(id);
  const lines = story.members.length + story.observed.length + story.reported.length;
  const csv = await t.get(`/v1/homes/${id}/history.csv`, account.api_key);
  assert.match(String(csv.headers['content-type']), /^text\/csv/);
  assert.equal(csv.body.trim().split('\r\n').length, 1 + lines + story.derived.length);
  const ndjson = await t.get(`/v1/homes/${id}/history.ndjson`, account.api_key);
  const parsed = ndjson.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { list: string });
  assert.equal(parsed.length, lines + story.derived.length);
  assert.ok(parsed.some(({ list }) => list === 'reported'));
});

test('an address that names no home is a clear error', async () => {
  const at = (address: string) =>
    t.get(`/v1/homes?address=${encodeURIComponent(address)}`, account.api_key);
  for (const address of [
    '',
    'Oak St, Austin, TX 78704',
    '12 Oak St, Austin, TX',
    'x'.repeat(201),
  ]) {
    expectApiError(await at(address), 'unsupported_or_invalid_query', 'address');
  }
  expectApiError(await at('12 Oak St, Austin, TX 78704'), 'home_not_found');
  expectApiError(
    await t.get('/v1/homes', account.api_key),
    'unsupported_or_invalid_query',
    'address',
  );
});
