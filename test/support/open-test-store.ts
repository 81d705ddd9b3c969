import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, insertAccount } from '#store/accounts.js';
import type { Pool } from '#store/db.js';
import { insertKey } from '#store/keys.js';
import { migrate } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import type { StoredResult } from '#store/results.js';
import { systemClock } from '../../src/system.js';
import { forFile } from './for-file.js';
import { testDatabase } from './open-test-app.js';
import { openReusedStore } from './reused-store.js';

export interface TestStore {
  readonly pool: Pool;
  readonly embedded: boolean;
  /** An account with a key, without credits. */
  account(planCredits?: number): Promise<{ account: Account; keyId: string }>;
  id(): string;
  close(): Promise<void>;
}

export const AT = new Date('2026-11-21T12:00:00Z');

/** A result without rows, of the page that names it. */
export const emptyResult = (
  { result_id, page_hash, route }: Pick<StoredResult, 'result_id' | 'page_hash' | 'route'>,
  collected_at: Date,
): StoredResult => ({
  result_id,
  page_hash,
  route,
  collected_at,
  fresh_until: new Date(collected_at.getTime() + 1000),
  completeness: 'complete',
  row_count: 0,
  past_end: false,
  body_gzip: Buffer.alloc(0),
  next_task: null,
  feeds: null,
});

/** Opens and migrates a new database on the engine under test, without an application. */
export async function openTestStore(options: { migrated?: boolean } = {}): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-store-'));
  const migrated = options.migrated !== false;
  const database = await testDatabase({ migrated });
  const { pool, embedded } =
    database === null && migrated
      ? await openReusedStore()
      : await openStore({
          databaseUrl: database?.url ?? null,
          dataDir,
          poolMax: 10,
          clock: systemClock,
          timeoutS: 10,
        });
  if (migrated) assert.deepEqual(await migrate(pool), [], 'the copied database is up to date');
  let made = 0;
  const id = () => {
    made += 1;
    return `01a1fdfa-0000-7000-8000-${String(made).padStart(12, '0')}`;
  };
  return {
    pool,
    embedded,
    id,
    account: async (planCredits = 0) => {
      const account: Account = {
        account_id: id(),
        name: 'test',
        status: 'active',
        plan_credits: planCredits,
        rate_limit_per_minute: 60,
        max_pending: 20,
        created_at: AT,
        feeds: [],
      };
      await insertAccount(pool, account);
      const keyId = id();
      await insertKey(pool, {
        key_id: keyId,
        account_id: account.account_id,
        digest: Buffer.from(keyId),
        key_start: 'rh_live_test',
        created_at: AT,
        label: null,
        expires_at: null,
        scopes: null,
        credits_max: null,
      });
      return { account, keyId };
    },
    close: async () => {
      await pool.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A store for all tests of a file. */
export const sharedStore = (options: { migrated?: boolean } = {}): TestStore =>
  forFile(() => openTestStore(options));
