import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { AT, emptyResult, sharedStore } from '../../test/support/open-test-store.js';
import { type Account, lockAccount } from './accounts.js';
import { auditLedger, countCaptured, LEDGER_RULES } from './audit.js';
import {
  type CachedPageRow,
  chargeHits,
  countHits,
  findHits,
  type Hit,
  insertCachedPages,
} from './hits.js';
import { grantCredits, grantPlan, readBalance, reserveCredits } from './ledger.js';
import { deleteOldResults, insertResult } from './results.js';
import { usageByDay } from './usage.js';
import { countCalls } from './wallets.js';

const store = sharedStore();
let page: CachedPageRow;
before(async () => {
  const result_id = store.id();
  page = {
    page_id: store.id(),
    route: 'portal_a_listings',
    page_hash: 'page',
    query: '{}',
    result_id,
  };
  await insertResult(store.pool, emptyResult(page, AT));
  await insertCachedPages(store.pool, [page]);
});

interface Payer extends Account {
  readonly key_id: string;
}

async function payer(extra: number, plan = 0, granted = true): Promise<Payer> {
  const { account, keyId } = await store.account(plan);
  await store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    if (granted) await grantPlan(tx, account, AT);
    if (extra > 0) await grantCredits(tx, account, 'extra', extra, AT);
  });
  return { ...account, key_id: keyId };
}

const hit = ({ account_id, key_id }: Payer, limit: number | null = 1000, credits = 1): Hit => ({
  request_id: store.id(),
  account_id,
  key_id,
  rate_limit_per_minute: limit,
  credits,
  page,
});
const outcomes = async (hits: readonly Hit[]) =>
  (await chargeHits(store.pool, hits, AT)).map(({ outcome, calls }) => `${outcome} ${calls}`);
const balanceOf = (account: Account) => readBalance(store.pool, account, AT);
const sound = async () =>
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);

test('a batch charges each hit once, plan before extra, and stores a complete request of each', async () => {
  const [one, other] = [await payer(5, 3), await payer(2)];
  const hits = [hit(one), hit(other), hit(one)];
  assert.deepEqual(await outcomes(hits), ['charged 1', 'charged 1', 'charged 2']);
  assert.deepEqual(await balanceOf(one), { plan: 1, extra: 5, reserved: 0, available: 6 });
  assert.deepEqual(await balanceOf(other), { plan: 0, extra: 1, reserved: 0, available: 1 });
  const found = await findHits(store.pool, hits, EARLIER);
  const { page_id: _, ...what } = page;
  for (const { request_id, account_id, key_id } of hits) {
    assert.deepEqual(found.get(request_id), {
      request_id,
      account_id,
      key_id,
      ...what,
      created_at: AT,
      settled_at: AT,
      status: 'complete',
      cached: true,
      credits: 1,
      collection_id: null,
      error: null,
    });
  }
  const since = new Date(AT.getTime() - 86_400_000);
  const used = { complete: 2, failed: 0, pending: 0, credits: 2 };
  assert.deepEqual(await usageByDay(store.pool, one.account_id, since), [
    { date: '2026-11-21', route: 'portal_a_listings', ...used },
  ]);
  await sound();
});

/** All ids of the test have one time; hits are found from then on. */
const EARLIER = new Date(Number.parseInt(`01a1fdfa0000`, 16) - 1);

test('a hit is found by its own account only, and until its retention is over', async () => {
  const [mine, other] = [await payer(1), await payer(1)];
  const made = hit(mine);
  assert.deepEqual(await outcomes([made]), ['charged 1']);
  const { request_id } = made;
  const find = async (account_id: string, since: Date) =>
    (await findHits(store.pool, [{ account_id, request_id }], since)).size;
  assert.equal(await find(mine.account_id, EARLIER), 1);
  assert.equal(await find(other.account_id, EARLIER), 0);
  const later = new Date(EARLIER.getTime() + 60_000);
  assert.equal(await find(mine.account_id, later), 0);
  assert.equal(await countHits(store.pool, mine.account_id, EARLIER), 1);
  assert.equal(await countHits(store.pool, mine.account_id, later), 0);
});

test('a page whose result is gone is not stored: nothing would remove it', async () => {
  const late = { ...page, page_id: store.id(), result_id: store.id() };
  const again = { ...page, page_id: store.id() };
  await insertCachedPages(store.pool, [late, again]);
  const stored = await store.pool.rows<{ page_id: string }>(
    'select page_id from cached_pages where page_id = any($1::uuid[])',
    [[late.page_id, again.page_id]],
  );
  assert.deepEqual(stored, [{ page_id: again.page_id }]);
});

test('a bucket that cannot pay for all of its account pays for none; others are not held up', async () => {
  const [poor, rich, between] = [await payer(0, 1), await payer(9), await payer(1, 1)];
  const hits = [hit(poor), hit(poor), hit(rich), hit(between), hit(between)];
  assert.deepEqual(await outcomes(hits), [
    'unpaid 1',
    'unpaid 2',
    'charged 1',
    'unpaid 1',
    'unpaid 2',
  ]);
  assert.equal((await balanceOf(poor)).available, 1);
  assert.equal((await balanceOf(between)).available, 2);
  await sound();
});

test('each hit costs its own price, and says so', async () => {
  const [one, other] = [await payer(0, 9), await payer(7)];
  const hits = [hit(one, 1000, 2), hit(other, 1000, 3), hit(one), hit(one, 1000, 4)];
  assert.deepEqual(await outcomes(hits), ['charged 1', 'charged 1', 'charged 2', 'charged 3']);
  assert.equal((await balanceOf(one)).plan, 2);
  assert.equal((await balanceOf(other)).extra, 4);
  const found = await findHits(store.pool, hits, EARLIER);
  assert.deepEqual(
    hits.map(({ request_id }) => found.get(request_id)?.credits),
    [2, 3, 1, 4],
  );
  assert.equal(await countCaptured(store.pool, one.account_id), 7);
  const [day] = await usageByDay(store.pool, one.account_id, new Date(AT.getTime() - 86_400_000));
  assert.deepEqual([day?.complete, day?.credits], [3, 7]);
  await sound();
});

test('the window admits the first ones, and they alone are paid', async () => {
  const account = await payer(3);
  const hits = [hit(account, 2, 1), hit(account, 2, 2), hit(account, 2, 9)];
  assert.deepEqual(await outcomes(hits), ['charged 1', 'charged 2', 'limited 3']);
  assert.equal((await balanceOf(account)).available, 0);
  await sound();
});

test('one bucket pays the whole price: extra credits when those of the plan do not suffice', async () => {
  const [rest, both] = [await payer(5, 1), await payer(5, 2)];
  assert.deepEqual(await outcomes([hit(rest, 1000, 2)]), ['charged 1']);
  assert.deepEqual(await balanceOf(rest), { plan: 1, extra: 3, reserved: 0, available: 4 });
  // The plan can pay for only one of the two: they are charged one by one.
  assert.deepEqual(await outcomes([hit(both, 1000, 2), hit(both, 1000, 2)]), [
    'unpaid 1',
    'unpaid 2',
  ]);
  assert.deepEqual(await outcomes([hit(both, 1000, 2)]), ['charged 3']);
  assert.equal((await balanceOf(both)).plan, 0);
  await sound();
});

test('plan credits that the month has not seen yet are granted first: such a hit is not charged here', async () => {
  const account = await payer(5, 3, false);
  assert.deepEqual(await outcomes([hit(account)]), ['unpaid 1']);
  assert.equal((await balanceOf(account)).extra, 5);
});

test('the window admits to its limit, over batches and beside other calls', async () => {
  const account = await payer(100);
  assert.deepEqual(await countCalls(store.pool, [account.account_id], minute()), [1]);
  assert.deepEqual(await outcomes([hit(account, 4), hit(account, 4)]), ['charged 2', 'charged 3']);
  assert.deepEqual(await outcomes([hit(account, 4), hit(account, 4)]), ['charged 4', 'limited 5']);
  assert.deepEqual(await outcomes([hit(account, 4)]), ['limited 6']);
  assert.equal((await balanceOf(account)).available, 97);
  await sound();
});

const minute = () => Math.floor(AT.getTime() / 60_000);

test('a call that was counted before is charged only, whatever the window says', async () => {
  const account = await payer(10);
  assert.deepEqual(await countCalls(store.pool, [account.account_id], minute()), [1]);
  const hits = [hit(account, 2), hit(account, null), hit(account, 2), hit(account, null)];
  const charged = await chargeHits(store.pool, hits, AT);
  assert.deepEqual(
    charged.map(({ outcome }) => outcome),
    ['charged', 'charged', 'limited', 'charged'],
  );
  assert.deepEqual([charged[0]?.calls, charged[2]?.calls], [2, 3]);
  assert.deepEqual(await outcomes([hit(account, 2)]), ['limited 4']);
  assert.equal((await outcomes([hit(account, null)]))[0]?.startsWith('charged'), true);
  assert.equal((await balanceOf(account)).available, 6);
  assert.equal((await findHits(store.pool, hits, EARLIER)).size, 3);
  await sound();
});

test('calls of a batch are counted one by one, per account, in order', async () => {
  const [one, other] = [await payer(0), await payer(0)];
  const ids = [one, other, one, one].map(({ account_id }) => account_id);
  assert.deepEqual(await countCalls(store.pool, ids, minute()), [1, 1, 2, 3]);
});

test('30 batches at once over the same accounts never deadlock and never overdraw', async () => {
  const accounts = await Promise.all(Array.from({ length: 12 }, () => payer(40)));
  const batches = await Promise.all(
    Array.from({ length: 30 }, (_, n) => {
      const order = n % 2 === 0 ? accounts : [...accounts].reverse();
      return outcomes(order.flatMap((account) => [hit(account), hit(account)]));
    }),
  );
  const charged = batches.flat().filter((one) => one.startsWith('charged')).length;
  assert.equal(charged, 12 * 40, 'all credits of all accounts, and not one more');
  for (const account of accounts) assert.equal((await balanceOf(account)).available, 0);
  await sound();
});

test('a batch and single charges that meet at the last credit: one has it, and nothing breaks', async () => {
  const ROUNDS = 60;
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await payer(1);
    const single = () =>
      store.pool.transaction(async (tx) => {
        await lockAccount(tx, account.account_id);
        return reserveCredits(
          tx,
          account,
          { request_id: store.id(), route: 'portal_a_listings', credits: 1, key_id: null },
          AT,
        );
      });
    const [batch, ...singles] = await Promise.all([outcomes([hit(account)]), single(), single()]);
    const taken = [...singles, batch?.[0]?.startsWith('charged')].filter(Boolean).length;
    assert.equal(taken, 1);
    assert.equal((await balanceOf(account)).available, 0);
  }
  await sound();
});

test('a page goes with its result; the entries of its hits stay', async () => {
  const account = await payer(2);
  const made = hit(account);
  await outcomes([made]);
  assert.equal((await findHits(store.pool, [made], EARLIER)).size, 1);
  await deleteOldResults(store.pool, new Date(AT.getTime() + 2000), 10);
  assert.equal((await findHits(store.pool, [made], EARLIER)).size, 0);
  assert.equal((await balanceOf(account)).available, 1);
  await sound();
});

test('a wallet that another clock has brought into a later month pays for calls of this one', async () => {
  const account = await payer(1, 2);
  const december = new Date('2026-12-01T00:00:00Z');
  await store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    await grantPlan(tx, account, december);
  });
  assert.deepEqual(await outcomes([hit(account)]), ['charged 1']);
  await store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    await grantPlan(tx, account, AT);
    await grantCredits(tx, account, 'plan', 5, AT);
  });
  assert.deepEqual(await balanceOf(account), { plan: 6, extra: 1, reserved: 0, available: 7 });
  await sound();
});

for (const change of ['update hits set bucket = bucket', 'delete from hits', 'truncate hits']) {
  test(`hits are entries of the ledger: "${change}" is rejected`, async () => {
    await assert.rejects(store.pool.rows(change), /append-only/);
  });
}
