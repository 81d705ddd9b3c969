/** The searched area on the console's map: whole, of all its ZIPs, with the homes outside it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { MultiPolygon } from 'geojson';
import type { Row } from '#contract/rows.js';
import { boundsOf } from '../console/src/map/bounds.js';
import { isMisleading, outsideOf, outsideText } from '../console/src/map/outside.js';
import { sharedConsole } from './support/open-console.js';

const SQUARE: MultiPolygon = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [0, 0],
      ],
    ],
  ],
};
const at = (lng: number, lat: number) => ({ location: { lng, lat } }) as unknown as Row;
const NOWHERE = { location: null } as unknown as Row;

test('homes outside an estimate are counted, and an outline that most are not in is left out', () => {
  const few = outsideOf([at(1, 1), at(1, 1.5), at(3, 1), NOWHERE], [SQUARE]);
  assert.deepEqual(few, { located: 3, outside: 1 });
  assert.ok(!isMisleading(few));
  assert.match(outsideText(few), /1 of 3 homes lie outside$/);
  const most = outsideOf([at(1, 1), at(3, 1), at(1, 3)], [SQUARE]);
  assert.ok(isMisleading(most));
  assert.match(outsideText(most), /^No outline/);
  assert.match(outsideText(outsideOf([at(1, 1)], [SQUARE])), /all homes lie in it$/);
});

test('bounds are of the area and the homes together', () => {
  assert.deepEqual(boundsOf([SQUARE, { type: 'Point', coordinates: [5, -1] }]), [0, -1, 5, 2]);
  assert.equal(boundsOf([]), null);
});

test('New York has the ZIPs of all five boroughs', () => {
  const file = new URL('../dist/console-data/city-zips.json', import.meta.url);
  const zips = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>)['NY|new york'];
  for (const zip of ['10001', '10301', '10451', '11201', '11101']) assert.ok(zips?.includes(zip));
});

const app = sharedConsole();

test('a search without results shows its whole area', async (t) => {
  const hash = '#/search?route=mls_listings&county=Travis&state=TX&min_price=2000000000';
  const page = await app.visit(t, hash, { map: 'undrawn' });
  if (page === null) return;
  await page.waitForSelector('.maplibregl-canvas');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('.status', { hasText: 'No home for sale in Travis, TX matches' }).waitFor();
  await page.getByText('Box', { exact: true }).click();
  // The map moves once the outline has come.
  let [west, south, east, north] = [-180, -90, 180, 90];
  for (let turn = 0; turn < 30 && east - west > 5; turn += 1) {
    await page.waitForTimeout(300);
    await page.getByRole('button', { name: "Use the map's view" }).click();
    [west = -180, south = -90, east = 180, north = 90] = await Promise.all(
      ['West', 'South', 'East', 'North'].map(async (side) =>
        Number(await page.getByLabel(side, { exact: true }).inputValue()),
      ),
    );
  }
  assert.ok(east - west < 5, `${west} to ${east}`);
  assert.ok(west < -98.17 && east > -97.37 && south < 30.03 && north > 30.62);
});

test('the note of a city counts the homes outside its outline, below the map', async (t) => {
  const page = await app.visit(t, '#/search?route=nyc_portal_listings&city=New+York&state=NY', {
    map: 'undrawn',
  });
  if (page === null) return;
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const note = page.locator('.area-note');
  await note.waitFor();
  assert.match(await note.innerText(), /all homes lie in it|[\d,]+ of [\d,]+ homes lie outside/);
  const picture = await page.locator('.map-frame').boundingBox();
  const place = await note.boundingBox();
  assert.ok(picture && place && place.y >= picture.y + picture.height, 'it covers no home');
});
