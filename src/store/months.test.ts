/** The ledger by month: no charge waits for a partition, none is lost by one, none can change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstUuidAt } from '#domain/uuid-time.js';
import { AT, emptyResult, sharedStore } from '../../test/support/open-test-store.js';
import { type Account, lockAccount } from './accounts.js';
import { auditLedger, LEDGER_RULES } from './audit.js';
import { chargeHits, findHits, type Hit, insertCachedPages } from './hits.js';
import { grantCredits, readBalance, reserveCredits } from './ledger.js';
import { addMonths } from './months.js';
import { endReservations } from './reservations.js';
import { insertResult } from './results.js';

const store = sharedStore();

const ROUTE = 'portal_a_listings';
const at = (text: string) => new Date(text);
let made = 0;
/** An id with the time of `moment`. */
const idAt = (moment: Date): string => {
  made += 1;
  return `${firstUuidAt(moment.getTime()).slice(0, 24)}${String(made).padStart(12, '0')}`;
};

async function payer(extra: number): Promise<Account> {
  const { account } = await store.account();
  await store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    await grantCredits(tx, account, 'extra', extra, AT);
  });
  // As if its month's plan credits (none) were granted: hits of every month are paid at once.
  await store.pool.rows(`update wallets set period = '9999-12' where account_id = $1`, [
    account.account_id,
  ]);
  return account;
}

const hit = ({ account_id }: Account, moment: Date): Hit => ({
  request_id: idAt(moment),
  account_id,
  key_id: store.id(),
  rate_limit_per_minute: null,
  credits: 1,
  page: {
    page_id: '01a1fdfa-0000-7000-8000-00000000aaaa',
    route: ROUTE,
    page_hash: 'page',
    query: '{}',
    result_id: '01a1fdfa-0000-7000-8000-00000000bbbb',
  },
});

/** Charges one hit at a time; returns its name. */
async function chargeAt(account: Account, moment: Date): Promise<Hit> {
  const one = hit(account, moment);
  const [outcome] = await chargeHits(store.pool, [one], moment);
  assert.equal(outcome?.outcome, 'charged');
  return one;
}

const reserveAt = (account: Account, request_id: string, moment: Date) =>
  store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    return reserveCredits(
      tx,
      account,
      { request_id, route: ROUTE, credits: 1, key_id: null },
      moment,
    );
  });

/** The partition of a row. */
const partitionsOf = async (table: 'hits' | 'ledger_entries', requestId: string) => {
  const rows = await store.pool.rows<{ part: string }>(
    `select tableoid::regclass::text as part from ${table} where request_id = $1`,
    [requestId],
  );
  return rows.map(({ part }) => part);
};
const sound = async () =>
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);

/** Every table that holds rows of the ledger. */
const partitions = async (): Promise<string[]> => {
  const rows = await store.pool.rows<{ part: string }>(
    `select inhrelid::regclass::text as part from pg_inherits
     where inhparent in ('hits'::regclass, 'ledger_entries'::regclass) order by 1`,
  );
  return rows.map(({ part }) => part);
};

test('a store without months takes charges; a month that comes late gets its rows', async () => {
  const account = await payer(9);
  const early = await chargeAt(account, at('2026-08-31T23:59:59.999Z'));
  const late = await chargeAt(account, at('2026-09-01T00:00:00.000Z'));
  assert.deepEqual(await partitionsOf('hits', early.request_id), ['hits_default']);
  await addMonths(store.pool, at('2026-09-10T00:00:00Z'));
  assert.deepEqual(await partitionsOf('hits', early.request_id), ['hits_default']);
  assert.deepEqual(await partitionsOf('hits', late.request_id), ['hits_2026_09']);
  await addMonths(store.pool, at('2026-08-10T00:00:00Z'));
  assert.deepEqual(await partitionsOf('hits', early.request_id), ['hits_2026_08']);
  assert.deepEqual((await readBalance(store.pool, account, AT)).extra, 7);
  await sound();
});

test('a month and the three that follow are ready; making them again changes nothing', async () => {
  await addMonths(store.pool, at('2026-11-30T23:59:59.999Z'));
  const ready = await partitions();
  for (const month of ['2026_11', '2026_12', '2027_01', '2027_02']) {
    assert.ok(ready.includes(`hits_${month}`) && ready.includes(`ledger_entries_${month}`), month);
  }
  assert.ok(!ready.includes('hits_2027_03'));
  await addMonths(store.pool, at('2026-11-30T23:59:59.999Z'));
  assert.deepEqual(await partitions(), ready);
});

test('a month with more rows than may move beside charges remains unchanged, and charges continue', async () => {
  const account = await payer(9);
  const moment = at('2061-01-31T23:59:00Z');
  const hits = [await chargeAt(account, moment), await chargeAt(account, moment)];
  assert.deepEqual(await addMonths(store.pool, moment, 1), ['2061-01']);
  hits.push(await chargeAt(account, moment));
  for (const { request_id } of hits) {
    assert.deepEqual(await partitionsOf('hits', request_id), ['hits_default']);
  }
  const february = await chargeAt(account, at('2061-02-01T00:00:00Z'));
  assert.deepEqual(await partitionsOf('hits', february.request_id), ['hits_2061_02']);
  assert.deepEqual(await addMonths(store.pool, moment, 3), []);
  for (const { request_id } of hits) {
    assert.deepEqual(await partitionsOf('hits', request_id), ['hits_2061_01']);
  }
  await sound();
});

test('at the turn of a month each hit lies in the month of its id', async () => {
  await addMonths(store.pool, at('2026-11-21T00:00:00Z'));
  const account = await payer(9);
  const last = hit(account, at('2026-11-30T23:59:59.999Z'));
  const first = hit(account, at('2026-12-01T00:00:00.000Z'));
  const outcomes = await chargeHits(store.pool, [last, first], at('2026-12-01T00:00:00.001Z'));
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['charged', 'charged'],
  );
  assert.deepEqual(await partitionsOf('hits', last.request_id), ['hits_2026_11']);
  assert.deepEqual(await partitionsOf('hits', first.request_id), ['hits_2026_12']);
  await sound();
});

test('a clock far ahead is charged and found: its rows lie in the default partition', async () => {
  const account = await payer(9);
  const far = at('2199-07-01T00:00:00Z');
  const { page } = hit(account, far);
  await insertResult(store.pool, emptyResult(page, far));
  await insertCachedPages(store.pool, [page]);
  const made = await chargeAt(account, far);
  assert.deepEqual(await partitionsOf('hits', made.request_id), ['hits_default']);
  assert.equal((await findHits(store.pool, [made], new Date(0))).size, 1);
  const job = idAt(far);
  assert.equal(await reserveAt(account, job, far), true);
  assert.equal((await endReservations(store.pool, [job], 'capture', far)).length, 1);
  assert.deepEqual(await partitionsOf('ledger_entries', job), [
    'ledger_entries_default',
    'ledger_entries_default',
  ]);
  await sound();
});

test('a job that ends in a later month ends beside its reservation, and once', async () => {
  await addMonths(store.pool, at('2026-11-21T00:00:00Z'));
  const account = await payer(9);
  const job = idAt(at('2026-11-30T23:59:00Z'));
  const december = at('2026-12-02T00:00:00Z');
  await reserveAt(account, job, at('2026-11-30T23:59:00Z'));
  assert.equal((await endReservations(store.pool, [job], 'capture', december)).length, 1);
  assert.equal((await endReservations(store.pool, [job], 'failed', december)).length, 0);
  const november = 'ledger_entries_2026_11';
  assert.deepEqual(await partitionsOf('ledger_entries', job), [november, november]);
  const again = (partition: string) =>
    store.pool.rows(
      `insert into ledger_entries
         (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at)
       values ($1, $2, 'release', 'extra', '', 1, -1, $3, $4)`,
      [partition, account.account_id, job, december],
    );
  await assert.rejects(again(job), /duplicate key/);
  await assert.rejects(again(firstUuidAt(december.getTime())), /ledger_partition_of_request/);
  await sound();
});

test('a reservation that moves to its month with the default partition still ends once', async () => {
  const account = await payer(9);
  const moment = at('2031-05-05T00:00:00Z');
  const job = idAt(moment);
  await reserveAt(account, job, moment);
  await addMonths(store.pool, moment);
  assert.deepEqual(await partitionsOf('ledger_entries', job), ['ledger_entries_2031_05']);
  assert.equal((await endReservations(store.pool, [job], 'unread', moment)).length, 1);
  assert.equal((await endReservations(store.pool, [job], 'capture', moment)).length, 0);
  await sound();
});

test('months that are made under load: every charge is made, once', async () => {
  const accounts = await Promise.all(Array.from({ length: 6 }, () => payer(1000)));
  const MONTHS = 8;
  let charged = 0;
  const making = new AbortController();
  const charges = Array.from({ length: 6 }, async (_, nth) => {
    for (let round = 0; !making.signal.aborted && round < 400; round += 1) {
      const moment = new Date(Date.UTC(2041, round % MONTHS, 5));
      const batch = accounts.map((account) => hit(account, moment));
      const order = nth % 2 === 0 ? batch : batch.reverse();
      for (const { outcome } of await chargeHits(store.pool, order, moment)) {
        if (outcome === 'charged') charged += 1;
      }
    }
  });
  let given = 0;
  for (let month = 0; month < MONTHS; month += 1) {
    // Calls during the locks are rejected, or wait for them: as with several nodes.
    const asked = [1, 2].map(() => addMonths(store.pool, new Date(Date.UTC(2041, month, 1))));
    given += (await Promise.allSettled(asked)).filter((one) => one.status === 'fulfilled').length;
  }
  making.abort();
  await Promise.all(charges);
  assert.ok(given > 0, 'months were made beside the charges');
  const stored = await store.pool.rows<{ n: number }>(
    'select count(*) as n from hits where account_id = any($1)',
    [accounts.map(({ account_id }) => account_id)],
  );
  assert.ok(charged > 0);
  assert.equal(stored[0]?.n, charged);
  await sound();
});

test('if a month cannot be created at once, creating it fails soon and charges continue', async (t) => {
  if (store.embedded) return t.skip('the embedded database has one session');
  const account = await payer(9);
  const moment = at('2051-01-01T00:00:00Z');
  const reader = await store.pool.session();
  await reader.query('begin');
  await reader.query('select from hits limit 1');
  const making = addMonths(store.pool, moment).then(
    () => 'made',
    () => 'failed',
  );
  const charged = await chargeAt(account, moment);
  assert.equal(await making, 'failed');
  await reader.query('commit');
  reader.release();
  await addMonths(store.pool, moment);
  assert.deepEqual(await partitionsOf('hits', charged.request_id), ['hits_2051_01']);
  await sound();
});

test('no partition of the ledger can be changed, by its own name either', async () => {
  await addMonths(store.pool, at('2026-11-21T00:00:00Z'));
  const found = await partitions();
  assert.ok(found.includes('hits_default') && found.includes('ledger_entries_2026_11'));
  for (const part of found) {
    for (const change of [
      `update ${part} set bucket = bucket`,
      `delete from ${part}`,
      `truncate ${part}`,
    ]) {
      await assert.rejects(store.pool.rows(change), /append-only/, change);
    }
  }
});
