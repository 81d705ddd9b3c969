/** The console in a real browser: dots by a field, a legend with counts, the sandbox's streets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_ROWS, search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

test('colour and size by a field have a legend that counts every home, and are remembered', async (t) => {
  // The styles of another page are loaded by then.
  const page = await app.visit(t, '#/statistics', { map: 'undrawn' });
  if (page === null) return;
  await page.getByRole('heading', { name: 'Statistics of an area' }).waitFor();
  await page.evaluate(`location.hash = '#/search?route=portal_a_listings'`);
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
  const box = await legend.locator('.swatch').first().boundingBox();
  assert.equal(box?.width, box?.height, 'a dot, as on the map');
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
});

const STREETS = '/console-streets?west=-97.80&south=30.22&east=-97.70&north=30.28';

test('streets of a box are GeoJSON lines with names, and only main ones of a large box', async () => {
  const of = async (path: string) => {
    const answer = await fetch(`${app.service.apiUrl}${path}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'private, max-age=300');
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    return (await answer.json()) as GeoJSON.FeatureCollection<GeoJSON.LineString>;
  };
  const { features } = await of(STREETS);
  assert.ok(features.length > 200, `${features.length} streets`);
  for (const { properties, geometry } of features) {
    assert.match(String(properties?.['name']), /^([NSEW] )?[A-Z][a-z]+ [A-Z][a-z]+$/);
    assert.ok(geometry.type === 'LineString' && geometry.coordinates.length > 1);
  }
  const large = await of(STREETS.replace('-97.80', '-98.05'));
  assert.ok(large.features.length > 100);
  assert.ok(large.features.every(({ properties }) => properties?.['main'] === true));
});

test('an invalid or too large box of streets is a 422 that names the parameter', async () => {
  for (const [path, param, words] of [
    ['/console-streets', 'west', /must be one number from -180 to 180/],
    [`${STREETS}&west=-97.8`, 'west', /one number/],
    [STREETS.replace('30.28', '95'), 'north', /-90 to 90/],
    [STREETS.replace('-97.80', '1e1'), 'west', /decimal degrees/],
    [STREETS.replace('-97.80', '-97.60'), 'east', /greater than west/],
    [STREETS.replace('30.22', '30.28'), 'north', /greater than south/],
    [STREETS.replace('-97.80', '-98.2'), 'east', /at most 0.4 degrees away; use a smaller box/],
    [STREETS.replace('30.22', '29.2'), 'north', /at most 0.4 degrees/],
  ] as const) {
    const answer = await fetch(`${app.service.apiUrl}${path}`);
    const { error } = (await answer.json()) as { error: { param: string; message: string } };
    assert.deepEqual([answer.status, error.param], [422, param], path);
    assert.match(error.message, words);
  }
});

test('the map reads the streets around its homes, says that they are invented, and reads on when it shows more', async (t) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await app.visit(t, '#/search?route=portal_a_listings', {
      map: 'undrawn',
      colorScheme,
    });
    if (page === null) return;
    const read = () =>
      page.waitForResponse((answer) => answer.url().includes(STREETS.split('?')[0] ?? ''));
    const first = read();
    await search(page, '78704');
    const { searchParams } = new URL((await first).url());
    const [west, east] = ['west', 'east'].map((side) => Number(searchParams.get(side)));
    assert.ok((west ?? 0) < -97.77 && (east ?? -180) > -97.77, 'the box holds the ZIP');
    await page.getByText('Streets: invented').waitFor({ state: 'attached' });
    const next = read();
    // A view farther east: zoomed out once, the streets are too small to show.
    await page.locator('.maplibregl-canvas').focus();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
    assert.notEqual((await next).url(), (await first).url());
  }
});
