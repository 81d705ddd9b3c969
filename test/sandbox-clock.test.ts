/** The sandbox's homes at several settings of its clock, as a caller of the service sees them. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { Kind } from '#contract/values.js';
import type { PortalName } from '#sandbox/index.js';
import { sharedApp } from './support/open-test-app.js';

const AUSTIN = { west: -98, south: 30, east: -97.5, north: 30.5 };
const NEW_YORK = { west: -74.2, south: 40.5, east: -73.7, north: 41 };

const t = sharedApp({
  sandbox: {
    places: [
      { zip: '78704', homes: 150 },
      { zip: '10025', homes: 100 },
    ],
    hidden: 0,
  },
  // A box that was learned from a day's rows may not hold the homes that are listed on the next.
  places: true,
  limits: { CIRCUIT_FAILURES: 1_000 },
});
afterEach(() => t.sandbox.clock.reset());

interface Money {
  readonly amount: number;
}
interface SeenRow {
  readonly source_id: string;
  readonly status: string;
  readonly list_price: Money | null;
  readonly rent_monthly: Money | null;
  readonly list_date: string | null;
}

/** All rows of a ZIP, read from the source again. */
async function readZip(source: string, kind: string, zip: string): Promise<SeenRow[]> {
  const { api_key } = await t.account();
  const rows: SeenRow[] = [];
  let cursor = '';
  do {
    const path = `/v1/${source}/${kind}?zip=${zip}${cursor}`;
    const answer = await t.settled(path, api_key, { 'cache-control': 'no-cache' });
    const { result, status } = answer.json();
    assert.equal(status, 'complete', answer.body);
    assert.equal(result.completeness, 'complete');
    rows.push(...result.data);
    cursor = result.next_cursor === null ? '' : `&cursor=${result.next_cursor}`;
  } while (cursor !== '');
  return rows;
}

/** Ids, states and prices of rows, as the ground truth has them. */
const stateOf = (rows: readonly SeenRow[]) =>
  rows
    .map(({ source_id: id, status, list_price, rent_monthly }) => ({
      id,
      status,
      price: (rent_monthly ?? list_price)?.amount ?? null,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

const truthOf = async (source: PortalName, kind: Kind, atMs: number, soldWithinDays = 90) => {
  const box = source === 'nyc_portal' ? NEW_YORK : AUSTIN;
  const question = { ...box, kind, soldWithinDays, pending: false, atMs };
  const rows = await t.sandbox.truth(source, question);
  return rows.map(({ id, status, price }) => ({ id, status, price }));
};

/** One ZIP of each area has homes, so its homes are those of the area. */
const ROUTES = [
  ['portal_a', 'listings', '78704'],
  ['portal_a', 'rentals', '78704'],
  ['mls', 'listings', '78704'],
  ['mls', 'rentals', '78704'],
  ['nyc_portal', 'listings', '10025'],
  ['nyc_portal', 'rentals', '10025'],
] as const;

for (const [source, kind, zip] of ROUTES) {
  test(`${source} ${kind}: a ZIP that is read on a day and on later ones has exactly their homes`, async () => {
    const start = t.clock.nowMs() - 10 * DAY_MS;
    const seen: object[][] = [];
    for (const days of [0, 1, 2, 9]) {
      const atMs = start + days * DAY_MS;
      t.sandbox.clock.set({ atMs });
      const rows = stateOf(await readZip(source, kind, zip));
      assert.ok(rows.length > 10, `${rows.length} homes`);
      assert.deepEqual(rows, await truthOf(source, kind, atMs));
      seen.push(rows);
    }
    assert.notDeepEqual(seen[0], seen.at(-1), 'homes came, changed and left');
  });
}

test('sales of data that is behind are read, and none lies beyond what the service asks for', async () => {
  const atMs = t.clock.nowMs() - 10 * DAY_MS;
  t.sandbox.clock.set({ atMs });
  for (const source of ['portal_a', 'portal_b', 'mls'] as const) {
    const ids = new Set((await readZip(source, 'sold', '78704')).map((row) => row.source_id));
    const soldIn = async (days: number) =>
      (await truthOf(source, 'sold', atMs, days)).map(({ id }) => id);
    const [certain, possible] = [await soldIn(79), new Set(await soldIn(90))];
    assert.ok(ids.size > 50, `${source}: ${ids.size} sales`);
    assert.deepEqual(
      [...ids].filter((id) => !possible.has(id)),
      [],
    );
    assert.deepEqual(
      certain.filter((id) => !ids.has(id)),
      [],
    );
  }
});

test('a listing keeps its date at portal_a, which prints ages, whatever moment is set', async () => {
  const start = t.clock.nowMs() - 10 * DAY_MS;
  const dates = new Map<string, string>();
  let compared = 0;
  for (const days of [0, 1, 2]) {
    t.sandbox.clock.set({ atMs: start + days * DAY_MS });
    for (const { source_id, list_date } of await readZip('portal_a', 'listings', '78704')) {
      if (list_date === null) continue;
      const known = dates.get(source_id);
      assert.ok(Date.parse(list_date) <= t.sandbox.clock.nowMs());
      assert.equal(list_date, known ?? list_date);
      if (known !== undefined) compared += 1;
      dates.set(source_id, list_date);
    }
  }
  assert.ok(compared > 50, `${compared} compared`);
});

test('data ahead of the service has dates of the future, which fail as a changed format', async () => {
  const { api_key } = await t.account();
  const read = async () => {
    const path = '/v1/mls/listings?zip=78704';
    return (await t.settled(path, api_key, { 'cache-control': 'no-cache' })).json();
  };
  t.sandbox.clock.set({ atMs: t.clock.nowMs() + 40 * DAY_MS });
  const { status, error } = await read();
  assert.equal(status, 'failed');
  assert.match(error.message, /list_date and the calendar/);
  t.sandbox.clock.reset();
  // A failure over content fails its search at once for a while.
  t.clock.advance(t.app.limits.CIRCUIT_OPEN_S * 1000 + 1);
  assert.equal((await read()).status, 'complete');
});
