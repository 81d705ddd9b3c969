/**
 * What a later version finds of feeds, batches, mail addresses and test keys in the store of an
 * earlier one (scripts/upgrades/further-parts.js). Fixtures of before have none of it.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointsBody } from '#contract/operations/endpoints.js';
import type { BatchHomesBody, LookupBatchBody } from '#contract/operations/lookups.js';
import { apiServer } from '#http/server.js';
import { migrate } from '#store/migrate.js';
import { openStore, type StoreOptions } from '#store/open.js';
import { checkTransfer, fillStore } from '#store/transfer/import.js';
import { type Config, readConfig } from '../../src/config.js';
import { TEST_KEYS_DIRECTORY } from '../../src/data-files.js';
import { testService } from '../../src/test-service.js';
import { askServer } from './ask-server.js';
import type { TestApp } from './open-test-app.js';

export interface FurtherParts {
  /** The licensed feeds of each account. */
  readonly feeds: Readonly<Record<string, readonly string[]>>;
  readonly batch: {
    readonly batch_id: string;
    readonly found: number;
    readonly credits: number;
    readonly outcomes: readonly string[];
  };
  /** A confirmed address, and the path that ends its alerts. */
  readonly mail: { readonly address: string; readonly unsubscribe: string };
  readonly test_key: { readonly api_key: string; readonly balance: object };
}

/** Where a filled store of test keys is, and under which settings it was made. */
export type Filled = Pick<StoreOptions, 'databaseUrl' | 'dataDir' | 'clock'>;

/** Fills the store of test keys from its own export: a directory, or a schema of the server. */
export async function fillTestKeys({ databaseUrl, dataDir, clock }: Filled, file: string) {
  const { count } = await checkTransfer(file);
  const place = { databaseUrl, dataDir: join(dataDir, TEST_KEYS_DIRECTORY), clock };
  const schema = databaseUrl === null ? null : 'rowhouse_test_keys';
  const { pool } = await openStore({ ...place, schema, poolMax: 1, timeoutS: 60 });
  try {
    await migrate(pool, { schema, count });
    await fillStore(pool, file, count);
  } finally {
    await pool.close();
  }
}

export async function checkFeedsAndBatch(app: TestApp, key: string, parts: FurtherParts) {
  const rows = await app.app.db.rows<{ account_id: string; feeds: string[] }>(
    'select account_id, feeds from accounts where account_id = any($1)',
    [Object.keys(parts.feeds)],
  );
  const feeds = Object.fromEntries(rows.map((row) => [row.account_id, row.feeds]));
  assert.deepEqual(feeds, parts.feeds);
  const { batch_id, outcomes, ...counts } = parts.batch;
  const batch = (await app.get(`/v1/lookups/${batch_id}`, key)).json<LookupBatchBody>();
  assert.deepEqual({ found: batch.found, credits: batch.credits }, counts);
  const listed = await app.get(`/v1/lookups/${batch_id}/homes`, key);
  const { homes } = listed.json<BatchHomesBody>();
  assert.deepEqual(
    homes.map(({ outcome }) => outcome),
    outcomes,
  );
  assert.ok(outcomes.includes('found') && homes.some(({ result }) => result !== null));
}

/** The link of an old mail ends its alerts: it was signed with the same secret. */
export async function checkMail(app: TestApp, key: string, { mail }: FurtherParts) {
  const stateOf = async () => {
    const { endpoints } = (await app.get('/v1/endpoints', key)).json<EndpointsBody>();
    const found = endpoints.find(({ url }) => url === `mailto:${mail.address}`);
    return [found?.state, found?.disabled_reason];
  };
  assert.deepEqual(await stateOf(), ['enabled', null]);
  const { statusCode } = await app.server.inject({ method: 'POST', url: mail.unsubscribe });
  assert.equal(statusCode, 200);
  assert.deepEqual(await stateOf(), ['disabled', 'unsubscribed']);
}

/** The store of test keys is migrated, with the service's own or when it is opened. */
export async function checkTestKeys(
  app: TestApp,
  filled: Filled,
  secret: string,
  parts: FurtherParts,
) {
  const config: Config = readConfig({
    ROWHOUSE_DATA_DIR: filled.dataDir,
    ROWHOUSE_SECRET: secret,
    ROWHOUSE_PAGE_ROWS: '20',
    ...(filled.databaseUrl !== null && { DATABASE_URL: filled.databaseUrl }),
  });
  if (filled.databaseUrl === null) assert.ok(existsSync(join(filled.dataDir, TEST_KEYS_DIRECTORY)));
  const tests = testService(config, app.app, app.app, app.sandbox);
  try {
    const store = await tests.find();
    assert.ok(store !== null, 'a store of test keys is found');
    const server = apiServer(store, { allowedOrigins: [], mcp: { version: '0.0.0-test' } });
    const { api_key, balance } = parts.test_key;
    const ask = (path: string) => askServer(server, path, { authorization: `Bearer ${api_key}` });
    assert.deepEqual((await ask('/v1/account')).json<{ balance: object }>().balance, balance);
    assert.equal((await app.get('/v1/account', api_key)).statusCode, 401, 'it is no live key');
    await server.close();
  } finally {
    await tests.close();
  }
}
