/** What runs cost: ceilings, empty accounts, grants, shared collections and concurrent runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { EventBody } from '#contract/operations/events.js';
import type { WatchBody, WatchRunsBody } from '#contract/operations/watches.js';
import { planPeriod } from '#domain/credits.js';
import { grant } from '#service/accounts/manage.js';
import { resumeWatches } from '#service/watches/resume-watches.js';
import { runNext } from '#service/watches/run-watches.js';
import { listFunded } from '#store/watches.js';
import { openTestApp, sharedApp, type TestApp } from '../support/open-test-app.js';
import { eventsAfter, runDue, runOnce, send, watch } from '../support/watching.js';
import { requestsTo } from '../support/whole-search.js';

const AUSTIN = { bbox: '-97.95,30.1,-97.6,30.4' };
const SMALL_PAGES = { PAGE_ROWS: 20, READ_AHEAD: 0 };
const app = sharedApp({ limits: SMALL_PAGES });

const show = async (key: string, id: string) =>
  (await send(app, key, 'GET', `/v1/watches/${id}`)).json<WatchBody>();
const types = (events: readonly EventBody[]) => events.map(({ type }) => type);
const spent = async (key: string) =>
  (await app.get('/v1/account', key)).json<{ balance: { extra: number; reserved: number } }>()
    .balance;

test('a run that would cost more than it may ends as partial and pauses the watch', async () => {
  const { api_key } = await app.account({ extra_credits: 50 });
  const { watch_id } = await watch(app, api_key, { query: AUSTIN, max_credits_per_run: 2 });
  const run = await runOnce(app, api_key, watch_id);
  assert.deepEqual([run.state, run.pages, run.credits], ['partial', 2, 2]);
  assert.match(String(run.reason), /2 credits \(max_credits_per_run\)/);
  const paused = await show(api_key, watch_id);
  assert.deepEqual([paused.state, paused.pause_reason], ['paused', 'max_credits_per_run']);
  assert.deepEqual((await app.get(`/v1/watches/${watch_id}/rows`, api_key)).json().rows, []);
  assert.deepEqual(types(await eventsAfter(app, api_key)), ['watch.partial', 'watch.paused']);
  assert.deepEqual(await spent(api_key), { plan: 0, extra: 48, reserved: 0, available: 48 });
  const more = await send(app, api_key, 'PATCH', `/v1/watches/${watch_id}`, {
    state: 'active',
    max_credits_per_run: null,
  });
  assert.equal(more.json<WatchBody>().state, 'active');
  await runDue(app);
  assert.equal((await show(api_key, watch_id)).last_run?.state, 'complete');
});

test('an account without credits pauses its watches, and a grant lets them run again', async () => {
  const { account_id, api_key } = await app.account({ extra_credits: 1 });
  const { watch_id } = await watch(app, api_key, { query: AUSTIN });
  await runDue(app);
  const paused = await show(api_key, watch_id);
  assert.deepEqual([paused.pause_reason, paused.next_run_at], ['quota_exceeded', null]);
  assert.deepEqual(await spent(api_key), { plan: 0, extra: 0, reserved: 0, available: 0 });
  assert.equal(await resumeWatches(app.app), 0);
  await grant(app.app, { account_id, amount: 100, kind: 'extra' });
  assert.equal(await resumeWatches(app.app), 1);
  assert.equal(await resumeWatches(app.app), 0);
  await runDue(app);
  assert.equal((await show(api_key, watch_id)).last_run?.state, 'complete');
  const logged = types(await eventsAfter(app, api_key));
  assert.deepEqual(logged, ['watch.partial', 'watch.paused', 'watch.resumed', 'watch.started']);
});

test('watches of accounts without credits, however many, hold up no account that got some', async () => {
  const poor = await app.account({ extra_credits: 0 });
  const { watch_id: copied } = await watch(app, poor.api_key);
  await runDue(app);
  await app.app.db.rows(
    `insert into watches select (jsonb_populate_record(w, jsonb_build_object('watch_id', gen_random_uuid()))).*
     from watches w cross join generate_series(1, 500) where watch_id = $1`,
    [copied],
  );
  const { account_id, api_key } = await app.account({ extra_credits: 0 });
  const { watch_id } = await watch(app, api_key);
  await runDue(app);
  assert.equal((await show(api_key, watch_id)).pause_reason, 'quota_exceeded');
  await grant(app.app, { account_id, amount: 1, kind: 'extra' });
  assert.equal(await resumeWatches(app.app), 1);
  assert.equal((await show(api_key, watch_id)).state, 'active');
  await runDue(app);
  await send(app, api_key, 'DELETE', `/v1/watches/${watch_id}`);
  await app.app.db.rows('delete from watches where account_id = $1 and watch_id <> $2', [
    poor.account_id,
    copied,
  ]);
});

test('watches of each account that has credits are resumed in turn', async () => {
  const [busy, other] = [await app.account({ extra_credits: 0 }), await app.account()];
  const ids: string[] = [];
  for (const { api_key } of [busy, busy, busy, other]) {
    ids.push((await watch(app, api_key)).watch_id);
    app.clock.advance(1_000);
  }
  await app.app.db.rows(
    `update watches set state = 'paused', pause_reason = 'quota_exceeded', next_run_at = null
     where watch_id = any($1::uuid[])`,
    [ids],
  );
  await grant(app.app, { account_id: busy.account_id, amount: 1, kind: 'extra' });
  const period = planPeriod(app.clock.nowMs());
  const [first, second] = await listFunded(app.app.db, period, 2);
  assert.deepEqual([first?.watch_id, second?.watch_id], [ids[0], ids[3]]);
  await app.app.db.rows('delete from watches where watch_id = any($1::uuid[])', [ids]);
});

test('a call for a run that is repeated with its Idempotency-Key gets that run, even after its end', async () => {
  const { api_key } = await app.account({ extra_credits: 50 });
  const { watch_id } = await watch(app, api_key, { query: { zip: '78701' } });
  const other = await watch(app, api_key, { query: { zip: '78701' } });
  await runDue(app);
  const begin = async (key: string | null, id = watch_id) => {
    const answer = await app.server.inject({
      method: 'POST',
      url: `/v1/watches/${id}/run`,
      headers: {
        authorization: `Bearer ${api_key}`,
        ...(key !== null && { 'idempotency-key': key }),
      },
    });
    const { run_id, state } = answer.json<{ run_id: string; state: string }>();
    return [answer.statusCode, answer.headers['idempotent-replayed'] ?? null, run_id, state];
  };
  const [status, replayed, run] = await begin('first');
  assert.deepEqual([status, replayed], [202, null]);
  // Whoever asks meanwhile gets the same run: under another key, or without one.
  assert.deepEqual(await begin('second'), [202, null, run, 'running']);
  assert.deepEqual(await begin(null), [202, null, run, 'running']);
  assert.deepEqual(await begin('first'), [200, 'true', run, 'running']);
  await runDue(app);
  const paid = await spent(api_key);
  for (const key of ['first', 'second'])
    assert.deepEqual(await begin(key), [200, 'true', run, 'complete']);
  const [, , otherRun] = await begin('first', other.watch_id);
  assert.notEqual(otherRun, run, 'each watch has its own keys');
  await runDue(app);
  const [again, , next] = await begin('third');
  assert.ok(again === 202 && next !== run);
  await runDue(app);
  const listed = await send(app, api_key, 'GET', `/v1/watches/${watch_id}/runs`);
  const [third, first] = listed.json<WatchRunsBody>().runs;
  assert.deepEqual([third?.run_id, first?.run_id], [next, run]);
  const both = 2 * (third?.credits ?? 0);
  assert.equal((await spent(api_key)).extra, paid.extra - both, 'two more runs, no third');
  // Of the calls for one run the newest twenty keys stay.
  const [, , last] = await begin('key-0');
  for (let n = 1; n <= 20; n += 1) await begin(`key-${n}`);
  await runDue(app);
  assert.deepEqual(await begin('key-1'), [200, 'true', last, 'complete']);
  assert.equal((await begin('key-0'))[0], 202);
  await runDue(app);
});

test('a watch that its caller pauses stays paused when the account gets credits', async () => {
  const { account_id, api_key } = await app.account({ extra_credits: 1 });
  const pause = (id: string) =>
    send(app, api_key, 'PATCH', `/v1/watches/${id}`, { state: 'paused' });
  // One is paused by its caller after its account ran out, the other runs out after that.
  const first = await watch(app, api_key, { query: AUSTIN });
  await runDue(app);
  assert.equal((await show(api_key, first.watch_id)).pause_reason, 'quota_exceeded');
  await pause(first.watch_id);
  const second = await watch(app, api_key);
  await pause(second.watch_id);
  const run = await runOnce(app, api_key, second.watch_id);
  assert.deepEqual([run.state, run.credits], ['failed', 0]);
  await grant(app.app, { account_id, amount: 100, kind: 'extra' });
  assert.equal(await resumeWatches(app.app), 0);
  for (const { watch_id } of [first, second]) {
    const { state, pause_reason, next_run_at } = await show(api_key, watch_id);
    assert.deepEqual([state, pause_reason, next_run_at], ['paused', 'by_caller', null]);
  }
  const logged = types(await eventsAfter(app, api_key));
  assert.deepEqual(logged, ['watch.partial', 'watch.paused']);
});

test('watches of many accounts for one search cost the source one collection, and each account its pages', async () => {
  const query = { bbox: '-97.93,30.11,-97.61,30.39' };
  const accounts = await Promise.all([1, 2, 3].map(() => app.account({ extra_credits: 20 })));
  const ids: string[] = [];
  for (const { api_key } of accounts) ids.push((await watch(app, api_key, { query })).watch_id);
  const began = await requestsTo(app, 'portal_a');
  await runDue(app);
  const cost = (await requestsTo(app, 'portal_a')) - began;
  const runs = await Promise.all(
    accounts.map(async ({ api_key }, at) => (await show(api_key, ids[at] ?? '')).last_run),
  );
  const [first] = runs;
  assert.ok(first !== null && first !== undefined && first.credits > 1);
  for (const run of runs) assert.deepEqual([run?.state, run?.credits], ['complete', first.credits]);
  for (const { api_key } of accounts) {
    assert.equal((await spent(api_key)).extra, 20 - first.credits);
  }
  const alone = await app.account({ extra_credits: 20 });
  app.clock.advance(3_600_000);
  const before = await requestsTo(app, 'portal_a');
  await runOnce(app, alone.api_key, (await watch(app, alone.api_key, { query })).watch_id);
  assert.equal(cost, (await requestsTo(app, 'portal_a')) - before);
});

/** WATCHES_DUE sets how many watches of ten accounts are due at once. */
const DUE = Number(process.env.WATCHES_DUE ?? 100);
const ACCOUNTS = 10;
const RUNNERS = 4;

/** Ten accounts with one search each, then copies of each watch up to DUE, all of them due. */
async function manyDue(t: TestApp): Promise<readonly string[]> {
  const accounts: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const { account_id, api_key } = await t.account({ extra_credits: 10 * DUE });
    accounts.push(account_id);
    await watch(t, api_key, { query: { zip: '78701', max_price: 9_000_000 + n } });
  }
  await runDue(t);
  await t.app.db.rows(
    `insert into watches (watch_id, account_id, key_id, name, route, query, schedule, events, fields,
       min_price_change, runs_until_removed, state, created_at, next_run_at, body_hash)
     select gen_random_uuid(), account_id, key_id, name, route, query, schedule, events, fields,
       0, 2, 'active', created_at, $2, body_hash
     from watches, generate_series(1, $3) where account_id = any($1::uuid[])`,
    [accounts, new Date(t.clock.nowMs() + DAY_MS), DUE / ACCOUNTS],
  );
  t.clock.advance(DAY_MS * 1.5);
  return accounts;
}

test(`${DUE} watches that are due at once run once each, within the queue's bounds`, async (c) => {
  const t = await openTestApp({ limits: SMALL_PAGES });
  c.after(() => t.close());
  const accounts = await manyDue(t);
  const before = await requestsTo(t, 'portal_a');
  const never = new AbortController().signal;
  let deepest = 0;
  const runner = async () => {
    let runs = 0;
    while (await runNext(t.app, never)) {
      runs += 1;
      const [queue] = await t.app.db.rows<{ n: number }>(
        `select count(*) as n from collections where state in ('queued', 'running')`,
      );
      deepest = Math.max(deepest, queue?.n ?? 0);
    }
    return runs;
  };
  const beganMs = performance.now();
  const runs = await Promise.all(Array.from({ length: RUNNERS }, runner));
  const took = (performance.now() - beganMs) / 1000;
  // The watches that were copied are due as well.
  const expected = DUE + ACCOUNTS;
  assert.equal(
    runs.reduce((sum, n) => sum + n, 0),
    expected,
  );
  const [count] = await t.app.db.rows<Record<'runs' | 'watches' | 'whole' | 'credits', number>>(
    `select count(*) as runs, count(distinct watch_id) as watches,
       count(*) filter (where state = 'complete') as whole, sum(credits)::int as credits
     from watch_runs where account_id = any($1::uuid[])`,
    [accounts],
  );
  const all = expected + ACCOUNTS;
  assert.deepEqual(count, { runs: all, watches: expected, whole: all, credits: all * 2 });
  const asked = (await requestsTo(t, 'portal_a')) - before;
  assert.ok(asked <= 4 * ACCOUNTS, `${asked} requests: each search is read once`);
  assert.ok(deepest <= RUNNERS, `${deepest} collections at once`);
  c.diagnostic(`${(expected / took).toFixed(0)} runs/s, ${asked} requests, queue ${deepest}`);
});

test('a run abandoned by its process resumes elsewhere at its page, and is charged once', async () => {
  const { api_key } = await app.account({ extra_credits: 50 });
  const { watch_id } = await watch(app, api_key, {
    query: { bbox: '-97.94,30.12,-97.62,30.38' },
  });
  const stop = new AbortController();
  const off = app.app.notifications.on('settled', () => stop.abort());
  await runNext(app.app, stop.signal);
  off();
  const left = (await show(api_key, watch_id)).last_run;
  assert.equal(left?.state, 'running');
  await runDue(app);
  const { last_run } = await show(api_key, watch_id);
  assert.equal(last_run?.run_id, left.run_id);
  assert.equal(last_run.state, 'complete');
  assert.equal((await spent(api_key)).extra, 50 - last_run.pages);
});

test('a run uses no page that is older than half its interval, however long pages are fresh', async () => {
  const { api_key } = await app.account({ extra_credits: 50 });
  const query = { bbox: '-97.91,30.13,-97.63,30.37' };
  const { watch_id } = await watch(app, api_key, { query, interval_s: 900 });
  await runDue(app);
  const asked = async (laterS: number) => {
    app.clock.advance(laterS * 1000);
    const began = await requestsTo(app, 'portal_a');
    const run = await runOnce(app, api_key, watch_id);
    assert.equal(run.state, 'complete');
    return (await requestsTo(app, 'portal_a')) - began;
  };
  assert.equal(await asked(400), 0, 'from the cache');
  assert.notEqual(await asked(500), 0, 'and then read');
});
