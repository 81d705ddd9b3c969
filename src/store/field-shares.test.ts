import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedStore } from '../../test/support/open-test-store.js';
import { addFieldShares, listFieldShares } from './field-shares.js';

const store = sharedStore();

test('rows add up, and above the bound older ones count half', async () => {
  const beds = (rows: number, filled: number) => ({ name: 'portal_a listings beds', rows, filled });
  await addFieldShares(store.pool, [beds(100, 90)], 200);
  await addFieldShares(store.pool, [beds(60, 10), { name: 'other', rows: 1, filled: 0 }], 200);
  assert.deepEqual(
    (await listFieldShares(store.pool)).find(({ name }) => name !== 'other'),
    beds(160, 100),
  );
  await addFieldShares(store.pool, [beds(50, 0)], 200);
  assert.deepEqual(
    (await listFieldShares(store.pool)).find(({ name }) => name !== 'other'),
    beds(105, 50),
  );
});
