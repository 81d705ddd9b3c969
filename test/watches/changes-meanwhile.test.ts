/** Changes of a watch that meet its run at work: they wait for each other, and neither fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runNext } from '#service/watches/run-watches.js';
import type { Pool } from '#store/db.js';
import { afterStatement } from '../support/after-statement.js';
import { type Answer, openTestApp } from '../support/open-test-app.js';
import { runDue, send, watch } from '../support/watching.js';

const DAYS_MS = 5 * 86_400_000;

test('a change of the search waits for the page that is being stored, and ends the run', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  if (app.app.embedded) {
    t.skip('two transactions at once need PostgreSQL: set ROWHOUSE_TEST_DATABASE_URL');
    return;
  }
  const { api_key } = await app.account();
  const { watch_id } = await watch(app, api_key);
  await runDue(app);
  app.clock.advance(DAYS_MS);
  let change: Promise<Answer> | undefined;
  const isWaiting = async () =>
    (
      await app.app.db.rows(
        `select from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock' and query like '%from watches where%for update'`,
      )
    ).length > 0;
  const { db } = app.app;
  const stopping = afterStatement(db, async (text) => {
    if (change !== undefined || !text.includes('set pages = pages + 1')) return;
    const query = { zip: '78701' };
    change = send(app, api_key, 'PATCH', `/v1/watches/${watch_id}`, { query });
    while (!(await isWaiting())) await app.clock.sleep(10);
  });
  // The end of the run comes after the change: a row that both wait for goes to either.
  const meeting: Pool = {
    ...stopping,
    transaction: async (work, timeoutMs) => {
      await change;
      return stopping.transaction(work, timeoutMs);
    },
  };
  await runNext({ ...app.app, db: meeting }, new AbortController().signal);
  const changed = (await change) ?? assert.fail('the run has stored a page');
  assert.equal(changed.statusCode, 200, changed.body);
  const states = await db.rows<{ state: string }>(
    'select state from watch_runs where watch_id = $1 order by started_at desc',
    [watch_id],
  );
  assert.deepEqual(
    states.map(({ state }) => state),
    ['failed', 'complete'],
  );
});
