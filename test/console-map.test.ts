/** The console in a real browser: the map shows the rows, and a click on it selects one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { PAGE_ROWS, search, sharedConsole } from './support/open-console.js';

/** What moves here is watched as it moves. */
const MOTION = { reducedMotion: 'no-preference', map: true } as const;

const app = sharedConsole();

/** Evaluated in the browser: whether the selected row is in the window. */
const IN_WINDOW = `(() => {
  const { top, bottom } = document.querySelector('tbody tr[aria-selected="true"]').getBoundingClientRect();
  return top > 0 && bottom < innerHeight;
})()`;

type Box = readonly [west: number, south: number, east: number, north: number];
type Point = { readonly lat: number; readonly lng: number };

/** The view of the map once it no longer moves, read from the box of the form. */
async function viewOf(page: Page): Promise<Box> {
  const TURNS_MAX = 30;
  let before = '';
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    await page.getByRole('button', { name: "Use the map's view" }).click();
    const sides = await Promise.all(
      ['West', 'South', 'East', 'North'].map((side) =>
        page.getByLabel(side, { exact: true }).inputValue(),
      ),
    );
    if (sides.join() === before) return sides.map(Number) as unknown as Box;
    before = sides.join();
    await delay(700);
  }
  throw new Error('the map does not stop moving');
}

const isIn = ([west, south, east, north]: Box, { lat, lng }: Point): boolean =>
  lng > west && lng < east && lat > south && lat < north;

/** Clicks Search and returns the points of the rows. */
async function searchForPoints(page: Page): Promise<Point[]> {
  const [answer] = await Promise.all([
    page.waitForResponse(
      async (response) =>
        response.url().includes('/v1/') && /"status":"complete"/.test(await response.text()),
    ),
    page.getByRole('button', { name: 'Search', exact: true }).click(),
  ]);
  const { result } = (await answer.json()) as { result: { data: { location: Point | null }[] } };
  await page.waitForSelector('tbody tr');
  return result.data.flatMap(({ location }) => location ?? []);
}

/** Goes to a city, and draws a small box at the right edge of the map. */
async function drawAtTheEdge(page: Page): Promise<void> {
  await page.waitForSelector('.maplibregl-canvas');
  await page.getByText('City', { exact: true }).click();
  await page.getByRole('combobox', { name: /City/ }).fill('Austin');
  await page.getByRole('listbox').getByText('Austin, TX').click();
  await page.getByText('Box', { exact: true }).click();
  await viewOf(page);
  await page.getByRole('button', { name: 'Draw a box on the map' }).click();
  const map = (await page.locator('.draw').boundingBox()) ?? assert.fail();
  await page.mouse.move(map.x + map.width * 0.66, map.y + map.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(map.x + map.width * 0.95, map.y + map.height * 0.7, { steps: 5 });
  await page.mouse.up();
}

test('all rows of a drawn area are in view, also after the window is made smaller', async (t) => {
  const page = await app.visit(t, '#/search', MOTION);
  if (page === null) return;
  await drawAtTheEdge(page);
  const points = await searchForPoints(page);
  assert.ok(points.length > 3, `${points.length} rows with a point`);
  const seen = await viewOf(page);
  assert.deepEqual(
    points.filter((point) => !isIn(seen, point)),
    [],
    'all rows are in view',
  );
  await page.setViewportSize({ width: 1120, height: 900 });
  const narrowed = await viewOf(page);
  assert.notDeepEqual(narrowed, seen);
  assert.deepEqual(
    points.filter((point) => !isIn(narrowed, point)),
    [],
    'all rows are in view of a smaller map',
  );
});

test('a click on a dot selects its row and does not scroll the page', async (t) => {
  const page = await app.visit(t, '#/search', {
    ...MOTION,
    viewport: { width: 1280, height: 640 },
  });
  if (page === null) return;
  await drawAtTheEdge(page);
  const points = await searchForPoints(page);
  const [west, south, east, north] = await viewOf(page);
  // The last row is the farthest down; Mercator is near enough to a plane in so small an area.
  const { lat, lng } = points.at(-1) ?? assert.fail();
  const map = page.locator('.maplibregl-canvas');
  await map.scrollIntoViewIfNeeded();
  const frame = (await map.boundingBox()) ?? assert.fail();
  await page.mouse.click(
    frame.x + ((lng - west) / (east - west)) * frame.width,
    frame.y + ((north - lat) / (north - south)) * frame.height,
  );
  const chosen = page.locator('tbody tr[aria-selected="true"]');
  await chosen.waitFor({ state: 'attached' });
  await delay(500);
  const after = (await map.boundingBox()) ?? assert.fail();
  assert.equal(after.y, frame.y, 'the page has not moved');

  const card = page.locator('.selected-card');
  const street = (await chosen.locator('td').first().innerText()).trim();
  assert.ok((await card.innerText()).includes(street === '–' ? '$' : street));
  const hovered = page.locator('.hover-card');
  assert.ok((await hovered.innerText()).includes(street === '–' ? '$' : street), 'beside the dot');
  await card.getByRole('button', { name: 'Show in the table' }).click();
  let shown = false;
  for (let turn = 0; turn < 50 && !shown; turn += 1) {
    await delay(100);
    shown = await page.evaluate<boolean>(IN_WINDOW);
  }
  assert.ok(shown, 'the line of the table is in the window');
});

test('a filter leaves the view of the map, and so do further pages, whose area is in view', async (t) => {
  const page = await app.visit(t, '#/search', MOTION);
  if (page === null) return;
  await page.waitForSelector('.maplibregl-canvas');
  await search(page, '78704');
  await page.getByText('Box', { exact: true }).click();
  const fitted = await viewOf(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Filter Beds' }).fill('4+');
  await page.getByText(new RegExp(`of ${PAGE_ROWS} loaded rows`)).waitFor();
  assert.deepEqual(await viewOf(page), fitted, 'filtered');
  await page.getByRole('textbox', { name: 'Filter Beds' }).fill('');

  const next = async (rows: number) => {
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.locator(`tbody tr[data-index="${rows}"]`).waitFor();
    return viewOf(page);
  };
  const both = await next(PAGE_ROWS);
  assert.deepEqual(both, fitted, 'the whole area is in view from the first page on');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const moved = await viewOf(page);
  assert.notDeepEqual(moved, both);
  assert.deepEqual(await next(2 * PAGE_ROWS), moved, 'the user has moved the map');
  await page.getByText('ZIP', { exact: true }).click();
  await search(page, '78745');
  await page.getByText('Box', { exact: true }).click();
  const [west, , east] = await viewOf(page);
  assert.ok(east - west > (moved[2] - moved[0]) * 1.2, 'another search is fitted');
});
