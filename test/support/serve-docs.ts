/** The documents as a service has them, with a browser to look at them. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { after, before, type TestContext } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { addDocsPage } from '#http/docs-page.js';
import { NO_BROWSER } from './open-browser.js';
import { sharedBrowser } from './shared-browser.js';

const BUILT = existsSync(new URL('../../dist/docs/site/index.html', import.meta.url));
export const NOT_BUILT = !BUILT && 'the documents are not built: npm run build';
const TIMEOUT_MS = 20_000;

/** Collects how much of the page moves by itself. */
const MEASURE = `window.moved = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

interface ServedDocs {
  readonly app: FastifyInstance;
  /** The page after its script has run; null after a skip. A browser error fails the test. */
  visit(t: TestContext, path: string, options?: BrowserContextOptions): Promise<Page | null>;
}

/** Serves them for the tests of a file. */
export function serveDocs(): ServedDocs {
  const app = fastify();
  let browser: Browser | null = null;
  before(async () => {
    addDocsPage(app, { hasConsole: true });
    await app.listen({ host: '127.0.0.1', port: 0 });
    browser = await sharedBrowser();
  });
  after(() => app.close());
  const visit: ServedDocs['visit'] = async (t, path, options = {}) => {
    if (browser === null || !BUILT) {
      t.skip(BUILT ? NO_BROWSER : String(NOT_BUILT));
      return null;
    }
    const viewport = { width: 1360, height: 900 };
    const context = await browser.newContext({ viewport, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const wrong: string[] = [];
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(String(error)));
    await page.addInitScript(MEASURE);
    page.on('request', (request) => {
      if (!/^(data:|http:\/\/127\.0\.0\.1:)/.test(request.url())) wrong.push(request.url());
    });
    t.after(async () => {
      await context.close();
      assert.deepEqual(wrong, []);
    });
    await page.goto(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`);
    const state = options.javaScriptEnabled === false ? 'attached' : 'visible';
    await page.locator('form[role="search"]').waitFor({ state });
    return page;
  };
  return { app, visit };
}
