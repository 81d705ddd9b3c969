/** The console in a real browser: rows on the first screen, by eye and by keyboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Row } from '#contract/rows.js';
import { columnsOf, shownValue, sortKey } from '../console/src/results/fields.js';
import { fileOf } from '../console/src/results/row-files.js';
import { routeOr } from '../console/src/text/labels.js';
import { search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

/** Evaluated in the browser: whole rows in the window, and where the first one begins. */
const ROWS_SEEN = `(() => {
  const places = [...document.querySelectorAll('tbody tr[data-index]')].map((row) => row.getBoundingClientRect());
  const heading = document.querySelector('.status').getBoundingClientRect().top;
  return { seen: places.filter(({ bottom }) => bottom <= innerHeight).length, below: places[0].top - heading };
})()`;
interface Seen {
  readonly seen: number;
  readonly below: number;
}

test('rows of the table are on the first screen of a small window, a usual one and a phone', async (t) => {
  for (const [width, height, rows] of [
    [1280, 720, 3],
    [1440, 900, 5],
    [390, 844, 0],
  ] as const) {
    const page = await app.visit(t, '#/search', {
      map: 'undrawn',
      viewport: { width, height },
    });
    if (page === null) return;
    await search(page, '78704');
    const { seen, below } = await page.evaluate<Seen>(ROWS_SEEN);
    t.diagnostic(`${width}x${height}: ${seen} rows, the first ${below} px below the heading`);
    assert.ok(seen >= rows, `${width}x${height}: ${seen} rows`);
    assert.ok(below < height - 74, `${width}x${height}: the first row ${below} px below`);
  }
});

const IN_ROWS = "document.activeElement?.closest('tbody tr')?.dataset.index ?? ''";
const HEADING = "document.activeElement?.closest('th')?.innerText ?? ''";

async function tabsUntil(page: Page, name: string, most: number): Promise<number> {
  for (let tabs = 1; tabs <= most; tabs += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement?.textContent')) === name) return tabs;
  }
  return assert.fail(`${name} is not within ${most} presses of Tab`);
}

test('from Search a skip link leads to the first row; headings share one tab stop', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  await search(page, '78704');
  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  assert.ok((await tabsUntil(page, 'Skip to the rows', 4)) <= 4);
  const hash = await page.evaluate('location.hash');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(IN_ROWS), '0');
  assert.equal(await page.evaluate('location.hash'), hash);

  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.evaluate(HEADING), 'Street');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(HEADING), 'City');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('th[aria-sort="ascending"]').innerText(), 'City');
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(IN_ROWS), '0');
  assert.equal(await page.locator('th button[tabindex="0"]').count(), 1);
});

/** Whether something else lies over the middle of what has the focus; a label is its control. */
const COVERED = `(() => {
  const focused = document.activeElement;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const shown = document.elementFromPoint(x + width / 2, y + height / 2);
  const parts = [focused, ...(focused.labels ?? [])];
  return !parts.some((part) => part.contains(shown) || shown?.contains(part));
})()`;

test('no field of the form has the focus behind the buttons below it', async (t) => {
  const page = await app.visit(t, '#/search', { viewport: { width: 1280, height: 800 } });
  if (page === null) return;
  await page.getByLabel('Bathrooms, min.').focus();
  const covered: number[] = [];
  for (let tab = 1; tab <= 11; tab += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(COVERED)) covered.push(tab);
  }
  assert.equal(await page.evaluate('document.activeElement.type'), 'checkbox');
  assert.deepEqual(covered, []);
});

test('a search that is forgotten leaves the focus on the one beside it', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  for (const zip of ['78704', '78745']) await search(page, zip);
  const forget = page.getByRole('button', { name: /^Forget the search/ });
  await forget.nth(1).waitFor();
  await forget.first().press('Enter');
  await page
    .locator('button[aria-label^="Forget the search"][aria-label*="78704"]:focus')
    .waitFor();
  await forget.press('Enter');
  await page.locator('main:focus').waitFor();
  assert.equal(await forget.count(), 0);
});

test('the street has its unit in cells, in their order and in files', () => {
  const route = routeOr('mls_listings');
  const home = (line1: string | null, unit: string | null) =>
    ({ source: 'mls', source_id: '1', address: { line1, unit }, extras: {} }) as unknown as Row;
  const shown = (line1: string | null, unit: string | null) =>
    shownValue(home(line1, unit), 'address.line1');
  assert.equal(shown('2784 Amberlode Ln', 'APT 4'), '2784 Amberlode Ln APT 4');
  assert.equal(shown('2784 Amberlode Ln', '145H'), '2784 Amberlode Ln # 145H');
  assert.equal(shown('2784 Amberlode Ln APT 4', 'APT 4'), '2784 Amberlode Ln APT 4');
  assert.equal(shown('2784 Amberlode Ln', null), '2784 Amberlode Ln');
  assert.equal(shown(null, null), null);
  const [street] = columnsOf(route);
  assert.ok(street !== undefined);
  assert.equal(sortKey(home('1 A St', '2'), street), '1 A St # 2');
  const header = (fields: readonly string[]) => fileOf('csv', route, fields, []).trim();
  assert.equal(header(['address.line1', 'beds']), 'address.line1,address.unit,beds');
  assert.equal(
    header(['beds', 'address.unit', 'address.line1']),
    'beds,address.unit,address.line1',
  );
});
