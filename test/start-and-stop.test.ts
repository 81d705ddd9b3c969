/** How the service starts and how it ends: as a process where its end or another process counts. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { KEY_RANDOM_BYTES, makeApiKey } from '#domain/api-key.js';
import { openStore } from '#store/open.js';
import { systemClock } from '../src/system.js';
import { freePort } from './support/free-port.js';
import { copyMigrated } from './support/migrated.js';
import {
  endAll,
  failure,
  rowhouse,
  rowhouseProcess,
  type Service,
  settingsOf,
  startFresh,
  startHere,
  startService,
} from './support/run-rowhouse.js';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'rowhouse-cli-'));
  folders.push(made);
  return made;
};

let service: Service;
let settings: ReturnType<typeof settingsOf>;
/** Of a directory whose first start ended between the demo key and its account. */
let beside: Service;
const KEY = makeApiKey(randomBytes(KEY_RANDOM_BYTES));
before(async () => {
  const ROWHOUSE_SANDBOX_PORT = String(await freePort());
  settings = { ...settingsOf(join(folder(), 'data')), ROWHOUSE_SANDBOX_PORT };
  service = await startFresh({ ...settings, ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '60000' });
  const own = { ...settingsOf(folder()), ROWHOUSE_SANDBOX_PORT, ROWHOUSE_DRAIN_S: '1' };
  writeFileSync(join(own.ROWHOUSE_DATA_DIR, 'demo-key'), `${KEY}\n`);
  beside = await startService(own);
});
after(async () => {
  endAll();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

test('a setting that is unknown or cannot be read stops every command with one line', async () => {
  await failure(['serve'], /ROWHOUSE_NOPE is not a setting/, { ROWHOUSE_NOPE: '1' });
  await failure(['serve'], /PORT must be a whole number/, { PORT: 'abc' });
  await failure(['accounts', 'list'], /ROWHOUSE_ROLE must be one of/, { ROWHOUSE_ROLE: 'boss' });
});

test('a data directory in use stops the start and leaves the running service alone', async () => {
  await failure(['migrate'], /data directory .+ is in use by process \d+ on /, settings);
  await failure(
    ['serve'],
    /in use by process \d+ on \S+\. Stop it, or set ROWHOUSE_DATA_DIR/,
    settings,
  );
  assert.equal((await fetch(`${service.apiUrl}/readyz`)).status, 200);
});

test('a data directory that cannot be created stops the start with one line', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  for (const path of [join(file, 'data'), join(folder(), 'n'.repeat(300))])
    await failure(['serve'], /^rowhouse: E\w+: .+, mkdir '[^\n]+'\. (Name|Use) a [^\n]+\.\n$/, {
      ROWHOUSE_DATA_DIR: path,
    });
});

test('serve and migrate leave a database of a newer version alone, with one line that says what to do', async () => {
  const own = { ...settingsOf(folder()), ROWHOUSE_SANDBOX: 'off' };
  const run = async (...statements: readonly string[]) => {
    const { pool } = await openStore({
      databaseUrl: null,
      dataDir: own.ROWHOUSE_DATA_DIR,
      poolMax: 1,
      timeoutS: 10,
      clock: systemClock,
    });
    for (const statement of statements) await pool.rows(statement);
    const rows = await pool.rows('select name from migrations order by id');
    await pool.close();
    return rows;
  };
  await copyMigrated(own.ROWHOUSE_DATA_DIR);
  const before = await run(`insert into migrations (name, run_on) values ('9999_later', now())`);
  for (const command of ['serve', 'migrate', 'export']) {
    const words = command === 'export' ? [command, join(folder(), 'file')] : [command];
    await failure(words, /^rowhouse: .*at schema 9999_later.*\n$/, own);
  }
  assert.deepEqual(await run(), before);
});

test('a port that is taken stops the start with one line that names it, for both listeners', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const port = String((other.address() as AddressInfo).port);
  const text = new RegExp(`port ${port} is in use`);
  const admin = { ...settingsOf(folder()), ROWHOUSE_SANDBOX: 'off', ROWHOUSE_ADMIN_PORT: port };
  await copyMigrated(admin.ROWHOUSE_DATA_DIR);
  await failure(['serve'], text, admin);
  // What has started by then must not keep the process from its end.
  const taken = { ...settingsOf(folder()), PORT: port };
  await copyMigrated(taken.ROWHOUSE_DATA_DIR);
  const { code, stdout, stderr } = await rowhouseProcess(['serve'], taken);
  assert.match(stderr, text);
  assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [1, '', 1]);
  other.close();
});

test('one port for two listeners stops the start with one line that says so', async () => {
  const port = String(await freePort());
  const ports = { PORT: port, ROWHOUSE_ADMIN_PORT: port };
  const own = { ...settingsOf(folder()), ROWHOUSE_SANDBOX: 'off', ...ports };
  await copyMigrated(own.ROWHOUSE_DATA_DIR);
  const text = new RegExp(`port ${port} is in use, .*or by another listener of this service`);
  await failure(['serve'], text, own);
});

test('secrets in the data directory are for their owner alone', () => {
  for (const name of ['admin-token', 'secret', 'demo-key'])
    assert.equal(statSync(join(settings.ROWHOUSE_DATA_DIR, name)).mode & 0o777, 0o600, name);
  assert.equal(statSync(settings.ROWHOUSE_DATA_DIR).mode & 0o777, 0o700);
});

test('the sandbox has the port of its setting, or another where that is taken', () => {
  const wanted = `http://127.0.0.1:${settings.ROWHOUSE_SANDBOX_PORT}`;
  assert.equal(service.sandboxUrl, wanted);
  assert.match(beside.sandboxUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.notEqual(beside.sandboxUrl, wanted);
});

const ask = async (url: string, key = service.demoKey) => {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

test('a first start that ended between the demo key and its account is made good by the next', async () => {
  assert.equal(beside.demoKey, KEY);
  assert.equal((await ask(`${beside.apiUrl}/v1/account`, KEY)).status, 200);
});

let pollUrl = '';
test('Ctrl-C ends with 0 within 3 seconds, also while a poll waits', async () => {
  const pending = await ask(`${service.apiUrl}/v1/portal_a/listings?zip=78704`);
  assert.equal(pending.status, 202);
  pollUrl = pending.body.poll_url ?? '';
  const poll = ask(`${service.apiUrl}${pollUrl}?wait=20`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const ended = await service.interrupt();
  assert.equal(ended.code, 0, ended.stderr);
  assert.ok(ended.stopMs < 3_000, `${ended.stopMs} ms`);
  assert.match(ended.stdout, /Rowhouse has stopped\.\n$/);
  assert.equal((await poll).status, 202, 'the waiting poll was answered');
});

test('a second start keeps everything, and closes a data directory and secrets that were open', async () => {
  const open = [
    settings.ROWHOUSE_DATA_DIR,
    join(settings.ROWHOUSE_DATA_DIR, 'admin-token'),
  ] as const;
  chmodSync(open[0], 0o755);
  chmodSync(open[1], 0o644);
  const second = await startHere(settings);
  const modes = open.map((path) => (statSync(path).mode & 0o777).toString(8));
  assert.deepEqual(modes, ['700', '600']);
  assert.equal(second.sandboxUrl, service.sandboxUrl);
  const { demoKey, apiUrl, greeting } = service;
  assert.equal(second.demoKey, demoKey);
  assert.ok(greeting.includes(`${apiUrl}/#demo-key=${demoKey}`));
  assert.ok(!second.greeting.includes(demoKey), 'printed once');
  const admin = async (...words: string[]) => {
    const all = [...words, '--json', '--admin-url', second.adminUrl];
    return JSON.parse((await rowhouse(all, settings)).stdout);
  };
  assert.deepEqual(await admin('keys', 'demo'), {
    api_key: demoKey,
    console: `${second.apiUrl}/#demo-key=${demoKey}`,
  });
  const done = await ask(`${second.apiUrl}${pollUrl}?wait=20`);
  assert.equal(done.body.status, 'complete', 'the job goes on where it was');
  const { accounts } = await admin('accounts', 'list');
  assert.equal(accounts.length, 1, 'no second demo account');
  const usage = await admin('usage', '--account', accounts[0].account_id);
  assert.equal(usage.balance.extra, 9_999);
  const { code } = await second.interrupt();
  assert.equal(code, 0);
  const migrated = await rowhouse(['migrate', '--json'], settings);
  assert.deepEqual(JSON.parse(migrated.stdout), { ran: [] });
});

for (const [what, change] of [
  ['a source is configured', { ROWHOUSE_UPSTREAM_PORTAL_A: 'http://127.0.0.1:9' }],
  ['the API listens beyond loopback', { HOST: '0.0.0.0' }],
  ['there is no sandbox', { ROWHOUSE_SANDBOX: 'off' }],
] as const) {
  test(`the demo key is revoked for good when ${what}`, async () => {
    const own = settingsOf(folder());
    const { demoKey } = service;
    // What the second start has left.
    cpSync(settings.ROWHOUSE_DATA_DIR, own.ROWHOUSE_DATA_DIR, { recursive: true });
    const real = await startHere({ ...own, ...change });
    const port = new URL(real.apiUrl).port;
    const answer = await ask(`http://127.0.0.1:${port}/v1/account`, demoKey);
    assert.deepEqual([answer.status, real.demoKey], [401, '']);
    assert.match(real.greeting, /Create an account and its key/);
    const asked = await rowhouse(['keys', 'demo', '--admin-url', real.adminUrl], own);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /No demo key exists/);
    await real.interrupt();
    const again = await startHere({ ...own, PORT: port, ROWHOUSE_SANDBOX_PORT: port });
    assert.equal(again.demoKey, '');
    assert.equal(again.apiUrl, `http://127.0.0.1:${port}`, 'the API comes before the sandbox');
    await again.interrupt();
  });
}

test('a start without a secret or a token that will do prints one line', async () => {
  const token = join(settings.ROWHOUSE_DATA_DIR, 'admin-token');
  writeFileSync(token, 'short\n');
  await failure(['serve'], /admin-token must have at least 16 visible ASCII characters/, settings);
  const own = settingsOf(folder());
  writeFileSync(join(own.ROWHOUSE_DATA_DIR, 'secret'), 'x\n');
  await failure(['serve'], /secret must have at least 16 characters/, own);
  const env = { ROWHOUSE_ROLE: 'collector', DATABASE_URL: 'postgres://127.0.0.1:9/none' };
  await failure(['serve'], /ROWHOUSE_SECRET is not set/, { ...settingsOf(folder()), ...env });
});

test('a connection on which nothing was ever sent holds up the end no longer than ROWHOUSE_DRAIN_S', async () => {
  const socket = connect(Number(new URL(beside.apiUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const held = setTimeout(() => socket.destroy(), 10_000);
  const ended = await beside.interrupt();
  clearTimeout(held);
  socket.destroy();
  assert.equal(ended.code, 0, ended.stderr);
  assert.ok(ended.stopMs < 5_000, `${ended.stopMs} ms`);
});
