/** One account erased: its export has all its data; the ledger stays, without its texts. */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '#contract/durations.js';
import { createKey, showKeys } from '#service/accounts/keys.js';
import { changeAccount, changeStatus, grant, showAccount } from '#service/accounts/manage.js';
import {
  changeAnyKey,
  changeStatusOfAll,
  createTestKey,
  type TestService,
} from '#service/accounts/test-keys.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { eraseAccount } from '#service/operations/erase-account.js';
import { exportAccount } from '#service/operations/export-account.js';
import { ACCOUNT_TABLES, OTHER_TABLES } from '#store/account-data.js';
import { auditLedger } from '#store/audit.js';
import type { Db } from '#store/db.js';
import { beginErasure } from '#store/erasures.js';
import { afterStatement } from './support/after-statement.js';
import { envelopeOf, expectApiError, freshSearch, ROUTE } from './support/expect.js';
import { openTestApp, type TestAccount, type TestApp } from './support/open-test-app.js';
import { runDue, send, watch } from './support/watching.js';
import { addEndpoint } from './support/webhooks.js';

/** What the account says of itself; no other word of the store holds these. */
const MARKS = [
  'qq-name',
  'qq-renamed',
  'qq-label',
  'qq-test',
  'qq-key',
  'qq-watch',
  'qq-hook',
  '912345678',
];
const SEARCH = `${ROUTE}?zip=78704&max_price=912345678`;
const OPERATOR = 'op';

let t: TestApp;
let tests: TestApp;
let service: TestService;
let account: TestAccount;
let other: TestAccount;
let shared: { path: string; key: string };

before(async () => {
  t = await openTestApp();
  tests = await openTestApp();
  service = { open: async () => tests.app, find: async () => tests.app };
  account = await t.account({ name: 'qq-name' });
  other = await t.account({ name: 'another' });
  await changeAccount(t.app, account.account_id, { name: 'qq-renamed' }, OPERATOR);
  await createKey(t.app, account.account_id, { label: 'qq-label' }, OPERATOR);
  const test = await createTestKey(
    t.app,
    service,
    account.account_id,
    { label: 'qq-test-1' },
    OPERATOR,
  );
  await changeAnyKey(t.app, service, test.key_id, { label: 'qq-test-2' }, OPERATOR);
  await tests.settled(SEARCH, test.api_key);
  await t.settled(SEARCH, account.api_key, { 'idempotency-key': 'qq-key-1' });
  await t.get(SEARCH, account.api_key, { 'idempotency-key': 'qq-key-2' });
  // Another account has a page that this one had first.
  const page = freshSearch();
  await t.settled(page, account.api_key);
  const hit = envelopeOf(await t.get(page, other.api_key));
  shared = { path: `/v1/jobs/${hit.request_id}`, key: other.api_key };
  await addEndpoint(t, account.api_key, 'https://qq-hook.example.com/');
  await watch(t, account.api_key, { name: 'qq-watch' });
  await runDue(t);
  await send(t, account.api_key, 'GET', '/v1/events');
  await t.hold();
  assert.equal((await t.get(freshSearch(), account.api_key)).statusCode, 202);
});
after(async () => {
  await t.close();
  await tests.close();
});

/** Tables and marks that are found anywhere in a store, in any column, packed bodies too. */
async function found(db: Db): Promise<string[]> {
  const places = new Set<string>();
  for (const name of await tablesOf(db)) {
    const rows = await db.rows<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${name}" t`,
    );
    for (const { row } of rows) {
      const body =
        typeof row.body_gzip === 'string'
          ? Buffer.from(row.body_gzip.slice(2), 'hex')
          : Buffer.alloc(0);
      const all =
        JSON.stringify(row) + (body.length === 0 ? '' : t.app.codec.decode(body).toString());
      for (const mark of MARKS) if (all.includes(mark)) places.add(`${name}: ${mark}`);
    }
  }
  return [...places].sort();
}

const tablesOf = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
       order by 1`,
    )
  ).map(({ name }) => name);

test('every table of the schema is named by what an export and an erasure do with it', async () => {
  assert.deepEqual(
    await tablesOf(t.app.db),
    [...Object.keys(ACCOUNT_TABLES), ...Object.keys(OTHER_TABLES)].sort(),
    'a new table belongs into src/store/account-data.ts',
  );
  const owned = await t.app.db.rows<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and a.attname = 'account_id'`,
  );
  for (const { name } of owned) assert.ok(name in ACCOUNT_TABLES, `${name} has an account_id`);
});

test('an export holds every row about the account, in both stores, with counts and digests, and no secret', async () => {
  const { note, bytes } = await exportAccount(t.app, service, account.account_id, OPERATOR);
  assert.equal(note.account_id, account.account_id);
  const file = await text(bytes);
  for (const mark of MARKS) assert.ok(file.includes(mark), mark);
  assert.ok(!file.includes(other.account_id) && !file.includes('another'));
  assert.ok(!/"digest"|"secrets"|whsec_/.test(file));
  const lines = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { manifest } = lines.at(-1);
  const rows = lines.slice(1, -1) as { store: string; table: string }[];
  for (const [store, tables] of Object.entries(
    manifest as Record<string, Record<string, { rows: number }>>,
  )) {
    assert.deepEqual(Object.keys(tables).sort(), Object.keys(ACCOUNT_TABLES).sort());
    for (const [table, proof] of Object.entries(tables)) {
      assert.equal(
        rows.filter((one) => one.store === store && one.table === table).length,
        proof.rows,
      );
    }
  }
  for (const table of [
    'requests',
    'hits',
    'ledger_entries',
    'idempotency_keys',
    'watches',
    'watch_rows',
    'events',
    'endpoints',
    'audit_log',
    'results',
  ]) {
    assert.ok(manifest.live[table].rows > 0, table);
  }
});

test('an erasure that was broken off is finished; nothing of the account is left but its ledger, which adds up', async () => {
  const before = await found(t.app.db);
  for (const mark of MARKS)
    assert.ok(
      before.some((place) => place.endsWith(mark)),
      mark,
    );
  const id = account.account_id;
  const entries = await t.app.db.rows('select * from ledger where account_id = $1', [id]);
  await assert.rejects(
    eraseAccount(t.app, service, id, 'qq-name', OPERATOR),
    /--confirm is not the name/,
  );
  assert.deepEqual(await found(t.app.db), before);

  // Broken off after its first step.
  await t.app.db.transaction((tx) => beginErasure(tx, id, [], new Date(t.clock.nowMs())));
  const erased = await eraseAccount(t.app, service, id, 'qq-renamed', OPERATOR);
  assert.ok(erased.erased_at !== null);
  assert.equal((await t.get(ROUTE, account.api_key)).statusCode, 401);
  const left = await found(t.app.db);
  assert.deepEqual(
    left.filter((place) => !/^(collections|cached_pages|results): 912345678$/.test(place)),
    [],
    'only results that are still fresh are left',
  );
  t.clock.advance(DAY_MS);
  for (const one of [t, tests]) {
    await cleanUpOnce(one.app);
    assert.deepEqual(await found(one.app.db), []);
    assert.deepEqual((await auditLedger(one.app.db)).violations, []);
  }
  const now = await t.app.db.rows('select * from ledger where account_id = $1', [id]);
  const released = now.slice(entries.length);
  assert.deepEqual(now.slice(0, entries.length).length, entries.length);
  assert.ok(released.length >= 1, 'the pending job was released');
  assert.deepEqual(await eraseAccount(t.app, service, id, 'anything', OPERATOR), erased);
});

test('the page that another account has too is still answered to it', async () => {
  const answer = await t.get(shared.path, shared.key);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(envelopeOf(answer).status, 'complete');
});

test('an erased account says so: no export, no key, no credits, no way back', async () => {
  const id = account.account_id;
  await assert.rejects(exportAccount(t.app, service, id, OPERATOR), /This account was erased at/);
  await assert.rejects(createKey(t.app, id), /is erased/);
  await assert.rejects(createTestKey(t.app, service, id), /is erased/);
  await assert.rejects(changeStatus(t.app, id, 'active'), /is erased/);
  await assert.rejects(changeAccount(t.app, id, { name: 'back' }), /is erased/);
  await assert.rejects(grant(t.app, { account_id: id, amount: 1, kind: 'extra' }), /is erased/);
  const shown = await showAccount(t.app, id);
  assert.deepEqual([shown.name, shown.status], ['[erased]', 'suspended']);
});

test('a test key follows its account, whatever happens to that while the store opens', async () => {
  const [suspended, erased] = [await t.account(), await t.account({ name: 'erased' })];
  const during = (change: () => Promise<unknown>): TestService => ({
    open: async () => {
      await change();
      return tests.app;
    },
    find: service.find,
  });
  const suspend = () =>
    changeStatusOfAll(t.app, service, suspended.account_id, 'suspended', OPERATOR);
  const { api_key } = await createTestKey(t.app, during(suspend), suspended.account_id);
  expectApiError(await tests.get(SEARCH, api_key), 'account_suspended');
  const erase = () => eraseAccount(t.app, service, erased.account_id, 'erased', OPERATOR);
  await assert.rejects(createTestKey(t.app, during(erase), erased.account_id), /is erased/);
  assert.deepEqual(await showKeys(tests.app, erased.account_id), { keys: [] });
});

test('an erasure waits for a test key of its account that is being created, and ends it', async () => {
  const { account_id } = await t.account({ name: 'met' });
  let erasing: Promise<unknown> | undefined;
  const db = afterStatement(tests.app.db, async () => {
    erasing ??= eraseAccount(t.app, service, account_id, 'met', OPERATOR);
    await Promise.race([erasing, delay(300)]);
  });
  const opened: TestService = { ...service, open: async () => ({ ...tests.app, db }) };
  const { api_key } = await createTestKey(t.app, opened, account_id, { label: 'qq-met' });
  await erasing;
  expectApiError(await tests.get(SEARCH, api_key), 'invalid_api_key');
  assert.equal((await showKeys(tests.app, account_id)).keys[0]?.label, null);
});

test('the audit log refuses every change but its redaction', async () => {
  const { db } = t.app;
  const [entry] = await db.rows<{ after: { name: string } }>(
    `select after from audit_log where action = 'account.create' and account_id = $1`,
    [account.account_id],
  );
  assert.equal(entry?.after.name, '[erased]');
  for (const change of [
    `update audit_log set operator = 'nobody'`,
    `update audit_log set after = '{}' where after is not null`,
    `update audit_log set after = after || '{"name":"other"}' where after ? 'name'`,
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await assert.rejects(db.rows(change), /append-only/, change);
  }
});
