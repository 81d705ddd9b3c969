/** What the operator's page reads from the admin listener: shapes, bounds, errors. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type {
  AccountBalancesBody,
  FailuresBody,
  QueueBody,
  RouteDaysBody,
  SourceStateBody,
  SourceStatesBody,
} from '#contract/operator.js';
import { ACCOUNTS_MAX } from '#service/accounts/balances.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { FAILED_CALLS_MAX, FailedCalls } from '#service/operations/failed-calls.js';
import { LINES_MAX } from '#service/operations/route-days.js';
import { HOME } from './http/lookups.js';
import { type Ask, asking } from './support/ask-admin.js';
import { envelopeOf, freshSearch, ROUTE } from './support/expect.js';
import { sharedApp, type TestAccount } from './support/open-test-app.js';

const START = '2026-11-10T12:00:00Z';

const t = sharedApp({ startMs: Date.parse(START), limits: { UPSTREAM_RATE_PER_S: 500 } });
let ask: Ask;
let account: TestAccount;
before(async () => {
  ask = asking(t);
  account = await t.account({ name: 'Reader' });
});

async function get<T>(path: string): Promise<T> {
  const { status, json } = await ask('GET', path);
  assert.equal(status, 200, JSON.stringify(json));
  return json as T;
}
const rejected = async (path: string, status: number, words: RegExp) => {
  const answer = await ask('GET', path);
  assert.equal(answer.status, status, path);
  assert.match(answer.json.error.message, words, path);
};
const stateOf = async (source: string): Promise<SourceStateBody> => {
  const { states } = await get<SourceStatesBody>('/sources/states');
  return states.find((one) => one.source === source) ?? assert.fail(source);
};

test('each source has its circuit, its pause and the pace that is used', async () => {
  const { states } = await get<SourceStatesBody>('/sources/states');
  assert.ok(states.length >= 6, String(states.length));
  const before = await stateOf('portal_a');
  assert.deepEqual(before, {
    source: 'portal_a',
    feed: 'portal_a',
    state: 'closed',
    failures_in_a_row: 0,
    open_until: null,
    last_success_at: null,
    last_failure_at: null,
    last_error: null,
    paused_at: null,
    paused_reason: null,
    pace: { rate_per_s: 500, last_minute: 0, last_hour: 0 },
  });
  await t.settled(`${ROUTE}?zip=78704`, account.api_key);
  const read = await stateOf('portal_a');
  assert.ok(Date.parse(read.last_success_at ?? '') >= Date.parse(START));
  assert.ok((read.pace?.last_minute ?? 0) > 0);
  assert.equal(read.pace?.last_hour, read.pace?.last_minute);

  await ask('POST', '/sources/portal_a/pause', { paused_reason: 'their site is down' });
  const paused = await stateOf('portal_a');
  assert.deepEqual([paused.state, paused.paused_reason], ['paused', 'their site is down']);
  await ask('POST', '/sources/portal_a/pause', { paused_reason: null });
  assert.equal((await stateOf('portal_a')).state, 'closed');
});

test('a circuit is open with its reason until its time is over', async () => {
  await t.faults('refuse');
  for (let tries = 0; tries < t.app.limits.CIRCUIT_FAILURES; tries += 1)
    await t.settled(freshSearch(), account.api_key);
  await t.faults('ok');
  const open = await stateOf('portal_a');
  assert.equal(open.state, 'open');
  assert.equal(open.failures_in_a_row, t.app.limits.CIRCUIT_FAILURES);
  assert.ok(open.last_error !== null && open.last_error.length > 10);
  assert.ok(Date.parse(open.open_until ?? '') > t.clock.nowMs());
  t.clock.advance(t.app.limits.CIRCUIT_OPEN_S * 1000 + 1);
  const closed = await stateOf('portal_a');
  assert.deepEqual([closed.state, closed.open_until], ['closed', null]);
});

test('what failed is listed newest first: collections of the store, calls of this process', async () => {
  const { collections, kept_s } = await get<FailuresBody>('/failures');
  assert.equal(collections.length, t.app.limits.CIRCUIT_FAILURES);
  assert.equal(kept_s, t.app.limits.JOB_RETENTION_S);
  const [newest] = collections;
  assert.deepEqual(
    [newest?.route, newest?.source, newest?.code],
    ['portal_a_listings', 'portal_a', 'collection_unavailable'],
  );
  assert.ok((newest?.message ?? '').length > 10);
  const times = collections.map(({ settled_at }) => settled_at);
  assert.deepEqual(times, [...times].sort().reverse());

  await ask('POST', '/sources/portal_a/pause', { paused_reason: 'maintenance' });
  const path = freshSearch();
  const answer = await t.get(path, account.api_key);
  assert.equal(answer.statusCode, 503);
  await ask('POST', '/sources/portal_a/pause', { paused_reason: null });
  const { calls, calls_max } = await get<FailuresBody>('/failures');
  assert.equal(calls_max, FAILED_CALLS_MAX);
  const { at, message, ...call } = calls[0] ?? assert.fail();
  assert.ok(Math.abs(Date.parse(at) - t.clock.nowMs()) < 60_000, at);
  assert.deepEqual(call, {
    request_id: answer.headers['x-request-id'],
    method: 'GET',
    path: ROUTE,
    status: 503,
    code: 'collection_unavailable',
  });
  assert.match(message, /maintenance/);
  const known = calls.length;
  assert.equal((await t.get('/v1/nothing', account.api_key)).statusCode, 404);
  assert.equal((await get<FailuresBody>('/failures')).calls.length, known, "a caller's mistake");
});

test('errors that callers can correct are counted apart from failures, for calls and collections', async () => {
  const before = await get<FailuresBody>('/failures');
  const countOf = ({ rejected_calls }: FailuresBody, code: string): number =>
    rejected_calls.find((one) => one.code === code)?.calls ?? 0;
  assert.equal((await t.get(`${ROUTE}?zip=abc`, account.api_key)).statusCode, 422);
  assert.equal((await t.get(freshSearch(), 'no key')).statusCode, 401);
  const nobody = `${HOME}?address=1+Nobody+Lives+Here+Rd,+78704`;
  const job = envelopeOf(await t.settled(nobody, account.api_key));
  assert.deepEqual([job.status, job.error?.code], ['failed', 'address_not_found']);
  const now = await get<FailuresBody>('/failures');
  assert.deepEqual(now.collections, before.collections);
  assert.deepEqual(now.calls, before.calls);
  for (const code of ['unsupported_or_invalid_query', 'invalid_api_key'])
    assert.equal(countOf(now, code), countOf(before, code) + 1, code);
  assert.equal(now.rejected_calls[0]?.code, 'invalid_api_key', 'the last one is first');
  assert.deepEqual(
    now.rejected_collections.map(({ code, collections }) => [code, collections]),
    [['address_not_found', 1]],
  );
  const metrics = await t.app.metrics.text();
  assert.match(metrics, /jobs_settled_total\{[^}]*outcome="rejected"\} 1/);
});

test('a process remembers the last failed calls only', () => {
  const failed = new FailedCalls();
  const call = { at: START, method: 'GET', path: '/', status: 503, code: 'x', message: 'x' };
  for (let made = 0; made < FAILED_CALLS_MAX + 5; made += 1)
    failed.note({ ...call, request_id: String(made) });
  assert.equal(failed.list().length, FAILED_CALLS_MAX);
  assert.equal(failed.list()[0]?.request_id, String(FAILED_CALLS_MAX + 4));
});

test('fill rates are stored by day, and removed after their retention', async () => {
  const days = (query = '') => get<RouteDaysBody>(`/sources/portal_a/days${query}`);
  const first = await days();
  const [line] = first.days;
  assert.equal(first.days.length, 1);
  assert.deepEqual(
    [line?.route, line?.date, line?.failures],
    ['portal_a_listings', '2026-11-10', t.app.limits.CIRCUIT_FAILURES],
  );
  assert.equal(line?.readings, t.app.limits.CIRCUIT_FAILURES + 1);
  assert.ok((line?.rows_read ?? 0) > 0);
  const rates = Object.entries(line?.fill_rates ?? {});
  assert.ok(rates.length > 20);
  assert.ok(rates.every(([, rate]) => rate >= 0 && rate <= 1));
  assert.equal(line?.fill_rates.list_price, 1);
  t.clock.advance(DAY_MS);
  await t.settled(freshSearch(), account.api_key);
  assert.deepEqual(
    (await days()).days.map(({ date }) => date),
    ['2026-11-10', '2026-11-11'],
  );
  assert.equal((await days('?from=2026-11-11&to=2026-11-11')).days.length, 1);
  assert.deepEqual((await get<RouteDaysBody>('/sources/mls/days')).days, []);
  await rejected('/sources/nowhere/days', 404, /^No source has this name. The sources are /);
  await rejected('/sources/portal_a/days?from=soon', 400, /^--from must be a day/);
  await rejected('/sources/portal_a/days?from=2026-11-12&to=2026-11-10', 404, /swap them/);

  await t.app.db.rows(
    `insert into route_days
     select 'sandbox/portal_a_listings', '2000-01-01'::date + n, 1, 0, 1, '{}'::jsonb from generate_series(1, $1::int) n
     union all
     select 'portal_a_listings', '2000-01-01'::date + n, 1, 0, 1, '{}'::jsonb from generate_series(1, $1::int) n`,
    [LINES_MAX + 1],
  );
  await rejected('/sources/portal_a/days?from=2000-01-01', 404, /more than 2000 lines.+fewer days/);
  await cleanUpOnce(t.app);
  assert.equal((await days('?from=2000-01-01')).days.length, 2);
  t.clock.advance(t.app.limits.FILL_HISTORY_S * 1000);
  await cleanUpOnce(t.app);
  assert.equal((await days('?from=2000-01-01')).days.length, 1);
});

test('the queue says what waits, since when, and what bounds it', async () => {
  const empty = await get<QueueBody>('/queue');
  assert.deepEqual(
    [empty.queued, empty.running, empty.oldest_queued_at, empty.oldest_queued_s],
    [0, 0, null, 0],
  );
  assert.deepEqual(empty.limits, {
    queue_max: 1000,
    collect_concurrency: 4,
    queue_deadline_s: 600,
    job_deadline_s: 120,
  });
  await t.hold();
  const made = [];
  for (let jobs = 0; jobs < 3; jobs += 1)
    made.push(envelopeOf(await t.get(freshSearch(), account.api_key)).request_id);
  t.clock.advance(700_000);
  const queue = await get<QueueBody>('/queue');
  assert.deepEqual([queue.queued, queue.pending_jobs], [3, 3]);
  const oldMs = t.clock.nowMs() - Date.parse(queue.oldest_queued_at ?? '');
  assert.ok(oldMs >= 700_000 && Math.abs(oldMs / 1000 - queue.oldest_queued_s) < 60);
  assert.ok(queue.credits_reserved >= 3);
  const jobs = (await ask('GET', '/jobs?job_status=pending&limit=2')).json;
  assert.deepEqual(
    jobs.jobs.map((job: { request_id: string }) => job.request_id),
    [made[2], made[1]],
  );
  assert.equal(jobs.next, made[1]);
  assert.equal((await ask('GET', '/collections?limit=2')).json.collections.length, 2);
  assert.equal((await ask('GET', '/audit?limit=1')).json.entries.length, 1);
  for (const limit of ['0', '-1', '1000', 'x', '1.5', '']) {
    for (const path of ['/jobs', '/collections', '/audit'])
      await rejected(
        `${path}?limit=${limit}`,
        400,
        /^--limit must be a whole number from 1 to 999/,
      );
  }
  for (const id of made) await ask('POST', `/jobs/${id}/cancel`);
  t.release();
});

test('accounts are shown with their balances, newest first, and found by name or id', async () => {
  const { account_id } = await t.account({
    name: 'Zebra Homes',
    plan_credits: 40,
    extra_credits: 2,
  });
  const all = await get<AccountBalancesBody>('/accounts/balances');
  assert.equal(all.total, all.accounts.length);
  const shown = all.accounts.find((one) => one.account_id === account_id);
  assert.deepEqual(
    [shown?.balance, shown?.status, shown?.last_used_at],
    [{ plan: 40, extra: 2, reserved: 0, available: 42 }, 'active', null],
  );
  const single = (await ask('GET', `/accounts/${account_id}`)).json.balance;
  assert.deepEqual(shown?.balance, single);
  assert.ok(!JSON.stringify(all).includes('rh_live_'), 'no key and no start of one');
  const found = async (text: string) =>
    (await get<AccountBalancesBody>(`/accounts/balances?find=${encodeURIComponent(text)}`))
      .accounts;
  assert.deepEqual(
    (await found('zebra')).map(({ name }) => name),
    ['Zebra Homes'],
  );
  assert.equal((await found(account_id.toUpperCase())).length, 1);
  assert.deepEqual(await found('%'), [], 'no pattern');
  await rejected('/accounts/balances?find=', 400, /^find must be 1 to 200 characters/);
  await rejected('/accounts/balances?name=x', 400, /"name" is not a value/);
});

test('accounts are shown up to a maximum, with their total number', async () => {
  await t.app.db.rows(
    `with made as (
       insert into accounts
       select gen_random_uuid(), 'Bulk ' || n, 'active', 0, 60, 20, '2020-01-01T00:00:00Z'
       from generate_series(1, $1::int) n returning account_id
     )
     insert into wallets select account_id, '', 0, 0, 0, 0 from made`,
    [ACCOUNTS_MAX + 1],
  );
  const { accounts, total } = await get<AccountBalancesBody>('/accounts/balances?find=bulk');
  assert.deepEqual([accounts.length, total], [ACCOUNTS_MAX, ACCOUNTS_MAX + 1]);
});

test('usage is summed by account', async () => {
  const { json } = await ask('GET', '/usage?by=account&from=2026-11-01');
  const mine = json.usage.find(
    (line: { account_id: string }) => line.account_id === account.account_id,
  );
  assert.deepEqual([mine.complete, mine.credits, mine.name], [2, 2, 'Reader']);
  assert.ok(mine.failed >= t.app.limits.CIRCUIT_FAILURES);
});
