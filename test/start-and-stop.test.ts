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
before(async () => {
  settings = settingsOf(folder());
  service = await startService(settings);
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
  const own = settingsOf(folder());
  const run = async (statement: string) => {
    const { pool } = await openStore({
      databaseUrl: null,
      dataDir: own.ROWHOUSE_DATA_DIR,
      poolMax: 1,
      timeoutS: 10,
      clock: systemClock,
    });
    const rows = await pool.rows<{ name: string }>(statement).finally(() => pool.close());
    return rows.map(({ name }) => name);
  };
  await copyMigrated(own.ROWHOUSE_DATA_DIR);
  await run(`insert into migrations (name, run_on) values ('9999_later', now())`);
  const before = await run('select name from migrations order by id');
  for (const command of ['serve', 'migrate', 'export']) {
    const words = command === 'export' ? [command, join(folder(), 'file')] : [command];
    await failure(words, /^rowhouse: .*at schema 9999_later.*\n$/, own);
  }
  assert.deepEqual(await run('select name from migrations order by id'), before);
});

test('a port that is taken stops the start with one line that names it, for both listeners', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const port = String((other.address() as AddressInfo).port);
  const text = new RegExp(`port ${port} is in use`);
  await failure(['serve'], text, { ...settingsOf(folder()), ROWHOUSE_ADMIN_PORT: port });
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
  const own = { ...settingsOf(folder()), PORT: port, ROWHOUSE_ADMIN_PORT: port };
  await copyMigrated(own.ROWHOUSE_DATA_DIR);
  const text = new RegExp(`port ${port} is in use, .*or by another listener of this service`);
  await failure(['serve'], text, own);
});

test('the sandbox keeps its port over a restart, and takes another where it is taken', async () => {
  const own = { ...settingsOf(folder()), ROWHOUSE_SANDBOX_PORT: String(await freePort()) };
  const wanted = `http://127.0.0.1:${own.ROWHOUSE_SANDBOX_PORT}`;
  const first = await startHere(own);
  assert.equal(first.sandboxUrl, wanted);
  const beside = await startHere({ ...own, ROWHOUSE_DATA_DIR: folder() });
  assert.match(beside.sandboxUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.notEqual(beside.sandboxUrl, wanted);
  await Promise.all([first.interrupt(), beside.interrupt()]);
  const again = await startHere(own);
  assert.equal(again.sandboxUrl, wanted);
  await again.interrupt();
  const listener = { ...own, PORT: own.ROWHOUSE_SANDBOX_PORT };
  const clash = await startHere(listener);
  assert.equal(clash.apiUrl, wanted, 'the API comes first');
  await clash.interrupt();
});

test('secrets in the data directory are for their owner alone', () => {
  for (const name of ['admin-token', 'secret', 'demo-key'])
    assert.equal(statSync(join(settings.ROWHOUSE_DATA_DIR, name)).mode & 0o777, 0o600, name);
});

test('a start closes a data directory and secrets that were open, and rejects a short token', async () => {
  const own = settingsOf(join(folder(), 'data'));
  const first = await startFresh(own);
  await first.interrupt();
  const open = [own.ROWHOUSE_DATA_DIR, join(own.ROWHOUSE_DATA_DIR, 'admin-token')] as const;
  assert.equal(statSync(open[0]).mode & 0o777, 0o700);
  chmodSync(open[0], 0o755);
  chmodSync(open[1], 0o644);
  const second = await startHere(own);
  await second.interrupt();
  const modes = open.map((path) => (statSync(path).mode & 0o777).toString(8));
  assert.deepEqual(modes, ['700', '600']);
  writeFileSync(open[1], 'short\n');
  await failure(['serve'], /admin-token must have at least 16 visible ASCII characters/, own);
});

test('Ctrl-C ends with 0 within 3 seconds, also while a poll waits; a second start keeps everything', async () => {
  const own = settingsOf(folder());
  const first = await startService({ ...own, ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '60000' });
  const headers = { authorization: `Bearer ${first.demoKey}` };
  const ask = async (url: string) => {
    const answer = await fetch(url, { headers });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const pending = await ask(`${first.apiUrl}/v1/portal_a/listings?zip=78704`);
  assert.equal(pending.status, 202);
  const poll = ask(`${first.apiUrl}${pending.body.poll_url}?wait=20`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const ended = await first.interrupt();
  assert.equal(ended.code, 0, ended.stderr);
  assert.ok(ended.stopMs < 3_000, `${ended.stopMs} ms`);
  assert.match(ended.stdout, /Rowhouse has stopped\.\n$/);
  assert.equal((await poll).status, 202, 'the waiting poll was answered');

  const second = await startHere(own);
  assert.equal(second.demoKey, first.demoKey);
  assert.ok(first.greeting.includes(`${first.apiUrl}/#demo-key=${first.demoKey}`));
  assert.ok(!second.greeting.includes(first.demoKey), 'printed once');
  const demo = await rowhouse(['keys', 'demo', '--json', '--admin-url', second.adminUrl], own);
  assert.deepEqual(JSON.parse(demo.stdout), {
    api_key: first.demoKey,
    console: `${second.apiUrl}/#demo-key=${first.demoKey}`,
  });
  const done = await ask(`${second.apiUrl}${pending.body.poll_url}?wait=20`);
  assert.equal(done.body.status, 'complete', 'the job goes on where it was');
  const listed = await rowhouse(
    ['accounts', 'list', '--json', '--admin-url', second.adminUrl],
    own,
  );
  const { accounts } = JSON.parse(listed.stdout);
  assert.equal(accounts.length, 1, 'no second demo account');
  const words = ['usage', '--account', accounts[0].account_id, '--json'];
  const usage = await rowhouse([...words, '--admin-url', second.adminUrl], own);
  assert.equal(JSON.parse(usage.stdout).balance.extra, 9_999);
  const { code } = await second.interrupt();
  assert.equal(code, 0);
  const migrated = await rowhouse(['migrate', '--json'], own);
  assert.deepEqual(JSON.parse(migrated.stdout), { ran: [] });
});

test('a first start that ended between the demo key and its account is made good by the next', async () => {
  const own = settingsOf(folder());
  const key = makeApiKey(randomBytes(KEY_RANDOM_BYTES));
  writeFileSync(join(own.ROWHOUSE_DATA_DIR, 'demo-key'), `${key}\n`);
  const started = await startHere(own);
  assert.equal(started.demoKey, key);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${started.apiUrl}/v1/account`, { headers });
  assert.equal(answer.status, 200);
  await started.interrupt();
});

/** A data directory that a service with a demo key has left. */
async function makeDemoKey() {
  const settings = settingsOf(folder());
  const first = await startHere(settings);
  await first.interrupt();
  return { from: settings.ROWHOUSE_DATA_DIR, demoKey: first.demoKey };
}
let made: ReturnType<typeof makeDemoKey> | undefined;
const withDemoKey = () => {
  made ??= makeDemoKey();
  return made;
};

for (const [what, change] of [
  ['a source is configured', { ROWHOUSE_UPSTREAM_PORTAL_A: 'http://127.0.0.1:9' }],
  ['the API listens beyond loopback', { HOST: '0.0.0.0' }],
  ['there is no sandbox', { ROWHOUSE_SANDBOX: 'off' }],
] as const) {
  test(`the demo key is revoked for good when ${what}`, async () => {
    const own = settingsOf(folder());
    const { from, demoKey } = await withDemoKey();
    cpSync(from, own.ROWHOUSE_DATA_DIR, { recursive: true });
    const real = await startHere({ ...own, ...change });
    const headers = { authorization: `Bearer ${demoKey}` };
    const port = new URL(real.apiUrl).port;
    const answer = await fetch(`http://127.0.0.1:${port}/v1/account`, { headers });
    assert.deepEqual([answer.status, real.demoKey], [401, '']);
    assert.match(real.greeting, /Create an account and its key/);
    const asked = await rowhouse(['keys', 'demo', '--admin-url', real.adminUrl], own);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /No demo key exists/);
    await real.interrupt();
    const again = await startHere(own);
    assert.equal(again.demoKey, '');
    await again.interrupt();
  });
}

test('a start without a secret that will do prints one line', async () => {
  const own = settingsOf(folder());
  writeFileSync(join(own.ROWHOUSE_DATA_DIR, 'secret'), 'x\n');
  await failure(['serve'], /secret must have at least 16 characters/, own);
  const env = { ROWHOUSE_ROLE: 'collector', DATABASE_URL: 'postgres://127.0.0.1:9/none' };
  await failure(['serve'], /ROWHOUSE_SECRET is not set/, { ...settingsOf(folder()), ...env });
});

test('a connection on which nothing was ever sent holds up the end no longer than ROWHOUSE_DRAIN_S', async () => {
  const own = await startService({ ...settingsOf(folder()), ROWHOUSE_DRAIN_S: '1' });
  const socket = connect(Number(new URL(own.apiUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const held = setTimeout(() => socket.destroy(), 10_000);
  const ended = await own.interrupt();
  clearTimeout(held);
  socket.destroy();
  assert.equal(ended.code, 0, ended.stderr);
  assert.ok(ended.stopMs < 5_000, `${ended.stopMs} ms`);
});
