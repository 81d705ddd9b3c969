import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { deleteOld } from './delete-some.js';
import { findExtent, noteExtents } from './place-extents.js';

const store = sharedStore();

const OWNER = { source: 'portal_a', kind: 'listings' };
const ZIP = { form: 'zip', name: '78704' } as const;
const later = (days: number) => new Date(AT.getTime() + days * 86_400_000);
const seen = (
  w: number,
  e: number,
  rows: number,
  coveredAt: Date | null = null,
  own: readonly string[] = [],
) => ({
  ...ZIP,
  box: { w, s: 10, e, n: 20 },
  rows,
  coveredAt,
  own,
});

test('an extent only widens, keeps the most rows of a page and the last covering reading', async () => {
  assert.equal(await findExtent(store.pool, OWNER, ZIP), undefined);
  await noteExtents(store.pool, OWNER, [seen(-50, -40, 30, AT)], AT);
  await noteExtents(store.pool, OWNER, [seen(-45, -35, 12)], later(1));
  assert.deepEqual(await findExtent(store.pool, OWNER, ZIP), {
    ...ZIP,
    box: { w: -50, s: 10, e: -35, n: 20 },
    rows: 30,
    own: [],
    coveredAtMs: AT.getTime(),
  });
  await noteExtents(store.pool, OWNER, [seen(-45, -35, 12, later(9))], later(9));
  assert.equal((await findExtent(store.pool, OWNER, ZIP))?.coveredAtMs, later(9).getTime());
  assert.equal(await findExtent(store.pool, { ...OWNER, kind: 'sold' }, ZIP), undefined);
});

test('the own places of a source add up', async () => {
  const zip = { form: 'zip', name: '99402' } as const;
  const note = (own: readonly string[]) =>
    noteExtents(store.pool, OWNER, [{ ...seen(-50, -40, 3, null, own), ...zip }], AT);
  for (const own of [['Harlem', ''], ['Harlem'], [], ["Hell's Kitchen"]]) await note(own);
  const found = await findExtent(store.pool, OWNER, zip);
  assert.deepEqual([...(found?.own ?? [])].sort(), ['', 'Harlem', "Hell's Kitchen"]);
});

test('nodes that note the same places at once, in any order, both succeed', async () => {
  const names = Array.from({ length: 40 }, (_, nth) => `100${String(nth).padStart(2, '0')}`);
  const batch = (w: number) => names.map((name) => ({ ...seen(w, 0, 1), name }));
  await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      noteExtents(
        store.pool,
        OWNER,
        nth % 2 === 0 ? batch(-nth) : batch(-nth).reverse(),
        later(nth),
      ),
    ),
  );
  for (const name of names) {
    assert.equal((await findExtent(store.pool, OWNER, { form: 'zip', name }))?.box.w, -11);
  }
});

test('an extent whose rows were not seen for long is removed', async () => {
  await noteExtents(store.pool, OWNER, [{ ...seen(1, 2, 3), name: '99501' }], later(100));
  assert.ok((await deleteOld(store.pool, 'place_extents', later(50), 1_000)) >= 1);
  assert.equal(await findExtent(store.pool, OWNER, ZIP), undefined);
  assert.notEqual(await findExtent(store.pool, OWNER, { form: 'zip', name: '99501' }), undefined);
});
