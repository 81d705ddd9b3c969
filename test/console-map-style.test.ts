/** The console in a real browser: dots by a field, with a legend that counts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ConsoleApp, openConsole, PAGE_ROWS, search } from './support/open-console.js';

let app: ConsoleApp;
before(async () => {
  app = await openConsole();
});
after(() => app.close());

test('colour and size by a field have a legend that counts every home, and are remembered', async (t) => {
  const visited = await app.visit(t, '#/search?route=portal_a_listings');
  if (visited === null) return;
  const { page, faults } = visited;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await search(page, '78704');
  await page.waitForSelector('.maplibregl-canvas');
  await page.getByText('Map style', { exact: true }).click();
  await page.getByLabel('Colour by', { exact: true }).selectOption('living_area_sqft');
  await page.getByLabel('Size by', { exact: true }).selectOption('days_on_market');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.map-menu-list').isVisible(), false);

  // ZIPs have no open outlines: the map says that it draws an estimate.
  await page.locator('.area-note', { hasText: 'an estimate of the area' }).waitFor();
  const legend = page.locator('.map-legend').first();
  assert.match(await legend.innerText(), /^Living area\n/);
  const classes = await legend.locator('li .hint').allInnerTexts();
  const without = await legend.locator('.without').allInnerTexts();
  const counted = [...classes, ...without].map((text) => Number(/\d+/.exec(text)?.[0]));
  const unlocated = await page.locator('.legend').allInnerTexts();
  const off = Number(/(\d+) rows? without a location/.exec(unlocated.join())?.[1] ?? 0);
  assert.equal(counted.reduce((sum, homes) => sum + homes, 0) + off, PAGE_ROWS);

  await page.getByText('Map style', { exact: true }).click();
  await page.getByLabel('Shade ZIPs by the median of').selectOption('list_price');
  assert.ok(asked.some((url) => url.includes('/areas-78-')));
  const shading = await page.locator('.map-legend.areas').innerText();
  assert.match(shading, /^Price, median by ZIP|^List price, median by ZIP/);
  assert.match(shading, new RegExp(`1 ZIP, \\d+ of the ${PAGE_ROWS} loaded homes`));

  await page.reload();
  await page.waitForSelector('.map-legend');
  assert.match((await page.locator('.map-legend').allInnerTexts()).join(), /Days on market/);

  await page.getByText('Map style', { exact: true }).click();
  await page.getByLabel('Colours', { exact: true }).selectOption('continuous');
  await page.locator('.map-legend .ramp').first().waitFor();
  await page.getByLabel('Colour by', { exact: true }).selectOption('');
  await page.getByLabel('Size by', { exact: true }).selectOption('');
  await page.getByLabel('Shade ZIPs by the median of').selectOption('');
  await page.locator('.map-legend').waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
});
