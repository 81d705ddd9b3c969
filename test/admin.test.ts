/** The operator's listener: what it changes, and what it says of values that it cannot take. */
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { ADMIN_ROUTES } from '#http/admin/routes.js';
import { adminServer } from '#http/admin/server.js';
import { type Ask, asking } from './support/ask-admin.js';
import { ADMIN_TOKEN, sharedApp } from './support/open-test-app.js';

const UNKNOWN = '01a1fdfa-5237-7a67-affc-e312d6f48fa6';

const t = sharedApp({ idle: true, startMs: Date.parse('2026-11-10T12:00:00Z') });
let ask: Ask;
before(async () => {
  ask = asking(t);
});

const update = async (id: string, changes: object) => {
  const { status, json } = await ask('POST', `/accounts/${id}`, changes);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
};
const planOf = async (id: string): Promise<number> =>
  (await ask('GET', `/accounts/${id}`)).json.balance.plan;
const ledgerIsRight = async () => assert.equal((await ask('GET', '/ledger/check')).json.ok, true);

test('a raised plan grants the difference now, a lowered one counts from the next month', async () => {
  const { account_id } = await t.account({ plan_credits: 100, extra_credits: 0 });
  assert.equal((await update(account_id, { plan_credits: 250 })).balance.plan, 250);
  assert.equal((await update(account_id, { plan_credits: 40 })).balance.plan, 250);
  await ledgerIsRight();
  t.clock.advance(30 * DAY_MS);
  assert.equal(await planOf(account_id), 40);
  const grant = { account_id, amount: 5, kind: 'plan' };
  assert.equal((await ask('POST', '/credits', grant)).json.balance.plan, 45);
  await ledgerIsRight();
});

test('a plan that is lowered and raised again in a month grants nothing twice', async () => {
  const { account_id } = await t.account({ plan_credits: 100, extra_credits: 0 });
  await ask('POST', '/credits', { account_id, amount: 7, kind: 'plan' });
  await update(account_id, { plan_credits: 0 });
  assert.equal((await update(account_id, { plan_credits: 100 })).balance.plan, 107);
  assert.equal((await update(account_id, { plan_credits: 130 })).balance.plan, 137);
  assert.equal((await update(account_id, { plan_credits: 120 })).balance.plan, 137);
  assert.equal((await update(account_id, { plan_credits: 130 })).balance.plan, 137);
  await ledgerIsRight();
});

test('a plan lowered in a month in which nothing was asked yet still grants that month', async () => {
  const { account_id } = await t.account({ plan_credits: 60, extra_credits: 0 });
  t.clock.advance(31 * DAY_MS);
  assert.equal((await update(account_id, { plan_credits: 10 })).balance.plan, 60);
  await ledgerIsRight();
});

test('concurrent raises of one plan grant their differences once', async () => {
  const { account_id } = await t.account({ plan_credits: 10, extra_credits: 0 });
  await Promise.all([20, 30, 30, 40].map((n) => update(account_id, { plan_credits: n })));
  assert.equal(await planOf(account_id), 40);
  await ledgerIsRight();
});

test('a new limit holds at once here and within a second on another node', async () => {
  const { account_id, api_key } = await t.account({ rate_limit: 50 });
  const other = t.node();
  const limits = async () =>
    Promise.all(
      [t.get, other].map(async (get) =>
        Number((await get('/v1/account', api_key)).headers['ratelimit-limit']),
      ),
    );
  assert.deepEqual(await limits(), [50, 50]);
  await update(account_id, { rate_limit: 9 });
  assert.equal((await limits())[0], 9);
  t.clock.advance(1_000);
  assert.deepEqual(await limits(), [9, 9]);
});

test('a name that another account has is allowed, and said', async () => {
  const first = await ask('POST', '/accounts', { name: 'Twin' });
  assert.equal(first.json.warning, undefined);
  const second = await ask('POST', '/accounts', { name: 'Twin' });
  assert.deepEqual([second.status, typeof second.json.warning], [200, 'string']);
  assert.equal((await update(second.json.account_id, { name: 'Only' })).warning, undefined);
  assert.match((await update(second.json.account_id, { name: 'Twin' })).warning, /"Twin"/);
  assert.equal((await update(second.json.account_id, { max_pending: 3 })).warning, undefined);
});

test('a wrong id or value is said in the words of the command line', async () => {
  const { account_id } = await t.account({ name: 'Wrong values' });
  const at = `/accounts/${account_id}`;
  const noAccount = /^No account has this id/;
  const cases: readonly [string, unknown, number, RegExp][] = [
    ['/accounts/nonsense', { name: 'x' }, 404, noAccount],
    [`/accounts/${UNKNOWN}`, { name: 'x' }, 404, noAccount],
    ['/accounts/nonsense/status', { status: 'active' }, 404, noAccount],
    ['/keys', { account_id: 'x' }, 404, noAccount],
    ['/keys/x/revoke', {}, 404, /^No key has this id/],
    ['/accounts', {}, 400, /^--name is missing/],
    ['/credits', { account_id, kind: 'plan' }, 400, /^--amount is missing/],
    ['/credits', { account_id, amount: 1, kind: 'free' }, 400, /^--kind must be extra or plan/],
    [at, {}, 400, /^Nothing to change: give one of the options/],
    [at, { rate_limit: 0 }, 400, /^--rate-limit must be a whole number from 1 to \d+\.$/],
    [at, { plan_credits: -1 }, 400, /^--plan-credits must be a whole number from 0/],
    [at, { plan_credits: 1.5 }, 400, /^--plan-credits must be/],
    [at, { plan_credits: null }, 400, /^--plan-credits must be/],
    [at, { plan_credits: 2 ** 40 }, 400, /^--plan-credits must be/],
    [at, { max_pending: '9' }, 400, /^--max-pending must be/],
    [at, { extra_credits: 9 }, 400, /^"extra_credits" is not a value of this command/],
    [at, [], 400, /^The body must be a JSON object/],
  ];
  for (const [path, body, status, words] of cases) {
    const answer = await ask('POST', path, body);
    const label = `${path} ${JSON.stringify(body)}`;
    assert.equal(answer.status, status, `${label}: ${JSON.stringify(answer.json)}`);
    assert.match(answer.json.error.message, words, label);
  }
  const shown = (await ask('GET', at)).json;
  assert.deepEqual([shown.name, shown.plan_credits], ['Wrong values', 0], 'nothing was changed');
});

test('a name with control characters is rejected in words, everywhere it is taken', async () => {
  const { account_id } = await t.account();
  for (const name of [
    'a\u0000b',
    'a\nb',
    '\u001b[31m',
    'a\u2028b',
    '\u0085',
    '',
    '  ',
    'x'.repeat(201),
  ]) {
    for (const path of ['/accounts', `/accounts/${account_id}`]) {
      const { status, json } = await ask('POST', path, { name });
      assert.equal(status, 400, JSON.stringify(name));
      assert.match(json.error.message, /^--name must be 1 to 200 characters, without line breaks/);
    }
  }
  for (const name of ['Zoë & Söhne', '不動産', '👩‍👧 Homes']) {
    assert.equal((await update(account_id, { name })).name, name);
  }
});

test('every command of the listener wants its token: a key of a caller opens none, there or on the API', async () => {
  const { api_key } = await t.account();
  assert.ok(ADMIN_ROUTES.length > 20);
  for (const { method, url } of ADMIN_ROUTES) {
    const path = `/admin${url.replaceAll(/:\w+/g, UNKNOWN)}`;
    const tokens = [undefined, '', 'Bearer ', `Bearer ${api_key}`, `Bearer ${ADMIN_TOKEN}x`];
    for (const authorization of tokens) {
      const headers = authorization === undefined ? {} : { authorization };
      const { statusCode } = await t.admin.inject({ method, url: path, headers });
      assert.equal(statusCode, 401, `${method} ${path} ${authorization}`);
    }
    for (const token of [api_key, ADMIN_TOKEN]) {
      const { statusCode } = await t.get(path, token);
      assert.equal(statusCode, 404, `the API has no ${path}`);
    }
  }
});

test('the token is read in any case of the scheme, after one space or several', async () => {
  const headers = { authorization: `bearer  ${ADMIN_TOKEN}` };
  const { statusCode } = await t.admin.inject({ url: '/admin/accounts', headers });
  assert.equal(statusCode, 200);
});

test('only loopback names and the names of the setting reach the listener, /metrics too', async (one) => {
  const admin = adminServer(t.app, { token: ADMIN_TOKEN, hosts: ['collector', 'fd00::1'] });
  one.after(() => admin.close());
  const statusOf = async (host: string, url: string) => {
    const authorization = `Bearer ${ADMIN_TOKEN}`;
    return (await admin.inject({ url, headers: { host, authorization } })).statusCode;
  };
  const open = ['localhost', 'LOCALHOST:1', '127.0.0.1:8081', '127.9.8.7', '[::1]', '[::1]:8081'];
  const closed = [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:8081',
    '127.evil.example',
    '0.0.0.0',
    '10.0.0.1',
    'collector.evil.example',
    'evil@localhost',
    'localhost:80:80',
    '[::2]',
  ];
  for (const url of ['/metrics', '/admin/accounts', '/nothing']) {
    const found = url === '/nothing' ? 404 : 200;
    for (const host of [...open, 'collector:8081', '[fd00::1]:8081']) {
      assert.equal(await statusOf(host, url), found, `${host} ${url}`);
    }
    for (const host of closed) assert.equal(await statusOf(host, url), 421, `${host} ${url}`);
  }
  const rejected = await admin.inject({
    url: '/admin/accounts',
    headers: { host: 'evil.example' },
  });
  assert.equal(rejected.statusCode, 421, 'before the token is looked at');
  assert.match(rejected.json().error.message, /"evil\.example".+ROWHOUSE_ADMIN_HOSTS/);
});

test('a request without a Host is 400 in words, and an absolute target counts as its Host', async (one) => {
  const admin = adminServer(t.app, { token: ADMIN_TOKEN });
  one.after(() => admin.close());
  await admin.listen({ host: '127.0.0.1', port: 0 });
  const { port } = admin.server.address() as AddressInfo;
  const send = async (head: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(head);
    let answer = '';
    for await (const data of socket.setTimeout(5_000, () => socket.destroy()))
      answer += String(data);
    return answer;
  };
  const close = 'Connection: close\r\n\r\n';
  for (const head of [
    `GET /metrics HTTP/1.1\r\n${close}`,
    `GET /metrics HTTP/1.0\r\n${close}`,
    `GET /metrics HTTP/1.1\r\nHost:\r\n${close}`,
  ]) {
    const answer = await send(head);
    assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*no Host header/, head);
  }
  const absolute = (host: string) =>
    send(`GET http://${host}/metrics HTTP/1.1\r\nHost: localhost\r\n${close}`);
  assert.match(await absolute('evil.example'), /^HTTP\/1\.1 421 /);
  assert.match(await absolute('127.0.0.1'), /^HTTP\/1\.1 200 /);
});

test('a NUL in a name is rejected in words', async () => {
  const { status, json } = await ask('GET', '/datasets/records/a%00b');
  assert.deepEqual([status, /without NUL/.test(json.error.message)], [400, true]);
});

test('a path that cannot be read is answered in words', async () => {
  const long = await ask('GET', `/accounts/${'9'.repeat(300)}`);
  assert.equal(long.status, 414);
  assert.match(long.json.error.message, /longer than 200 characters/);
  const broken = await ask('GET', '/accounts/%zz');
  assert.equal(broken.status, 400);
  assert.deepEqual(Object.keys(broken.json), ['error']);
});

test("the operator's page is here alone, needs no token for its files, and runs under a strict policy", async () => {
  const page = (url: string, host = 'localhost') => t.admin.inject({ url, headers: { host } });
  for (const url of ['/', '/operator']) {
    const { statusCode, headers, body } = await page(url);
    assert.equal(statusCode, 200, url);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'$/,
    );
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|\*|https?:/);
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['cache-control'], 'no-store');
    const script = /src="\.(\/assets\/operator-[^"]+\.js)"/.exec(body)?.[1] ?? assert.fail(body);
    assert.equal((await page(script)).statusCode, 200);
    assert.equal((await page(script, 'evil.example')).statusCode, 421);
    assert.equal((await t.get(script)).statusCode, 404, 'the API has no file of it');
    assert.equal((await page(url, 'evil.example')).statusCode, 421);
  }
  assert.equal((await t.get('/operator')).statusCode, 404);
  for (const url of ['/operator/', '/admin/queue', '/assets/nothing.js', '/nothing'])
    assert.equal((await page(url)).statusCode, 401, url);
});

test('days in the wrong order are rejected, and so is one day that leaves nothing of this month', async () => {
  const { account_id } = await t.account();
  const days = ['/audit?', `/usage?by=day&account_id=${account_id}&`, '/sources/portal_a/days?'];
  for (const path of days) {
    const { json } = await ask('GET', `${path}from=2026-11-12&to=2026-11-10`);
    assert.match(json.error?.message ?? '', /^--from is after --to: swap them/, path);
  }
  for (const one of ['to=2020-01-31', 'from=2030-01-01']) {
    const { json } = await ask('GET', `${days[1]}${one}`);
    assert.match(json.error?.message ?? '', /ends before it begins\. Give both --from and --to/);
  }
});

test('a key of a suspended account is created with a warning that names the command', async () => {
  const { account_id } = await t.account();
  const warningOf = async () => (await ask('POST', '/keys', { account_id })).json.warning;
  assert.equal(await warningOf(), undefined);
  await ask('POST', `/accounts/${account_id}/status`, { status: 'suspended' });
  assert.match(
    await warningOf(),
    new RegExp(`works after "rowhouse accounts resume ${account_id}"`),
  );
  const { entries } = (await ask('GET', `/audit?account_id=${account_id}`)).json;
  assert.equal(entries[0].action, 'key.create');
  assert.equal(entries[0].after.warning, undefined);
});
