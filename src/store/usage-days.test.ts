/** Usage by day is the same from sums and from entries; the ledger's check finds differences. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#contract/durations.js';
import { firstUuidAt } from '#domain/uuid-time.js';
import { openTestStore, sharedStore } from '../../test/support/open-test-store.js';
import { type Account, lockAccount } from './accounts.js';
import { auditLedger, LEDGER_RULES } from './audit.js';
import { chargeHits } from './hits.js';
import { grantCredits, grantPlan, reserveCredits } from './ledger.js';
import { addMonths } from './months.js';
import { insertRequest } from './requests.js';
import { endReservations } from './reservations.js';
import { type UsageDay, usageByDay } from './usage.js';
import { deleteOldUsageDays, restartSums, SUMMED_BEHIND_MS, sumUsage } from './usage-days.js';

const FIRST = new Date('2026-11-18T00:00:00Z');
const NOW = new Date('2026-11-21T09:30:00Z');
const FIRST_OF_MONTH = new Date('2026-11-01T00:00:00Z');
const DAYS_BACK = 3;
/** More hours than these tests' days have. */
const WINDOWS_MAX = 200;

const store = sharedStore();
before(async () => {
  await addMonths(store.pool, FIRST);
});

let made = 0;
function idAt(moment: Date): string {
  made += 1;
  return `${firstUuidAt(moment.getTime()).slice(0, 24)}${String(made).padStart(12, '0')}`;
}

async function payer(of = store): Promise<Account> {
  const { account } = await of.account(0);
  await of.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    await grantPlan(tx, account, FIRST);
    await grantCredits(tx, account, 'extra', 1_000, FIRST);
  });
  return account;
}

async function hit(
  account: Account,
  route: string,
  moment: Date,
  credits = 1,
  of = store,
): Promise<void> {
  const page = { page_id: of.id(), route, page_hash: 'p', query: '{}', result_id: of.id() };
  const [charge] = await chargeHits(
    of.pool,
    [
      {
        request_id: idAt(moment),
        account_id: account.account_id,
        key_id: of.id(),
        rate_limit_per_minute: null,
        credits,
        page,
      },
    ],
    moment,
  );
  assert.equal(charge?.outcome, 'charged');
}

/** A pending job; `end` ends it. */
async function job(account: Account, route: string, moment: Date): Promise<string> {
  const request_id = idAt(moment);
  await store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    await insertRequest(tx, {
      request_id,
      account_id: account.account_id,
      key_id: store.id(),
      route,
      page_hash: 'p',
      query: '{}',
      status: 'pending',
      cached: false,
      credits: 0,
      collection_id: null,
      result_id: null,
      error: null,
      created_at: moment,
      settled_at: null,
    });
    await reserveCredits(tx, account, { request_id, route, credits: 1, key_id: null }, moment);
  });
  return request_id;
}

async function end(
  request_id: string,
  how: 'capture' | 'failed' | 'past_end',
  moment: Date,
): Promise<void> {
  const ended = await endReservations(store.pool, [request_id], how, moment);
  assert.equal(ended.length, 1);
  await store.pool.rows('update requests set status = $2, credits = $3 where request_id = $1', [
    request_id,
    how === 'failed' ? 'failed' : 'complete',
    how === 'capture' ? 1 : 0,
  ]);
}

async function sumAll(at: Date): Promise<number> {
  let windows = 0;
  while (await sumUsage(store.pool, at, DAYS_BACK)) {
    windows += 1;
    assert.ok(windows < WINDOWS_MAX, 'it comes to an end');
  }
  return windows;
}

const usage = (account: Account, since = FIRST): Promise<UsageDay[]> =>
  usageByDay(store.pool, account.account_id, since);
const sound = async () =>
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
const at = (day: number, hour: number): Date =>
  new Date(FIRST.getTime() + day * DAY_MS + hour * HOUR_MS);

let busy: Account;
let other: Account;
let shown: UsageDay[];

test('what was used is shown from the entries before it is summed', async () => {
  busy = await payer();
  other = await payer();
  for (let hour = 0; hour < 80; hour += 5) await hit(busy, 'portal_a_listings', at(0, hour), 2);
  await hit(busy, 'portal_b_listings', at(1, 23.999));
  await hit(other, 'portal_a_listings', at(1, 12));
  const [running, unread, failed, empty] = await Promise.all(
    [0, 1, 2, 3].map((hour) => job(busy, 'portal_a_sold', at(1, 22 + hour / 10))),
  );
  await end(unread ?? '', 'capture', at(2, 1));
  await end(failed ?? '', 'failed', at(2, 1));
  await end(empty ?? '', 'past_end', at(2, 2));
  assert.ok(running);
  shown = await usage(busy);
  const sold = shown.filter(({ route }) => route === 'portal_a_sold');
  assert.deepEqual(sold, [
    {
      date: '2026-11-20',
      route: 'portal_a_sold',
      complete: 2,
      failed: 1,
      pending: 0,
      credits: 1,
    },
    {
      date: '2026-11-19',
      route: 'portal_a_sold',
      complete: 0,
      failed: 0,
      pending: 1,
      credits: 0,
    },
  ]);
  assert.equal(
    shown.reduce((sum, { credits }) => sum + credits, 0),
    16 * 2 + 1 + 1,
  );
});

test('summed hour by hour it stays the same, up to the hour before the last two', async () => {
  for (let day = 0; day < DAYS_BACK; day += 1) {
    const later = new Date(at(day, 13.5).getTime() + SUMMED_BEHIND_MS);
    assert.ok((await sumAll(later)) > 0);
    assert.deepEqual(await usage(busy), shown);
  }
  assert.ok((await sumAll(NOW)) > 0);
  assert.deepEqual(await usage(busy), shown);
  assert.deepEqual((await usage(other)).length, 1);
  const [mark] = await store.pool.rows<{ through_at: Date }>('select through_at from usage_summed');
  assert.equal(mark?.through_at.toISOString(), '2026-11-21T07:00:00.000Z');
  await sound();
});

test('what is used after the sums is shown too, on the same day and route', async () => {
  await hit(busy, 'portal_a_listings', NOW, 3);
  const [today] = await usage(busy);
  const [before] = shown;
  assert.equal(today?.credits, (before?.credits ?? 0) + 3);
  assert.equal(today?.complete, (before?.complete ?? 0) + 1);
});

test('an account of one day is shown that day only', async () => {
  const since = at(2, 0);
  const dates = (await usage(busy, since)).map(({ date }) => date);
  assert.deepEqual([...new Set(dates)], ['2026-11-21', '2026-11-20']);
  assert.equal((await usage(other, since)).length, 0);
});

test('usage of before the sums is read from the entries', async () => {
  await store.pool.rows("update usage_summed set from_at = from_at + interval '1 day'");
  const [today, ...days] = await usage(busy);
  assert.deepEqual(days, shown.slice(1));
  assert.equal(today?.date, '2026-11-21');
  await store.pool.rows("update usage_summed set from_at = from_at - interval '1 day'");
});

test('processes that sum at the same time sum each hour once', async () => {
  const later = new Date(NOW.getTime() + 12 * HOUR_MS);
  const before = await usage(busy);
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let step = 0; step < 6; step += 1) await sumUsage(store.pool, later, DAYS_BACK);
    }),
  );
  assert.deepEqual(await usage(busy), before);
  await sound();
});

test('a sum that is wrong, missing or too much is a violation', async () => {
  const named = async () =>
    (await auditLedger(store.pool, LEDGER_RULES)).violations.map(({ detail }) => detail);
  const changes = [
    "update usage_days set credits = credits + 1 where date = '2026-11-19' and route = 'portal_b_listings'",
    "delete from usage_days where date = '2026-11-19' and route = 'portal_b_listings'",
    "update usage_days set complete = 0 where date = '2026-11-19' and route = 'portal_b_listings'",
  ];
  for (const change of changes) {
    await assert.rejects(
      store.pool.transaction(async (tx) => {
        await tx.rows(change);
        const { violations } = await auditLedger(tx, LEDGER_RULES);
        assert.deepEqual(
          violations.map(({ rule, detail }) => [rule, detail]),
          [['summed usage equals the entries', '2026-11-19 portal_b_listings']],
        );
        throw new Error('rolled back');
      }),
      /rolled back/,
    );
  }
  assert.deepEqual(await named(), []);
});

test('old sums are removed, counted from where the sums end', async () => {
  assert.equal(await deleteOldUsageDays(store.pool, DAYS_BACK, 100), 0);
  assert.equal(await deleteOldUsageDays(store.pool, 1, 1), 1);
  assert.ok((await deleteOldUsageDays(store.pool, 1, 100)) > 0);
  assert.equal(await deleteOldUsageDays(store.pool, 1, 100), 0);
  assert.ok((await usage(busy, at(2, 0))).length > 0);
});

test('days without charges are passed one by one, or all at once, and an hour between them is summed', async () => {
  const own = await openTestStore();
  try {
    const daysBack = 30;
    const alone = async (moment: Date): Promise<number> => {
      let steps = 0;
      while (await sumUsage(own.pool, moment, daysBack)) steps += 1;
      return steps;
    };
    const account = await payer(own);
    const moment = new Date(NOW.getTime() - 9 * DAY_MS);
    await addMonths(own.pool, moment);
    await hit(account, 'portal_a_listings', moment, 2, own);
    const before = await usageByDay(own.pool, account.account_id, FIRST_OF_MONTH);
    const steps = await alone(NOW);
    // One for each day before the hit, 24 at most for its day, and one for all after it.
    assert.ok(steps <= daysBack - 9 + 24 + 1, `${steps} steps`);
    const [mark] = await own.pool.rows<{ through_at: Date }>('select through_at from usage_summed');
    assert.equal(mark?.through_at.toISOString(), '2026-11-21T07:00:00.000Z');
    assert.deepEqual(await usageByDay(own.pool, account.account_id, FIRST_OF_MONTH), before);
    const stored = await own.pool.rows<object>('select date::text, credits from usage_days');
    assert.deepEqual(stored, [{ date: '2026-11-12', credits: 2 }]);
    assert.equal(await alone(NOW), 0);
  } finally {
    await own.close();
  }
});

test('after a clock was ahead, the usage of its time is counted again, once', async () => {
  const account = await payer();
  await hit(account, 'portal_a_listings', at(4, 1));
  await hit(account, 'portal_a_listings', at(5, 1));
  await sumAll(at(45, 0));
  await restartSums(store.pool, at(5, 10.5));
  await hit(account, 'portal_a_listings', at(5, 10.6));
  const counted = async () =>
    (await usage(account)).map(({ date, complete }) => ({ date, complete }));
  const expected = [
    { date: '2026-11-23', complete: 2 },
    { date: '2026-11-22', complete: 1 },
  ];
  assert.deepEqual(await counted(), expected);
  await sumAll(at(6, 0));
  assert.deepEqual(await counted(), expected);
  await sound();
});
