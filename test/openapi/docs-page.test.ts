import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { openApiDocument } from '#contract/openapi/document.js';
import { addDocsPage } from '#http/docs-page.js';
import { NO_BROWSER } from '../support/open-browser.js';
import { sharedBrowser } from '../support/shared-browser.js';

const BUILT = existsSync(new URL('../../dist/docs/explorer.js', import.meta.url));
const skip = !BUILT && 'the viewer is not built: npm run build';

const TIMEOUT_MS = 20_000;

let app: FastifyInstance;
before(async () => {
  app = fastify();
  addDocsPage(app, { hasConsole: false });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => app.close());

test('the page and its script carry a policy that names no other host, and a tag to ask again with', async () => {
  for (const path of BUILT
    ? ['/docs/reference', '/docs/explorer.js', '/docs/openapi.json']
    : ['/docs/reference']) {
    const answer = await app.inject({ url: path });
    assert.equal(answer.statusCode, 200);
    const policy = String(answer.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
    const { etag } = answer.headers;
    const again = await app.inject({ url: path, headers: { 'if-none-match': String(etag) } });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    const other = await app.inject({ url: path, headers: { 'if-none-match': '"other"' } });
    assert.equal(other.statusCode, 200);
  }
});

test('without what the build makes the pages say how to build it', async () => {
  const bare = fastify();
  addDocsPage(bare, { hasConsole: true, folder: '/nowhere' });
  for (const url of ['/docs', '/docs/reference']) {
    const answer = await bare.inject({ url });
    assert.match(answer.body, /npm run build/);
    assert.doesNotMatch(answer.body, /<script/);
  }
  await bare.close();
});

test('the documents are read once for all listeners of a process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-documents-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), 'as at the start');
  for (const _ of ['first', 'second']) {
    const listener = fastify();
    addDocsPage(listener, { hasConsole: true, folder });
    assert.equal((await listener.inject({ url: '/docs' })).body, 'as at the start');
    await listener.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('in a browser the page shows every operation and asks no other host', { skip }, async (t) => {
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const browser = await sharedBrowser();
  if (browser === null) return t.skip(NO_BROWSER);
  const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
  try {
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${base}/docs/reference`);
    const items = Object.values(openApiDocument().paths);
    for (const operation of items.flatMap((item) => Object.values(item))) {
      const { summary } = operation as { summary: string };
      await page.getByText(summary).first().waitFor({ timeout: TIMEOUT_MS });
    }
    if (process.env.TEST_SCREENSHOT !== undefined) {
      await page.screenshot({ path: process.env.TEST_SCREENSHOT });
    }
    assert.deepEqual(complaints, []);
    const own = (url: string) => url.startsWith(`${base}/`) || url.startsWith('data:');
    assert.deepEqual(
      asked.filter((url) => !own(url)),
      [],
    );
    assert.ok(asked.includes(`${base}/docs/openapi.json`));
  } finally {
    await page.close();
  }
});
