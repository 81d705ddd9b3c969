/** A public demo under attack: attempts end as docs/demo.md says, and visitors are answered. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#contract/durations.js';
import { apiServer } from '#http/server.js';
import { checkLedger } from '#service/accounts/manage.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { requireSynthetic } from '#service/operations/require-synthetic.js';
import { findErasure } from '#store/erasures.js';
import { envelopeOf, expectApiError, resultOf } from './support/expect.js';
import { ADMIN_TOKEN, type Answer, openTestApp, type TestApp } from './support/open-test-app.js';
import { runDue, send, watch } from './support/watching.js';

const PROXY = '10.0.0.1';
const PATH = '/v1/demo/keys';
const SEARCH = '/v1/portal_a/listings?zip=78704';
const CREDITS = 30;
/** Small, so that calls reach them. */
const limits = {
  DEMO_KEYS_OF_ADDRESS: 5,
  DEMO_KEYS_PER_HOUR: 30,
  DEMO_KEYS_ALIVE: 34,
  DEMO_CREDITS: CREDITS,
};

let t: TestApp;
before(async () => {
  const inner = await openTestApp({
    env: { ROWHOUSE_DEMO: 'on', ROWHOUSE_PAGE_ROWS: '25' },
    limits,
  });
  const console = { sandbox: true, demo: true, streets: null, tilesFile: null, tilesUrl: null };
  const server = apiServer(inner.app, {
    allowedOrigins: [],
    console: { ...console, version: '0.0.0' },
    isDemo: true,
    trustedProxies: [PROXY],
  });
  t = { ...inner, server };
});
after(async () => {
  await t.server.close();
  await t.close();
});

const press = (remoteAddress: string, headers: Record<string, string> = {}, payload = '') =>
  t.server.inject({ method: 'POST', url: PATH, remoteAddress, headers, payload });

/** No key is given now; returns the seconds to wait. */
function expectBusy(answer: Answer, message: RegExp): number {
  const { error } = answer.json<{ error: { code: string; message: string } }>();
  assert.deepEqual([answer.statusCode, error.code], [429, 'rate_limited']);
  assert.match(error.message, message);
  return Number(answer.headers['retry-after']);
}

let visitors = 0;
/** A key for a visitor at an address that no other test uses. */
async function visit(): Promise<string> {
  visitors += 1;
  const answer = await press(`192.0.2.${visitors}`);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json<{ api_key: string }>().api_key;
}

const call = (key: string, url: string, headers: Record<string, string> = {}) =>
  send(t, key, 'GET', url, undefined, headers);

/** Calls, and polls until the job has settled. */
async function settled(key: string, url: string) {
  const job = await call(key, url);
  return job.statusCode === 202 ? call(key, `/v1/jobs/${envelopeOf(job).request_id}?wait=20`) : job;
}

/** How many of the calls got a key; all others were refused. */
async function given(answers: readonly Promise<Answer>[]): Promise<number> {
  const codes = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  assert.deepEqual([...new Set(codes)].sort(), [201, 429]);
  return codes.filter((code) => code === 201).length;
}

test('hundreds of calls of one address get five keys, whatever they claim to be', async () => {
  const forged = Array.from({ length: 300 }, (_, n) =>
    press('203.0.113.7', {
      'x-forwarded-for': `198.51.100.${n % 250}`,
      'x-real-ip': `198.51.100.${n % 250}`,
      forwarded: `for=198.51.100.${n % 250}`,
    }),
  );
  assert.equal(await given(forged), 5);
  const network = Array.from({ length: 40 }, (_, n) => press(`2001:db8:1:2::${n.toString(16)}`));
  assert.equal(await given(network), 5, 'a network of IPv6 is one visitor');
  const proxied = Array.from({ length: 40 }, (_, n) =>
    press(PROXY, { 'x-forwarded-for': `198.51.100.${n}, nonsense, 203.0.113.8` }),
  );
  assert.equal(await given(proxied), 5, 'only what the proxy adds counts');
  const waitS = expectBusy(await press('203.0.113.7'), /^Your address has got all its keys/);
  assert.ok(waitS > 0 && waitS <= HOUR_MS / 1000);
});

test('the path takes POST of its own pages only, and is unknown on other services', async () => {
  const got = await t.server.inject({ method: 'GET', url: PATH });
  assert.deepEqual([got.statusCode, got.headers.allow], [405, 'POST']);
  expectApiError(await press('192.0.2.200', { origin: 'https://evil.test' }), 'origin_not_allowed');
  const config = await t.server.inject('/console-config.json');
  assert.equal(config.json<{ demo: boolean }>().demo, true);
  const other = apiServer(t.app, { allowedOrigins: [] });
  expectApiError(await other.inject({ method: 'POST', url: PATH }), 'not_found');
  await other.close();
});

test('huge bodies are not read into memory', async () => {
  const huge = 'x'.repeat(8_000_000);
  assert.equal((await press('192.0.2.201', {}, huge)).statusCode, 201);
  const key = await visit();
  for (const path of ['watches', 'sql', 'snapshots', 'endpoints']) {
    expectApiError(await send(t, key, 'POST', `/v1/${path}`, huge), 'body_too_large');
  }
});

test('nothing is sent to anybody: no webhook to any address, and no mail', async () => {
  const key = await visit();
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/',
    'https://localhost/',
    'https://127.0.0.1:8081/',
    'https://10.0.0.8/',
    'https://[::1]/',
    'https://example.com/hook',
    'mailto:somebody@example.com',
  ]) {
    expectApiError(
      await send(t, key, 'POST', '/v1/endpoints', { url }),
      'endpoint_not_allowed',
      'url',
    );
  }
  const to = { account_id: 'earlier', url: 'https://example.com/hook' };
  assert.ok('error' in (await t.app.webhooks.post(to, {}, '{}')), 'nor to an older endpoint');
});

test('watches, snapshots, lookups and pending searches end at their bounds', async () => {
  const key = await visit();
  const jobs = [];
  for (const zip of ['78704', '78701', '10025']) {
    jobs.push(envelopeOf(await settled(key, `/v1/portal_a/listings?zip=${zip}`)).request_id);
  }
  const snapshots = [];
  for (const request_id of jobs)
    snapshots.push(await send(t, key, 'POST', '/v1/snapshots', { request_id }));
  const [third, ...two] = snapshots.reverse();
  for (const { statusCode } of two) assert.equal(statusCode, 201);
  assert.ok(third !== undefined);
  expectApiError(third, 'too_many_snapshots');
  for (const zip of ['78704', '78701']) await watch(t, key, { query: { zip } });
  const more = { route: 'portal_a_listings', query: { zip: '10025' } };
  expectApiError(await send(t, key, 'POST', '/v1/watches', more), 'too_many_watches');
  const homes = { homes: [{ address: '1 Oak St, Austin, TX 00001' }] };
  const look = () => send(t, key, 'POST', '/v1/lookups?source=portal_a', homes);
  for (let made = 0; made < 5; made += 1) assert.equal((await look()).statusCode, 201);
  expectApiError(await look(), 'too_many_lookup_batches');
  await t.hold();
  const search = (n: number) => call(key, `/v1/portal_a/listings?zip=78704&min_price=${n}`);
  for (let n = 1; n <= 8; n += 1) assert.equal((await search(n)).statusCode, 202);
  expectApiError(await search(9), 'too_many_pending');
  t.release();
});

test('a visitor who spends all credits and calls has no more, and another is answered', async () => {
  const [greedy, other] = [await visit(), await visit()];
  await settled(greedy, SEARCH);
  const codes = [];
  for (let n = 0; n < 70; n += 1) codes.push((await call(greedy, SEARCH)).statusCode);
  assert.equal(codes.filter((code) => code === 200).length, CREDITS - 1);
  expectApiError(await call(greedy, SEARCH), 'rate_limited');
  resultOf(await settled(other, SEARCH));
  t.clock.advance(60_000);
  expectApiError(await call(greedy, SEARCH), 'quota_exceeded');
});

test('what another visitor has cannot be read, repeated or taken over', async () => {
  const [mine, theirs] = [await visit(), await visit()];
  const tied = { 'idempotency-key': 'theirs-1' };
  const job = await call(theirs, `${SEARCH}&min_price=424242`, tied);
  const { request_id } = envelopeOf(job);
  expectApiError(await call(mine, `/v1/jobs/${request_id}`), 'request_not_found');
  expectApiError(await call(mine, `/v1/jobs/${request_id}/rows.csv`), 'request_not_found');
  const again = await call(mine, `${SEARCH}&beds_min=9`, tied);
  assert.notEqual(envelopeOf(again).request_id, request_id, 'keys of accounts are apart');
  expectApiError(await send(t, mine, 'POST', '/v1/snapshots', { request_id }), 'request_not_found');
  const { watch_id } = await watch(t, theirs);
  await runDue(t);
  for (const method of ['GET', 'DELETE'] as const) {
    expectApiError(await send(t, mine, method, `/v1/watches/${watch_id}`), 'watch_not_found');
  }
  const sql = 'select count(*) as n from listings';
  const rows = async (key: string) =>
    (await send(t, key, 'POST', '/v1/sql', { sql })).json<{ rows: readonly [number][] }>().rows;
  assert.deepEqual(await rows(mine), [[0]]);
  for (const stolen of ["from read_text('/etc/passwd')", 'from accounts', 'from pg_tables']) {
    expectApiError(await send(t, mine, 'POST', '/v1/sql', { sql: stolen }), 'invalid_sql', 'sql');
  }
});

test("a cursor of another visitor buys its page, from one's own credits", async () => {
  const [mine, theirs] = [await visit(), await visit()];
  const { next_cursor } = resultOf(await settled(theirs, SEARCH));
  assert.ok(next_cursor !== null);
  const page = await settled(mine, `${SEARCH}&cursor=${encodeURIComponent(next_cursor)}`);
  assert.equal(envelopeOf(page).credits, 1);
  const left = (await call(mine, '/v1/account')).json<{ balance: { available: number } }>();
  assert.equal(left.balance.available, CREDITS - 1);
  const forged = await call(mine, `${SEARCH}&cursor=${'A'.repeat(80)}`);
  expectApiError(forged, 'invalid_cursor', 'cursor');
});

test('nothing of the operator is reached from outside', async () => {
  const key = await visit();
  for (const url of ['/admin', '/admin/accounts', '/admin/backup', '/metrics', '/v1/admin']) {
    for (const token of [key, ADMIN_TOKEN, 'admin', 'test-admin-token-0001']) {
      expectApiError(await send(t, token, 'GET', url), 'not_found');
    }
  }
  const knock = (headers: Record<string, string>) =>
    t.admin.inject({ url: '/admin/accounts', headers });
  for (const token of ['', 'admin', key, `${ADMIN_TOKEN}x`]) {
    assert.equal((await knock({ authorization: `Bearer ${token}` })).statusCode, 401);
  }
  const outside = { host: 'demo.example.com', authorization: `Bearer ${ADMIN_TOKEN}` };
  assert.equal((await knock(outside)).statusCode, 421);
});

test('no path leads out of the files of the console and the documents', async () => {
  for (const url of [
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e%2fapp.js',
    '/docs//etc/passwd',
    '/..\\..\\package.json',
    '/index.html%00.js',
  ]) {
    const { statusCode, body } = await t.server.inject(url);
    assert.ok([400, 404].includes(statusCode), `${url}: ${statusCode}`);
    assert.ok(!/"dependencies"|root:/.test(body), url);
  }
});

test('a key ends after a day; its account is erased, and the homes and the ledger stay', async () => {
  const key = await visit();
  resultOf(await settled(key, SEARCH));
  const id = (await call(key, '/v1/account')).json<{ account_id: string }>().account_id;
  t.clock.advance(HOUR_MS);
  for (let n = 0; ; n += 1) {
    assert.ok(n < limits.DEMO_KEYS_ALIVE, 'the bound of visitors is never reached');
    const answer = await press(`198.51.100.${n}`);
    if (answer.statusCode === 201) continue;
    assert.ok(expectBusy(answer, /all its visitors/) > (20 * HOUR_MS) / 1000);
    break;
  }
  assert.equal((await checkLedger(t.app)).ok, true);
  t.clock.advance(DAY_MS - HOUR_MS);
  expectApiError(await call(key, '/v1/account'), 'invalid_api_key');
  t.clock.advance(HOUR_MS);
  for (let round = 0; round < 10; round += 1) await cleanUpOnce(t.app);
  assert.notEqual((await findErasure(t.app.db, id))?.erased_at ?? null, null);
  for (const table of ['watches', 'snapshots', 'lookup_batches', 'requests', 'idempotency_keys']) {
    assert.deepEqual(await t.app.db.rows(`select 1 from ${table}`), [], table);
  }
  const ledger = await checkLedger(t.app);
  assert.deepEqual([ledger.ok, ledger.violations], [true, []]);
  const next = await visit();
  const homes = await call(next, '/v1/homes?zip=78704&kind=listings');
  assert.equal(homes.statusCode, 200, homes.body);
  assert.ok(homes.json<{ homes: readonly object[] }>().homes.length > 0, homes.body);
  resultOf(await settled(next, SEARCH));
});

test('a store with homes of real sources is refused', async () => {
  await assert.rejects(requireSynthetic(t.app), /^OperatorError: .* homes of .*portal_a/);
});
