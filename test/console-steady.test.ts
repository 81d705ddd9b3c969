/** The console in a real browser: nothing moves while one search follows another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { search, sharedConsole, streets } from './support/open-console.js';

/** Near nothing: up to 0.1 counts as good (web.dev, "Cumulative Layout Shift"). */
const SHIFT_MAX = 0.02;
const WATCH_SHIFTS = `new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) globalThis.shifted = (globalThis.shifted ?? 0) + value;
}).observe({ type: 'layout-shift', buffered: false })`;
const FOCUSED = 'document.activeElement?.textContent?.trim()';

/** What moves here is watched as it moves. */
const MOTION = { reducedMotion: 'no-preference' } as const;

const app = sharedConsole();

/** Delays responses: a shift within half a second of a click would not be counted. */
const slowDown = (page: Page): Promise<unknown> =>
  page.route(/\/v1\/(portal_a|jobs)\//, async (route) => {
    await delay(900);
    await route.continue();
  });

/** The layout shift since the last call. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate<number>('((sum) => (globalThis.shifted = 0, sum))(globalThis.shifted ?? 0)');

const button = (page: Page) => page.getByRole('button', { name: 'Search', exact: true });

test('a search keeps the previous rows, dimmed, the focus, and the layout', async (t) => {
  const page = await app.visit(t, '#/search', { ...MOTION, map: 'undrawn' });
  if (page === null) return;
  await page.waitForSelector('.maplibregl-canvas');
  await slowDown(page);
  await page.evaluate(WATCH_SHIFTS);
  await search(page, '78704');
  await delay(1000);
  const atFirst = await shifted(page);
  const rows = await streets(page);

  await page.getByRole('combobox', { name: /ZIP code/ }).fill('78745');
  await button(page).focus();
  await page.keyboard.press('Enter');
  await page.locator('.progress').waitFor();
  assert.deepEqual(await streets(page), rows);
  assert.equal(await page.locator('.rows.stale').getAttribute('aria-busy'), 'true');
  assert.equal(await page.evaluate(FOCUSED), 'Search');
  await page.locator('.progress').waitFor({ state: 'detached' });
  await delay(1000);
  assert.notDeepEqual(await streets(page), rows);
  assert.equal(await page.locator('.stale').count(), 0);
  assert.equal(await page.evaluate(FOCUSED), 'Search');
  const later = await shifted(page);
  t.diagnostic(`layout shift: ${atFirst.toFixed(3)} the first time, ${later.toFixed(3)} after`);
  assert.ok(atFirst < SHIFT_MAX && later < SHIFT_MAX, `${atFirst}, ${later}`);
});

test('what other sources know of a home comes late, and moves nothing in its panel', async (t) => {
  const page = await app.visit(t, '#/search', { ...MOTION, map: 'undrawn' });
  if (page === null) return;
  await page.waitForSelector('.maplibregl-canvas');
  await search(page, '78704');
  await page.route('**/v1/homes/*', async (route) => {
    await delay(900);
    await route.continue();
  });
  await delay(1000);
  await page.evaluate(WATCH_SHIFTS);
  await page.locator('tbody .open').first().click();
  await page.locator('.story').getByText('Loading…').waitFor();
  await page
    .locator('.story')
    .getByText(/^Shown by/)
    .waitFor();
  await delay(500);
  const sum = await shifted(page);
  assert.ok(sum < SHIFT_MAX, `${sum}`);
});

test('the choice of the layout covers no error above the previous rows', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  await page.getByRole('combobox', { name: /ZIP code/ }).fill('00000');
  await button(page).click();
  const error = await page.getByRole('alert').boundingBox();
  const choice = await page.locator('.layout-bar').boundingBox();
  assert.ok(error !== null && choice !== null);
  assert.ok(error.y + error.height <= choice.y, `${error.y + error.height}, ${choice.y}`);
});

test('the error of a failed search disappears with the next submit, also with an invalid one', async (t) => {
  const page = await app.visit(t, '#/search', MOTION);
  if (page === null) return;
  await search(page, '78704');
  const field = page.getByRole('combobox', { name: /ZIP code/ });
  const box = page.getByRole('alert');
  await field.fill('00000');
  await button(page).click();
  await box.waitFor();
  await page.getByText('These are the results of the previous search.').waitFor();
  await field.fill('7870');
  await button(page).click();
  await page.locator('.problem').waitFor();
  assert.equal(await box.count(), 0);
  await search(page, '78704');
  assert.equal(await page.getByText('the previous search').count(), 0);
});

test('amounts may be written as $450,000 or 1.2m', async (t) => {
  const page = await app.visit(t, '#/search', MOTION);
  if (page === null) return;
  await page.getByLabel('Price, $ from').fill('$450,000');
  await page.getByRole('group', { name: 'Price, $' }).getByLabel('to').fill('1.2m');
  await page.getByLabel('Living area, sqft from').fill('1.1K');
  const sent = page.waitForRequest(/\/v1\/portal_a\/listings/);
  await search(page, '78704');
  const asked = new URL((await sent).url()).searchParams;
  assert.equal(asked.get('min_price'), '450000');
  assert.equal(asked.get('max_price'), '1200000');
  assert.equal(asked.get('sqft_min'), '1100');
  for (const unfit of ['45,00', '1.5', '450kk', '1,2m']) {
    await page.getByLabel('Price, $ from').fill(unfit);
    await button(page).click();
    assert.match(await page.locator('.problem').innerText(), /whole dollars/, unfit);
  }
});

test('usual prices and bedrooms are set and cleared by one press, and fit the route', async (t) => {
  const page = await app.visit(t, '#/search', MOTION);
  if (page === null) return;
  const price = page.getByRole('group', { name: 'Usual prices' });
  const range = price.getByRole('button', { name: '$300K–$500K' });
  await range.click();
  assert.equal(await page.getByLabel('Price, $ from').inputValue(), '300000');
  assert.equal(await range.getAttribute('aria-pressed'), 'true');
  await price.getByRole('button', { name: 'under $300K' }).click();
  assert.equal(await page.getByLabel('Price, $ from').inputValue(), '');
  const beds = page.getByRole('group', { name: 'Minimum bedrooms' });
  await beds.getByRole('button', { name: '2+' }).click();
  await beds.getByRole('button', { name: '3+' }).click();
  const sent = page.waitForRequest(/\/v1\/portal_a\/listings/);
  await page.getByRole('combobox', { name: /ZIP code/ }).fill('78704');
  await button(page).click();
  const asked = new URL((await sent).url()).searchParams;
  assert.deepEqual(
    ['min_price', 'max_price', 'beds_min'].map((name) => asked.get(name)),
    [null, '300000', '3'],
  );
  await beds.getByRole('button', { name: '3+' }).click();
  assert.equal(await page.getByLabel('Bedrooms, min.').inputValue(), '');
  // An amount may be typed in any way.
  await page.getByLabel('Price, $ from').fill('$1m');
  await page.getByRole('group', { name: 'Price, $' }).getByLabel('to').fill('');
  assert.equal(
    await price.getByRole('button', { name: '$1M+' }).getAttribute('aria-pressed'),
    'true',
  );

  await page.getByLabel('Source', { exact: true }).selectOption('portal_a_rentals');
  await page
    .getByRole('group', { name: 'Usual rents' })
    .getByRole('button', { name: 'under $1.5K' })
    .waitFor();
  await page.getByLabel('Source', { exact: true }).selectOption('auction_listings');
  await beds.waitFor();
  assert.equal(await price.count(), 0, 'auctions have no price');
});

test('the columns menu is on the screen and closes on Escape and on a press outside', async (t) => {
  for (const [width, height] of [
    [1280, 640],
    [360, 700],
  ] as const) {
    const page = await app.visit(t, '#/search', { ...MOTION, viewport: { width, height } });
    if (page === null) return;
    await search(page, '78704');
    const opener = page.locator('.chooser');
    const list = page.locator('.chooser-list');
    await opener.click();
    await list.waitFor();
    await delay(300);
    const place = (await list.boundingBox()) ?? assert.fail();
    const said = `${width}: ${JSON.stringify(place)}`;
    assert.ok(place.x >= 0 && place.x + place.width <= width, said);
    assert.ok(place.y >= 0 && place.y + place.height <= height, said);
    assert.ok(place.height > 150, said);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    assert.match(String(await page.evaluate(FOCUSED)), /^Columns/);
    await opener.click();
    await list.waitFor();
    await page.mouse.click(2, height - 2);
    await list.waitFor({ state: 'hidden' });
  }
});

test('a place is picked by keys, and Enter without a choice searches', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const field = page.getByRole('combobox', { name: /ZIP code/ });
  await field.fill('7870');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('[aria-activedescendant]');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  assert.match(await field.inputValue(), /^7870\d$/);
  await field.fill('78704');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.rows tbody tr');
});
