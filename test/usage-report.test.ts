/** Usage by month: what is charged is in the report of one month, or in the file of one. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultLimits } from '#base/limits.js';
import { DAY_MS } from '#contract/durations.js';
import { firstUuidAt } from '#domain/uuid-time.js';
import { showUsageReport } from '#service/accounts/report-usage.js';
import { type Account, lockAccount } from '#store/accounts.js';
import { countCaptured } from '#store/audit.js';
import { chargeHits } from '#store/hits.js';
import { grantCredits, reserveCredits } from '#store/ledger.js';
import { addMonths } from '#store/months.js';
import { endReservations } from '#store/reservations.js';
import { archiveMonth } from '#store/transfer/archive.js';
import { sharedStore } from './support/open-test-store.js';
import { testClock } from './support/test-clock.js';

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
const ROUTE = 'portal_a_listings';
const [FIRST, END] = [Date.parse('2026-01-03'), Date.parse('2026-04-20')];
/** A prime number of minutes: times of the day and distances from a month's end all differ. */
const APART_MS = 1_861 * 60_000;

const store = sharedStore();
const limits = defaultLimits();

let made = 0;
const idAt = (ms: number): string => {
  made += 1;
  return `${firstUuidAt(ms).slice(0, 24)}${String(made).padStart(12, '0')}`;
};

async function hit({ account_id }: Account, ms: number): Promise<void> {
  const page = {
    page_id: store.id(),
    route: ROUTE,
    page_hash: 'p',
    query: '{}',
    result_id: store.id(),
  };
  const charge = {
    request_id: idAt(ms),
    account_id,
    key_id: store.id(),
    rate_limit_per_minute: null,
    credits: 1,
    page,
  };
  await chargeHits(store.pool, [charge], new Date(ms));
}

async function job(account: Account, ms: number, endMs: number): Promise<void> {
  const one = { request_id: idAt(ms), route: ROUTE, credits: 1, key_id: null };
  await store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    await reserveCredits(tx, account, one, new Date(ms));
  });
  await endReservations(store.pool, [one.request_id], 'capture', new Date(endMs));
}

/** The reports of the months: the credits, and the warning. */
async function reports(accountId: string) {
  const app = { clock: testClock(), db: store.pool, limits };
  const found: { month: string; credits: number; warning: string }[] = [];
  for (const month of MONTHS) {
    const from = new Date(`${month}-01T00:00:00Z`);
    const to = new Date(from);
    to.setUTCMonth(from.getUTCMonth() + 1);
    const asked = { account_id: accountId, by: 'account', from, to } as const;
    const { credits, warning = '' } = await showUsageReport(app, asked);
    found.push({ month, credits, warning });
  }
  return found;
}

const sumOf = (found: readonly { credits: number }[]): number =>
  found.reduce((sum, { credits }) => sum + credits, 0);

test('the reports of all months are the ledger; one that an archived month makes smaller says so', async () => {
  for (const month of MONTHS) await addMonths(store.pool, new Date(`${month}-01`));
  const { account } = await store.account(0);
  await store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    await grantCredits(tx, account, 'extra', 1_000, new Date(FIRST));
  });
  for (let ms = FIRST; ms < END; ms += APART_MS) {
    await hit(account, ms);
    // As late as a job is stored.
    await job(account, ms, ms + ((ms / 60_000) % limits.JOB_RETENTION_S) * 1_000);
  }
  const before = await reports(account.account_id);
  const captured = await countCaptured(store.pool, account.account_id);
  assert.ok(captured > 100, 'the months have calls');
  assert.equal(sumOf(before), captured);
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-usage-'));
  const kept = await archiveMonth(store.pool, {
    month: '2026-01',
    folder,
    at: new Date(END + 60 * DAY_MS),
    keptS: limits.JOB_RETENTION_S,
  });
  rmSync(folder, { recursive: true });
  const after = await reports(account.account_id);
  // One entry is the grant; each job has two.
  const archived = kept.hits + (kept.entries - 1) / 2;
  assert.deepEqual(
    [sumOf(after) + archived, await countCaptured(store.pool, account.account_id)],
    [captured, captured],
  );
  const smaller = after.filter(({ credits }, nth) => credits < (before[nth]?.credits ?? 0));
  assert.deepEqual(
    smaller.map(({ month }) => month),
    ['2026-01', '2026-02'],
  );
  assert.deepEqual(
    after.filter(({ warning }) => warning.startsWith('Calls of 2026-01 are not counted')),
    smaller,
  );
});

test('without days, a report is of the current month, to the end of today', async () => {
  const clock = testClock(Date.parse('2026-11-30T15:10:53Z'));
  const asked = { account_id: null, by: 'day', from: null, to: null } as const;
  const { from, to } = await showUsageReport({ clock, db: store.pool, limits }, asked);
  assert.deepEqual([from, to], ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z']);
});
