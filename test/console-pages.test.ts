/** The console in a real browser: all pages of a search, and the figures of everything loaded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleModule } from './support/console-module.js';
import { PAGE_ROWS, search, sharedConsole, streets } from './support/open-console.js';

const { coverageOf, isRepresentative, pagesLeft } = (await consoleModule(
  'results/coverage.js',
)) as {
  coverageOf: (pages: readonly object[]) => { loaded: number; total: number | null };
  isRepresentative: (coverage: object) => boolean;
  pagesLeft: (pages: readonly object[]) => number | null;
};

const loaded = (count: number, total: number | null, next: string | null, partial = false) => ({
  result: {
    count,
    reported_total: total,
    next_cursor: next,
    completeness: partial ? 'partial' : 'complete',
  },
});

test('the total of a source is shown while homes are missing, and not beside all of them', () => {
  const totalOf = (...pages: object[]) => coverageOf(pages).total;
  assert.equal(totalOf(loaded(15, 50, 'next')), 50);
  // Nine of the fifty were outside the area.
  assert.equal(totalOf(loaded(15, 50, 'next'), loaded(26, 50, null)), null);
  assert.equal(totalOf(loaded(15, 50, null, true)), 50);
  assert.equal(totalOf(loaded(15, 9, 'next')), null);
  assert.equal(totalOf(loaded(15, null, 'next')), null);
  assert.equal(pagesLeft([loaded(15, 50, 'next')]), 3);
  assert.equal(pagesLeft([loaded(15, null, 'next')]), null);
});

test('a median stands for all homes once nearly all are loaded, of whatever order the pages are', () => {
  const stands = (...pages: object[]) => isRepresentative(coverageOf(pages));
  assert.ok(stands(loaded(15, null, null)), 'all pages');
  assert.ok(!stands(loaded(100, 9413, 'next')));
  assert.ok(!stands(loaded(100, null, 'next')), 'nobody knows how many are left');
  assert.ok(!stands(loaded(89, 100, 'next')));
  assert.ok(stands(loaded(50, 100, 'next'), loaded(40, 100, 'next')));
  assert.ok(!stands(loaded(500, 2000, null, true)), 'the source shows a part');
  assert.ok(stands(loaded(1900, 2000, null, true)));
  assert.ok(!stands(loaded(500, null, null, true)));
});

const app = sharedConsole();

const ENOUGH_PAGES = 50;

/** Prices of a search by the API, page by page. */
async function pricesOf(zip: string): Promise<number[][]> {
  const pages: number[][] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ zip, ...(cursor !== null && { cursor }) });
    const response = await fetch(`${app.service.apiUrl}/v1/portal_a/listings?${query}`, {
      headers: { authorization: `Bearer ${app.service.demoKey}` },
    });
    assert.equal(response.status, 200, 'the console has loaded this page: it is cached');
    const { result } = (await response.json()) as {
      result: { next_cursor: string | null; data: { list_price: { amount: number } | null }[] };
    };
    pages.push(result.data.flatMap(({ list_price }) => list_price?.amount ?? []));
    cursor = result.next_cursor;
  } while (cursor !== null && pages.length < ENOUGH_PAGES);
  return pages;
}

const medianOf = (prices: readonly number[]): number => {
  const sorted = [...prices].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
};
const dollars = (amount: number): string => `$${Math.round(amount).toLocaleString('en-US')}`;

const median = (page: Page): Promise<string> => page.locator('.figure.large dd').innerText();
const allPages = (page: Page) => page.getByRole('button', { name: /^Load all/ });

test('one button loads every page; the figures are of everything loaded and say so', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78702');
  const summary = page.locator('.summary');
  assert.match(await summary.innerText(), new RegExp(`${PAGE_ROWS} loaded homes`));
  assert.match(await summary.innerText(), /No median yet: pages are parts of the area/);
  assert.equal(await page.locator('.figure').count(), 0);
  await allPages(page).click();
  await page.locator('.status', { hasText: /All \d+ results shown/ }).waitFor();
  assert.equal(await page.locator('.pager').count(), 0);
  const pages = await pricesOf('78702');
  assert.ok(pages.length > 2, `${pages.length} pages`);
  const rows = (await streets(page)).length;
  assert.match(await summary.innerText(), new RegExp(`all ${rows} homes`));
  assert.doesNotMatch(await summary.innerText(), /parts of the area/);
  assert.equal(await median(page), dollars(medianOf(pages.flat())));
  assert.match(
    await page.locator('.facts').innerText(),
    new RegExp(`${pages.length} credits charged`),
  );
});

test('loading all pages can be stopped: what was loaded stays, and the rest can be loaded later', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78745');
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  let asked = 0;
  await page.route(/\/v1\/portal_a\/listings\?.*cursor/, async (route) => {
    asked += 1;
    // The third page is asked for, and not answered: it is what is stopped.
    if (asked > 1) await held;
    await route.continue().catch(() => undefined);
  });
  await allPages(page).click();
  const bar = page.locator('.progress', { hasText: 'Loading page 3' });
  await bar.waitFor();
  assert.match(await bar.innerText(), /Loading page 3.* · \d+ rows/);
  const boxes = await Promise.all(
    [bar, page.locator('.status h2'), page.locator('.layout-bar')].map((each) =>
      each.boundingBox(),
    ),
  );
  const [progress, ...others] = boxes.map((box) => box ?? assert.fail('it is shown'));
  for (const other of others) assert.ok(progress !== undefined && apart(progress, other));
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByText('Stopped loading pages. Those that are loaded stay').waitFor();
  const some = (await streets(page)).length;
  assert.ok(some > PAGE_ROWS, `${some} rows`);
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await allPages(page).click();
  await page.locator('.status', { hasText: /All \d+ results shown/ }).waitFor();
  assert.ok((await streets(page)).length > some);
});

test('recent searches open what was loaded, free; a saved one stays, and one can be forgotten', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const past = page.getByRole('navigation', { name: 'Past searches' });
  assert.equal(await past.count(), 0);
  await search(page, '78702');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.locator('.facts', { hasText: '2 credits charged' }).waitFor();
  const rows = await streets(page);
  await search(page, '78704');
  await page.locator('.status h2', { hasText: '78704' }).waitFor();
  assert.deepEqual(await past.getByRole('link', { name: /^Portal A/ }).allInnerTexts(), [
    'Portal A · For sale in 78704',
    'Portal A · For sale in 78702',
  ]);
  await past.getByRole('button', { name: 'Save the search Portal A · For sale in 78702' }).click();
  await page.reload();
  await past.getByRole('heading', { name: 'Saved searches' }).waitFor();
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/v1/portal_a/listings') searches.push(pathname);
  });
  await past.getByRole('link', { name: /^Portal A .*78702/ }).click();
  await page
    .locator('tbody tr')
    .nth(rows.length - 1)
    .waitFor();
  assert.deepEqual(await streets(page), rows);
  assert.deepEqual(searches, [], 'opening a past search starts none');
  await past.getByRole('button', { name: /Forget .* 78704/ }).click();
  await past.getByRole('button', { name: /Forget .* 78702/ }).click();
  assert.equal(await past.count(), 0);
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether neither covers a part of the other. */
const apart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
