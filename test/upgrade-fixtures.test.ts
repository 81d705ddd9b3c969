/**
 * Stores that earlier versions wrote (scripts/upgrade-fixture.js), started with this version: it
 * migrates them, and what their callers and operators had is there.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { DeliveriesBody, EndpointsBody } from '#contract/operations/endpoints.js';
import type { WatchRunsBody } from '#contract/operations/watches.js';
import { ownMigrations } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { checkTransfer, fillStore } from '#store/transfer/import.js';
import { textOf } from './architecture/read-tree.js';
import { asking } from './support/ask-admin.js';
import {
  checkFeedsAndBatch,
  checkMail,
  checkTestKeys,
  type Filled,
  type FurtherParts,
  fillTestKeys,
} from './support/further-parts.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { runDue } from './support/watching.js';

const FOLDER = fileURLToPath(new URL('./fixtures/upgrades/', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../src/store/migrations/', import.meta.url));
/** The interval of the watch, with the tenth by which its start may be delayed, and an hour. */
const NEXT_RUN_MS = 86_400_000 * 1.1 + 3_600_000;

/** Nothing answers there: mails of the next run stay queued. */
const MAIL = {
  ROWHOUSE_SMTP_URL: 'smtp://127.0.0.1:9',
  ROWHOUSE_MAIL_FROM: 'alerts@homes.example.com',
  ROWHOUSE_PUBLIC_URL: 'https://homes.example.com',
};

interface Job {
  readonly request_id: string;
  readonly status: string;
  readonly credits: number;
  readonly error: string | null;
  readonly rows: number | null;
  readonly data_sha256: string | null;
}

/** What a version left behind. */
interface Manifest extends Partial<FurtherParts> {
  readonly version: string;
  readonly made_at: string;
  readonly month: string;
  readonly secret: string;
  readonly migrations: Readonly<Record<string, string>>;
  readonly keys: readonly string[];
  readonly ended_keys: readonly string[];
  readonly accounts: readonly {
    readonly account_id: string;
    readonly balance: object;
    readonly credits_captured: number;
  }[];
  readonly ledger: { readonly entries: number; readonly archived: { readonly months: number } };
  readonly jobs: readonly Job[];
  readonly pending: string;
  readonly repeated: {
    readonly path: string;
    readonly idempotency_key: string;
    readonly request_id: string;
  };
  readonly watch: {
    readonly watch_id: string;
    readonly runs: number;
    readonly last_seq: number;
  };
  readonly endpoints: readonly {
    readonly endpoint_id: string;
    readonly deliveries: number;
    readonly url?: string;
    readonly state?: string;
    readonly disabled_reason?: string | null;
  }[];
  /** Rows of the imported file of sales. */
  readonly sales: number;
  readonly snapshots: readonly string[];
  readonly home: {
    readonly home_id: string;
    readonly members: number;
    readonly observed: number;
  };
}

const manifestOf = (version: string): Manifest =>
  JSON.parse(readFileSync(`${FOLDER}${version}.json`, 'utf8')) as Manifest;
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** The fixtures, by their manifests; a missing export fails the test that opens it. */
const VERSIONS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

test('every released version has a fixture, and so has a schema that was in use before', () => {
  const released = [...textOf('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
    ([, version = '']) => version,
  );
  for (const version of released.slice(1)) assert.ok(VERSIONS.includes(version), version);
  assert.ok(VERSIONS.length >= 2, 'fixtures are there');
  const documented = textOf('docs/upgrades.md').matchAll(/^\| `([^`]+)` /gm);
  assert.deepEqual(
    [...documented].map(([, version]) => version),
    VERSIONS,
  );
  const newest = ownMigrations().length;
  assert.ok(VERSIONS.some((one) => Object.keys(manifestOf(one).migrations).length < newest));
});

for (const version of VERSIONS) {
  test(`${version}: its migrations are the first of this version, byte for byte`, () => {
    const theirs = Object.entries(manifestOf(version).migrations);
    assert.deepEqual(
      theirs.map(([name]) => name),
      ownMigrations().slice(0, theirs.length),
    );
    for (const [name, digest] of theirs) {
      assert.equal(sha256(readFileSync(`${MIGRATIONS}${name}.sql`)), digest, name);
    }
  });

  test(`${version}: started with this version, it has all that it had`, async (t) => {
    const manifest = manifestOf(version);
    const { app, filled } = await openOn(manifest);
    t.after(app.close);
    const migrated = ownMigrations().slice(Object.keys(manifest.migrations).length);
    assert.deepEqual(app.app.upgrade.ran, migrated);
    if (app.app.embedded) {
      const { file } = app.app.upgrade.backup ?? { file: null };
      assert.equal(file !== null && existsSync(file), migrated.length > 0);
    } else {
      assert.equal(app.app.upgrade.backup, null);
    }
    await checkLedger(app, manifest);
    await checkKeys(app, manifest);
    await checkJobs(app, manifest);
    await checkHome(app, manifest);
    await checkSales(app, manifest);
    const [key = ''] = manifest.keys;
    const further = hasFurtherParts(manifest) ? manifest : null;
    if (further) await checkFeedsAndBatch(app, key, further);
    if (further) await checkTestKeys(app, filled, manifest.secret, further);
    await checkWatch(app, manifest);
    if (further) await checkMail(app, key, further);
    assert.equal((await ledgerOf(app)).ok, true, 'after new charges');
  });
}

/** Starts this version on the store, shortly after it was left. */
async function openOn(manifest: Manifest): Promise<{ app: TestApp; filled: Filled }> {
  const { version, secret, made_at, migrations } = manifest;
  const file = `${FOLDER}${version}.ndjson.gz`;
  const { count } = await checkTransfer(file);
  assert.equal(count, Object.keys(migrations).length);
  const startMs = Date.parse(made_at) + 60_000;
  const clock = { nowMs: () => startMs, sleep: () => Promise.resolve() };
  let filled: Filled = { databaseUrl: null, dataDir: '', clock };
  const app = await openTestApp({
    startMs,
    env: { ...MAIL, ROWHOUSE_SECRET: secret, ROWHOUSE_PAGE_ROWS: '20' },
    fill: async (databaseUrl, dataDir) => {
      filled = { databaseUrl, dataDir, clock };
      const { pool } = await openStore({ ...filled, poolMax: 1, timeoutS: 60 });
      await fillStore(pool, file, count).finally(() => pool.close());
      if (hasFurtherParts(manifest))
        await fillTestKeys(filled, `${FOLDER}${version}.test-keys.ndjson.gz`);
    },
  });
  return { app, filled };
}

const hasFurtherParts = (manifest: Manifest): manifest is Manifest & FurtherParts =>
  manifest.test_key !== undefined;

interface Ledger {
  readonly ok: boolean;
  readonly entries: number;
  readonly archived?: { readonly months: number };
}
const ledgerOf = async (app: TestApp): Promise<Ledger> =>
  (await asking(app)('GET', '/ledger/check')).json as Ledger;

async function checkLedger(app: TestApp, manifest: Manifest): Promise<void> {
  const { ok, entries, archived } = await ledgerOf(app);
  assert.deepEqual(
    { ok, entries, archived },
    { ok: true, entries: manifest.ledger.entries, archived: manifest.ledger.archived },
  );
  assert.equal(archived?.months, 1);
  for (const { account_id, balance, credits_captured } of manifest.accounts) {
    const { json } = await asking(app)('GET', `/usage/${account_id}`);
    const usage = json as Manifest['accounts'][number];
    assert.deepEqual(usage.balance, balance);
    assert.equal(usage.credits_captured, credits_captured);
  }
}

async function checkKeys(app: TestApp, { keys, ended_keys }: Manifest): Promise<void> {
  for (const key of keys) assert.equal((await app.get('/v1/account', key)).statusCode, 200);
  const ended = await Promise.all(ended_keys.map((key) => app.get('/v1/account', key)));
  assert.deepEqual(
    ended.map(({ statusCode }) => statusCode),
    [401, 403],
  );
}

async function checkJobs(app: TestApp, manifest: Manifest): Promise<void> {
  const [key = ''] = manifest.keys;
  assert.deepEqual(
    manifest.jobs.map(({ status }) => status),
    ['complete', 'failed', 'complete'],
  );
  for (const job of manifest.jobs) {
    assert.deepEqual(jobOf((await app.get(`/v1/jobs/${job.request_id}`, key)).json()), job);
  }
  const { path, idempotency_key, request_id } = manifest.repeated;
  const again = await app.get(path, key, { 'idempotency-key': idempotency_key });
  assert.equal(again.json<Job>().request_id, request_id);
  const ended = await app.settled(`/v1/jobs/${manifest.pending}?wait=20`, key);
  assert.equal(ended.json<Job>().status, 'complete');
}

interface Answered extends Omit<Job, 'error' | 'rows' | 'data_sha256'> {
  readonly error: { readonly code: string } | null;
  readonly result: { readonly data: unknown[] } | null;
}

const jobOf = ({ request_id, status, credits, error, result }: Answered): Job => ({
  request_id,
  status,
  credits,
  error: error?.code ?? null,
  rows: result?.data.length ?? null,
  data_sha256: result && sha256(JSON.stringify(result.data)),
});

async function checkHome(app: TestApp, { keys, home, snapshots }: Manifest): Promise<void> {
  const [key = ''] = keys;
  const { members, observed } = (await app.get(`/v1/homes/${home.home_id}`, key)).json<{
    members: unknown[];
    observed: unknown[];
  }>();
  assert.deepEqual([members.length, observed.length], [home.members, home.observed]);
  assert.ok(home.observed > 1, 'it has a history');
  const listed = (await app.get('/v1/snapshots', key)).json<{
    snapshots: { snapshot_id: string }[];
  }>();
  assert.deepEqual(
    listed.snapshots.map(({ snapshot_id }) => snapshot_id),
    snapshots,
  );
}

/** Rows of an imported file, one of them without a price. */
async function checkSales(app: TestApp, { keys, sales }: Manifest): Promise<void> {
  const [key = ''] = keys;
  const path = '/v1/records/sold?zip=60614&sold_within_days=36500';
  const { result } = (await app.settled(path, key)).json<Answered>();
  assert.equal(result?.data.length, sales);
}

/** Its runs, events and endpoints are there, and its next run is a day later. */
async function checkWatch(app: TestApp, { keys, watch, endpoints }: Manifest): Promise<void> {
  const [key = ''] = keys;
  const ended = async () => {
    const answer = await app.get(`/v1/watches/${watch.watch_id}/runs`, key);
    return answer.json<WatchRunsBody>().runs.filter(({ ended_at }) => ended_at !== null);
  };
  assert.equal((await ended()).length, watch.runs);
  const listed = (await app.get('/v1/endpoints', key)).json<EndpointsBody>().endpoints;
  assert.equal(listed.length, endpoints.length);
  for (const { endpoint_id, deliveries, ...had } of endpoints) {
    const found = listed.find((one) => one.endpoint_id === endpoint_id);
    assert.deepEqual({ ...found, ...had }, found);
    const sent = await app.get(`/v1/endpoints/${endpoint_id}/deliveries`, key);
    assert.equal(sent.json<DeliveriesBody>().deliveries.length, deliveries);
  }
  const events = (await app.get('/v1/events?after=0&limit=500', key)).json<{ last_seq: number }>();
  assert.equal(events.last_seq, watch.last_seq);
  app.clock.advance(NEXT_RUN_MS);
  await runDue(app);
  const [newest, ...before] = await ended();
  assert.equal(before.length, watch.runs);
  assert.equal(newest?.state, 'complete');
}
