/** Keys that may do less than their account: scopes, a ceiling of credits, and an end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { KEY_SCOPES, type KeyScope } from '#contract/keys.js';
import { scopesOf } from '#contract/operations/operation.js';
import type { WatchBody } from '#contract/operations/watches.js';
import { OPERATIONS } from '#contract/resources.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { changeKeyOf, createKey, showKeys } from '#service/accounts/keys.js';
import { changeStatus } from '#service/accounts/manage.js';
import { resumeWatches } from '#service/watches/resume-watches.js';
import { auditLedger } from '#store/audit.js';
import { afterStatement } from './support/after-statement.js';
import { expectApiError } from './support/expect.js';
import { type Answer, sharedApp } from './support/open-test-app.js';
import { runDue, send, watch } from './support/watching.js';

const t = sharedApp({ limits: { READ_AHEAD: 0, PAGE_ROWS: 10 } });

const ID = '00000000-0000-7000-8000-000000000000';
let searches = 0;
/** A search that nobody has asked before. */
const fresh = () => {
  searches += 1;
  return `/v1/portal_a/listings?zip=78701&max_price=${900_000_000 + searches}`;
};
const keyOf = (answer: Answer) =>
  answer.json<{
    key: { scopes: string[]; credits_max: number | null; credits_used: number | null };
  }>().key;
async function limited(settings: Parameters<typeof createKey>[2]) {
  const account = await t.account();
  const key = await createKey(t.app, account.account_id, settings);
  return { ...account, key: key.api_key, limitedId: key.key_id };
}
const used = async (key: string) => keyOf(await t.get('/v1/account', key)).credits_used;

test('a key does what its scopes say, on every route', async () => {
  for (const scope of KEY_SCOPES) {
    const { key } = await limited({ scopes: scope });
    for (const operation of OPERATIONS) {
      const { method, path } = operation;
      const url = `/v1${path
        .replace('{source}', 'portal_a')
        .replace('{seq}', '1')
        .replace(/\{\w+\}/, ID)}`;
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await send(t, key, method, url, body);
      const needs = scopesOf(operation);
      const may = needs.every((one: KeyScope) => one === 'read' || one === scope);
      const code = answer.statusCode < 300 ? undefined : answer.json().error.code;
      assert.equal(code === 'scope_missing', !may, `${scope}: ${method} ${path}: ${code}`);
    }
    for (const { path } of SEARCH_ROUTES) {
      const answer = await t.get(`/v1${path}?zip=10025`, key);
      if (scope === 'search') assert.notEqual(answer.statusCode, 403);
      else expectApiError(answer, 'quota_exceeded');
    }
  }
});

test('every operation that changes something says which scopes it needs', () => {
  for (const operation of OPERATIONS) {
    if (operation.method === 'GET') continue;
    assert.ok(scopesOf(operation).length < KEY_SCOPES.length, operation.id);
  }
});

test('a key that only reads sees what the account has paid, and spends nothing, cached or not', async () => {
  const { key, api_key } = await limited({ scopes: 'read' });
  const path = fresh();
  const { request_id } = (await t.settled(path, api_key)).json();
  for (let calls = 0; calls < 3; calls += 1)
    expectApiError(await t.get(path, key), 'quota_exceeded');
  assert.equal((await t.get(`/v1/jobs/${request_id}/rows.csv`, key)).statusCode, 200);
  assert.deepEqual(keyOf(await t.get('/v1/account', key)).scopes, ['read']);
});

test('a ceiling holds exactly for calls at once: jobs, cache hits and repeats', async () => {
  const { key, api_key, account_id, limitedId } = await limited({ credits_max: 5 });
  const cached = [fresh(), fresh(), fresh(), fresh(), fresh()];
  for (const path of cached) await t.settled(path, api_key);
  const paths = cached.flatMap((path) => [path, fresh()]);
  const elsewhere = t.node();
  const answers = await Promise.all(
    paths.map((path, at) => (at % 3 === 0 ? elsewhere(path, key) : t.settled(path, key))),
  );
  const rejected = answers.filter(({ statusCode }) => statusCode === 429);
  assert.equal(rejected.length, paths.length - 5);
  for (const answer of rejected) expectApiError(answer, 'quota_exceeded');
  assert.equal(await used(key), 5);
  const sums = await t.app.db.rows<{ n: number }>(
    `select (select count(*) from ledger_entries where key_id = $2 and kind = 'reserve')
       + (select count(*) from hits where account_id = $1 and key_id = $2) as n`,
    [account_id, limitedId],
  );
  assert.equal(Number(sums[0]?.n), 5);
  assert.equal((await t.settled(fresh(), api_key)).statusCode, 200, 'the account has more');
  assert.deepEqual((await auditLedger(t.app.db)).violations, []);
});

test('a failed job gives its credit back to the ceiling', async () => {
  const { key } = await limited({ credits_max: 1 });
  await t.faults('refuse');
  const failed = (await t.settled(fresh(), key)).json();
  await t.faults('ok');
  assert.equal(failed.status, 'failed', JSON.stringify(failed));
  assert.equal(await used(key), 0);
  t.clock.advance(600_000);
  assert.equal((await t.settled(fresh(), key)).json().status, 'complete');
  expectApiError(await t.get(fresh(), key), 'quota_exceeded');
});

test('runs of watches count against the ceiling of their key, and stay paused at it', async () => {
  const { key } = await limited({ credits_max: 3 });
  const { watch_id } = await watch(t, key, { query: { bbox: '-97.95,30.1,-97.6,30.4' } });
  await runDue(t);
  const shown = (await t.get(`/v1/watches/${watch_id}`, key)).json<WatchBody>();
  assert.deepEqual(
    [shown.pause_reason, shown.last_run?.pages, shown.last_run?.credits],
    ['quota_exceeded', 3, 3],
  );
  assert.equal(await used(key), 3);
  assert.equal(await resumeWatches(t.app), 0, 'the account has credits, the key has none');
});

test('limits of keys are listed, and unknown scopes are rejected in words', async () => {
  const { account_id } = await limited({ scopes: 'search', credits_max: 7 });
  const { keys } = await showKeys(t.app, account_id);
  assert.deepEqual(
    keys.map(({ scopes, credits_max, credits_used }) => [scopes, credits_max, credits_used]),
    [
      [KEY_SCOPES, null, 0],
      [['read', 'search'], 7, 0],
    ],
  );
  await assert.rejects(
    createKey(t.app, account_id, { scopes: 'all' }),
    /--scopes must be a comma-separated list of read/,
  );
});

test('a changed key is shown as in the list, with the scopes that it has', async () => {
  const { account_id, key_id } = await t.account();
  const { limitedId } = await limited({ scopes: 'search' });
  assert.deepEqual((await changeKeyOf(t.app, limitedId, { label: 'one' }))?.scopes, [
    'read',
    'search',
  ]);
  const changed = await changeKeyOf(t.app, key_id, { label: 'all' });
  assert.deepEqual([changed], (await showKeys(t.app, account_id)).keys);
});

test('a key ends on a day of four digits of the year, or never', async () => {
  const { account_id } = await t.account();
  const { expires_at } = await createKey(t.app, account_id, { expires: '9999-12-30' });
  assert.equal(expires_at?.toISOString(), '9999-12-31T00:00:00.000Z');
  await assert.rejects(
    createKey(t.app, account_id, { expires: '9999-12-31' }),
    /--expires 9999-12-31 is too late\. Use never/,
  );
});

test('an account that is being frozen gets no further key, which would not move with it', async (c) => {
  if (t.app.embedded) {
    c.skip('two transactions at once need PostgreSQL: set ROWHOUSE_TEST_DATABASE_URL');
    return;
  }
  const { account_id } = await t.account();
  let hasEnded = false;
  let waited = false;
  let freezing: Promise<unknown> | undefined;
  // The call has seen that the account is not frozen when the freeze begins.
  const db = afterStatement(t.app.db, async (text) => {
    if (freezing !== undefined || !text.includes('from accounts')) return;
    freezing = changeStatus(t.app, account_id, 'moved').finally(() => {
      hasEnded = true;
    });
    await Promise.race([freezing, delay(300)]);
    waited = !hasEnded;
  });
  await createKey({ ...t.app, db }, account_id);
  await freezing;
  assert.ok(waited, 'the freeze waits for the key');
  await assert.rejects(createKey(t.app, account_id), /is frozen/);
});
