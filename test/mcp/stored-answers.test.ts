/**
 * The tools that answer from what is stored: an area by month, what a home is worth, and what
 * changed since a search was kept. Each is compared with the route of the contract that it reads.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ComparablesBody } from '#contract/operations/comparables.js';
import type { StatisticsBody } from '#contract/operations/statistics.js';
import { homeId, identityOf } from '#domain/home-key.js';
import { noteHomes } from '#store/homes.js';
import { envelopeOf } from '../support/expect.js';
import { fileOf, importInto } from '../support/import-file.js';
import { Agent, ROUTE } from '../support/mcp-agent.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';
import { MAPPING } from '../support/sales.js';

const agent = new Agent();
const { call, search, charged } = agent;
let t: TestApp;
let account: TestAccount;
before(async () => {
  t = await agent.open();
  account = await agent.fresh();
});
after(() => t.close());

const get = async <T>(path: string): Promise<T> => {
  const answer = await t.get(path, account.api_key);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<T>();
};

test('an area by month has the figures of /v1/statistics, and unread months as such', async () => {
  const empty = await call('get_area_history', { zip: '78701', kind: 'listings' });
  assert.match(String(empty.facts.next), /Nothing of this area is stored/);
  await call('search_listings', { route: ROUTE, zip: '78704' });
  const before = await charged();
  const found = await call('get_area_history', { zip: '78704', kind: 'listings', group: 'beds' });
  assert.equal(found.isError, false, found.text);
  const body = await get<StatisticsBody>('/v1/statistics?zip=78704&kind=listings&group=beds');
  const periods = body.series.flatMap((one) => one.periods);
  const cells = periods.flatMap((one) => one.cells);
  const { columns, data } = found.structured as { columns: string[]; data: unknown[][] };
  const column = (name: string) => data.map((line) => line[columns.indexOf(name)]);
  assert.deepEqual(
    column('median_price').filter((value) => value !== null),
    cells.flatMap(({ median_price }) => median_price?.amount ?? []),
  );
  assert.deepEqual(
    column('coverage').filter((value) => value === 'unread').length,
    periods.filter(({ coverage }) => coverage === 'unread').length,
  );
  assert.ok(cells.length > 3 && column('coverage').includes('unread'), found.text);
  assert.deepEqual([found.facts.credits, await charged()], [0, before]);
  const wrong = await call('get_area_history', { zip: '78704', kind: 'listings', from: '2026-13' });
  assert.deepEqual([wrong.isError, wrong.facts.error?.param], [true, 'from']);
});

/** Sales around a house in Denver that a source shows for sale. */
async function importSales(): Promise<void> {
  const lines = Array.from({ length: 40 }, (_one, nth) => {
    const sold = new Date(t.clock.nowMs() - (5 + nth * 7) * 86_400_000).toISOString().slice(0, 10);
    const area = 1_300 + nth * 10;
    const at = `${(39.735 + (nth % 7) / 800).toFixed(5)},${(-104.955 + (nth % 5) / 600).toFixed(5)}`;
    return `${nth},${sold},${area * (240 + (nth % 4) * 5)},3,2,${area},single_family,80206,${at}`;
  });
  const header = 'id,sold,price,beds,baths,sqft,type,zip,lat,lng';
  const { fields, ...rest } = MAPPING;
  const mapping = {
    ...rest,
    fields: { ...fields, baths: 'baths', living_area_sqft: 'sqft', property_type: 'type' },
  };
  const { city: _city, ...own } = mapping.fields;
  const denver = { ...mapping, fields: { ...own, state: { value: 'CO' } } };
  await importInto(t, denver, fileOf('denver.csv', `${header}\n${lines.join('\n')}\n`));
}

/** A home at a source, as a search of its area would store it. */
async function noteHome(state: string, zip: string, lat: number, lng: number): Promise<string> {
  const address = { line1: '12 Walnut St', unit: null, city: 'Denver', state, zip };
  const identity = identityOf(address, null);
  assert.ok(typeof identity !== 'string');
  const seen = {
    ...identity,
    source: t.app.client.origin('portal_a'),
    kind: 'listings',
    source_id: zip,
    feed: null,
    address,
    source_url: 'https://portal-a.example.invalid/1',
    lat,
    lng,
    property_type: 'single_family',
    beds: 3,
    baths: 2,
    living_area_sqft: 1_500,
    year_built: 1950,
    parcel: null,
    status: 'for_sale',
    price_cents: 40_000_000,
    list_date: null,
  };
  await noteHomes(t.app.db, [seen], new Date(t.clock.nowMs()));
  return homeId(seen);
}

test('a home has an estimate with the sales it rests on; a hidden sale price has none', async () => {
  await importSales();
  const hidden = await noteHome('TX', '78704', 30_250_000, -97_760_000);
  const without = await call('estimate_price', { home_id: hidden });
  assert.equal(without.facts.estimate_reason, 'not_disclosed', without.text);
  assert.equal(without.facts.estimate, undefined);
  const id = await noteHome('CO', '80206', 39_737_000, -104_953_000);
  const found = await call('estimate_price', { home_id: id });
  const body = await get<ComparablesBody>(`/v1/homes/${id}/comparables`);
  assert.ok(body.estimate !== null, found.text);
  assert.equal(found.facts.estimate, body.estimate.amount);
  assert.equal(found.rows.length, 1 + body.comparables.length);
  const named = await call('estimate_price', { address: '12 Walnut St, Denver, CO 80206' });
  assert.equal(named.text, found.text);
  for (const sent of [{}, { home_id: 'x' }, { home_id: id, address: '1 Main St' }]) {
    const wrong = await call('estimate_price', sent);
    assert.deepEqual([wrong.isError, wrong.facts.error?.param], [true, 'home_id']);
  }
});

test('a search that is stored twice has one snapshot, and the next one says what changed', async () => {
  const asked = search();
  const first = await call('search_listings', asked);
  const kept = await call('keep_search', { job_id: first.facts.job_id, name: 'Monday' });
  assert.equal(kept.isError, false, kept.text);
  assert.match(String(kept.facts.hash), /^[0-9a-f]{64}$/);
  const again = await call('keep_search', { job_id: first.facts.job_id, name: 'Tuesday' });
  const { name } = await get<{ name: string }>(`/v1/snapshots/${String(kept.facts.snapshot_id)}`);
  assert.equal(name, 'Tuesday');
  assert.equal(again.facts.snapshot_id, kept.facts.snapshot_id);
  t.clock.advance(20 * 86_400_000);
  const later = await call('search_listings', asked);
  assert.notEqual(later.facts.job_id, first.facts.job_id);
  const since = kept.facts.snapshot_id;
  const changed = await call('keep_search', { job_id: later.facts.job_id, since });
  const path = `/v1/snapshots/${String(since)}/difference?to=${String(changed.facts.snapshot_id)}`;
  const { changes, unchanged } = await get<{ changes: object[]; unchanged: number }>(path);
  assert.ok(changes.length > 0 && unchanged > 0, changed.text);
  assert.equal(changed.rows.length, 1 + Math.min(50, changes.length));
  assert.equal((changed.facts.since as { unchanged: number }).unchanged, unchanged);
  const wrong = await call('keep_search', { job_id: later.facts.job_id, since: 'Monday' });
  assert.deepEqual([wrong.isError, wrong.facts.error?.param], [true, 'since']);
  const count = async () => (await get<{ snapshots: object[] }>('/v1/snapshots')).snapshots.length;
  const before = await count();
  const another = await call('search_listings', search());
  const lost = '01a1fdfa-4852-72bf-92d3-755d1f332e86';
  const refused = await call('keep_search', { job_id: another.facts.job_id, since: lost });
  assert.deepEqual([refused.isError, await count()], [true, before], 'nothing is stored');
  const other = await call('keep_search', { job_id: 'Monday' });
  assert.deepEqual([other.isError, other.facts.error?.param], [true, 'job_id']);
  const unknown = await call('keep_search', { job_id: '01a1fdfa-4852-72bf-92d3-755d1f332e86' });
  assert.equal(unknown.isError, true);
});

test('a search that is still running is not stored, and the error names what waits for it', async () => {
  await t.hold();
  const path = '/v1/portal_a/sold?zip=78745&beds_min=3';
  const { request_id } = envelopeOf(await t.get(path, account.api_key));
  const early = await call('keep_search', { job_id: request_id });
  assert.equal(early.facts.error?.code, 'result_not_ready', early.text);
  assert.match(early.text, /get_job/);
  t.release();
  await call('get_job', { job_id: request_id });
  assert.equal((await call('keep_search', { job_id: request_id })).isError, false);
});
