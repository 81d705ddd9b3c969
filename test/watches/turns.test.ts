/** Concurrent runs of several accounts: a long one yields; nothing is lost or charged twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WatchBody } from '#contract/operations/watches.js';
import { runNext } from '#service/watches/run-watches.js';
import { openTestApp } from '../support/open-test-app.js';
import { eventsAfter, runDue, send, watch } from '../support/watching.js';
import { wholeSearch } from '../support/whole-search.js';

const CREDITS = 1_000;

test('a long run gives way to another account, resumes where it stopped and is charged once', async (t) => {
  const app = await openTestApp({ limits: { PAGE_ROWS: 5, READ_AHEAD: 0 } });
  t.after(() => app.close());
  const [heavy, light] = [
    await app.account({ extra_credits: CREDITS }),
    await app.account({ extra_credits: CREDITS }),
  ];
  const query = { bbox: '-97.95,30.1,-97.6,30.4' };
  const { watch_id } = await watch(app, heavy.api_key, { query });
  const small = await watch(app, light.api_key, { query: { zip: '78701' } });
  const lastRun = async (key: string, id: string) =>
    (await send(app, key, 'GET', `/v1/watches/${id}`)).json<WatchBody>().last_run;
  const signal = new AbortController().signal;
  await runNext(app.app, signal);
  const left = await lastRun(heavy.api_key, watch_id);
  assert.deepEqual([left?.state, left?.pages], ['running', 10]);
  await runNext(app.app, signal, { after: heavy.account_id });
  assert.notEqual(await lastRun(light.api_key, small.watch_id), null, 'the other one has its turn');
  await runDue(app);
  const run = await lastRun(heavy.api_key, watch_id);
  assert.equal(run?.run_id, left?.run_id);
  assert.equal(run?.state, 'complete');
  assert.ok(run.pages > 10, `${run.pages} pages`);
  const { ids } = await wholeSearch(app, 'portal_a', `bbox=${query.bbox}`);
  const rows = await app.app.db.rows<{ source_id: string }>(
    'select source_id from watch_rows where run_id = $1 order by source_id collate "C"',
    [run.run_id],
  );
  assert.deepEqual(
    rows.map(({ source_id }) => source_id),
    [...new Set(ids)].sort(),
    'no row is lost',
  );
  const { extra } = (await app.get('/v1/account', heavy.api_key)).json<{
    balance: { extra: number };
  }>().balance;
  assert.deepEqual([run.credits, CREDITS - extra], [run.pages, run.pages]);
  const types = (await eventsAfter(app, heavy.api_key)).map(({ type }) => type);
  assert.deepEqual(types, ['watch.started']);
});
