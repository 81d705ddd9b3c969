/** A store moved by `rowhouse export` and `import`: nothing is lost, and callers see no change. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditLedger } from '#store/audit.js';
import type { Db } from '#store/db.js';
import { ownMigrations } from '#store/migrate.js';
import { fillStore as commitOnly, importStore } from '#store/transfer/import.js';
import { readConfig } from '../src/config.js';
import { importFrom } from '../src/export-import.js';
import { systemClock } from '../src/system.js';
import { upgradeStore } from '../src/upgrade.js';
import { register as rejections } from './export-import/bad-input.js';
import { register as embedded } from './export-import/embedded.js';
import { envelopeOf, expectApiError, ROUTE, resultOf } from './support/expect.js';
import {
  everything,
  type Filled,
  fillStore,
  IDEMPOTENT,
  newPlace,
  type Place,
  removeAll,
  SALES,
  SERVER,
  TABLES,
  withPool,
  world,
} from './support/filled-store.js';
import { openTestApp, QUIET } from './support/open-test-app.js';
import { openTestStore } from './support/open-test-store.js';
import { endAll } from './support/run-rowhouse.js';

const LEASE_OVER_MS = 20_000;
/** Of most tables (src/store/transfer/rows.ts). */
const FETCH_ROWS = 1_000;

let filled: Filled;

before(async () => {
  filled = await fillStore(await newPlace('embedded'));
});
after(async () => {
  endAll();
  await removeAll();
});

const MOVES = SERVER
  ? ([
      ['embedded', 'server'],
      ['server', 'server'],
      ['server', 'embedded'],
    ] as const)
  : ([['embedded', 'embedded']] as const);

for (const [from, to] of MOVES) {
  test(`${from} to ${to}: every row arrives as it was, and the ledger adds up`, async () => {
    const source = from === 'embedded' ? filled : await fillStore(await newPlace(from));
    const target = await newPlace(to);
    const { tables, ledger } = await importFrom(readConfig(target), source.file);
    const counts = TABLES.map((name) => [name, source.rows[name]?.length ?? 0] as const);
    assert.ok(
      counts.every(([, rows]) => rows > 0),
      'no table is empty',
    );
    assert.ok(
      counts.some(([, rows]) => rows > FETCH_ROWS),
      'a table is fetched in parts',
    );
    assert.deepEqual(await everything(target), source.rows);
    assert.deepEqual(tables, Object.fromEntries(counts));
    assert.deepEqual(
      { ...ledger },
      {
        ok: true,
        accounts: 3,
        entries: (tables.ledger_entries ?? 0) + (tables.hits ?? 0),
        archived: { ...Object(ledger.archived), months: 1, entries: 2 },
        violations: [],
      },
    );
    await goesOn(source, target);
  });
}

/** An application on the new store, seen by the callers of the old one. */
async function goesOn(old: Filled, place: Place): Promise<void> {
  const t = await openTestApp({ env: place, ...world, startMs: old.endMs + LEASE_OVER_MS });
  const { api_key } = old.account;
  for (const [path, body] of Object.entries(old.bodies)) {
    const key = (await t.get(path, api_key)).statusCode === 404 ? old.other.api_key : api_key;
    assert.equal((await t.get(path, key)).body, body);
  }
  assert.equal((await t.get(ROUTE, old.revoked)).statusCode, 401);
  assert.equal((await t.get(ROUTE, old.suspended)).statusCode, 403);
  const again = await t.get(old.repeated.path, api_key, IDEMPOTENT);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(envelopeOf(again).request_id, old.repeated.request_id);
  for (const id of old.pending) {
    const done = envelopeOf(await t.settled(`/v1/jobs/${id}`, api_key));
    assert.deepEqual([done.status, done.credits], ['complete', 1]);
  }
  const next = `${ROUTE}?zip=78704&cursor=${old.cursor}`;
  const stranger = t.answerWith({ secret: 'another-secret-of-another-store' });
  expectApiError(await stranger(next, api_key), 'invalid_cursor', 'cursor');
  const ids = resultOf(await t.settled(next, api_key)).data.map((row) => row.source_id);
  assert.ok(ids.length > 0 && ids.every((one) => !old.firstPage.includes(one)));
  const sales = resultOf(await t.get(SALES, api_key)).data.map((row) => row.source_id);
  assert.deepEqual(sales, ['sales:C', 'sales:B'], 'imported files are searched');
  assert.deepEqual((await auditLedger(t.app.db)).violations, []);
  await assert.rejects(t.app.db.rows('update ledger_entries set kind = kind'), /append-only/);
  await t.close();
}

rejections(() => filled);
if (!SERVER) embedded(() => filled);

test('a start creates the indexes of imported rows that an interrupted import left out, once', async () => {
  const interrupted = await openTestStore();
  await commitOnly(interrupted.pool, filled.file, ownMigrations().length);
  const wanted = await withPool(filled.from, indexes);
  assert.ok((await indexes(interrupted.pool)).length < wanted.length);
  const warnings: object[] = [];
  const log = { ...QUIET, warn: (fields: object) => warnings.push(fields) };
  const parts = { dataDir: 'none', schema: null, clock: systemClock, log };
  for (let start = 0; start < 2; start += 1) {
    await upgradeStore({ ...interrupted, openNotifications: () => assert.fail() }, parts);
    assert.deepEqual(await indexes(interrupted.pool), wanted);
    assert.equal(warnings.length, 1);
  }
  await interrupted.close();
});

/** Of imported rows. */
async function indexes(db: Db): Promise<string[]> {
  const rows = await db.rows<{ indexdef: string }>(
    `select indexdef from pg_indexes where tablename like 'dataset_rows_%'`,
  );
  return rows.map(({ indexdef }) => indexdef.replace(/^.* using /i, '')).sort();
}

test('no table has rows at first; a trigger that writes for inserted rows is silent during an import, and works after it', async () => {
  const store = await openTestStore();
  for (const name of TABLES) {
    const rows = await store.pool.rows(`select 1 from ${name} limit 1`);
    assert.equal(rows.length, 0, name);
  }
  await store.pool.rows(`create function note() returns trigger language plpgsql as $$
    begin insert into source_states (source, failures) values (new.name, 0); return new; end $$`);
  await store.pool.rows(
    'create trigger noted after insert on accounts for each row execute function note()',
  );
  const { source_states } = await importStore(store.pool, filled.file);
  const count = () => store.pool.rows('select 1 from source_states');
  assert.equal((await count()).length, source_states);
  assert.deepEqual(await indexes(store.pool), await withPool(filled.from, indexes));
  await store.account();
  assert.equal((await count()).length, (source_states ?? 0) + 1);
  await store.close();
});
