/** HAProxy with deploy/haproxy-edges.cfg sends each key to its edge, and follows when one moves. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ERRORS } from '#contract/errors.js';
import { freePort } from '../support/free-port.js';

const PROGRAM = ['/usr/sbin/haproxy', 'haproxy'].find(
  (path) => spawnSync(path, ['-v']).status === 0,
);
const CONFIG = 'deploy/haproxy-edges.cfg';

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

async function edge(name: string): Promise<Server> {
  const server = createServer((_request, response) => response.end(name));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

test('each key goes to its edge, and to another one after its line and a reload', async (t) => {
  if (PROGRAM === undefined) return t.skip('HAProxy is not installed: apt-get install haproxy');
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-edges-'));
  const edges = [await edge('one'), await edge('two')] as const;
  const port = await freePort();
  const [config, map] = [join(folder, 'haproxy.cfg'), join(folder, 'keys.map')];
  writeFileSync(map, 'rh_live_Bbbb edge_two\nrh_live_Bbbbccc edge_one\n');
  writeFileSync(
    config,
    readFileSync(CONFIG, 'utf8')
      .replaceAll('/etc/haproxy/keys.map', map)
      .replace('/run/haproxy/admin.sock', join(folder, 'admin.sock'))
      .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replace('192.0.2.21:8080', `127.0.0.1:${portOf(edges[0])}`)
      .replace('192.0.2.22:8080', `127.0.0.1:${portOf(edges[1])}`),
  );
  const proxies: ChildProcess[] = [];
  const start = async () => {
    const proxy = spawn(String(PROGRAM), ['-db', '-f', config], { stdio: 'ignore' });
    proxies.push(proxy);
    for (let tries = 0; tries < 100; tries += 1) {
      const is = await fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (is) return proxy;
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.fail('HAProxy answers in five seconds');
  };
  const end = async (proxy: ChildProcess) => {
    const ended = new Promise((done) => proxy.once('exit', done));
    proxy.kill('SIGKILL');
    await ended;
  };
  t.after(async () => {
    for (const proxy of proxies) proxy.kill('SIGKILL');
    for (const server of edges) server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const at = async (key: string | null) => {
    const headers = key === null ? {} : { authorization: key };
    return (await fetch(`http://127.0.0.1:${port}/v1/account`, { headers })).text();
  };
  const first = await start();
  assert.equal(await at('Bearer rh_live_Aaaa1111'), 'one');
  assert.equal(await at('Bearer rh_live_Bbbb1111'), 'two');
  assert.equal(await at('bearer  rh_live_Bbbb1111'), 'two');
  assert.equal(await at('Bearer rh_live_Bbbbcccc'), 'one', 'the longest start decides');
  assert.equal(await at('Bearer rh_live_bbbb1111'), 'one', 'letters have their case');
  assert.equal(await at(null), 'one');
  await end(first);
  writeFileSync(map, 'rh_live_Aaaa edge_two\n');
  await start();
  assert.equal(await at('Bearer rh_live_Aaaa1111'), 'two');
  assert.equal(await at('Bearer rh_live_Bbbb1111'), 'one');
  edges[1].close();
  edges[1].closeAllConnections();
  const lost = await fetch(`http://127.0.0.1:${port}/v1/account`, {
    headers: { authorization: 'Bearer rh_live_Aaaa1111' },
  });
  assert.equal(lost.status, 503);
  assert.match(lost.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(lost.headers.get('retry-after'), '5');
  const { error } = (await lost.json()) as { readonly error: Readonly<Record<string, unknown>> };
  const { message } = ERRORS.origin_unavailable;
  assert.deepEqual(error, { code: 'origin_unavailable', message, param: null });
});
