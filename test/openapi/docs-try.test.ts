/** The API reference of a running service in a browser: what a visitor sees, and the first try. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import { takesFiles } from '#contract/sources.js';
import { NO_BROWSER } from '../support/open-browser.js';
import { waitForValue } from '../support/open-console.js';
import { MANY_HOMES, type ServiceHere, settingsOf, startHere } from '../support/run-rowhouse.js';
import { sharedBrowser } from '../support/shared-browser.js';

const TIMEOUT_MS = 20_000;
const DESKTOP = { width: 1360, height: 900 };
const PHONE = { width: 400, height: 800 };

const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-docs-'));
let service: ServiceHere;
let browser: Browser | null;
before(async () => {
  service = await startHere({
    ...settingsOf(dataDir),
    ...MANY_HOMES,
  });
  browser = await sharedBrowser();
});
after(async () => {
  await service.interrupt();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The page at an operation, once the viewer shows it; null after a skip. */
async function visit(
  t: TestContext,
  operation: string | null,
  options: BrowserContextOptions = {},
): Promise<Page | null> {
  if (browser === null) {
    t.skip(NO_BROWSER);
    return null;
  }
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const key = JSON.stringify(service.demoKey);
  await page.addInitScript(`sessionStorage.setItem('rowhouse-demo-key', ${key})`);
  await page.goto(
    `${service.apiUrl}/docs/reference${operation === null ? '' : `#?route=get-${operation}`}`,
  );
  await page.locator('openapi-explorer main').waitFor();
  return page;
}

/** Presses Try and gives the status that the service answered with. */
async function pressTry(page: Page): Promise<{ status: number; url: URL; body: string }> {
  const answered = page.waitForResponse((response) => /\/v1\//.test(response.url()));
  await page.locator('.btn-execute').first().click();
  const response = await answered;
  return { status: response.status(), url: new URL(response.url()), body: await response.text() };
}

/** Shows another operation; the viewer's names of operations have no braces. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${service.apiUrl}/docs/reference#?route=get-${path.replaceAll(/[{}]/g, '-')}`);
  await page.locator(`api-request[path="${path}"]`).waitFor();
}

test('the first try of every search works, with the demo key and an example filled in', async (t) => {
  const page = await visit(t, null);
  if (page === null) return;
  await page.locator('#demo-key').waitFor();
  // Where nothing is imported, a search of imported files says so.
  const served = SEARCH_ROUTES.filter(({ source }) => !takesFiles(source));
  for (const { path } of [...LOOKUP_ROUTES, ...served]) {
    await open(page, `/v1${path}`);
    const { status, url, body } = await pressTry(page);
    assert.ok([200, 202].includes(status), `${url.href}: ${body}`);
  }
});

test('after a search its job is filled in, and the first poll works', async (t) => {
  const page = await visit(t, '/v1/portal_a/home');
  if (page === null) return;
  await page.locator('#demo-key').waitFor();
  const { request_id } = JSON.parse((await pressTry(page)).body);
  await page.getByText('Response Status').waitFor();
  await open(page, '/v1/jobs/{request_id}');
  await waitForValue(page.locator('input[data-pname="request_id"]'), request_id);
  const { status, url, body } = await pressTry(page);
  assert.equal(url.pathname, `/v1/jobs/${request_id}`);
  assert.ok([200, 202].includes(status), body);
});

test('the heading and the way back are there at 400 px, and nothing is wider than the screen', async (t) => {
  const page = await visit(t, null, { viewport: PHONE });
  if (page === null) return;
  assert.deepEqual(await page.locator('h1').allInnerTexts(), ['Rowhouse API']);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width);
  await picture(page, 'phone');
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await page.waitForSelector('form[aria-label="Search"]', { state: 'attached' });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page is ${colorScheme} where the system is`, async (t) => {
    const page = await visit(t, '/v1/portal_a/listings', { colorScheme });
    if (page === null) return;
    await page.locator('api-request').first().waitFor();
    await picture(page, colorScheme);
    const input = page.locator('api-request input.request-param').first();
    for (const place of [page.locator('body'), page.locator('openapi-explorer'), input]) {
      const [ground = 0, ink = 0] = (await coloursOf(place)).map(luminance);
      const fits = colorScheme === 'dark' ? ground < 60 && ink > 160 : ground > 200 && ink < 110;
      assert.ok(fits, `${String(place)}: ground ${ground}, ink ${ink}`);
    }
  });
}

test('the page is dark where the console is, whatever the system says', async (t) => {
  const page = await visit(t, '/v1/account', { colorScheme: 'light' });
  if (page === null) return;
  await page.evaluate(`localStorage.setItem('rowhouse-theme', 'dark')`);
  await page.reload();
  await page.locator('openapi-explorer main').waitFor();
  for (const place of [page.locator('body'), page.locator('openapi-explorer')]) {
    const [ground = 255] = (await coloursOf(place)).map(luminance);
    assert.ok(ground < 60, `${String(place)}: ground ${ground}`);
  }
});

/** Background and text as `rgb(…)`. */
async function coloursOf(place: Locator): Promise<string[]> {
  const colours: string[] = await place.evaluate((element: any) => {
    const style = element.ownerDocument.defaultView.getComputedStyle(element);
    return [style.backgroundColor, style.color];
  });
  return colours;
}

function luminance(rgb: string): number {
  const [r = 0, g = 0, b = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** A picture to look at, where the environment names a folder for it. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.TEST_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `docs-${name}.png`) });
}
