import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AT, openTestStore, type TestStore } from '../../test/support/open-test-store.js';
import { type Account, lockAccount } from './accounts.js';
import { auditLedger, countCaptured, LEDGER_RULES } from './audit.js';
import { chargeHits } from './hits.js';
import { expirePlans, grantCredits, grantPlan, readBalance, reserveCredits } from './ledger.js';
import { type End, endReservations } from './reservations.js';

let store: TestStore;
before(async () => {
  store = await openTestStore();
});
after(() => store.close());

const DECEMBER = new Date('2026-12-01T00:00:00Z');

/** Runs one statement in a transaction of its own. */
const run = (text: string, values: readonly unknown[] = []) =>
  store.pool.transaction((tx) => tx.rows(text, values));

/** Runs a change of credits as the service does: under the account's lock. */
const under = <T>(account: Account, work: (tx: Parameters<typeof lockAccount>[0]) => Promise<T>) =>
  store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    return work(tx);
  });

async function accountWith(extra: number, plan = 0): Promise<Account> {
  const { account } = await store.account(plan);
  await under(account, async (tx) => {
    await grantPlan(tx, account, AT);
    if (extra > 0) await grantCredits(tx, account, 'extra', extra, AT);
  });
  return account;
}

const balanceOf = (account: Account, at = AT) => readBalance(store.pool, account, at);
const reserve = (account: Account, id: string, at = AT, credits = 1) =>
  under(account, (tx) =>
    reserveCredits(
      tx,
      account,
      { request_id: id, route: 'portal_a_listings', credits, key_id: null },
      at,
    ),
  );
const chargeHit = async (account: Account) => {
  const page = {
    page_id: store.id(),
    route: 'portal_a_listings',
    page_hash: 'page',
    query: '{}',
    result_id: store.id(),
  };
  const hit = {
    request_id: store.id(),
    account_id: account.account_id,
    key_id: store.id(),
    rate_limit_per_minute: null,
    credits: 1,
    page,
  };
  return (await chargeHits(store.pool, [hit], AT))[0]?.outcome === 'charged';
};
const end = async (id: string, how: End, at = AT) =>
  (await endReservations(store.pool, [id], how, at)).length === 1;

test('50 captures at once of one reservation take one credit once', async () => {
  const account = await accountWith(5);
  const id = store.id();
  assert.equal(await reserve(account, id), true);
  const ends = await Promise.all(Array.from({ length: 50 }, () => end(id, 'capture')));
  assert.equal(ends.filter(Boolean).length, 1);
  assert.deepEqual(await balanceOf(account), { plan: 0, extra: 4, reserved: 0, available: 4 });
});

test('captures and releases at once end a reservation one way only', async () => {
  const account = await accountWith(5);
  const id = store.id();
  await reserve(account, id);
  const ends = await Promise.all(
    Array.from({ length: 20 }, (_, n) => end(id, n % 2 === 0 ? 'capture' : 'failed')),
  );
  assert.equal(ends.filter(Boolean).length, 1);
  const { available, reserved } = await balanceOf(account);
  assert.equal(reserved, 0);
  assert.ok(available === 4 || available === 5);
});

test('the database itself rejects a second end and a second reserve of one request', async () => {
  const account = await accountWith(5);
  const id = store.id();
  await reserve(account, id);
  await assert.rejects(reserve(account, id), /duplicate key/);
  await end(id, 'capture');
  await assert.rejects(
    run(
      `insert into ledger_entries
         (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at)
       values ($2, $1, 'release', 'extra', '', 1, 0, $2, $3)`,
      [account.account_id, id, AT],
    ),
    /duplicate key/,
  );
});

test('no account is overdrawn: of 20 takers of 7 credits, 7 get one', async () => {
  const account = await accountWith(4, 3);
  const takers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? reserve(account, store.id()) : chargeHit(account),
    ),
  );
  assert.equal(takers.filter(Boolean).length, 7);
  assert.equal((await balanceOf(account)).available, 0);
  for (const column of ['plan', 'extra']) {
    await assert.rejects(
      run(`update wallets set ${column} = -1 where account_id = $1`, [account.account_id]),
      /check/,
    );
  }
});

test('plan credits go before extra ones, and a release gives back to where it came from', async () => {
  const account = await accountWith(1, 1);
  const [first, second] = [store.id(), store.id()];
  await reserve(account, first);
  assert.deepEqual(await balanceOf(account), { plan: 0, extra: 1, reserved: 1, available: 1 });
  await reserve(account, second);
  assert.equal(await reserve(account, store.id()), false);
  await end(first, 'past_end');
  assert.deepEqual(await balanceOf(account), { plan: 1, extra: 0, reserved: 1, available: 1 });
});

test('a reservation holds the price of its route, and its end moves as much', async () => {
  const account = await accountWith(9, 2);
  const [kept, back, dear] = [store.id(), store.id(), store.id()];
  assert.equal(await reserve(account, kept, AT, 3), true);
  assert.equal(await reserve(account, back, AT, 2), true);
  assert.equal(await reserve(account, dear, AT, 7), false, 'no bucket holds as much');
  assert.deepEqual(await balanceOf(account), { plan: 0, extra: 6, reserved: 5, available: 6 });
  assert.deepEqual(await endReservations(store.pool, [kept], 'capture', AT), [
    { request_id: kept, credits: 3 },
  ]);
  await end(back, 'failed');
  assert.deepEqual(await balanceOf(account), { plan: 2, extra: 6, reserved: 0, available: 8 });
  assert.equal(await countCaptured(store.pool, account.account_id), 3);
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
});

test('plan credits are granted once a month, do not roll over, and old months do not pay', async () => {
  const account = await accountWith(0, 2);
  for (let again = 0; again < 3; again += 1)
    await under(account, (tx) => grantPlan(tx, account, AT));
  assert.equal((await balanceOf(account)).plan, 2);
  assert.equal((await balanceOf(account, DECEMBER)).plan, 2, 'announced before it is granted');
  await reserve(account, store.id(), DECEMBER);
  assert.equal((await balanceOf(account, DECEMBER)).plan, 1);
  await reserve(account, store.id(), DECEMBER);
  assert.equal(await reserve(account, store.id(), DECEMBER), false, 'November’s credits are gone');
});

test('a plan credit that comes back in a later month expires at once; an extra one stays', async () => {
  const account = await accountWith(1, 1);
  const [plan, extra] = [store.id(), store.id()];
  await reserve(account, plan);
  await reserve(account, extra);
  await under(account, (tx) => grantPlan(tx, account, DECEMBER));
  assert.deepEqual(await balanceOf(account, DECEMBER), {
    plan: 1,
    extra: 0,
    reserved: 2,
    available: 1,
  });
  await endReservations(store.pool, [plan, extra], 'failed', DECEMBER);
  assert.deepEqual(await balanceOf(account, DECEMBER), {
    plan: 1,
    extra: 1,
    reserved: 0,
    available: 2,
  });
  const kinds = await store.pool.rows<{ kind: string }>(
    `select kind from ledger_entries where account_id = $1 and period = '2026-11' order by entry_id`,
    [account.account_id],
  );
  assert.equal(kinds.map(({ kind }) => kind).join(), 'grant,reserve,release,expire');
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
});

test('unused credits of a past month expire in the cleanup, once, and nothing of them remains', async () => {
  const account = await accountWith(0, 3);
  const id = store.id();
  await reserve(account, id);
  assert.ok((await expirePlans(store.pool, DECEMBER, 1000)) >= 1);
  assert.equal(await expirePlans(store.pool, DECEMBER, 1000), 0);
  assert.equal((await balanceOf(account)).reserved, 1);
  await end(id, 'capture', DECEMBER);
  await expirePlans(store.pool, DECEMBER, 1000);
  const left = await store.pool.rows(
    'select 1 from balances where account_id = $1 and bucket = $2',
    [account.account_id, 'plan'],
  );
  assert.deepEqual(left, []);
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
});

test('takers, captures and releases of one account at once, over the turn of a month: no deadlock, nothing lost', async () => {
  const account = await accountWith(30, 10);
  const ids = Array.from({ length: 24 }, () => store.id());
  for (const id of ids) await reserve(account, id);
  const works = ids.flatMap((id, n) => [
    () => end(id, n % 2 === 0 ? 'failed' : 'capture', n % 3 === 0 ? DECEMBER : AT),
    () => reserve(account, store.id(), n % 2 === 0 ? DECEMBER : AT),
  ]);
  await Promise.all(works.map((work) => work()));
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
});

test('many ends in one statement: those that had ended already are left out', async () => {
  const [one, other] = [await accountWith(3, 1), await accountWith(2)];
  const ids = [store.id(), store.id(), store.id(), store.id()] as const;
  for (const id of ids.slice(0, 3)) await reserve(one, id);
  await reserve(other, ids[3]);
  await end(ids[1], 'capture');
  const ended = await endReservations(store.pool, [...ids, store.id()], 'failed', AT);
  assert.deepEqual(
    ended.map(({ request_id }) => request_id).sort(),
    [ids[0], ids[2], ids[3]].sort(),
  );
  assert.deepEqual(await balanceOf(one), { plan: 1, extra: 2, reserved: 0, available: 3 });
  assert.deepEqual(await balanceOf(other), { plan: 0, extra: 2, reserved: 0, available: 2 });
});

test('20 batches at once over the same reservations end each once and never deadlock', async () => {
  const accounts = await Promise.all(Array.from({ length: 6 }, () => accountWith(20, 3)));
  const ids = accounts.flatMap((account) =>
    Array.from({ length: 8 }, () => ({ account, id: store.id() })),
  );
  for (const { account, id } of ids) await reserve(account, id);
  const shuffled = (n: number) =>
    ids.map(({ id }) => id).sort((a, b) => (a + n < b + n ? n % 2 : -1));
  const ended = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      endReservations(store.pool, shuffled(n), n % 3 === 0 ? 'unread' : 'capture', AT),
    ),
  );
  assert.equal(ended.flat().length, ids.length);
  assert.equal(new Set(ended.flat().map(({ request_id }) => request_id)).size, ids.length);
  for (const account of accounts) assert.equal((await balanceOf(account)).reserved, 0);
});

test('ending what was never reserved changes nothing', async () => {
  const account = await accountWith(1);
  assert.equal(await end(store.id(), 'capture'), false);
  assert.equal((await balanceOf(account)).available, 1);
});

for (const change of [
  `update ledger_entries set available_delta = 99`,
  `delete from ledger_entries`,
  `truncate ledger_entries`,
]) {
  test(`the ledger is append-only: "${change}" is rejected`, async () => {
    await accountWith(1);
    await assert.rejects(run(change), /append-only/);
  });
}

test('the audit is clean after all this, and finds a balance that is not the sum of its entries', async () => {
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
  const account = await accountWith(3);
  const set = (amount: number) =>
    run('update wallets set extra = $2 where account_id = $1', [account.account_id, amount]);
  await set(4);
  const { violations, accounts, entries } = await auditLedger(store.pool, LEDGER_RULES);
  assert.ok(accounts > 3 && entries > 10);
  assert.equal(violations.length, 1);
  assert.equal(violations[0]?.account_id, account.account_id);
  assert.match(String(violations[0]?.rule), /sum/);
  await set(3);
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
});
