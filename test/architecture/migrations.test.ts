/** A migration carries what is stored to its new shape. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { auditLedger, LEDGER_RULES } from '#store/audit.js';
import { ownMigrations } from '#store/migrate.js';
import { openTestStore, type TestStore } from '../support/open-test-store.js';
import { textOf } from './read-tree.js';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore({ migrated: false });
});
afterEach(() => store.close());

const run = async (text: string) => {
  const session = await store.pool.session();
  await session.query(text);
  session.release();
};
const migration = (name: string) => run(textOf(`src/store/migrations/${name}.sql`));
/** Every migration from one to another, both included; to the newest where none is named. */
const migrations = async (first: string, last = '9') => {
  const names = ownMigrations().filter((name) => name >= first && name <= `${last}~`);
  assert.ok(names.length > 0);
  for (const name of names) await migration(name);
};
const id = (n: number) => `01a1fdfa-0000-7000-8000-${String(n).padStart(12, '0')}`;
const entry = (
  account: number,
  kind: string,
  bucket: string,
  period: string,
  available: number,
  reserved = 0,
) =>
  `insert into ledger_entries (account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at)
   values ('${id(account)}', '${kind}', '${bucket}', '${period}', ${available}, ${reserved},
     ${kind === 'reserve' ? 'gen_random_uuid()' : 'null'}, '2026-11-01T00:00:00Z');`;
const balance = (
  account: number,
  bucket: string,
  period: string,
  available: number,
  reserved = 0,
) =>
  `insert into balances values ('${id(account)}', '${bucket}', '${period}', ${available}, ${reserved});`;

test('balances become wallets and reservations; what is left of older months expires', async () => {
  await migrations('0001', '0002');
  for (const n of [1, 2, 3]) {
    await run(
      `insert into accounts values ('${id(n)}', 'x', 'active', 10, 60, 20, '2026-09-01T00:00:00Z')`,
    );
  }
  await run(
    [
      entry(1, 'grant', 'plan', '2026-09', 4) + entry(1, 'reserve', 'plan', '2026-09', -1, 1),
      entry(1, 'grant', 'plan', '2026-10', 10) + entry(1, 'reserve', 'plan', '2026-10', -1, 1),
      entry(1, 'grant', 'extra', '', 7) + entry(1, 'reserve', 'extra', '', -1, 1),
      balance(1, 'plan', '2026-09', 3, 1) + balance(1, 'plan', '2026-10', 9, 1),
      balance(1, 'extra', '', 6, 1),
      entry(2, 'grant', 'extra', '', 5) + balance(2, 'extra', '', 5),
    ].join(''),
  );
  await migration('0003_wallets-and-hits');
  const wallets = await store.pool.rows(
    'select account_id, period, plan, extra from wallets order by 1',
  );
  assert.deepEqual(wallets, [
    { account_id: id(1), period: '2026-10', plan: 9, extra: 6 },
    { account_id: id(2), period: '', plan: 0, extra: 5 },
    { account_id: id(3), period: '', plan: 0, extra: 0 },
  ]);
  const reserved = await store.pool.rows(
    'select bucket, period, reserved from reserved_credits order by bucket, period',
  );
  assert.deepEqual(reserved, [
    { bucket: 'extra', period: '', reserved: 1 },
    { bucket: 'plan', period: '2026-09', reserved: 1 },
    { bucket: 'plan', period: '2026-10', reserved: 1 },
  ]);
  const expired = await store.pool.rows(
    `select period, available_delta, created_at from ledger_entries where kind = 'expire'`,
  );
  const created_at = new Date('2026-10-01T00:00:00Z');
  assert.deepEqual(expired, [{ period: '2026-09', available_delta: -3, created_at }]);
  await migrations('0004');
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
});

/** The ledger of two months: hits, a job that ended in the second, one that is pending, credits. */
const LEDGER_OF_TWO_MONTHS = `
  insert into accounts values ('${id(1)}', 'x', 'active', 10, 60, 20, '2026-09-01T00:00:00Z');
  insert into wallets (account_id, period, plan, extra, minute, calls) values ('${id(1)}', '2026-10', 10, 2, 0, 0);
  insert into reserved_credits values ('${id(1)}', 'extra', '', 1);
  insert into hits
  select '${id(1)}', i::uuid, '${id(2)}', '${id(3)}', 'extra', '', 'portal_a_listings', at::timestamptz, 1
  from (values
    ('01a0aecf-0d00-7000-8000-000000000001', '2026-09-17T10:00:00Z'),
    ('01a1539a-8d00-7000-8000-000000000002', '2026-10-19T10:00:00Z'),
    ('01a1539a-90e8-7000-8000-000000000003', '2026-10-19T10:00:01Z')
  ) old (i, at);
  insert into ledger_entries (account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at)
  select '${id(1)}', kind, bucket, period, available, reserved, request::uuid, at::timestamptz
  from (values
    ('grant', 'extra', '', 8, 0, null, '2026-09-01T00:00:00Z'),
    ('reserve', 'extra', '', -1, 1, '01a0f4c2-c018-7000-8000-000000000004', '2026-09-30T23:59:59Z'),
    ('capture', 'extra', '', 0, -1, '01a0f4c2-c018-7000-8000-000000000004', '2026-10-01T00:00:09Z'),
    ('grant', 'plan', '2026-10', 10, 0, null, '2026-10-01T00:00:00Z'),
    ('reserve', 'extra', '', -1, 1, '01a1539a-8d00-7000-8000-000000000005', '2026-10-19T10:00:00Z'),
    ('adjust', 'extra', '', -1, 0, null, '2026-10-20T00:00:00Z')
  ) entries (kind, bucket, period, available, reserved, request, at);`;

test('the ledger is divided by month: every entry stays as it was, and what is enforced stays so', async () => {
  await migrations('0001', '0006');
  await run(LEDGER_OF_TWO_MONTHS);
  const entries = () => store.pool.rows('select * from ledger order by entry_id, request_id');
  const before = await entries();
  assert.equal(before.length, 9);
  await migration('0007_ledger-by-month');
  assert.deepEqual(await entries(), before);
  await migrations('0008');
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
  const parts = await store.pool.rows(
    `select tableoid::regclass::text as part, count(*) as n from hits group by 1
     union all
     select tableoid::regclass::text, count(*) from ledger_entries group by 1 order by part`,
  );
  assert.deepEqual(parts, [
    { part: 'hits_2026_09', n: 1 },
    { part: 'hits_2026_10', n: 2 },
    { part: 'ledger_entries_2026_09', n: 3 },
    { part: 'ledger_entries_2026_10', n: 3 },
  ]);
  await assert.rejects(
    store.pool.rows(`insert into ledger_entries (partition_id, account_id, kind, bucket, period, available_delta,
           reserved_delta, request_id, created_at)
         select partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at
         from ledger_entries where kind = 'capture'`),
    /duplicate key/,
  );
  await run(
    `insert into ledger_entries (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, created_at)
     values ('${id(9)}', '${id(1)}', 'adjust', 'extra', '', 0, 0, '2026-11-01T00:00:00Z')`,
  );
  const [newest] = await store.pool.rows<{ entry_id: number }>(
    'select max(entry_id) as entry_id from ledger_entries',
  );
  assert.equal(newest?.entry_id, 8, 'numbers continue; the rejected entry took one');
});
