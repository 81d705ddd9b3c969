/** `rowhouse doctor` and what it asks: sources, ports and a running service. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer as createHttps } from 'node:https';
import { createServer, type Server } from 'node:net';
import { after, test } from 'node:test';
import { readConfig } from '../src/config.js';
import { checkPorts } from '../src/doctor-service.js';
import { EXPIRED, TEST_KEY } from './support/certificates.js';
import {
  cleanUp,
  examine,
  folder,
  NEW_ACCOUNT,
  stored,
  textOf,
  textsOf,
} from './support/doctor.js';
import { listen } from './support/free-port.js';
import { settingsOf, startHere } from './support/run-rowhouse.js';

after(cleanUp);

test('sources are contacted only with --sources; one that is down or has an ended certificate is a fault', async (t) => {
  let calls = 0;
  const plain = createServer((socket) => {
    calls += 1;
    socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
  });
  const secure = createHttps({ key: TEST_KEY, cert: EXPIRED }, (_request, reply) => reply.end());
  t.after(() => [plain, secure].map((server: Server) => server.close()));
  const settings = {
    ...settingsOf(folder()),
    ROWHOUSE_SANDBOX: 'off',
    ROWHOUSE_UPSTREAM_PORTAL_A: `http://user:hidden-word@127.0.0.1:${await listen(plain)}/`,
    ROWHOUSE_UPSTREAM_PORTAL_B: 'http://127.0.0.1:1/',
    ROWHOUSE_UPSTREAM_MLS_FEEDS: JSON.stringify({
      actris: { url: `https://127.0.0.1:${await listen(secure)}/odata` },
    }),
  };
  const quiet = textsOf(await examine(settings), 'sources');
  assert.equal(calls, 0);
  assert.deepEqual(quiet.slice(0, 3), [
    'ok: portal_a has an address',
    'ok: portal_b has an address',
    'ok: mls/actris has an address',
  ]);
  assert.match(quiet.at(-1) ?? '', /^ok: no address: auction, nyc_portal, open_data; .*503$/);
  const loud = textsOf(await examine(settings, '--sources'), 'sources').join('\n');
  assert.equal(calls, 1);
  assert.match(loud, /^ok: portal_a: 127\.0\.0\.1:\d+ answers \(401 without credentials\)$/m);
  assert.match(loud, /^fault: portal_b: .* cannot be reached: .*ECONNREFUSED.*Check the address/m);
  assert.match(
    loud,
    /^fault: mls\/actris: the certificate of .*2025 GMT, is rejected: CERT_HAS_EXPIRED/m,
  );
  assert.doesNotMatch(loud, /hidden-word/);
});

test('the sandbox of a public demo is meant, and no warning', async () => {
  const report = await examine({ ...settingsOf(folder()), ROWHOUSE_DEMO: 'on' });
  assert.deepEqual(textsOf(report, 'sources'), [
    'ok: ROWHOUSE_DEMO is on: the sandbox serves every source',
  ]);
});

test('a licensed feed that no account may read is a warning', async () => {
  const settings = (dataDir: string) => ({
    ...settingsOf(dataDir),
    ROWHOUSE_UPSTREAM_MLS: 'http://127.0.0.1:1/',
  });
  const closed = textsOf(await examine(settings(await stored(NEW_ACCOUNT))), 'sources');
  assert.match(
    closed.join('\n'),
    /^warning: no account may read the licensed feed mls\. .*grant ID mls$/m,
  );
  const granted = await stored(NEW_ACCOUNT, `update accounts set feeds = '{mls}'`);
  const open = textsOf(await examine(settings(granted)), 'sources');
  assert.doesNotMatch(open.join('\n'), /licensed/);
});

test('a port that another program uses is found, and a listener that is not ours', async (t) => {
  const other = createServer((socket) => {
    // A caller that only connects may be gone before the answer.
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
  });
  t.after(() => other.close());
  const port = String(await listen(other));
  const taken = await examine({ ...settingsOf(folder()), PORT: port });
  assert.match(textOf(taken, 'ports'), new RegExp(`^fault: port ${port} is in use .*or set PORT`));
  const admin = await examine({ ...settingsOf(folder()), ROWHOUSE_ADMIN_PORT: port });
  assert.match(
    textOf(admin, 'service'),
    /^fault: What listens at \S+ is another program.*ROWHOUSE_ADMIN_PORT/,
  );
});

test('an address at which this machine cannot listen is a fault', async () => {
  // 192.0.2.0/24 is for documents, and .invalid is no host.
  for (const [name, value, host] of [
    ['HOST', '192.0.2.7', '192.0.2.7'],
    ['HOST', 'nowhere.invalid', 'nowhere.invalid'],
    ['ROWHOUSE_METRICS_ADDRESS', '192.0.2.7:9464', '192.0.2.7'],
  ] as const) {
    const results = await examine({ ...settingsOf(folder()), PORT: '18099', [name]: value });
    const said = textsOf(results, 'ports');
    assert.ok(
      said.includes(
        `fault: ${host} is not an address of this machine. Set ${name} to one of its addresses.`,
      ),
      said.join('\n'),
    );
  }
});

test('a listener of metrics at the place of another one is a fault, at another address a warning', async () => {
  const settings = { ...settingsOf(folder()), ROWHOUSE_ADMIN_PORT: '18098' };
  for (const [host, result] of [
    ['127.0.0.1', 'fault'],
    ['0.0.0.0', 'fault'],
    ['127.0.0.2', 'warning'],
  ]) {
    const results = await examine({ ...settings, ROWHOUSE_METRICS_ADDRESS: `${host}:18098` });
    assert.equal(
      textOf(results, 'settings'),
      `${result}: ROWHOUSE_METRICS_ADDRESS has the port 18098 of another listener. Give it another port.`,
    );
  }
});

test('a port for which this user has no right is a fault', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can become another user and return');
  // Containers often give every user this right.
  const from = await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(
    () => '0',
  );
  if (Number(from) <= 80) return t.skip('every user may listen at port 80 here');
  t.after(() => process.seteuid?.(0));
  process.seteuid?.(65_534);
  const config = readConfig({ PORT: '80', ROWHOUSE_ADMIN_PORT: '0' });
  const service = () => Promise.resolve({ state: 'silent' } as const);
  assert.deepEqual(await checkPorts({ config, service }), [
    {
      result: 'fault',
      message: 'this user may not listen at port 80. Set PORT to a port from 1024 on.',
    },
  ]);
});

test('while the service runs, it answers for its embedded database; a wrong address or token is a fault', async () => {
  const settings = settingsOf(folder());
  const service = await startHere(settings);
  const results = await examine(settings, '--admin-url', service.adminUrl);
  assert.match(textOf(results, 'service'), /^ok: version \S+ runs and is ready$/);
  assert.match(
    textOf(results, 'store'),
    /^ok: the embedded database of process \d+ on .*, schema /,
  );
  assert.match(textOf(results, 'webhooks'), /^ok: /);
  assert.match(
    textOf(await examine(settings), 'store'),
    /^fault: \S+ is in use by process \d+ .* give the address .*--admin-url/,
  );
  const wrong = { ...settings, ROWHOUSE_ADMIN_TOKEN: '0123456789abcdef' };
  assert.match(
    textOf(await examine(wrong, '--admin-url', service.adminUrl), 'service'),
    /^fault: .*rejects the admin token\. Run this with the settings of that service/,
  );
  await service.interrupt();
});
