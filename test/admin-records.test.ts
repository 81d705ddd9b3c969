/** What an operator keeps of keys, and what is kept of operators. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '#contract/durations.js';
import { collectNext } from '#service/search/run-collections.js';
import { type Ask, asking } from './support/ask-admin.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

let t: TestApp;
let ask: Ask;
/** One whose collectors run. */
let live: TestApp;
before(async () => {
  live = await openTestApp();

  t = await openTestApp({ idle: true, startMs: Date.parse('2026-11-10T12:00:00Z') });
  ask = asking(t);
});
after(() => Promise.all([t.close(), live.close()]));

test('a key has a label and a last day, after which it is rejected, and its last use is shown', async () => {
  const { account_id, api_key: first } = await t.account();
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const today = day(t.clock.nowMs());
  const made = await ask('POST', '/keys', { account_id, label: 'nightly report', expires: today });
  assert.deepEqual(Object.keys(made.json), ['key_id', 'api_key', 'label', 'expires_at']);
  const { key_id, api_key } = made.json;
  const call = async (key = api_key) => (await t.get('/v1/account', key)).statusCode;
  const shown = async () =>
    (await ask('GET', `/keys?account_id=${account_id}`)).json.keys.find(
      (key: { key_id: string }) => key.key_id === key_id,
    );
  assert.equal((await shown()).last_used_at, null);
  const sinceMs = t.clock.nowMs();
  assert.equal(await call(), 200);
  const usedMs = t.clock.nowMs();
  t.clock.advance(61_000);
  for (let turn = 0; turn < 500 && (await shown()).last_used_at === null; turn += 1)
    await delay(10);
  const { label, expires_at, last_used_at } = await shown();
  assert.equal(label, 'nightly report');
  assert.ok(Date.parse(last_used_at) >= sinceMs && Date.parse(last_used_at) <= usedMs);
  assert.equal(expires_at, `${day(t.clock.nowMs() + DAY_MS)}T00:00:00.000Z`);

  const overMs = Date.parse(expires_at);
  t.clock.advance(overMs - t.clock.nowMs() - HOUR_MS);
  assert.equal(await call(), 200);
  t.clock.advance(HOUR_MS);
  assert.deepEqual([await call(), await call(first)], [401, 200]);
  assert.equal((await ask('POST', `/keys/${key_id}`, { expires: 'never' })).status, 200);
  assert.equal(await call(), 200);
  const past = await ask('POST', `/keys/${key_id}`, { expires: today });
  assert.match(
    past.json.error.message,
    /--expires \S+ is in the past\. Revoke a key to end it now/,
  );
  const wrong = await ask('POST', `/keys/${key_id}`, { expires: 'tomorrow' });
  assert.match(wrong.json.error.message, /^--expires must be the last day/);
});

test("operators' changes are recorded with who, what, before and after, never a key; failed ones are not", async () => {
  const by = { 'rowhouse-operator': encodeURIComponent('Zoë\u001b[31m') };
  const made = (await ask('POST', '/accounts', { name: 'Watched', plan_credits: 5 }, by)).json;
  const { account_id } = made;
  const at = `/accounts/${account_id}`;
  await ask('POST', at, { plan_credits: 7, max_pending: 3, name: 'Watched' }, by);
  await ask('POST', at, { rate_limit: 0 }, by);
  await ask('POST', `${at}/status`, { status: 'suspended' });
  await ask('POST', '/credits', { account_id, amount: 9, kind: 'extra' }, by);
  const key = (await ask('POST', '/keys', { account_id }, by)).json;
  await ask('POST', `/keys/${key.key_id}/revoke`, {}, by);
  const { entries, next } = (await ask('GET', `/audit?account_id=${account_id}`)).json;
  assert.equal(next, null);
  assert.deepEqual(
    entries.map(({ action, operator }: Record<string, string>) => [action, operator]),
    [
      ['key.revoke', 'Zoë [31m'],
      ['key.create', 'Zoë [31m'],
      ['credits.grant', 'Zoë [31m'],
      ['account.suspend', 'unnamed'],
      ['account.update', 'Zoë [31m'],
      ['account.create', 'Zoë [31m'],
    ],
  );
  const [revoked, , granted, suspended, updated, created] = entries;
  assert.equal(revoked.subject, key.key_id);
  assert.deepEqual([granted.before, granted.after], [{ extra: 0 }, { extra: 9, amount: 9 }]);
  assert.deepEqual(
    [suspended.before, suspended.after],
    [{ status: 'active' }, { status: 'suspended' }],
  );
  const { max_pending } = made;
  assert.deepEqual(
    [updated.before, updated.after],
    [
      { plan_credits: 5, max_pending },
      { plan_credits: 7, max_pending: 3 },
    ],
  );
  assert.deepEqual([created.before, created.after.key_id], [null, made.key.key_id]);
  const text = JSON.stringify(entries);
  for (const secret of [made.key.api_key, key.api_key]) assert.ok(!text.includes(secret));
});

test('the audit log is filtered by day and rejects changes', async () => {
  const { account_id } = await t.account({ name: 'Days' });
  const count = async (query: string) =>
    (await ask('GET', `/audit?account_id=${account_id}${query}`)).json.entries.length;
  const all = await count('');
  assert.ok(all > 0);
  const day = new Date(t.clock.nowMs()).toISOString().slice(0, 10);
  const before = new Date(t.clock.nowMs() - DAY_MS).toISOString().slice(0, 10);
  assert.deepEqual(
    [await count(`&from=${day}`), await count(`&to=${day}`), await count(`&to=${before}`)],
    [all, all, 0],
  );
  const wrong = await ask('GET', '/audit?from=2026-13-01');
  assert.deepEqual(
    [wrong.status, wrong.json.error.message.slice(0, 20)],
    [400, '--from must be a day'],
  );
  for (const statement of [
    'delete from audit_log',
    `update audit_log set operator = 'x'`,
    'truncate audit_log',
  ])
    await assert.rejects(t.app.db.rows(statement), /audit log is append-only/);
});

test('a paused source is not collected, cached results are returned, and callers see the reason', async () => {
  const operate = asking(live);
  const { api_key, account_id } = await live.account({ extra_credits: 100 });
  const kept = '/v1/portal_a/listings?zip=78704';
  assert.equal((await live.settled(kept, api_key)).statusCode, 200);
  const reason = 'their site is under maintenance';
  const paused = await operate('POST', '/sources/portal_a/pause', { paused_reason: reason });
  assert.equal(paused.status, 200);
  assert.equal((await live.get(kept, api_key)).statusCode, 200);
  const creditsOf = async () => (await operate('GET', `/accounts/${account_id}`)).json.balance;
  const before = await creditsOf();
  const refused = await live.get('/v1/portal_a/listings?zip=78701', api_key);
  assert.equal(refused.statusCode, 503);
  assert.equal(refused.json().error.code, 'collection_unavailable');
  assert.match(refused.json().error.message, /portal_a is paused by the operator: their site is/);
  assert.equal(refused.headers['retry-after'], '300');
  assert.deepEqual(await creditsOf(), before);
  const stateOf = async (name: string) =>
    (await live.get('/v1/sources', api_key))
      .json()
      .sources.find(({ source }: { source: string }) => source === name).circuit.state;
  assert.deepEqual([await stateOf('portal_a'), await stateOf('portal_b')], ['paused', 'closed']);
  const others = await live.settled('/v1/portal_b/sold?zip=78701', api_key);
  assert.equal(others.statusCode, 200);
  await operate('POST', '/sources/portal_a/pause', { paused_reason: null });
  const again = await live.settled('/v1/portal_a/listings?zip=78701', api_key);
  assert.deepEqual([again.statusCode, await stateOf('portal_a')], [200, 'closed']);
  const { entries } = (await operate('GET', '/audit')).json;
  const noted = entries.filter(({ subject }: { subject: string }) => subject === 'portal_a');
  assert.deepEqual(
    noted.map(({ action, after }: { action: string; after: object }) => [action, after]),
    [
      ['source.resume', { paused_reason: null }],
      ['source.pause', { paused_reason: reason }],
    ],
  );
});

test('a collection queued when its source was paused fails uncharged; a wrong name is rejected', async () => {
  const { api_key, account_id } = await t.account({ extra_credits: 3 });
  const job = (await t.get('/v1/portal_a/listings?zip=78702', api_key)).json();
  await ask('POST', '/sources/portal_a/pause', { paused_reason: 'holiday' });
  await collectNext(t.app, new AbortController().signal);
  const { status, error, result } = (await t.get(`/v1/jobs/${job.request_id}`, api_key)).json();
  assert.deepEqual([status, result ?? null], ['failed', null]);
  assert.match(error.message, /portal_a is paused by the operator: holiday/);
  const { balance } = (await ask('GET', `/accounts/${account_id}`)).json;
  assert.deepEqual([balance.available, balance.reserved], [3, 0]);
  await ask('POST', '/sources/portal_a/pause', { paused_reason: null });
  const wrong = await ask('POST', '/sources/portal_x/pause', { paused_reason: 'x' });
  assert.deepEqual(
    [wrong.status, wrong.json.error.message.slice(0, 31)],
    [404, 'No source or feed has this name'],
  );
});

test('usage is reported by day, route and key, of one account or all, and adds up to what was captured', async () => {
  const operate = asking(live);
  const { account_id, api_key, key_id } = await live.account({
    extra_credits: 50,
    name: 'Invoiced',
  });
  const other = (await operate('POST', '/keys', { account_id, label: 'reports' })).json;
  await live.settled('/v1/portal_a/rentals?zip=78704', api_key);
  await live.settled('/v1/portal_a/rentals?zip=78704', api_key);
  await live.settled('/v1/portal_a/rentals?zip=78704', other.api_key);
  await live.settled('/v1/portal_b/sold?zip=78704', other.api_key);
  const report = async (query: string) =>
    (await operate('GET', `/usage?${query}`)).json as {
      usage: Record<string, unknown>[];
      credits: number;
    };
  const byKey = await report(`account_id=${account_id}&by=key`);
  const name = 'Invoiced';
  const counts = { complete: 2, failed: 0, credits: 2 };
  assert.deepEqual(
    [...byKey.usage].sort((a, b) => String(a.label).localeCompare(String(b.label))),
    [
      { account_id, name, key_id, label: null, ...counts },
      { account_id, name, key_id: other.key_id, label: 'reports', ...counts },
    ],
  );
  const byRoute = await report(`account_id=${account_id}&by=route`);
  assert.deepEqual(
    byRoute.usage.map(({ route, credits }) => [route, credits]),
    [
      ['portal_a_rentals', 3],
      ['portal_b_sold', 1],
    ],
  );
  const today = new Date(live.clock.nowMs()).toISOString().slice(0, 10);
  const byDay = await report(`account_id=${account_id}&by=day&from=${today}&to=${today}`);
  assert.deepEqual(byDay.usage, [
    { account_id, name, date: today, complete: 4, failed: 0, credits: 4 },
  ]);
  const captured = (await operate('GET', `/usage/${account_id}`)).json.credits_captured;
  assert.deepEqual([byKey.credits, byRoute.credits, byDay.credits], [captured, captured, captured]);
  const all = await report('by=day');
  assert.ok(all.usage.some((row) => row.account_id === account_id) && all.credits >= captured);
  assert.deepEqual((await report('by=day&from=2020-01-01&to=2020-01-31')).usage, []);
  const wrong = await operate('GET', '/usage?by=day&from=2026-02-01&to=2026-01-01');
  assert.match(wrong.json.error.message, /^--from is after --to/);
});

test('jobs are listed newest first, by account and status, and shown with collection and ledger', async () => {
  const { api_key, account_id } = await t.account({ extra_credits: 9 });
  const ids: string[] = [];
  for (const zip of ['78703', '78704', '78705'])
    ids.push((await t.get(`/v1/portal_a/listings?zip=${zip}`, api_key)).json().request_id);
  const list = async (query: string) => (await ask('GET', `/jobs?${query}`)).json;
  const mine = await list(`account_id=${account_id}`);
  assert.deepEqual(
    mine.jobs.map(({ request_id }: { request_id: string }) => request_id),
    [...ids].reverse(),
  );
  assert.deepEqual([mine.next, mine.jobs[0].query.zip], [null, '78705']);
  const older = await list(`account_id=${account_id}&older_than_job=${ids[1]}`);
  assert.deepEqual(older.jobs.length, 1);
  const failed = await list(`account_id=${account_id}&job_status=failed`);
  assert.deepEqual(failed.jobs, []);
  const shown = (await ask('GET', `/jobs/${ids[0]}`)).json;
  assert.deepEqual(
    [shown.status, shown.collection.state, shown.collection.jobs],
    ['pending', 'queued', 1],
  );
  assert.deepEqual(
    shown.ledger.map(({ kind, reserved_delta }: Record<string, unknown>) => [kind, reserved_delta]),
    [['reserve', 1]],
  );
  const { collections } = (await ask('GET', '/collections')).json;
  assert.ok(collections.length >= 3);
  for (const path of ['/jobs/x', `/jobs/${account_id}`])
    assert.match((await ask('GET', path)).json.error.message, /^No job has this id/);
});

test('a cancelled job fails uncharged and answers its polls; another job waiting for the same collection continues', async () => {
  const [one, two] = [await t.account({ extra_credits: 2 }), await t.account({ extra_credits: 2 })];
  const search = '/v1/portal_a/listings?zip=78741';
  const [first, second] = [
    (await t.get(search, one.api_key)).json().request_id,
    (await t.get(search, two.api_key)).json().request_id,
  ];
  const poll = t.get(`/v1/jobs/${first}?wait=20`, one.api_key);
  const cancelled = await ask('POST', `/jobs/${first}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.json.status], [200, 'failed']);
  const answer = (await poll).json();
  assert.deepEqual([answer.status, answer.error.code], ['failed', 'collection_unavailable']);
  assert.match(answer.error.message, /operator cancelled/);
  const balance = async (id: string) => (await ask('GET', `/accounts/${id}`)).json.balance;
  assert.deepEqual(
    [(await balance(one.account_id)).available, (await balance(one.account_id)).reserved],
    [2, 0],
  );
  const stateOf = async (id: string) => (await ask('GET', `/jobs/${id}`)).json;
  assert.deepEqual(
    [(await stateOf(second)).status, (await stateOf(second)).collection.state],
    ['pending', 'queued'],
  );
  await ask('POST', `/jobs/${second}/cancel`);
  assert.equal((await stateOf(second)).collection.state, 'failed');
  const again = await ask('POST', `/jobs/${second}/cancel`);
  assert.deepEqual(
    [again.status, again.json.error.message],
    [404, 'The job is failed: only a pending one can be cancelled.'],
  );
  assert.equal((await ask('GET', '/ledger/check')).json.ok, true);
});
