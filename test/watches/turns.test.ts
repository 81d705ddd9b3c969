/** Concurrent runs of several accounts: a long one yields; nothing is lost or charged twice. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WatchBody, WatchRunBody } from '#contract/operations/watches.js';
import { pauseSource } from '#service/operations/pause-source.js';
import { runNext } from '#service/watches/run-watches.js';
import { setPause } from '#store/source-states.js';
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

/** Two watches of an account, of a source that the operator pauses and of another. */
async function withPaused(t: TestContext) {
  const app = await openTestApp();
  t.after(() => app.close());
  const { api_key } = await app.account({ extra_credits: CREDITS });
  await pauseSource(app.app, 'portal_a', 'their site is down', 'op');
  const { watch_id } = await watch(app, api_key);
  const other = await watch(app, api_key, { route: 'portal_b_sold' });
  const lastRun = async (id: string) => {
    const { last_run } = (await send(app, api_key, 'GET', `/v1/watches/${id}`)).json<WatchBody>();
    return last_run ?? assert.fail('it ran');
  };
  /** Moves the clock to the end of the longest wait, and runs what is due. */
  const wait = async () => {
    app.clock.advance(61_000);
    await runDue(app);
  };
  return {
    watch_id,
    app,
    api_key,
    wait,
    waiting: () => lastRun(watch_id),
    other: () => lastRun(other.watch_id),
  };
}

test('a run that waits for its paused source holds up no other, and resumes with it', async (t) => {
  const { app, api_key, wait, waiting, other } = await withPaused(t);
  await runDue(app);
  assert.equal((await waiting()).state, 'running');
  assert.equal((await other()).state, 'complete');
  assert.equal(await runNext(app.app, new AbortController().signal), false, 'its wait is not over');
  await wait();
  await pauseSource(app.app, 'portal_a', null, 'op');
  await runDue(app);
  const { state, pages, credits } = await waiting();
  assert.deepEqual([state, pages, credits], ['complete', 1, 1]);
  assert.deepEqual(
    (await eventsAfter(app, api_key)).map(({ type }) => type),
    ['watch.started', 'watch.started'],
  );
});

test('a call for a run that waits for its source ends the wait', async (t) => {
  const { app, api_key, watch_id, waiting } = await withPaused(t);
  await runDue(app);
  await pauseSource(app.app, 'portal_b', null, 'op');
  assert.equal(await runNext(app.app, new AbortController().signal), false, 'of another source');
  await setPause(app.app.db, 'portal_a', null);
  const { run_id } = await waiting();
  const called = await send(app, api_key, 'POST', `/v1/watches/${watch_id}/run`);
  assert.equal(called.json<WatchRunBody>().run_id, run_id);
  await runDue(app);
  assert.equal((await waiting()).state, 'complete');
});

test('a run whose source stays paused ends after five tries of its page', async (t) => {
  const { app, wait, waiting } = await withPaused(t);
  await runDue(app);
  for (let tries = 1; tries < 5; tries += 1) {
    assert.equal((await waiting()).state, 'running', `${tries} tries`);
    await wait();
  }
  const { state, reason, credits } = await waiting();
  assert.deepEqual([state, credits], ['failed', 0]);
  assert.match(reason ?? '', /their site is down/);
});
