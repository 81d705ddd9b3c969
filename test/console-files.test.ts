/** Serving of the console's files and of the demo key, without a browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './support/free-port.js';
import { edgeProgram, skipWithout } from './support/run-edge.js';
import { type ServiceHere, settingsOf, startHere } from './support/run-rowhouse.js';

const TILES = 'https://tiles.example.com/{z}/{x}/{y}.png';
let service: ServiceHere;
let dataDir: string;
before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-console-'));
  service = await startHere({ ...settingsOf(dataDir), ROWHOUSE_CONSOLE_TILES_URL: TILES });
});
after(async () => {
  await service.interrupt();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** By node:http, since fetch sets Host and Accept-Encoding itself. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Sent> =>
  new Promise((resolve, reject) => {
    request(`${service.apiUrl}${path}`, { headers }, (answer) => {
      let body = '';
      answer.setEncoding('latin1').on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
      );
    })
      .on('error', reject)
      .end();
  });

test('the page is not cached; its assets are immutable and compressed', async () => {
  const page = await get('/');
  assert.equal(page.status, 200);
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.doesNotMatch(page.body, /<script>|<style|\son\w+=/, 'nothing inline');
  const script = /src="(\/assets\/first-view-[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
  const plain = await get(script);
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.match(String(plain.headers['content-type']), /javascript/);
  const packed = await get(script, { 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.ok(packed.body.length < plain.body.length);
});

/** Scripts and styles that the page asks for before anything is seen, as gzip. */
const FIRST_VIEW_BYTES_MAX = 180_000;

test('the first view is one script with its styles, and stays small', async () => {
  const { body } = await get('/');
  const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
  const sent = await Promise.all(
    files.map(([, path = '']) => get(path, { 'accept-encoding': 'gzip' })),
  );
  const bytes = sent.reduce((sum, { body: file }) => sum + file.length, 0);
  assert.ok(bytes > 100_000 && bytes < FIRST_VIEW_BYTES_MAX, `${bytes} bytes of ${files.length}`);
});

test('the security policy allows this service and the configured tile server, nothing inline', async () => {
  const { headers } = await get('/');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self';/);
  assert.match(policy, /connect-src 'self' https:\/\/tiles\.example\.com;/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'no-referrer');
});

test('a path that is not a file of the console goes through the request pipeline', async () => {
  for (const path of ['/assets/none.js', '/index.html.gz', '/../package.json', '/console']) {
    const { status, body } = await get(path);
    assert.equal(status, 404, path);
    assert.equal((JSON.parse(body) as { error: { code: string } }).error.code, 'not_found');
  }
});

/** A local proxy that looks like the user at this machine: loopback Host, no header of its own. */
test('nginx on the same machine gets no demo key', { skip: skipWithout('nginx') }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-proxy-'));
  const port = await freePort();
  const logs = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder};`)
    .join('');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
    http { access_log off; ${logs} server { listen 127.0.0.1:${port};
    location / { proxy_pass ${service.apiUrl}; proxy_set_header Host localhost; } } }`,
  );
  const proxy = spawn(edgeProgram('nginx') ?? '', ['-c', join(folder, 'nginx.conf')]);
  t.after(() => {
    proxy.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  let body = '';
  for (let tries = 0; tries < 200 && body === ''; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/console-config.json`).catch(() => null);
    body = (await answer?.text()) ?? '';
    if (body === '') await delay(50);
  }
  assert.equal((JSON.parse(body) as { sandbox: boolean }).sandbox, true);
  assert.ok(!body.includes(service.demoKey), body);
});

test('the demo key is served to nobody, whatever a proxy makes of the Host', async () => {
  for (const headers of [{}, { host: 'localhost:8080' }, { 'x-forwarded-for': '203.0.113.7' }]) {
    const { body } = await get('/console-config.json', headers as Record<string, string>);
    assert.ok(!body.includes(service.demoKey) && !body.includes('demo_key'), body);
  }
  const { headers, body } = await get('/console-config.json');
  assert.equal(headers['cache-control'], 'no-store');
  const config = JSON.parse(body) as { tiles_url: string; streets_url: string | null };
  assert.deepEqual([config.tiles_url, config.streets_url], [TILES, null]);
  // The operator's tiles have streets that exist.
  assert.equal(
    (await get('/console-streets?west=-97.8&south=30.2&east=-97.7&north=30.3')).status,
    404,
  );
});

test('the config and the greeting name the sandbox', async (t) => {
  const isSandbox = async (path: string) =>
    (JSON.parse((await get(path)).body) as { sandbox: boolean }).sandbox;
  assert.equal(await isSandbox('/console-config.json'), true);
  assert.match(service.greeting, /built-in sandbox/);

  const started = async (folder: string, mode: 'on' | 'off') => {
    const own = await startHere({
      ...settingsOf(join(dataDir, folder)),
      ROWHOUSE_UPSTREAM_PORTAL_A: service.sandboxUrl,
      ROWHOUSE_SANDBOX: mode,
    });
    t.after(() => own.interrupt());
    const answer = await fetch(`${own.apiUrl}/console-config.json`);
    return { own, config: (await answer.json()) as { sandbox: boolean } };
  };
  const mixed = await started('mixed', 'on');
  assert.deepEqual([mixed.config.sandbox, mixed.own.demoKey], [true, '']);
  const off = await started('off', 'off');
  assert.equal(off.config.sandbox, false);
  assert.doesNotMatch(off.own.greeting, /built-in sandbox/);
});
