/** A search whose job is pending continues from its link, and is charged once. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitConsole } from './support/open-browser.js';
import { sharedConsole, streets } from './support/open-console.js';
import { MANY_HOMES, type Service, settingsOf, startService } from './support/run-rowhouse.js';
import { sharedBrowser } from './support/shared-browser.js';

const app = sharedConsole();

const JOBS = '**/v1/jobs/**';
const WITH_JOB = /zip=\d{5}&job=[0-9a-f-]{36}$/;
const WITH_PAGE = /zip=\d{5}&request=[0-9a-f-]{36}$/;
/** Its polls are broken off while the page waits, which the browser may report in time. */
const LEFT = { unanswered: true };
const unfinished = (page: Page) => page.getByRole('region', { name: 'Unfinished searches' });
const rowsOf = (page: Page) => page.waitForSelector('.rows:not(.stale) tbody tr');

/** Searches a ZIP whose job stays pending; the result lets its polls break. */
async function searchForever(page: Page, zip: string): Promise<() => Promise<void>> {
  const held: (() => void)[] = [];
  await page.route(JOBS, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.abort().catch(() => undefined);
  });
  await page.getByRole('combobox', { name: /ZIP code/ }).fill(zip);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Fetching from the source').waitFor();
  return async () => {
    for (const go of held) go();
    await page.unroute(JOBS);
  };
}

/** The searches that a page sends from now on. */
function searchesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/portal_a/listings') sent.push(request.url());
  });
  return sent;
}

async function creditsOf(apiUrl: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${apiUrl}/v1/account`, { headers });
  const account = (await response.json()) as { balance: { available: number } };
  return account.balance.available;
}

test('a pending search continues when its page is loaded again, and in a second tab, for one credit', async (t) => {
  const { apiUrl, demoKey } = app.service;
  const before = await creditsOf(apiUrl, demoKey);
  const page = await app.visit(t, '#/search', LEFT);
  if (page === null) return;
  const release = await searchForever(page, '78731');
  assert.match(page.url(), WITH_JOB);
  assert.equal(await unfinished(page).count(), 0, 'it is waited for');
  const link = new URL(page.url()).hash;
  const searches = searchesOf(page);
  await page.reload();
  await page.getByText(/Opening the unfinished search|Fetching from the source/).waitFor();
  assert.equal(await unfinished(page).count(), 0, 'it is waited for again');
  await release();
  await page.reload();
  await rowsOf(page);
  assert.match(page.url(), WITH_PAGE);
  assert.equal(await page.getByRole('combobox', { name: /ZIP code/ }).inputValue(), '78731');
  const past = page.getByRole('navigation', { name: 'Past searches' });
  await past.getByRole('link', { name: /^Portal A .*78731/ }).waitFor();

  const second = await app.visit(t, link);
  assert.ok(second !== null);
  const more = searchesOf(second);
  await rowsOf(second);
  assert.match(second.url(), WITH_PAGE);
  assert.deepEqual(await streets(second), await streets(page));
  assert.equal(await creditsOf(apiUrl, demoKey), before - 1);

  await page.reload();
  await rowsOf(page);
  assert.equal(await unfinished(page).count(), 0);
  assert.deepEqual([...searches, ...more], []);
});

test('the next page of a search continues from the link as well, below the pages before it', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await page.getByRole('combobox', { name: /ZIP code/ }).fill('78702');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await rowsOf(page);
  const first = await streets(page);
  // Held until the page is left.
  await page.route(JOBS, () => undefined);
  // Read ahead or not, the page is a job here.
  await page.route('**/v1/portal_a/listings?*', async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as { request_id: string };
    const pending = { ...job, status: 'pending', result: null, credits: 0 };
    await route.fulfill({ status: 202, json: pending });
  });
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/request=[0-9a-f-]{36}&job=[0-9a-f-]{36}$/);
  await page.unroute(JOBS);
  const searches = searchesOf(page);
  await page.reload();
  await page.waitForURL(/request=[0-9a-f-]{36},[0-9a-f-]{36}$/);
  const both = await streets(page);
  assert.deepEqual(both.slice(0, first.length), first);
  assert.ok(both.length > first.length);
  assert.deepEqual(searches, []);
});

test('a job outlives the service: the page says that it waits, and the link delivers the rows for one credit', async (t) => {
  const visited = await slowService(t);
  if (visited === null) return;
  const { page, kill, restart, apiUrl, demoKey } = visited;
  const before = await creditsOf(apiUrl, demoKey);
  await page.getByRole('combobox', { name: /ZIP code/ }).fill('78704');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(WITH_JOB);
  const searches = searchesOf(page);
  await kill();
  await page
    .locator('.progress', { hasText: /The server does not answer. Trying again/ })
    .waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await restart();
  await rowsOf(page);
  assert.match(page.url(), WITH_PAGE);
  assert.equal(await creditsOf(apiUrl, demoKey), before - 1);
  await page.getByText('1 credit charged').waitFor();

  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/request=[0-9a-f-]{36}(&job=|,)[0-9a-f-]{36}$/);
  await kill();
  await restart();
  await page.reload();
  await page.waitForURL(/request=[0-9a-f-]{36},[0-9a-f-]{36}$/);
  assert.equal(await creditsOf(apiUrl, demoKey), before - 2);
  assert.equal(searches.length, 1, 'the next page, once');
});

/** A compiled service whose sources take seconds, and its console. */
async function slowService(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-pending-'));
  let service: Service | null = null;
  t.after(async () => {
    await service?.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const settings = {
    ...settingsOf(dataDir),
    ...MANY_HOMES,
    ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '2000',
    ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '2500',
    ROWHOUSE_LEASE_S: '2',
    ROWHOUSE_PAGE_ROWS: '15',
  };
  service = await startService(settings);
  const { apiUrl, demoKey } = service;
  const options = { unanswered: true };
  const link = `${apiUrl}/#/search`;
  const page = await visitConsole(t, await sharedBrowser(), link, options, demoKey);
  const kill = () => service?.kill();
  const restart = async () => {
    service = await startService({ ...settings, PORT: new URL(apiUrl).port });
  };
  return page && { page, kill, restart, apiUrl, demoKey };
}

test('a job of a link from another device keeps its link, stopped before the first answer', async (t) => {
  const first = await app.visit(t, '#/search', LEFT);
  const page = await app.visit(t, '#/search');
  if (first === null || page === null) return;
  const release = await searchForever(first, '78746');
  const link = new URL(first.url()).hash;
  await release();
  let isHeld = true;
  await page.route(JOBS, (route) => (isHeld ? undefined : route.continue()));
  await page.goto(`${app.service.apiUrl}/${link}`);
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByText('Its link stays in the address').waitFor();
  assert.equal(new URL(page.url()).hash, link);
  assert.equal(await unfinished(page).count(), 0);
  isHeld = false;
  await page.getByRole('button', { name: 'Open it again' }).click();
  await rowsOf(page);
  assert.match(page.url(), WITH_PAGE);
});

test('a job that one stopped waiting for can be forgotten, and one that is gone offers the search', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const stop = async (zip: string) => {
    const release = await searchForever(page, zip);
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText('from the unfinished searches below the form').waitFor();
    assert.doesNotMatch(page.url(), /job=/);
    await release();
  };
  await stop('78723');
  await stop('78757');
  await unfinished(page)
    .getByRole('button', { name: /^Forget .*78723/ })
    .click();
  await unfinished(page).getByText('78723').waitFor({ state: 'detached' });

  const message = 'The account has no such request.';
  await page.route(JOBS, (route) =>
    route.fulfill({
      status: 404,
      json: { error: { code: 'request_not_found', message, param: null } },
    }),
  );
  await unfinished(page)
    .getByRole('button', { name: /^Open .*78757/ })
    .click();
  await page
    .getByText(/job of this search is gone: it has expired.*Opening it cost nothing/)
    .waitFor();
  await page.getByRole('heading', { name: 'Portal A · For sale in 78757' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  await unfinished(page).waitFor({ state: 'detached' });
  await page.unroute(JOBS);
  await page.getByRole('button', { name: 'Run this search (1 credit)' }).click();
  await rowsOf(page);
});
