import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { deleteOld } from './delete-some.js';
import { countImported, deleteImported, replaceImportedPlaces } from './imported-places.js';
import { findSourcePlace, keepPlaceAudit, keepSourcePlace } from './source-places.js';

const store = sharedStore();

const BOX = { w: -97_800_000, s: 30_200_000, e: -97_700_000, n: 30_300_000 };
const zip = (name: string) => ({ form: 'zip', name }) as const;
const placeOf = (name: string, token: string) => ({ ...zip(name), token, label: name, box: BOX });
const replace = (...places: ReturnType<typeof placeOf>[]) =>
  replaceImportedPlaces(store.pool, 'portal_a', places, AT);
const find = (name: string) => findSourcePlace(store.pool, 'portal_a', zip(name));
const wrong = { status: 'wrong', token: null, label: null, box: null, checked_at: AT } as const;
const counted = async () =>
  (await countImported(store.pool, 'portal_a')).map(({ form, status, places }) => [
    form,
    status,
    places,
  ]);

test('an import takes the place of the one before, and of what was looked up', async () => {
  await keepSourcePlace(store.pool, 'portal_a', zip('78704'), wrong);
  await keepSourcePlace(store.pool, 'portal_a', zip('60614'), wrong);
  await replace(placeOf('78704', '1/7'), { ...placeOf('78701', '2/7'), box: null as never });
  const found = await find('78704');
  assert.deepEqual([found?.status, found?.token, found?.imported], ['good', '1/7', true]);
  assert.deepEqual(found?.box, BOX);
  assert.equal((await find('78701'))?.box, null);
  await replace(placeOf('78702', '3/7'));
  assert.equal(await find('78704'), undefined);
  assert.equal((await find('60614'))?.status, 'wrong', 'what was looked up stays');
  assert.deepEqual(await counted(), [['zip', 'good', 1]]);
});

test('an imported place that is dropped counts as such; one that is looked up after it is imported no more', async () => {
  await replace(placeOf('78701', '1/7'), placeOf('78702', '2/7'), placeOf('78703', '3/7'));
  await keepSourcePlace(store.pool, 'portal_a', zip('78701'), wrong);
  await keepPlaceAudit(store.pool, 'portal_a', zip('78702'), { homes: 9, outside: 1 }, AT);
  assert.deepEqual(await counted(), [
    ['zip', 'good', 1],
    ['zip', 'leaks', 1],
    ['zip', 'wrong', 1],
  ]);
  const good = { ...wrong, status: 'good', token: '9/7', label: '78701' } as const;
  await keepSourcePlace(store.pool, 'portal_a', zip('78701'), good);
  assert.equal((await find('78701'))?.imported, false);
});

test('imported places outlive the others, and are removed together', async () => {
  await replace(placeOf('78701', '1/7'), placeOf('78702', '2/7'));
  await keepSourcePlace(store.pool, 'portal_a', zip('10001'), wrong);
  await deleteOld(store.pool, 'source_places', new Date(AT.getTime() + 1), 100);
  assert.equal(await find('10001'), undefined);
  assert.equal(await deleteImported(store.pool, 'portal_b'), 0);
  assert.equal(await deleteImported(store.pool, 'portal_a'), 2);
  assert.deepEqual(await counted(), []);
});

test('a table that cannot be stored leaves the one before', async () => {
  await replace(placeOf('78701', '1/7'));
  await assert.rejects(
    replace(placeOf('78702', '2/7'), { ...placeOf('78703', '3/7'), token: null as never }),
  );
  assert.deepEqual([(await find('78701'))?.token, await find('78702')], ['1/7', undefined]);
});
