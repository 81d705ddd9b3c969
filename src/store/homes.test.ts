import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { SeenHome, SeenReport } from '#domain/home.js';
import { identityOf } from '#domain/home-key.js';
import { sharedStore } from '../../test/support/open-test-store.js';
import { deleteOld } from './delete-some.js';
import {
  deleteOldFeedMembers,
  findFirstPrices,
  findMembers,
  findObservations,
  findReports,
  noteHomes,
  noteReports,
} from './homes.js';

const store = sharedStore();

const STARTED = Date.UTC(2026, 0, 1, 12);
const day = (nth: number): Date => new Date(STARTED + nth * DAY_MS);

function seen(sourceId: string, more: Partial<SeenHome> = {}): SeenHome {
  const identity = identityOf({ line1: `${sourceId} Oak St`, unit: null, zip: '78704' }, null);
  assert.ok(typeof identity !== 'string');
  return {
    ...identity,
    source: 'portal_a',
    kind: 'listings',
    source_id: sourceId,
    feed: null,
    address: { line1: `${sourceId} Oak St`, unit: null, city: 'Austin', state: 'TX', zip: '78704' },
    source_url: 'https://homes.example/1',
    lat: 30_250_000,
    lng: -97_760_000,
    property_type: 'single_family',
    beds: 3,
    baths: 2.5,
    living_area_sqft: 1_800,
    year_built: 1990,
    parcel: null,
    status: 'for_sale',
    price_cents: 50_000_000,
    list_date: '2026-01-01',
    ...more,
  };
}

const note = (nth: number, ...homes: SeenHome[]) => noteHomes(store.pool, homes, day(nth));

async function known(home: SeenHome) {
  const [member] = await findMembers(store.pool, [home.home_id]);
  assert.ok(member !== undefined);
  const observations = await findObservations(store.pool, [member]);
  return {
    member,
    ended: observations.map(({ from_at, to_at, status, price_cents, ended_by }) => [
      (from_at.getTime() - STARTED) / DAY_MS,
      (to_at.getTime() - STARTED) / DAY_MS,
      status,
      price_cents,
      ended_by,
    ]),
  };
}

test('a state continues while nothing changes, and ends with the collection before the next state', async () => {
  const home = seen('101');
  await note(0, home);
  await note(1, home);
  await note(2, { ...home, price_cents: 48_000_000 });
  await note(5, { ...home, price_cents: 48_000_000, status: 'pending' });
  const { member, ended } = await known(home);
  assert.deepEqual(ended, [
    [0, 1, 'for_sale', 50_000_000, 'changed'],
    [2, 2, 'for_sale', 48_000_000, 'changed'],
  ]);
  assert.deepEqual(
    [
      member.status,
      member.price_cents,
      member.state_since,
      member.first_seen_at,
      member.last_seen_at,
    ],
    ['pending', 48_000_000, day(5), day(0), day(5)],
  );
  assert.deepEqual([member.lat, member.baths, member.list_date], [30.25, 2.5, '2026-01-01']);
});

test('an unknown value is unchanged; one day of difference in the list date is ignored', async () => {
  const home = seen('102');
  await note(0, home);
  await note(1, { ...home, price_cents: null, year_built: null, list_date: '2026-01-02' });
  await note(2, { ...home, list_date: null });
  const { member, ended } = await known(home);
  assert.deepEqual(ended, []);
  assert.deepEqual(
    [member.price_cents, member.year_built, member.list_date, member.state_since],
    [50_000_000, 1990, '2026-01-01', day(0)],
  );
});

test('a new listing that shows no price does not take the price of the listing before it', async () => {
  const home = seen('108');
  const later = { ...home, list_date: '2026-03-01' };
  await note(0, home);
  await note(60, { ...later, price_cents: null });
  assert.equal((await known(home)).member.price_cents, null);
  await note(61, { ...later, price_cents: 55_000_000 });
  await note(62, { ...later, price_cents: null });
  const { member, ended } = await known(home);
  assert.deepEqual([member.price_cents, member.state_since], [55_000_000, day(61)]);
  assert.deepEqual(ended, [
    [0, 0, 'for_sale', 50_000_000, 'changed'],
    [60, 60, 'for_sale', null, 'changed'],
  ]);
});

test('a collection older than the stored state changes nothing', async () => {
  const home = seen('103');
  await note(3, home);
  await note(1, { ...home, price_cents: 40_000_000 });
  await note(3, { ...home, price_cents: 40_000_000 });
  const { member, ended } = await known(home);
  assert.deepEqual([member.price_cents, member.first_seen_at, ended], [50_000_000, day(3), []]);
});

test('the first price is that of this listing: a new listing has a new one', async () => {
  const home = seen('104');
  const firsts = async () =>
    (await findFirstPrices(store.pool, 'portal_a', 'listings', ['104'])).map(
      ({ first_price_cents, first_price_at }) => [first_price_cents, first_price_at],
    );
  assert.deepEqual(await firsts(), []);
  await note(0, home);
  await note(1, { ...home, price_cents: 47_000_000 });
  assert.deepEqual(await firsts(), [[50_000_000, day(0)]]);
  await note(90, { ...home, price_cents: 52_000_000, list_date: '2026-03-30' });
  assert.deepEqual(await firsts(), [[52_000_000, day(90)]]);
});

test('homes without a state have none: sold rows, and feeds under a licence', async () => {
  const sold = seen('105', { kind: 'sold', status: null, list_date: null });
  await note(0, sold);
  await note(1, { ...sold, price_cents: 49_000_000 });
  const { member, ended } = await known(sold);
  assert.deepEqual([member.status, member.price_cents, ended], [null, 49_000_000, []]);
});

test('a second sale whose price is undisclosed does not take the price of the first', async () => {
  const sold = seen('109', { kind: 'sold', status: null, list_date: null });
  await note(0, sold);
  await note(400, { ...sold, price_cents: null });
  assert.equal((await known(sold)).member.price_cents, null);
});

test('a report is one however often it is repeated; a list date that moves by a day too', async () => {
  const about = { source: 'portal_a', source_id: '106', price_cents: null, disclosure: null };
  const listed = (date: string): SeenReport => ({ ...about, event: 'listed', date });
  const sold: SeenReport = { ...about, event: 'sold', date: '2026-03-01', disclosure: 'unknown' };
  await noteReports(store.pool, [listed('2026-01-10'), sold, sold], day(0));
  await noteReports(store.pool, [listed('2026-01-11'), { ...sold, price_cents: 5_000 }], day(1));
  await noteReports(store.pool, [listed('2026-06-01'), sold], day(2));
  const reports = await findReports(store.pool, [
    { source: 'portal_a', kind: 'sold', source_id: '106' },
  ]);
  assert.deepEqual(
    reports.map(({ event, date, price_cents }) => [event, date, price_cents]),
    [
      ['listed', '2026-01-10', null],
      ['sold', '2026-03-01', 5_000],
      ['listed', '2026-06-01', null],
    ],
  );
});

test('a sale whose date its source corrects is one sale, on the later of the two collections', async () => {
  const about = { source: 'portal_a', source_id: '107', event: 'sold', disclosure: null } as const;
  const sold = (date: string, dollars: number | null): SeenReport => ({
    ...about,
    date,
    price_cents: dollars === null ? null : dollars * 100,
  });
  const dates = async () => {
    const name = { source: 'portal_a', kind: 'sold', source_id: '107' };
    return (await findReports(store.pool, [name])).map(({ date, price_cents }) => [
      date,
      price_cents,
    ]);
  };
  await noteReports(store.pool, [sold('2025-04-28', 400_000)], day(0));
  await noteReports(store.pool, [sold('2025-05-02', 400_000)], day(1));
  assert.deepEqual(await dates(), [['2025-05-02', 40_000_000]]);
  await noteReports(store.pool, [sold('2025-04-28', 400_000)], day(0));
  assert.deepEqual(await dates(), [['2025-05-02', 40_000_000]], 'an older collection');
  await noteReports(store.pool, [sold('2025-05-06', null)], day(2));
  assert.deepEqual(await dates(), [['2025-05-06', 40_000_000]], 'the price stays known');
  await noteReports(store.pool, [sold('2025-05-20', 450_000)], day(3));
  await noteReports(store.pool, [sold('2025-07-20', 450_000)], day(4));
  assert.deepEqual(
    await dates(),
    [
      ['2025-05-06', 40_000_000],
      ['2025-05-20', 45_000_000],
      ['2025-07-20', 45_000_000],
    ],
    'another price or a later month is another sale',
  );
});

test('two sales of one price that a source shows together stay two, however often it shows them', async () => {
  const name = { source: 'portal_a', kind: 'sold', source_id: '108' };
  const sold = (date: string): SeenReport => ({
    source: 'portal_a',
    source_id: '108',
    event: 'sold',
    date,
    price_cents: 100_000,
    disclosure: null,
  });
  const both = [sold('2025-05-02'), sold('2025-05-09')];
  await noteReports(store.pool, both.slice(0, 1), day(0));
  for (const days of [1, 1, 2]) {
    await noteReports(store.pool, both, day(days));
    const stored = await findReports(store.pool, [name]);
    assert.deepEqual(stored.map(({ date }) => date).toSorted(), ['2025-05-02', '2025-05-09']);
  }
});

test('homes unseen for long are removed, those of licensed feeds after hours', async () => {
  const home = seen('107', { feed: 'mls' });
  await note(200, home);
  await noteHomes(store.pool, [home], new Date(day(200).getTime() + 3_600_000));
  assert.equal(await deleteOldFeedMembers(store.pool, day(200), 10), 0);
  const later = new Date(day(200).getTime() + 2 * 3_600_000);
  assert.equal(await deleteOldFeedMembers(store.pool, later, 10), 1);
  assert.equal(await deleteOld(store.pool, 'home_members', day(1), 10), 0);
  assert.ok((await deleteOld(store.pool, 'home_members', day(400), 100)) > 3);
  assert.ok((await deleteOld(store.pool, 'home_observations', day(400), 100)) > 2);
  assert.ok((await deleteOld(store.pool, 'home_reports', day(400), 100)) > 2);
});

test('the statements that note homes are planned at each call: a plan of the empty table reads all of a full one', async () => {
  await note(0, seen('11'), seen('12'));
  await note(1, seen('11'), seen('12'));
  await findFirstPrices(store.pool, 'portal_a', 'listings', ['11', '12']);
  const kept = await store.pool.rows(
    `select name from pg_prepared_statements where statement like '%home_members%'`,
  );
  assert.deepEqual(kept, []);
});
