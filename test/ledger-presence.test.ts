/** `rowhouse ledger check` proves that charged data exists, or ended by retention or erasure. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkLedger } from '#service/accounts/manage.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { auditLedger } from '#store/audit.js';
import { beginErasure } from '#store/erasures.js';
import { exportStore } from '#store/transfer/export.js';
import { importStore } from '#store/transfer/import.js';
import { envelopeOf, freshSearch } from './support/expect.js';
import { openTestApp, type TestAccount, type TestApp } from './support/open-test-app.js';
import { openTestStore } from './support/open-test-store.js';

let t: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-presence-'));
before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0 } });
});
after(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Charged {
  readonly account: TestAccount;
  readonly job: string;
  readonly hit: string;
}

/** An account with one captured job and one charged hit of the same page. */
async function charged(): Promise<Charged> {
  const account = await t.account();
  const path = freshSearch();
  const job = envelopeOf(await t.settled(path, account.api_key)).request_id;
  const hit = envelopeOf(await t.settled(path, account.api_key)).request_id;
  return { account, job, hit };
}

/** Runs a statement, gives what the check finds then, and takes the statement back. */
async function foundAfter(...statements: readonly (readonly [string, ...string[]])[]) {
  class Undo extends Error {}
  let found: unknown[] = [];
  const work = t.app.db.transaction(async (tx) => {
    for (const [statement, ...values] of statements) await tx.rows(statement, values);
    const within = { ...tx, transaction: (run: (db: typeof tx) => Promise<unknown>) => run(tx) };
    const { violations } = await auditLedger(within as typeof tx);
    found = violations.map(({ account_id, detail }) => [account_id, detail]);
    throw new Undo();
  });
  await assert.rejects(work, Undo);
  return found;
}

test('a captured job whose row or result is gone is named, and so is a hit without its page', async () => {
  const { account, job, hit } = await charged();
  const of = (detail: string) => [account.account_id, detail];
  assert.deepEqual(await foundAfter(), []);
  assert.deepEqual(await foundAfter(['delete from requests where request_id = $1', job]), [
    of(`${job}: the job is missing`),
  ]);
  const result = `select result_id from requests where request_id = $1`;
  assert.deepEqual(await foundAfter([`delete from results where result_id in (${result})`, job]), [
    of(`${job}: the result is missing`),
    of(`${hit}: the result is missing`),
  ]);
  const page = 'select page_id from hits where request_id = $1';
  assert.deepEqual(await foundAfter([`delete from cached_pages where page_id in (${page})`, hit]), [
    of(`${hit}: the page is missing`),
  ]);
  assert.deepEqual(
    await foundAfter([`update requests set status = 'pending' where request_id = $1`, job]),
    [of(`${job}: the job is pending`)],
  );
});

test('the check is as promised: ok, accounts, entries, violations', async () => {
  const { job } = await charged();
  const row = await t.app.db.rows('delete from requests where request_id = $1 returning *', [job]);
  const check = await checkLedger(t.app);
  assert.deepEqual(Object.keys(check), ['ok', 'accounts', 'entries', 'violations']);
  assert.equal(check.ok, false);
  assert.equal(row.length, 1);
  await t.app.db.rows(
    'insert into requests select * from jsonb_populate_record(null::requests, $1)',
    [JSON.stringify(row[0])],
  );
  assert.equal((await checkLedger(t.app)).ok, true);
});

test('an export that is imported again is still proved, and a loss in it is found', async () => {
  const { job } = await charged();
  const file = join(folder, 'export');
  await exportStore(t.app.db as Parameters<typeof exportStore>[0], file, '2026-11-21T12:00:00Z');
  const store = await openTestStore();
  await importStore(store.pool, file);
  assert.deepEqual((await auditLedger(store.pool)).violations, []);
  await store.pool.rows('delete from requests where request_id = $1', [job]);
  const { violations } = await auditLedger(store.pool);
  assert.ok(violations.some(({ detail }) => detail === `${job}: the job is missing`));
  await store.close();
});

test('what went by erasure or by its retention is not missed', async () => {
  const { account, job } = await charged();
  await t.app.db.transaction((tx) =>
    beginErasure(tx, account.account_id, [], new Date(t.clock.nowMs())),
  );
  await cleanUpOnce(t.app);
  assert.deepEqual((await checkLedger(t.app)).violations, [], 'an erasure explains it');
  await cleanUpOnce(t.app);
  t.clock.advance((t.app.limits.JOB_RETENTION_S + t.app.limits.UPSTREAM_CACHE_S + 90_000) * 1000);
  const { job: young } = await charged();
  await cleanUpOnce(t.app);
  const rows = await t.app.db.rows<{ request_id: string }>('select request_id from requests');
  const ids = rows.map(({ request_id }) => request_id);
  assert.ok(!ids.includes(job) && ids.includes(young), 'the cleanup has removed the old ones');
  assert.deepEqual((await checkLedger(t.app)).violations, []);
  assert.deepEqual(await foundAfter(['delete from requests where request_id = $1', young]), [
    [
      (
        await t.app.db.rows<{ account_id: string }>(
          'select account_id from requests where request_id = $1',
          [young],
        )
      )[0]?.account_id,
      `${young}: the job is missing`,
    ],
  ]);
});
