import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { fewZips, handClock, START_MS } from './few-zips.test.js';
import { type Sandbox, startSandbox, type TruthRow } from './index.js';

const WORLD = 'west=-180&south=-90&east=180&north=90';

/** What each portal shows of each kind that it has. */
const KINDS = [
  ['portal_a', 'listings'],
  ['portal_a', 'rentals'],
  ['portal_a', 'sold'],
  ['portal_b', 'sold'],
  ['nyc_portal', 'listings'],
  ['nyc_portal', 'rentals'],
  ['mls', 'listings'],
  ['mls', 'rentals'],
  ['mls', 'sold'],
  ['auction', 'auctions'],
  ['records', 'sold'],
  ['open_data', 'listings'],
  ['open_data', 'sold'],
] as const;

interface Truth {
  readonly at: string;
  readonly count: number;
  readonly ids?: readonly string[];
  readonly rows?: readonly TruthRow[];
}

async function within(run: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const places = ['10001', '77002', '87112'].map((zip) => ({ zip, homes: 400 }));
  const options = { seed: 1, homes: 0, geo: fewZips, clock: handClock(), places };
  const sandbox = await startSandbox({ ...options, latencyMinMs: 0, latencyMaxMs: 0 });
  try {
    await run(sandbox);
  } finally {
    await sandbox.close();
  }
}

async function truth(sandbox: Sandbox, source: string, kind: string, more = ''): Promise<Truth> {
  const path = `/__sandbox/truth?source=${source}&kind=${kind}&${WORLD}&pending=true${more}`;
  const response = await fetch(sandbox.url + path);
  assert.equal(response.status, 200, path);
  return (await response.json()) as Truth;
}

test('rows of the ground truth have the state and the price of each id', async () => {
  const states: Readonly<Record<string, readonly string[]>> = {
    listings: ['for_sale', 'pending'],
    rentals: ['for_rent'],
    sold: ['sold'],
    auctions: ['for_sale'],
  };
  await within(async (sandbox) => {
    for (const [source, kind] of KINDS) {
      const { ids, count } = await truth(sandbox, source, kind);
      const { rows = [] } = await truth(sandbox, source, kind, '&rows=true');
      assert.ok(rows.length > 10, `${source} ${kind}: ${rows.length}`);
      assert.equal(rows.length, count);
      assert.deepEqual(
        rows.map(({ id }) => id),
        ids,
      );
      const seen = [...new Set(rows.map(({ status }) => status))].sort();
      assert.deepEqual(seen, states[kind], source);
      const priced = rows.filter(({ price }) => price !== null && price > 0).length;
      if (kind === 'auctions' || (source === 'open_data' && kind === 'listings')) {
        assert.equal(priced, 0);
        continue;
      }
      assert.ok(priced > rows.length / 10, `${source} ${kind}: ${priced} prices`);
    }
  });
});

test('the ground truth of another moment is that of the data when it is there', async () => {
  await within(async (sandbox) => {
    for (const days of [-30, -1, 40]) {
      const atMs = START_MS + days * DAY_MS;
      const at = new Date(atMs).toISOString();
      for (const [source, kind] of KINDS) {
        const asked = await truth(sandbox, source, kind, `&rows=true&at=${at}`);
        assert.equal(asked.at, at);
        assert.notDeepEqual(asked, await truth(sandbox, source, kind, '&rows=true'));
        sandbox.clock.set({ atMs });
        assert.deepEqual(await truth(sandbox, source, kind, '&rows=true'), asked);
        const question = { kind, west: -180, south: -90, east: 180, north: 90 };
        const also = { soldWithinDays: 90, pending: true };
        assert.deepEqual(await sandbox.truth(source, { ...question, ...also }), asked.rows);
        sandbox.clock.reset();
        assert.deepEqual(await sandbox.truth(source, { ...question, ...also, atMs }), asked.rows);
      }
    }
  });
});

test('a ground truth at an invalid time is rejected', async () => {
  await within(async (sandbox) => {
    for (const at of ['', 'today', '2026-02-30', '1990-01-01']) {
      const path = `/__sandbox/truth?source=mls&kind=listings&${WORLD}&at=${at}`;
      const response = await fetch(sandbox.url + path);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /at is a date or a moment/);
    }
  });
});
