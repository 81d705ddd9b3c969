/** The console in a real browser: what stands beside the map. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { consoleModule } from './support/console-module.js';
import { PAGE_ROWS, search, sharedConsole, streets } from './support/open-console.js';

const app = sharedConsole();

const show = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check({ force: true });
const homes = (page: Page) => page.locator('.home-item');
const boxOf = async (found: Locator) => (await found.boundingBox()) ?? assert.fail();

test('the homes stand as a list beside the map: in order, linked with it, opened, starred, hidden', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  await search(page, '78704');
  await show(page, 'List');
  assert.equal(await homes(page).count(), PAGE_ROWS);
  const [map, list] = [await boxOf(page.locator('.map')), await boxOf(page.locator('.home-list'))];
  assert.ok(list.x > map.x + map.width && Math.abs(list.y - map.y) < 2, 'beside it');

  await page.getByLabel('Order').selectOption('Highest price first');
  const texts = await homes(page).locator('.open b').allInnerTexts();
  const prices = texts.map((text) => Number(text.replaceAll(/\D/g, '')));
  assert.deepEqual(
    prices,
    prices.toSorted((a, b) => b - a),
  );

  const first = homes(page).first();
  const street = await first.locator('.address').innerText();
  await first.getByRole('button', { name: `Star ${street}` }).click();
  await page.locator('.home-item.starred').waitFor();
  await first.hover();
  await page.locator('tbody tr.hovered.starred').waitFor();
  await first.locator('.open').click();
  await page.locator('.home-panel').getByRole('heading', { name: street }).waitFor();
  await page.keyboard.press('Escape');
  await first.getByRole('button', { name: `Hide ${street}` }).click();
  await page.getByText(`${PAGE_ROWS - 1} of ${PAGE_ROWS} loaded rows`).waitFor();
  assert.equal(await homes(page).count(), PAGE_ROWS - 1);
});

test('the width of the map is dragged or moved by keys, and remembered with the layout', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  await search(page, '78704');
  await show(page, 'Table');
  const before = await streets(page);
  const [map, rows] = [await boxOf(page.locator('.map')), await boxOf(page.locator('.rows'))];
  assert.ok(rows.x > map.x + map.width && Math.abs(rows.y - map.y) < 2, 'beside it');
  const line = page.getByRole('separator', { name: 'Width of the map' });
  const { x, y, width, height } = await boxOf(line);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 150, y + height / 2, { steps: 3 });
  await page.mouse.up();
  const dragged = await boxOf(page.locator('.map'));
  assert.ok(Math.abs(map.width - 150 - dragged.width) < 12, `${map.width} to ${dragged.width}`);
  await line.focus();
  await page.keyboard.press('End');
  assert.equal(await line.getAttribute('aria-valuenow'), '75');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await line.getAttribute('aria-valuenow'), '70');
  assert.deepEqual(await streets(page), before);
  await page.reload();
  await page.waitForSelector('.rows tbody tr');
  assert.equal(await line.getAttribute('aria-valuenow'), '70');
});

test('a phone shows map, list or table, and nothing is wider than it', async (t) => {
  const page = await app.visit(t, '#/search', {
    map: 'undrawn',
    viewport: { width: 360, height: 780 },
  });
  if (page === null) return;
  await search(page, '78704');
  const shown = async () => ({
    map: await page.locator('.map').isVisible(),
    list: await page.locator('.home-list').isVisible(),
    table: await page.locator('.rows .grid').isVisible(),
  });
  assert.deepEqual(await shown(), { map: true, list: false, table: true });
  await show(page, 'List');
  assert.deepEqual(await shown(), { map: false, list: true, table: false });
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.equal(wide, 360);
  await homes(page).first().locator('.open').click();
  await page.getByRole('button', { name: 'Show on the map' }).click();
  assert.deepEqual(await shown(), { map: true, list: false, table: true });
  await show(page, 'Table');
  assert.deepEqual(await shown(), { map: false, list: false, table: true });
});

/** Drags the map by so many pixels and gives the box that the form takes from its view then. */
async function drag(page: Page, by: number): Promise<void> {
  const { x, y, width, height } = await boxOf(page.locator('.maplibregl-canvas'));
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + by, y + height / 2 + by, { steps: 5 });
  await page.mouse.up();
}

/** Drags the map until it makes an offer: a busy machine draws it, and handles drags, late. */
async function dragUntil(page: Page, by: number, offered: Locator): Promise<void> {
  // Once it was dragged, a map that still shows the country is not fitted to the homes any more.
  await page.locator('.maplibregl-ctrl-scale', { hasText: FITTED }).waitFor();
  for (let turn = 0; turn < DRAGS_MAX; turn += 1) {
    await drag(page, by);
    const isThere = await offered.waitFor({ timeout: OFFERED_MS_MAX }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
  assert.fail(`nothing was offered after ${DRAGS_MAX} drags`);
}
/** What the scale says of the map of a ZIP. */
const FITTED = /^(\d+\sft|[1-9]\smi)$/;
const DRAGS_MAX = 6;
const OFFERED_MS_MAX = 10_000;

const boxSearch = (page: Page) =>
  page.waitForRequest((request) => request.url().includes('/v1/portal_a/listings?bbox='));
const boxIn = (url: string) => new URL(url).searchParams.get('bbox');

test('a map that was moved is searched at a press, and each time once that is chosen', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  await search(page, '78704');
  const press = page.getByRole('button', { name: 'Search this area (1 credit)' });
  assert.equal(await press.count(), 0, 'nothing is offered before the map is moved');
  await dragUntil(page, 40, press);
  const first = boxSearch(page);
  await press.click();
  const box = boxIn((await first).url());
  await page.waitForSelector('.rows:not(.stale) tbody tr');
  await press.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: "Use the map's view" }).click();
  const sides = await page.locator('.sides input').all();
  const view = await Promise.all(sides.map((side) => side.inputValue()));
  assert.equal(view.join(','), box, 'the map stays where it was searched');

  await drag(page, 40);
  const again = boxSearch(page);
  await page.getByLabel('Search as I move the map').check();
  const second = boxIn((await again).url());
  assert.notEqual(second, box);
  await page.waitForSelector('.rows:not(.stale) tbody tr');
  const third = boxSearch(page);
  await drag(page, -80);
  assert.notEqual(boxIn((await third).url()), second);

  // It disappears with its tick while the map shows what was searched.
  await page.getByLabel('Search as I move the map').click();
  const far = page.getByRole('button', { name: 'Zoom in to search here' });
  for (let turn = 0; turn < ZOOMS_MAX && (await far.count()) === 0; turn += 1) {
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.waitForTimeout(400);
  }
  assert.equal(await far.getAttribute('aria-disabled'), 'true');
});
const ZOOMS_MAX = 20;

type Shape = readonly (readonly [number, number])[];
const { readShape, isWithin } = (await consoleModule('search/shape.js')) as {
  readShape(text: string): Shape | null;
  isWithin(location: { lng: number; lat: number } | null, shape: Shape): boolean;
};

test('a shape is read from a link, and holds what lies within its corners', () => {
  const text = '-98,30 -97,30 -97,31 -97.9,30.1';
  const shape = readShape(text) ?? assert.fail();
  assert.equal(shape.length, 4);
  assert.ok(isWithin({ lng: -97.1, lat: 30.3 }, shape));
  assert.ok(!isWithin({ lng: -97.8, lat: 30.8 }, shape), 'in its box, outside of it');
  assert.ok(!isWithin(null, shape));
  for (const other of [
    '',
    '1,2 3,4',
    '1,2 3,4 5',
    '1,2 3,4 5,95',
    '1,2 3,4 5,x',
    '0,0 '.repeat(61),
  ])
    assert.equal(readShape(other), null, other);
});

test('a shape is searched as its box; homes outside are left out, and the link keeps it', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  await search(page, '78704');
  await page.getByText('Box', { exact: true }).click();
  await page.getByRole('button', { name: 'Draw a shape on the map' }).click();
  const map = await boxOf(page.locator('.draw'));
  const corners = [
    [0.2, 0.2],
    [0.8, 0.5],
    [0.2, 0.8],
    [0.2, 0.2],
  ] as const;
  for (const [x, y] of corners)
    await page.mouse.click(map.x + x * map.width, map.y + y * map.height);
  await page.locator('.draw').waitFor({ state: 'detached' });
  const asked = boxSearch(page);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const sides = (boxIn((await asked).url()) ?? assert.fail()).split(',').map(Number);
  const outside = page.getByRole('button', { name: /homes? outside the shape/ });
  await outside.waitFor();
  const left = await streets(page);
  assert.ok(left.length > 0 && left.length < PAGE_ROWS, `${left.length} rows are left`);
  const text = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('shape') ?? '';
  const shape = readShape(text) ?? assert.fail(text);
  assert.equal(shape.length, 3);
  const lngs = shape.map(([lng]) => lng);
  assert.deepEqual([Math.min(...lngs), Math.max(...lngs)], [sides[0], sides[2]], 'its box');
  await page.reload();
  await outside.waitFor();
  assert.deepEqual(await streets(page), left);
  await outside.click();
  assert.equal((await streets(page)).length, PAGE_ROWS);
});
