import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geography } from '../support/geography.js';
import { checkWorld } from './check-world.js';
import type { Route } from './draft.js';
import { hasRecordings, recordedWorlds } from './recordings.js';
import { archetypesOf, checkWorlds, nameOf, ROUTES, worldsOf } from './run-worlds.js';
import type { Wanted } from './world.js';

const geo = geography();
/**
 * One seed is every archetype twice: alone and with others. Here each is once; `npm run honest` has
 * both.
 */
const SEED = 1;
const isTaken = (route: Route, { archetype = '', alone }: Omit<Wanted, 'geo'>): boolean =>
  archetypesOf(route).indexOf(archetype) % 2 === (alone ? 0 : 1);

for (const route of ROUTES) {
  test(`every honest world of ${nameOf(route)} comes back whole`, async () => {
    const alarms: string[] = [];
    const worlds = worldsOf(route, [SEED]).filter((wanted) => isTaken(route, wanted));
    for await (const one of checkWorlds(geo, worlds)) {
      const { ending, archetype, archetypes, rows, detail } = one;
      if (ending === 'whole') continue;
      alarms.push(`${archetype} (${archetypes.join(' + ')}, ${rows} rows) ${ending}: ${detail}`);
    }
    assert.deepEqual(alarms, [], `see npm run honest -- --source ${route.source}`);
  });
}

const skip = hasRecordings()
  ? false
  : 'the recorded samples are not here: set ROWHOUSE_TEST_SAMPLES';
test('recorded answers come back whole', { skip }, async () => {
  const histories = new Map();
  const alarms: string[] = [];
  for (const world of recordedWorlds(geo)) {
    const { ending, detail } = await checkWorld(world, histories);
    if (ending !== 'whole') alarms.push(`${world.archetypes.join()} ${ending}: ${detail}`);
  }
  assert.deepEqual(alarms, []);
});
