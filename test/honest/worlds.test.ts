import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_PAGE } from '#domain/position.js';
import { firstAsk, NOW_MS } from '../mutations/world.js';
import { geography } from '../support/geography.js';
import { archetypesOf, nameOf, ROUTES } from './run-worlds.js';
import { makeWorld, type Wanted } from './world.js';

const geo = geography();

async function firstAnswer(wanted: Omit<Wanted, 'geo'>) {
  const made = makeWorld({ ...wanted, geo });
  const { driver, area, answer } = made.world;
  const question = {
    area: firstAsk({ driver, area, geo }),
    filters: made.filters,
    subfilter: {},
    at: FIRST_PAGE,
    nowMs: NOW_MS,
  };
  const { prefix, json } = await answer(driver.request(question));
  return { made, text: prefix + json };
}

for (const route of ROUTES) {
  test(`every archetype of ${nameOf(route)} is the same world for the same seed`, async () => {
    for (const archetype of archetypesOf(route)) {
      const wanted = { route, seed: 3, archetype };
      const [one, other] = [await firstAnswer(wanted), await firstAnswer(wanted)];
      assert.equal(one.text, other.text, archetype);
      assert.deepEqual(one.made.ids, other.made.ids);
      assert.ok(one.made.archetypes.includes(archetype));
      const isEmpty = one.made.archetypes.includes('no rows');
      assert.equal(one.made.ids.size === 0, isEmpty, archetype);
    }
  });

  test(`the portal of ${nameOf(route)} shows the rows of a requested page`, async () => {
    const { made, text } = await firstAnswer({ route, seed: 1, archetype: 'city', alone: true });
    const shown = [...made.ids].filter((id) => text.includes(id.replace(/^.*:/, ''))).length;
    assert.ok(shown >= Math.min(made.ids.size, 20), `${shown} of ${made.ids.size} rows`);
  });
}
