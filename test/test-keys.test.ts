/** Test keys on a running service with a blocked source: what they reach, cost and never touch. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { KEY_RANDOM_BYTES, makeApiKey } from '#domain/api-key.js';
import { testDatabase } from './support/open-test-app.js';
import {
  endAll,
  rowhouse,
  type ServiceHere,
  settingsOf,
  startHere,
} from './support/run-rowhouse.js';

const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-test-keys-'));
const SEARCH = '/v1/portal_a/listings?zip=78704';
const TRIES_MAX = 150;
let upstream: Server;
let database: Awaited<ReturnType<typeof testDatabase>>;
let service: ServiceHere;
let settings: Readonly<Record<string, string>>;
let asked = 0;
let live: { account_id: string; api_key: string };

before(async () => {
  upstream = createServer((_request, response) => {
    asked += 1;
    response.writeHead(403).end('blocked');
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const { port } = upstream.address() as AddressInfo;
  database = await testDatabase();
  settings = {
    ...settingsOf(dataDir),
    ROWHOUSE_SANDBOX: 'off',
    ROWHOUSE_PAGE_ROWS: '20',
    ROWHOUSE_SANDBOX_HOMES: '1000000',
    ROWHOUSE_UPSTREAM_PORTAL_A: `http://127.0.0.1:${port}`,
    ROWHOUSE_ADMIN_TOKEN: 'a-token-for-tests-only-0123456789',
    ...(database && { DATABASE_URL: database.url, ROWHOUSE_SECRET: 'a-secret-for-tests-only' }),
  };
  service = await startHere(settings);
  const made = await admin<{ account_id: string; key: { api_key: string } }>(
    'accounts',
    'create',
    '--name',
    'acme',
    '--extra-credits',
    '50',
  );
  live = { account_id: made.account_id, api_key: made.key.api_key };
});
after(async () => {
  endAll();
  upstream.close();
  await delay(200);
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** An operator's command that succeeds: its JSON. */
async function admin<T>(...words: string[]): Promise<T> {
  const url = ['--admin-url', service.adminUrl, '--json'];
  const { code, stdout, stderr } = await rowhouse([...words, ...url], settings);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as T;
}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly request_id?: string;
    readonly status?: string;
    readonly poll_url?: string | null;
    readonly credits?: number;
    readonly error?: { readonly code: string } | null;
    readonly result?: { readonly data: readonly { readonly source_url: string }[] } | null;
    readonly [name: string]: unknown;
  };
}

async function call(key: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${service.apiUrl}${path}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

/** A search, waited for. */
async function settled(key: string, path: string): Promise<Answer> {
  let answer = await call(key, path);
  for (let tries = 0; tries < TRIES_MAX && answer.body.status === 'pending'; tries += 1) {
    answer = await call(key, `${answer.body.poll_url}?wait=5`);
  }
  return answer;
}

const keysOf = () =>
  admin<{ keys: { key_start: string }[] }>('keys', 'list', '--account', live.account_id);

const balanceOf = async (key: string) =>
  (await call(key, '/v1/account')).body.balance as { available: number };

let testKey: { key_id: string; api_key: string };

test('before the first test key, such a key is unknown and creates nothing', async () => {
  const stranger = makeApiKey(new Uint8Array(KEY_RANDOM_BYTES).fill(9), 'test');
  const answer = await call(stranger, SEARCH);
  assert.deepEqual([answer.status, answer.body.error?.code], [401, 'invalid_api_key']);
  const { keys } = await keysOf();
  assert.equal(keys.length, 1);
});

test('a test key reads the sandbox while the source is blocked, and costs the account nothing', async () => {
  testKey = await admin('keys', 'create', '--account', live.account_id, '--test');
  assert.match(testKey.api_key, /^rh_test_[0-9A-Za-z]{36}$/);
  const blocked = await settled(live.api_key, SEARCH);
  assert.deepEqual(
    [blocked.body.status, blocked.body.error?.code],
    ['failed', 'collection_unavailable'],
  );
  const before = asked;
  const answer = await settled(testKey.api_key, SEARCH);
  assert.equal(answer.body.status, 'complete', JSON.stringify(answer.body.error));
  const rows = answer.body.result?.data ?? [];
  assert.ok(rows.length > 10);
  for (const { source_url } of rows) assert.match(source_url, /example\.invalid/);
  assert.equal(asked, before, 'the source was not asked');
  assert.equal((await balanceOf(live.api_key)).available, 50);
  assert.equal((await balanceOf(testKey.api_key)).available, 99_999);
});

test('neither sees the jobs, the watches or the cursors of the other', async () => {
  const mine = await settled(testKey.api_key, SEARCH);
  const theirs = await call(live.api_key, `/v1/jobs/${mine.body.request_id}`);
  assert.equal(theirs.body.error?.code, 'request_not_found');
  const query = { route: 'portal_a_listings', query: { zip: '78704' } };
  const watch = await call(testKey.api_key, '/v1/watches', query);
  assert.equal(watch.status, 201);
  assert.deepEqual((await call(live.api_key, '/v1/watches')).body.watches, []);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { body } = await call(testKey.api_key, '/v1/events?after=0&wait=5');
    const [event] = body.events as { type: string }[];
    if (event === undefined) continue;
    assert.equal(event.type, 'watch.started');
    break;
  }
  assert.deepEqual((await call(live.api_key, '/v1/events')).body.events, []);
  const { next_cursor: cursor } = (mine.body.result ?? {}) as { next_cursor?: string };
  assert.ok(cursor, 'the ZIP has more than a page');
  const crossed = await call(live.api_key, `${SEARCH}&cursor=${encodeURIComponent(cursor)}`);
  assert.equal(crossed.body.error?.code, 'invalid_cursor');
  const sources = (await call(testKey.api_key, '/v1/sources')).body.sources as {
    source: string;
    sandbox: boolean;
  }[];
  assert.equal(sources.find(({ source }) => source === 'portal_b')?.sandbox, true);
});

test('changed limits of an account reach its test keys when the next one is created', async () => {
  const { account_id } = await admin<{ account_id: string }>('accounts', 'create', '--name', 'own');
  const create = () =>
    admin<{ api_key: string }>('keys', 'create', '--account', account_id, '--test');
  const { api_key } = await create();
  const limit = async () => {
    const headers = { authorization: `Bearer ${api_key}` };
    const answer = await fetch(`${service.apiUrl}/v1/account`, { headers });
    return answer.headers.get('ratelimit-limit');
  };
  assert.equal(await limit(), '60');
  await admin('accounts', 'update', account_id, '--rate-limit', '77');
  await create();
  assert.equal(await limit(), '77');
});

test('places that always misbehave do so for test keys', async () => {
  const refused = await settled(testKey.api_key, '/v1/portal_a/listings?zip=02807');
  assert.deepEqual(
    [refused.body.status, refused.body.error?.code],
    ['failed', 'collection_unavailable'],
  );
});

test('keys of both kinds are listed, suspended and revoked; test keys outlive a restart', async () => {
  const { keys } = await keysOf();
  assert.deepEqual(
    keys.map(({ key_start }) => key_start.slice(0, 8)),
    ['rh_live_', 'rh_test_'],
  );
  await service.interrupt();
  service = await startHere(settings);
  assert.equal((await settled(testKey.api_key, SEARCH)).body.status, 'complete');
  await admin('accounts', 'suspend', live.account_id);
  await refused('account_suspended');
  await admin('accounts', 'resume', live.account_id);
  await refused(undefined);
  await admin('keys', 'revoke', testKey.key_id);
  await refused('invalid_api_key');
  assert.equal((await call(live.api_key, '/v1/account')).status, 200);
});

test('changes of a test key are in the audit log of its account, with the values before and after', async () => {
  const account = ['--account', live.account_id];
  const { key_id } = await admin<{ key_id: string }>('keys', 'create', ...account, '--test');
  await admin('keys', 'update', key_id, '--label', 'nightly');
  const { revoked_at } = await admin<{ revoked_at: string }>('keys', 'revoke', key_id);
  const { entries } = await admin<{ entries: Record<string, unknown>[] }>('audit', ...account);
  assert.deepEqual(
    entries
      .filter(({ subject }) => subject === key_id)
      .map(({ action, before, after }) => ({ action, before, after })),
    [
      { action: 'key.revoke', before: null, after: { revoked_at } },
      { action: 'key.update', before: { label: null }, after: { label: 'nightly' } },
      { action: 'key.create_test', before: null, after: {} },
    ],
  );
});

/** Waits until calls of the test key are answered so: a change holds within a second. */
async function refused(code: string | undefined): Promise<void> {
  let last: string | undefined;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    last = (await call(testKey.api_key, '/v1/account')).body.error?.code;
    if (last === code) return;
    await delay(50);
  }
  assert.equal(last, code);
}
