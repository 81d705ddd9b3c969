import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedStore } from '../../test/support/open-test-store.js';
import { createRows, dropRows, indexRows } from './dataset-rows.js';

const store = sharedStore();

/** The statement timeout in the next session of the pool. */
const timeout = async (): Promise<string> =>
  (await store.pool.rows<{ statement_timeout: string }>('show statement_timeout'))[0]
    ?.statement_timeout ?? '';

/** How often indexRows calls `before`; the last is for the vacuum. */
const STEPS = 9;

test('after a vacuum that failed, statements are bounded as before', async () => {
  const before = await timeout();
  // The embedded engine has no time limit.
  if (!store.embedded) assert.notEqual(before, '0');
  await createRows(store.pool, 1);
  let steps = 0;
  const dropAtLast = async () => {
    steps += 1;
    if (steps === STEPS) await dropRows(store.pool, 1);
  };
  await assert.rejects(indexRows(store.pool, 1, dropAtLast), /does not exist/);
  assert.equal(steps, STEPS);
  assert.equal(await timeout(), before);
});
