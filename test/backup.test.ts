/**
 * The restore drill: a service is backed up while callers charge, continues, is killed, and is
 * restored with everything answered before the backup.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '#store/db.js';
import { openStore } from '#store/open.js';
import { systemClock } from '../src/system.js';
import { admin, backedUpUnderLoad, lackOn, type Owed } from './support/restore-drill.js';
import {
  endAll,
  failure,
  rowhouse,
  type Service,
  type Settings,
  settingsOf,
} from './support/run-rowhouse.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-backup-'));
after(() => {
  endAll();
  rmSync(base, { recursive: true, force: true });
});

/** A copy of what was restored, from before a service used it. */
const FAULTY = join(base, 'faulty');
const RESTORE_MS_MAX = 120_000;
const FILE = join(base, 'store.backup');
const TOKEN = 'a-token-for-tests-only-0123456789';
const TRIES_MAX = 300;
const live: Settings = { ...settingsOf(join(base, 'live')), ROWHOUSE_ADMIN_TOKEN: TOKEN };
let owed: Owed;

/** Opens the embedded database of a directory that no service uses. */
async function changed(dataDir: string, work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const { pool } = await openStore({
    databaseUrl: null,
    dataDir,
    poolMax: 1,
    timeoutS: 30,
    clock: systemClock,
  });
  await work(pool).finally(() => pool.close());
}

/** A backup whose reader gives up ends, and meanwhile there is no other. */
async function givenUp(service: Service): Promise<void> {
  const ask = (signal?: AbortSignal) =>
    fetch(`${service.adminUrl}/admin/backup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: '{}',
      ...(signal && { signal }),
    });
  const given = new AbortController();
  const two = await Promise.all([ask(given.signal), ask(given.signal)]);
  assert.deepEqual(two.map(({ status }) => status).sort(), [200, 404]);
  given.abort();
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const next = await ask();
    if (next.status === 200) {
      assert.ok((await next.arrayBuffer()).byteLength > 0);
      return;
    }
    await delay(100);
  }
  assert.fail('no backup was made after one was given up');
}

test('a service under load is backed up, killed and restored: no charge that was answered before the backup is lost, jobs and cursors from before still work', async () => {
  owed = await backedUpUnderLoad(live, async (service) => {
    const { account_id } = (
      (await admin(service, live, 'accounts', 'list')) as { accounts: { account_id: string }[] }
    ).accounts[0] ?? { account_id: '' };
    await admin(service, live, 'keys', 'create', '--account', account_id, '--test');
    await givenUp(service);
    const said = (await admin(service, live, 'backup', FILE)) as Record<string, unknown>;
    assert.deepEqual(
      [said.file, said.bytes, said.secrets, said.test_keys],
      [FILE, statSync(FILE).size, ['secret', 'demo-key'], true],
    );
    const log = (await admin(service, live, 'audit')) as { entries: { action: string }[] };
    assert.equal(log.entries[0]?.action, 'store.backup');
    await failure(['backup', FILE, '--admin-url', service.adminUrl], /exists\. Name a file/, live);
    await failure(
      ['backup', join(FILE, 'in-a-file'), '--admin-url', service.adminUrl],
      /not written: ENOTDIR.*\. Name a file in a folder that this user may write in/,
      live,
    );
    await failure(['restore', FILE, join(base, 'live')], /in use/, {});
  });
  assert.equal(statSync(FILE).mode & 0o777, 0o600);
  const target = join(base, 'restored');
  const { code, stdout, stderr } = await rowhouse(['restore', FILE, target], {}, RESTORE_MS_MAX);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^ledger\.ok: true$[^]+^test_keys_ledger\.ok: true$[^]+is restored: start/m);
  assert.equal(statSync(target).mode & 0o077, 0);
  assert.equal(statSync(join(target, 'secret')).mode & 0o777, 0o600);
  cpSync(target, FAULTY, { recursive: true });
  assert.deepEqual(await lackOn(settingsOf(target), owed), []);
});

test('a restore that leaves the ledger or one charge out is found by the drill', async () => {
  const gone = owed.charged.at(-1) ?? '';
  await changed(FAULTY, async (pool) => {
    await pool.rows('set session_replication_role = replica');
    const hits = await pool.rows('delete from hits where request_id = $1 returning 1', [gone]);
    assert.equal(hits.length, 1);
    await pool.rows(`delete from ledger_entries where kind = 'grant'`);
  });
  const lacks = await lackOn(settingsOf(FAULTY), owed);
  assert.deepEqual(lacks, ['the ledger does not add up', `the charge of ${gone} is lost: 404`]);
});
