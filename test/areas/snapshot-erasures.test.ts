/** Snapshots and erasures of homes at the same time: two transactions of a server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eraseHome } from '#service/homes/corrections.js';
import { createSnapshot, removeSnapshot, snapshotContent } from '#service/snapshots/manage.js';
import { afterStatement } from '../support/after-statement.js';
import { rowsOf } from '../support/homes.js';
import { sharedApp } from '../support/open-test-app.js';

const OPERATOR = 'ada';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });

/** Begins `other` after a statement of `work`: did it wait while that transaction was open? */
async function meeting<T>(
  word: string,
  work: (app: typeof t.app) => Promise<unknown>,
  other: () => Promise<T>,
): Promise<{ met: T; waited: boolean }> {
  let hasEnded = false;
  let waited = false;
  let met: Promise<T> | undefined;
  const db = afterStatement(t.app.db, async (statement) => {
    if (met !== undefined || !statement.includes(word)) return;
    met = other().finally(() => {
      hasEnded = true;
    });
    await Promise.race([met, delay(300)]);
    waited = !hasEnded;
  });
  await work({ ...t.app, db });
  assert.ok(met, word);
  return { met: await met, waited };
}

test('a snapshot and an erasure that meet follow each other, and the home is in no snapshot', async (c) => {
  if (t.app.embedded) {
    c.skip('two transactions at once need PostgreSQL: set ROWHOUSE_TEST_DATABASE_URL');
    return;
  }
  const { api_key, account_id } = await t.account();
  const [one, other] = (await rowsOf(t, api_key)).map(({ extras: { home_id } }) => ({ home_id }));
  assert.ok(one && other);
  const { body } = await t.settled('/v1/portal_a/listings?zip=78704', api_key);
  const { request_id } = JSON.parse(body) as { request_id: string };
  t.clock.advance(1_000);
  const snapshot = (app = t.app) => createSnapshot(app, account_id, { request_id });
  const content = (id: string) => snapshotContent(t.app, account_id, id);

  const first = await meeting('from audit_log', snapshot, () => eraseHome(t.app, one, OPERATOR));
  assert.ok(first.waited, 'the erasure waits for the snapshot');
  const { snapshot_id } = await snapshot();
  assert.ok(!(await content(snapshot_id)).includes(one.home_id));

  await removeSnapshot(t.app, account_id, snapshot_id);
  const erase = (app: typeof t.app) => eraseHome(app, other, OPERATOR);
  const { met, waited } = await meeting('delete from snapshot_rows', erase, snapshot);
  assert.ok(waited, 'the snapshot waits for the erasure');
  assert.ok(!(await content(met.snapshot_id)).includes(other.home_id));
});
