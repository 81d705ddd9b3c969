/** An account moves between installations during calls: nothing is lost or charged twice. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { JobEnvelope } from '#contract/envelope.js';
import type { LookupBatchBody } from '#contract/operations/lookups.js';
import type { WatchRunsBody } from '#contract/operations/watches.js';
import { changeFeed } from '#service/accounts/feeds.js';
import { changeKeyOf, createKey, endKey, showKeys } from '#service/accounts/keys.js';
import { changeAccount, changeStatus, grant } from '#service/accounts/manage.js';
import type { TestService } from '#service/accounts/test-keys.js';
import { runNextArea } from '#service/lookups/run-batches.js';
import { eraseAccount } from '#service/operations/erase-account.js';
import { pauseSource } from '#service/operations/pause-source.js';
import { readRun } from '#service/watches/read-run.js';
import { ACCOUNT_TABLES } from '#store/account-data.js';
import {
  exportAccountRows,
  FROZEN_SETTLES_MS,
  importAccountRows,
} from '#store/transfer/move-account.js';
import { sumUsage } from '#store/usage-days.js';
import { findRunning } from '#store/watch-runs.js';
import { readConfig } from '../../src/config.js';
import { importFrom } from '../../src/export-import.js';
import { expectApiError, expectSoundLedger, freshSearch, usageOf } from '../support/expect.js';
import { type Core, openCore, openEdge } from '../support/open-edge.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';
import { runDue, send, watch } from '../support/watching.js';
import { addEndpoint, deliverAll } from '../support/webhooks.js';

const AT = '2026-11-21T12:00:00.000Z';

let core: Core;
let old: TestApp;
let next: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-account-'));
before(async () => {
  core = await openCore({ limits: { READ_AHEAD: 0 } });
  const ofEdges = await core.edgeAccount();
  old = await openEdge(core, ofEdges.api_key);
  next = await openEdge(core, ofEdges.api_key);
});
after(async () => {
  await old.close();
  await next.close();
  await core.close();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
const newFile = () => {
  files += 1;
  return join(folder, `account-${files}.ndjson.gz`);
};

/** The rows of an account in each table, without their physical order. */
async function rowsOf({ app }: TestApp, { account_id }: TestAccount) {
  const found: Record<string, unknown[]> = {};
  for (const [table, { of }] of Object.entries(ACCOUNT_TABLES)) {
    found[table] = await app.db.rows(
      `select to_jsonb(t) as row from ${table} t where ${of} order by to_jsonb(t)::text collate "C"`,
      [account_id],
    );
  }
  return found;
}

/** Kinds of rows that stay: their store's own, and sums that are made again. */
const STAYING = ['access_changes', 'audit_log', 'usage_days', 'erasures', 'archived_sums'];

async function moveTo(account: TestAccount): Promise<void> {
  const file = newFile();
  await changeStatus(old.app, account.account_id, 'moved');
  await exportAccountRows(old.app.db, account.account_id, file, AT);
  await importAccountRows(next.app.db, account.account_id, file);
}

test('every row of the account arrives, the ledger is sound on both sides, and usage is the same', async () => {
  const account = await old.account({ plan_credits: 20 });
  const other = await next.account();
  const path = freshSearch();
  await old.settled(path, account.api_key, { 'idempotency-key': 'once' });
  await old.get(path, account.api_key);
  await next.settled(path, other.api_key);
  await watch(old, account.api_key);
  await addEndpoint(old, account.api_key, 'https://hooks.example.org/in');
  await runDue(old);
  await deliverAll(old);
  await changeStatus(old.app, account.account_id, 'moved');
  const before = await rowsOf(old, account);
  const usage = await usageOf(old, account);
  // The other store has summed more hours, or fewer.
  assert.equal(await sumUsage(next.app.db, new Date(next.clock.nowMs() + DAY_MS), 0), true);
  await moveTo(account);
  const arrived = await rowsOf(next, account);
  for (const table of Object.keys(ACCOUNT_TABLES)) {
    if (STAYING.includes(table)) continue;
    assert.deepEqual(arrived[table], before[table], table);
  }
  for (const table of ['requests', 'hits', 'ledger_entries', 'watches', 'endpoints', 'events']) {
    assert.ok((arrived[table]?.length ?? 0) > 0, `${table} has rows`);
  }
  assert.deepEqual(await usageOf(next, account), usage);
  await changeStatus(next.app, account.account_id, 'active');
  for (const t of [old, next]) await expectSoundLedger(t);
  const again = await next.get(path, account.api_key, { 'idempotency-key': 'once' });
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.deepEqual(await usageOf(next, account), usage, 'the replay is the same call');
  const hit = await next.get(path, account.api_key);
  assert.equal(hit.statusCode, 200);
  assert.equal((await usageOf(next, account)).credits_captured - usage.credits_captured, 1);
  await expectSoundLedger(next);
});

test('an account arrives although one store erases a result that both have, for another account', async () => {
  const [first, second, erased] = [await old.account(), await old.account(), await old.account()];
  const path = freshSearch();
  await old.settled(path, first.api_key);
  for (const { api_key } of [second, erased]) await old.get(path, api_key);
  await moveTo(first);
  const noTestKeys = { find: async () => null } as unknown as TestService;
  await eraseAccount(old.app, noTestKeys, erased.account_id, 'test', 'ada');
  const marked = await old.app.db.rows('select 1 from results where erase_at is not null');
  assert.ok(marked.length > 0, 'the result is marked');
  await moveTo(second);
  assert.equal((await usageOf(next, second)).credits_captured, 1);
});

test('a call of a frozen account gets 503 and is charged nothing', async () => {
  const account = await old.account();
  await old.settled(freshSearch(), account.api_key);
  const spent = await usageOf(old, account);
  await changeStatus(old.app, account.account_id, 'moved');
  const answer = await old.get(freshSearch(), account.api_key);
  assert.match(expectApiError(answer, 'storage_unavailable'), /is being moved to another server/);
  assert.deepEqual(await usageOf(old, account), spent);
});

test('an operator cannot change a frozen account or its keys, since the change would stay behind', async () => {
  const account = await old.account();
  const { account_id: id } = account;
  const { key_id = '' } = (await showKeys(old.app, id)).keys[0] ?? {};
  await changeStatus(old.app, id, 'moved');
  const before = await rowsOf(old, account);
  for (const change of [
    () => grant(old.app, { account_id: id, amount: 500, kind: 'extra' }),
    () => changeAccount(old.app, id, { plan_credits: 500 }),
    () => changeStatus(old.app, id, 'suspended'),
    () => changeFeed(old.app, id, 'mls/one', false),
    () => createKey(old.app, id),
    () => changeKeyOf(old.app, key_id, { label: 'late' }),
    () => endKey(old.app, key_id),
  ]) {
    await assert.rejects(change(), /frozen by "accounts move".* Change it there/, String(change));
  }
  assert.deepEqual(await rowsOf(old, account), before);
  await changeStatus(old.app, id, 'active');
  await endKey(old.app, key_id);
});

test('nothing is moved while something of the account runs, or is not frozen, or is there already', async () => {
  const account = await old.account();
  const write = () => exportAccountRows(old.app.db, account.account_id, newFile(), AT);
  await assert.rejects(write(), /The account is active\. Freeze it first: rowhouse accounts move/);
  await old.hold();
  assert.equal((await old.get(freshSearch(), account.api_key)).statusCode, 202);
  await changeStatus(old.app, account.account_id, 'moved');
  await assert.rejects(write(), /searches that are pending\. They end while the service runs/);
  old.release();
  await until(async () => (await pendingOf(old, account)) === 0);
  const file = newFile();
  await exportAccountRows(old.app.db, account.account_id, file, AT);
  await importAccountRows(next.app.db, account.account_id, file);
  const twice = importAccountRows(next.app.db, account.account_id, file);
  await assert.rejects(
    twice,
    new RegExp(`has the account already\\. .* has ended: run .* resume ${account.account_id}$`),
  );
  const elsewhere = join(folder, 'elsewhere');
  const mistyped = importFrom(readConfig({ ROWHOUSE_DATA_DIR: elsewhere }), file);
  await assert.rejects(mistyped, /^OperatorError: No embedded database exists in \S+elsewhere\./);
  assert.equal(existsSync(elsewhere), false);
  await assert.rejects(
    exportAccountRows(old.app.db, old.app.ids.uuid(), newFile(), AT),
    /No account has this id/,
  );
  await assert.rejects(
    exportAccountRows(old.app.db, "x' or true --", newFile(), AT),
    /must be the id of an account/,
  );
});

test('a run that is read while its account is frozen is left for the other installation', async () => {
  const account = await old.account();
  const { watch_id } = await watch(old, account.api_key);
  await send(old, account.api_key, 'POST', `/v1/watches/${watch_id}/run`);
  const run = (await findRunning(old.app.db, watch_id)) ?? assert.fail('a run');
  await changeStatus(old.app, account.account_id, 'moved');
  const left = await readRun(old.app, run, new AbortController().signal);
  assert.equal(left?.tries, 0, 'it is left');
  assert.equal((await findRunning(old.app.db, watch_id))?.run_id, run.run_id);
});

test('work that no process holds moves as it is, and continues at the other installation', async () => {
  const account = await old.account();
  const { watch_id } = await watch(old, account.api_key, { query: { zip: '78702' } });
  await pauseSource(old.app, 'portal_a', 'their site is down', 'operator');
  await runDue(old);
  assert.equal((await findRunning(old.app.db, watch_id))?.page_tries, 1, 'it waits');
  await pauseSource(old.app, 'portal_a', null, 'operator');
  const homes = [{ address: '99999 No Such St, Austin, TX 78704' }];
  const path = '/v1/lookups?source=portal_a';
  const made = await send(old, account.api_key, 'POST', path, { homes });
  const { batch_id } = made.json<LookupBatchBody>();
  const held = `update lookup_batches set lease_id = gen_random_uuid(), lease_until = $2 where batch_id = $1`;
  const now = () => new Date(old.clock.nowMs());
  await old.app.db.rows(held, [batch_id, new Date(now().getTime() + 60_000)]);
  await changeStatus(old.app, account.account_id, 'moved');
  const file = newFile();
  const write = () => exportAccountRows(old.app.db, account.account_id, file, now().toISOString());
  await assert.rejects(write(), /still has lookups of many homes\. They end by themselves/);
  await old.app.db.rows(held, [batch_id, now()]);
  await write();
  await importAccountRows(next.app.db, account.account_id, file);
  await changeStatus(next.app, account.account_id, 'active');
  await send(next, account.api_key, 'POST', `/v1/watches/${watch_id}/run`);
  await runDue(next);
  while ((await runNextArea(next.app, new AbortController().signal)) !== undefined);
  const runs = await next.get(`/v1/watches/${watch_id}/runs`, account.api_key);
  const states = runs.json<WatchRunsBody>().runs.map(({ state }) => state);
  assert.deepEqual(states, ['complete']);
  const ended = await next.get(`/v1/lookups/${batch_id}`, account.api_key);
  assert.deepEqual(ended.json<LookupBatchBody>().outcomes, { not_found: 1 });
});

async function pendingOf({ app }: TestApp, { account_id }: TestAccount): Promise<number> {
  const found = await app.db.rows(
    `select 1 from requests where status = 'pending' and account_id = $1`,
    [account_id],
  );
  return found.length;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let times = 0; times < 400; times += 1) {
    if (await isDone()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail('in ten seconds');
}

const CALLERS = 3;
const CALLS = 14;

test('during the move each call is answered in the end, and charged once', async () => {
  const account = await old.account({ extra_credits: 1_000 });
  let at = old;
  const moves: Promise<void>[] = [];
  let refused = 0;
  const call = async (name: string) => {
    const path = freshSearch();
    for (let tries = 0; tries < 400; tries += 1) {
      const answer = await at.settled(path, account.api_key, { 'idempotency-key': name });
      const { status } = answer.json<Partial<JobEnvelope>>();
      if (answer.statusCode === 200 && status === 'complete') return;
      refused += 1;
      assert.ok(answer.statusCode === 503, answer.body.slice(0, 200));
      await new Promise((done) => setTimeout(done, 20));
    }
    assert.fail('the call was never answered');
  };
  const caller = async (who: number) => {
    for (let one = 0; one < CALLS; one += 1) {
      if (who === 0 && one === CALLS / 2) moves.push(move());
      await call(`${who}-${one}`);
    }
  };
  const move = async () => {
    const file = newFile();
    await changeStatus(old.app, account.account_id, 'moved');
    await until(async () => (await pendingOf(old, account)) === 0);
    // As the command does: a poll that was admitted before still captures its credit.
    await old.clock.sleep(FROZEN_SETTLES_MS);
    await exportAccountRows(old.app.db, account.account_id, file, AT);
    await importAccountRows(next.app.db, account.account_id, file);
    at = next;
    await changeStatus(next.app, account.account_id, 'active');
  };
  await Promise.all(Array.from({ length: CALLERS }, (_one, who) => caller(who)));
  assert.equal(moves.length, 1);
  await Promise.all(moves);
  assert.ok(refused > 0, 'the move was in the middle of the calls');
  assert.equal((await usageOf(next, account)).credits_captured, CALLERS * CALLS);
  assert.ok((await usageOf(old, account)).credits_captured < CALLERS * CALLS);
  for (const t of [old, next]) await expectSoundLedger(t);
});
