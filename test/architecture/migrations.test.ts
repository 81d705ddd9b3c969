/** A migration carries what is stored to its new shape. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditLedger } from '#store/audit.js';
import { openTestStore, type TestStore } from '../support/open-test-store.js';
import { textOf } from './read-tree.js';

let store: TestStore;
before(async () => {
  store = await openTestStore({ migrated: false });
});
after(() => store.close());

const run = async (text: string) => {
  const session = await store.pool.session();
  await session.query(text);
  session.release();
};
const migration = (name: string) => run(textOf(`src/store/migrations/${name}.sql`));
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
  await migration('0001_first-house');
  await migration('0002_usage-and-hits');
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
  assert.deepEqual((await auditLedger(store.pool)).violations, []);
});
