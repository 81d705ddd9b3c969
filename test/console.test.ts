/** The console in a real browser, against a service on the sandbox: searching. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expectFit } from './support/open-browser.js';
import {
  PAGE_ROWS,
  search,
  sharedConsole,
  streets,
  visitGreeting,
} from './support/open-console.js';

/** Waits until the page no longer scrolls after a search. */
async function stopsScrolling(page: Page): Promise<void> {
  const TURNS_MAX = 30;
  let before = Number.NaN;
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const now = await page.evaluate<number>('scrollY');
    if (now > 0 && now === before) return;
    before = now;
    await delay(200);
  }
  throw new Error('the page does not stop scrolling');
}

const app = sharedConsole();

/** No other test searches them: the service has no rows of them in its cache. */
const [FRESH_ZIP, SLOW_ZIP] = ['78741', '78753'];

test('a search by ZIP shows its rows, their number and their price', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  await search(page, FRESH_ZIP);
  assert.equal((await streets(page)).length, PAGE_ROWS);
  const said = await page.locator('.status').innerText();
  for (const words of [
    new RegExp(`^${PAGE_ROWS} homes for sale`),
    /More results are available; the source reports no total/,
    /1 credit charged\s+New from source/,
  ])
    assert.match(said, words);
  await page.waitForSelector('.maplibregl-canvas');
  assert.match(page.url(), /#\/search\?route=portal_a_listings&zip=78741&request=[0-9a-f-]{36}$/);
  assert.ok(!page.url().includes('rh_live_'), 'the key is not in the address');
});

test('the next page is added to the rows, and the link opens both without a charge', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78745');
  // This page has no WebGL.
  await page.getByText('The map needs WebGL').waitFor();
  assert.equal(await page.getByText('Map style', { exact: true }).isVisible(), false);
  const first = await streets(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.locator('.status h2', { hasNotText: `${PAGE_ROWS} homes` }).waitFor();
  const both = await streets(page);
  assert.ok(both.length > PAGE_ROWS, `${both.length} rows`);
  assert.deepEqual(both.slice(0, PAGE_ROWS), first);
  assert.match(
    await page.locator('.status').innerText(),
    new RegExp(`^${both.length} homes for sale in 78745`),
  );

  const again = await app.visit(t, new URL(page.url()).hash);
  assert.ok(again !== null);
  const calls: string[] = [];
  again.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await again.reload();
  await again
    .locator('tbody tr')
    .nth(both.length - 1)
    .waitFor();
  assert.deepEqual(await streets(again), both);
  assert.deepEqual(
    calls.filter((path) => path === '/v1/portal_a/listings'),
    [],
    'opening a link starts no search',
  );
});

test('a rejected search shows the error of the service; an invalid input is marked before', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const field = page.getByRole('combobox', { name: /ZIP code/ });
  await field.fill('7870');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.match(await page.locator('.problem').innerText(), /a ZIP code of five digits/);
  await field.fill('00000');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const box = page.getByRole('alert');
  await box.waitFor();
  assert.match(await box.innerText(), /not charged/);
  assert.doesNotMatch(await box.innerText(), /unsupported_or_invalid_query|422/);
  await box.getByText('Details', { exact: true }).click();
  assert.match(await box.innerText(), /unsupported_or_invalid_query on zip · HTTP 422/);
});

/** Reloads the page, whose configuration comes when `release` is called. */
async function withoutConfig(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/console-config.json', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  return release;
}

test('a search before the console has its configuration waits for it and asks for no key', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const release = await withoutConfig(page);
  await page.getByRole('combobox', { name: /ZIP code/ }).fill('78704');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  assert.equal(await page.getByRole('dialog', { name: 'API key' }).count(), 0);
  release();
  await page.waitForSelector('.rows tbody tr');
  assert.equal((await streets(page)).length, PAGE_ROWS);
  assert.equal(await page.getByRole('dialog', { name: 'API key' }).count(), 0);
});

test('what is entered before the console has its configuration stays in the form', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const release = await withoutConfig(page);
  const field = page.getByRole('combobox', { name: /ZIP code/ });
  await field.fill('78704');
  const config = page.waitForResponse(/console-config\.json$/);
  release();
  await config;
  assert.equal(await field.inputValue(), '78704');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForSelector('.rows tbody tr');
});

test('the link of the greeting opens the console with the demo key, which leaves the address', async (t) => {
  const visited = await visitGreeting(t);
  if (visited === null) return;
  const { page, apiUrl } = visited;
  assert.equal(page.url(), `${apiUrl}/`);
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await search(page, '78704');
  assert.equal(await page.getByRole('button', { name: 'Demo key' }).count(), 1);
});

test('usage and sources load, also at 360 pixels, where nothing is wider than the screen', async (t) => {
  const phone = { viewport: { width: 360, height: 780 } };
  const page = await app.visit(t, '#/sources', phone);
  if (page === null) return;
  await page.getByRole('heading', { name: 'Portal A', exact: true }).waitFor();
  const account = page.waitForResponse((response) => response.url().endsWith('/v1/account'));
  await page.getByRole('link', { name: 'Usage' }).click();
  if ((await account).status() === 404) {
    await page.getByRole('alert').waitFor();
    t.diagnostic('this service has no /v1/account yet: the page says so');
  } else {
    await page.getByText('Available', { exact: true }).waitFor();
  }
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await search(page, '78704');
  await expectFit(page);
  await stopsScrolling(page);
  const header = (await page.locator('.top').boundingBox()) ?? assert.fail();
  const title = (await page.locator('.status h2').boundingBox()) ?? assert.fail();
  assert.ok(title.y >= header.y + header.height, `${title.y}: under the header`);
});

/** Widths up to which the header leaves something out. */
const TURNS = [360, 400, 640, 760, 960, 1020, 1140, 1170, 1230, 1350, 1530];

test('at any width the header fits, with an alert too, and leads to every page', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  for (const disabled of [0, 123]) {
    await page.route('**/v1/account', async (route) => {
      const answer = await route.fetch();
      const account = await answer.json();
      const endpoints = { ...account.endpoints, disabled_by_service: disabled };
      await route.fulfill({ json: { ...account, endpoints } });
    });
    await page.setViewportSize({ width: 1500, height: 700 });
    await page.reload();
    await page.locator(disabled > 0 ? '.alert' : '.credits').waitFor();
    for (const width of TURNS.flatMap((turn) => [turn, turn + 1])) {
      await page.setViewportSize({ width, height: 700 });
      await expectFit(page, `${disabled} disabled at ${width}`);
    }
  }
  for (const width of [360, 760, 1060]) {
    await page.setViewportSize({ width, height: 700 });
    for (const name of ['Homes', 'Compare', 'SQL', 'Lookup', 'Webhooks', 'Sources', 'Docs']) {
      const link = page.locator('.top').getByRole('link', { name, exact: true });
      if (!(await link.isVisible())) await page.getByText('More', { exact: true }).click();
      await link.waitFor();
      if (name === 'Docs') continue;
      await link.click();
      await page.waitForURL(name === 'Lookup' ? /#\/home/ : new RegExp(`#/${name.toLowerCase()}`));
    }
  }
});

test('a slow search shows its progress and can be stopped, and the next one starts clean', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  // A slow source: the test holds the poll.
  const held: (() => void)[] = [];
  await page.route('**/v1/jobs/**', async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.abort().catch(() => undefined);
  });
  await page.getByRole('combobox', { name: /ZIP code/ }).fill(SLOW_ZIP);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Fetching from the source').waitFor();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByText('Stopped waiting.').waitFor();
  for (const go of held) go();
  await page.unroute('**/v1/jobs/**');
  await search(page, '78704');
  assert.equal(await page.getByText('Stopped waiting.').count(), 0);
});
