/** open_data: Esri layers of homes for sale and of sales over the homes of a world. */
import assert from 'node:assert/strict';
import { DAY_MS } from '#contract/durations.js';
import { type Attributes, comparisonsIn, holds } from '#sandbox/open_data/where.js';
import { NOW_MS, type PortalText } from '../mutations/world.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import type { Answer } from './portals.js';

export function answerOpenData({ homes, kind }: Draft): Answer {
  const make = kind === 'sold' ? saleOf : listingOf;
  const rows = homes.map((home) => ({ home, row: make(home) }));
  rows.sort((a, b) => Number(a.row.OBJECTID) - Number(b.row.OBJECTID));
  return ({ path }): PortalText => {
    const { searchParams: query } = new URL(path, 'http://source.invalid');
    const comparisons = comparisonsIn(query.get('where') ?? '');
    assert.ok(comparisons !== null, path);
    const edges = query.get('geometry')?.split(',').map(Number);
    const found = rows.filter(
      ({ home, row }) => comparisons.every((one) => holds(one, row)) && isInside(home, edges),
    );
    if (query.get('returnCountOnly') === 'true') return textOf({ count: found.length });
    const columns = query.get('outFields')?.split(',') ?? [];
    const shown = found.slice(0, Number(query.get('resultRecordCount')));
    return textOf({
      features: shown.map(({ home, row }) => ({
        attributes: Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
        ...(query.get('returnGeometry') === 'true' && {
          geometry: home.hasPoint ? { x: home.lng, y: home.lat } : null,
        }),
      })),
      ...(shown.length < found.length && { exceededTransferLimit: true }),
    });
  };
}

const textOf = (json: unknown): PortalText => ({ prefix: '', json: JSON.stringify(json) });

function isInside({ hasPoint, lat, lng }: Home, edges?: readonly number[]): boolean {
  if (edges === undefined) return true;
  const [west = 0, south = 0, east = 0, north = 0] = edges;
  return hasPoint && lng >= west && lng <= east && lat >= south && lat <= north;
}

const listingOf = (home: Home): Attributes => ({
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

const USE: Readonly<Record<Home['type'], string>> = {
  single_family: 'R1',
  townhouse: 'R2',
  multi_family: 'R4',
  apartment: 'R9',
  condo: 'C1',
  manufactured: 'M1',
  land: 'V0',
  other: 'X0',
};

/** A deed: whole midnights, and one in ten not at arm's length though at a price. */
const saleOf = (home: Home): Attributes => ({
  OBJECTID: home.id,
  SALE_ID: String(home.id),
  PARCEL_ID: `12-${home.id}`,
  SALE_DATE: Math.floor(NOW_MS / DAY_MS - home.soldAge) * DAY_MS,
  SALE_PRICE: home.price === 0 ? null : home.price,
  QUALIFIED: home.id % 10 === 0 ? 'U' : 'Q',
  SITE_ADDRESS: home.line,
  SITE_UNIT: home.door,
  SITE_CITY: home.city.toUpperCase(),
  SITE_STATE: home.state,
  SITE_ZIP: home.zip,
  USE_CODE: USE[home.type],
  BEDROOMS: home.beds,
  BATHS: home.baths,
  HEATED_AREA: home.area,
  LOT_AREA: home.lot,
  YEAR_BUILT: home.year,
});
