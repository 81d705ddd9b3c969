/** The simulation of edges and a core, where its answer is known by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fleet } from '../../bench/capacity/fleet.js';
import { Popularity, simulate } from '../../bench/capacity/fleet-load.js';
import { chanceFrom } from '../../bench/support/chance.js';

const NOTHING = { service: 0, database: 0 };
const FLEET: Fleet = {
  edges: 3,
  core: true,
  costs: {
    hit: { service: 0.1, database: 0.05 },
    relayed: { service: 10, database: 6 },
    collected: { service: 20, database: 12 },
    answered: { service: 3, database: 2 },
    joined: { service: 4, database: 2 },
    idle: NOTHING,
  },
  sourceMs: 50,
  paceRps: 10_000,
  freshMs: 30_000,
  threads: 1,
  databaseCores: 1,
};
const LOAD = { callsPerS: 60, popularity: new Popularity(150), warmMs: null, seconds: 600 };
const near = (value: number, wanted: number, share: number) =>
  assert.ok(Math.abs(value / wanted - 1) < share, `${value}, not about ${wanted}`);

test('the share of misses is that of random requests for pages with a lifetime', () => {
  const one = simulate({ ...FLEET, edges: 1, core: false }, LOAD, chanceFrom(1));
  const share = LOAD.popularity.missShare(LOAD.callsPerS, FLEET.freshMs);
  // Calls that come while their page is collected wait for it: misses without a request.
  near(1 - one.hits / one.calls, share, 0.06);
  near(one.sourceRequests, share * one.calls, 0.03);
  near(one.calls, LOAD.callsPerS * LOAD.seconds, 0.02);
});

test('caches that began empty become those of a long time', () => {
  const cold = simulate(FLEET, { ...LOAD, warmMs: 600_000 }, chanceFrom(6));
  const settled = simulate(FLEET, LOAD, chanceFrom(7));
  near(settled.hits, cold.hits, 0.02);
  near(settled.sourceRequests, cold.sourceRequests, 0.03);
});

test('a core reads each page once for all edges: as often as one installation', () => {
  const one = simulate({ ...FLEET, edges: 1, core: false }, LOAD, chanceFrom(1));
  const cored = simulate(FLEET, LOAD, chanceFrom(2));
  const apart = simulate({ ...FLEET, core: false }, LOAD, chanceFrom(3));
  near(cored.sourceRequests, one.sourceRequests, 0.03);
  assert.ok(apart.sourceRequests > 1.5 * one.sourceRequests);
  assert.ok(cored.hits < one.hits, 'each edge has pages of its own to miss');
});

test('CPU time is the sum of what calls cost, and the same seed gives the same', () => {
  const apart = { ...FLEET, edges: 1, core: false };
  const said = simulate(apart, LOAD, chanceFrom(4));
  const { hit, collected } = FLEET.costs;
  near(
    said.edgesS[0] ?? 0,
    (said.hits * hit.service + said.sourceRequests * collected.service) / 1000,
    0.03,
  );
  assert.deepEqual(simulate(apart, LOAD, chanceFrom(4)), said);
});

test('a source gets requests at its pace, however many pages are missed', () => {
  const slow = simulate(
    { ...FLEET, paceRps: 2, threads: Infinity, databaseCores: Infinity },
    LOAD,
    chanceFrom(5),
  );
  const fast = simulate(
    { ...FLEET, threads: Infinity, databaseCores: Infinity },
    LOAD,
    chanceFrom(5),
  );
  assert.ok(fast.sourceRequests > 2 * LOAD.seconds, 'the pace would be exceeded');
  // Calls for a page that waits for its turn join its collection.
  near(slow.sourceRequests, 2 * LOAD.seconds + 150, 0.15);
});
