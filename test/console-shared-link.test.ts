/** A link of a search that someone else opens, or that is opened later, sends nothing by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeReport } from './support/axe.js';
import { newAccount, search, sharedConsole, streets } from './support/open-console.js';

const LINK =
  '#/search?route=portal_a_listings&zip=78704&min_price=400000&beds_min=3&property_type=condo,townhouse';

const app = sharedConsole();

const offered = (page: Page) => page.locator('.offered-search');
const run = (page: Page) => page.getByRole('button', { name: 'Run this search (1 credit)' });

/** The searches that a page sends. */
function searchesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search: query } = new URL(request.url());
    if (pathname === '/v1/portal_a/listings') sent.push(query);
  });
  return sent;
}

test('a link without pages shows its search and filters, and sends it once at the press of its button', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const searches = searchesOf(page);
  await page.evaluate(`location.hash = ${JSON.stringify(LINK)}`);
  await offered(page).waitFor();
  assert.match(await offered(page).innerText(), /Portal A · For sale in 78704[^]*nothing charged/);
  assert.deepEqual(await offered(page).locator('.tag').allInnerTexts(), [
    '≥ $400K',
    '3+ beds',
    'condo or townhouse',
  ]);
  assert.equal(await page.getByLabel('Bedrooms, min.').inputValue(), '3');
  assert.equal((await axeReport(page)).found.join('\n'), '');
  assert.deepEqual(searches, []);
  await run(page).click();
  await page.locator('.status').waitFor();
  await offered(page).waitFor({ state: 'detached' });
  assert.deepEqual(
    searches,
    ['?zip=78704&min_price=400000&beds_min=3&property_type=condo%2Ctownhouse'],
    'once',
  );
});

test('without a key the link keeps its search until a key is entered', async (t) => {
  const page = await app.visitAnew(t, LINK);
  if (page === null) return;
  const searches = searchesOf(page);
  const dialog = page.getByRole('dialog', { name: 'API key' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await run(page).click();
  await dialog.getByLabel('Key', { exact: true }).fill(app.service.demoKey);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(searches, []);
  await run(page).click();
  await page.locator('.status').waitFor();
  assert.equal(searches.length, 1);
});

test('another account opens a link with pages as a search with its price, and spends nothing', async (t) => {
  const first = await app.visit(t, '#/search');
  if (first === null) return;
  await search(first, '78702');
  const rows = await streets(first);
  const { hash } = new URL(first.url());
  assert.match(hash, /request=/);

  const key = await newAccount(app.service.adminUrl, { name: 'Reader', plan_credits: 5 });
  const page = (await app.visitAnew(t, '#/search')) ?? assert.fail();
  const searches = searchesOf(page);
  await page.evaluate(`sessionStorage.setItem('rowhouse-key', ${JSON.stringify(key)})`);
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.reload();
  await page.getByText('The rows of this link are gone').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.deepEqual(searches, []);
  await run(page).click();
  await page.waitForSelector('.rows:not(.stale) tbody tr');
  assert.deepEqual(await streets(page), rows);
  assert.equal(searches.length, 1);
  await page.getByRole('link', { name: '4 credits' }).waitFor();
});

test('a balance that was read before a search and comes after it is read again', async (t) => {
  const key = await newAccount(app.service.adminUrl, { name: 'Slow', plan_credits: 5 });
  const page = await app.visitAnew(t, '#/search');
  if (page === null) return;
  await page.evaluate(`sessionStorage.setItem('rowhouse-key', ${JSON.stringify(key)})`);
  let searched = () => {};
  const late = new Promise<void>((resolve) => {
    searched = resolve;
  });
  await page.route(
    '**/v1/account',
    async (route) => {
      const answer = await route.fetch();
      await late;
      // The page may have given up this read.
      await route.fulfill({ response: answer }).catch(() => undefined);
    },
    { times: 1 },
  );
  await page.reload();
  await search(page, '78702');
  searched();
  await page.getByRole('link', { name: '4 credits' }).waitFor();
});
