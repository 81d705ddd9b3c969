/** open_data: an Esri layer of homes for sale over the homes of a world. */
import assert from 'node:assert/strict';
import { type Attributes, comparisonsIn, holds } from '#sandbox/open_data/where.js';
import { NOW_MS, type PortalText } from '../mutations/world.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import type { Answer } from './portals.js';

const DAY_MS = 86_400_000;

export function answerOpenData({ homes }: Draft): Answer {
  const rows = homes.map(attributesOf).sort((a, b) => Number(a.OBJECTID) - Number(b.OBJECTID));
  return ({ path }): PortalText => {
    const { searchParams: query } = new URL(path, 'http://source.invalid');
    const comparisons = comparisonsIn(query.get('where') ?? '');
    assert.ok(comparisons !== null, path);
    const edges = query.get('geometry')?.split(',').map(Number);
    const found = rows.filter(
      (row) => comparisons.every((one) => holds(one, row)) && isInside(row, edges),
    );
    if (query.get('returnCountOnly') === 'true') return textOf({ count: found.length });
    const columns = query.get('outFields')?.split(',') ?? [];
    const shown = found.slice(0, Number(query.get('resultRecordCount')));
    return textOf({
      features: shown.map((row) => ({
        attributes: Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
      })),
      ...(shown.length < found.length && { exceededTransferLimit: true }),
    });
  };
}

const textOf = (json: unknown): PortalText => ({ prefix: '', json: JSON.stringify(json) });

function isInside(
  { MAP_LATITUDE: lat, MAP_LONGITUDE: lng }: Attributes,
  edges?: readonly number[],
) {
  if (edges === undefined) return true;
  const [west = 0, south = 0, east = 0, north = 0] = edges;
  if (typeof lat !== 'number' || typeof lng !== 'number') return false;
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

const attributesOf = (home: Home): Attributes => ({
  OBJECTID: home.id,
  CASE_NUM: `147-${home.id}`,
  CASE_STEP_NUMBER: 6 + (home.id % 10 === 0 ? 1 : 0),
  ADDRESS: home.door === null ? home.line : `${home.line} ${home.door}`,
  CITY: home.city.toUpperCase(),
  STATE_CODE: home.state,
  DISPLAY_ZIP_CODE: home.zip,
  MAP_LATITUDE: home.hasPoint ? home.lat : null,
  MAP_LONGITUDE: home.hasPoint ? home.lng : null,
  DATE_ACQUIRED: NOW_MS - (home.age + 60) * DAY_MS,
});
