/** An archived month: its rows are in files, its sums stay, and the ledger still adds up. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance, DuckDBTimestampTZValue } from '@duckdb/node-api';
import { OperatorError } from '#base/operator-error.js';
import { firstUuidAt } from '#domain/uuid-time.js';
import { openTestStore, type TestStore } from '../../../test/support/open-test-store.js';
import { type Account, lockAccount } from '../accounts.js';
import { auditLedger, countCaptured, LEDGER_RULES } from '../audit.js';
import { chargeHits } from '../hits.js';
import { expirePlans, grantCredits, grantPlan, readBalance, reserveCredits } from '../ledger.js';
import { addMonths } from '../months.js';
import { insertRequest } from '../requests.js';
import { endReservations } from '../reservations.js';
import { archiveMonth } from './archive.js';
import { archivedMonthsOf } from './archived-months.js';

const ROUTE = 'portal_a_listings';
const SEPTEMBER = new Date('2026-09-20T12:00:00Z');
const OCTOBER = new Date('2026-10-02T12:00:00Z');
const LATER = new Date('2026-12-01T00:00:00Z');
const KEPT_S = 32 * 86_400;

let store: TestStore;
let folder: string;
before(async () => {
  store = await openTestStore();
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-archive-'));
  await addMonths(store.pool, SEPTEMBER);
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const idAt = (moment: Date): string => {
  made += 1;
  return `${firstUuidAt(moment.getTime()).slice(0, 24)}${String(made).padStart(12, '0')}`;
};
const archive = (month = '2026-09', at = LATER, into = folder) =>
  archiveMonth(store.pool, { month, folder: into, at, keptS: KEPT_S });
const under = <T>(account: Account, work: (tx: Parameters<typeof lockAccount>[0]) => Promise<T>) =>
  store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    return work(tx);
  });

/** An account of both months: plan and extra credits, hits, and a job from September to October. */
async function liveTwoMonths(): Promise<{ account: Account; job: string }> {
  const { account } = await store.account(10);
  await under(account, async (tx) => {
    await grantPlan(tx, account, SEPTEMBER);
    await grantCredits(tx, account, 'extra', 20, SEPTEMBER);
  });
  await chargeAt(account, SEPTEMBER, 4);
  const job = idAt(SEPTEMBER);
  await under(account, (tx) =>
    reserveCredits(
      tx,
      account,
      { request_id: job, route: ROUTE, credits: 2, key_id: null },
      SEPTEMBER,
    ),
  );
  await under(account, (tx) => grantPlan(tx, account, OCTOBER));
  await chargeAt(account, OCTOBER, 3);
  return { account, job };
}

async function chargeAt(account: Account, moment: Date, count: number): Promise<void> {
  const page = {
    page_id: store.id(),
    route: ROUTE,
    page_hash: 'page',
    query: '{}',
    result_id: store.id(),
  };
  const hits = Array.from({ length: count }, () => ({
    request_id: idAt(moment),
    account_id: account.account_id,
    key_id: store.id(),
    rate_limit_per_minute: null,
    credits: 1,
    page,
  }));
  for (const { outcome } of await chargeHits(store.pool, hits, moment)) {
    assert.equal(outcome, 'charged');
  }
}

const sound = async () =>
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
const months = async () =>
  (await store.pool.rows<{ month: string }>('select month from archived_months order by 1')).map(
    ({ month }) => month,
  );

/** A file's rows as another reader reads them: ids as text, times as dates. */
async function rowsIn(table: string, month = '2026-09'): Promise<Record<string, unknown>[]> {
  const duck = await DuckDBInstance.create();
  const session = await duck.connect();
  await session.run(`set timezone = 'UTC'`);
  const path = join(folder, `${table}-${month}.parquet`);
  const reader = await session.runAndReadAll(`select * from read_parquet('${path}')`);
  session.closeSync();
  duck.closeSync();
  return reader.getRowObjects();
}

const rejected = async (why: RegExp, month?: string, at?: Date, into?: string) => {
  const before = await store.pool.rows('select count(*) as n from ledger');
  const files = readdirSync(folder);
  await assert.rejects(
    archive(month, at, into),
    (error) => error instanceof OperatorError && why.test(error.message),
  );
  assert.deepEqual(readdirSync(folder), files);
  assert.deepEqual(await store.pool.rows('select count(*) as n from ledger'), before);
};

test('a month that callers can still ask for stays', async () => {
  const { account, job } = await liveTwoMonths();
  await rejected(/can be archived from 2026-11-02/, '2026-09', new Date('2026-11-01'));
  await rejected(/not a month/, '2026-13');
  await rejected(/has no separate rows/, '2019-01');
  const none = join(folder, 'none');
  await rejected(/none does not exist\. Create it first/, '2026-09', LATER, none);
  const file = fileURLToPath(import.meta.url);
  await rejected(/is not a folder\. Name the folder/, '2026-09', LATER, file);
  await rejected(/Jobs of the month are still stored/);
  assert.equal((await endReservations(store.pool, [job], 'capture', OCTOBER)).length, 1);
  const request = {
    request_id: idAt(SEPTEMBER),
    account_id: account.account_id,
    key_id: store.id(),
    route: ROUTE,
    page_hash: 'page',
    query: '{}',
    status: 'failed',
    cached: false,
    credits: 0,
    collection_id: null,
    result_id: null,
    error: null,
    created_at: SEPTEMBER,
    settled_at: SEPTEMBER,
  } as const;
  await insertRequest(store.pool, request);
  await rejected(/Jobs of the month are still stored/);
  await store.pool.rows('delete from requests');
  await sound();
});

test('an archived month is in its file, and balances, captures and the ledger are what they were', async () => {
  const { account, job } = await liveTwoMonths();
  await endReservations(store.pool, [job], 'unread', OCTOBER);
  await expirePlans(store.pool, LATER, 100);
  const of = `from ledger where created_at < '2026-10-01' or request_id = '${job}'`;
  const [before] = await store.pool.rows<{ n: number }>('select count(*) as n from ledger');
  const balance = await readBalance(store.pool, account, LATER);
  const captured = await countCaptured(store.pool, account.account_id);
  assert.equal(captured, 7);
  await sound();

  const stored = await store.pool.rows<Record<string, unknown>>(
    'select * from ledger_entries_2026_09 order by entry_id',
  );
  const storedHits = await store.pool.rows<Record<string, unknown>>(
    'select * from hits_2026_09 order by account_id, request_id',
  );
  const { hits, entries } = await archive();
  assert.deepEqual(await readBalance(store.pool, account, LATER), balance);
  assert.equal(await countCaptured(store.pool, account.account_id), captured);
  await sound();
  const [left] = await store.pool.rows<{ n: number }>('select count(*) as n from ledger');
  assert.equal((before?.n ?? 0) - (left?.n ?? 0), hits + entries);
  assert.deepEqual(
    await store.pool.rows(`select 1 ${of} and account_id = $1`, [account.account_id]),
    [],
  );
  assert.deepEqual((await rowsIn('ledger_entries')).map(asStored), stored);
  assert.deepEqual((await rowsIn('hits')).map(asStored), storedHits);
  const { archived } = await auditLedger(store.pool, LEDGER_RULES);
  assert.deepEqual([archived?.months, archived?.entries], [1, hits + entries]);
  assert.deepEqual(await archive(), (await archivedMonthsOf(store.pool))[0], 'again: it is done');
});

/** A row of the other reader, in the form of the database driver. */
const asStored = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'bigint') return [name, Number(value)];
      if (value instanceof DuckDBTimestampTZValue) {
        return [name, new Date(Number(value.micros / 1_000n))];
      }
      return [name, value];
    }),
  );

test('after an archive the ledger continues, and a late hit of the month is counted', async () => {
  const { account, job } = await liveTwoMonths();
  await endReservations(store.pool, [job], 'failed', LATER);
  assert.deepEqual(await months(), ['2026-09']);
  await chargeAt(account, SEPTEMBER, 1);
  await addMonths(store.pool, LATER);
  await chargeAt(account, OCTOBER, 2);
  await sound();
});

test('a month leaves beside charges and a long reader: no charge fails or waits for it', async (t) => {
  if (store.embedded) return t.skip('the embedded database has one session');
  const { account, job } = await liveTwoMonths();
  await endReservations(store.pool, [job], 'failed', LATER);
  const NEXT = new Date('2027-02-01T00:00:00Z');
  await addMonths(store.pool, NEXT);
  await under(account, (tx) => grantPlan(tx, account, NEXT));
  const reader = await store.pool.session();
  await reader.query('begin');
  await reader.query('select from hits limit 1');
  const archived = archive('2026-10', NEXT);
  for (let round = 0; round < 20; round += 1) {
    await under(account, (tx) => grantCredits(tx, account, 'extra', 1, NEXT));
    await chargeAt(account, NEXT, 1);
  }
  await reader.query('commit');
  reader.release();
  assert.ok((await archived).hits > 0);
  assert.deepEqual(await months(), ['2026-09', '2026-10']);
  await sound();
});

test('the check finds an archived sum that is another', async () => {
  await store.pool.rows('alter table archived_sums disable trigger archived_sums_are_append_only');
  const changed = await store.pool.rows(
    `update archived_sums set available_delta = available_delta + 1
     where ctid = (select ctid from archived_sums limit 1) returning 1`,
  );
  assert.equal(changed.length, 1);
  const { violations } = await auditLedger(store.pool, LEDGER_RULES);
  assert.deepEqual(
    violations.map(({ rule }) => rule),
    [
      'balance equals the sum of its entries',
      'the sums of an archived month are those that were stored',
    ],
  );
});

for (const change of [
  'update archived_months set hits = 0',
  'delete from archived_months',
  'truncate archived_months, archived_sums',
]) {
  test(`archived months are part of the ledger: "${change}" is rejected`, async () => {
    await assert.rejects(store.pool.rows(change), /append-only/);
  });
}
