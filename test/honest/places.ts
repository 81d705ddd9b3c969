/** The places of honest worlds: ZIPs of one city, of a whole state, of one ZIP alone. */
import assert from 'node:assert/strict';
import type { PropertyType } from '#contract/values.js';
import type { Area } from '#domain/area.js';
import { type Box, boxOfEdges } from '#domain/box.js';
import type { Geo, Zip } from '#geo/geo.js';
import { areaOf } from '#sandbox/nyc_portal/areas.js';
import type { Draw } from './draw.js';
import type { Home } from './home.js';

/** What homes of a place cost and are like. */
export interface Market {
  readonly pricePerSqft: number;
  readonly areaPerBed: number;
  readonly firstYear: number;
  readonly types: readonly (readonly [weight: number, type: PropertyType])[];
}

const MARKETS: Readonly<Record<'city' | 'suburb' | 'rural', Market>> = {
  city: {
    pricePerSqft: 420,
    areaPerBed: 560,
    firstYear: 1890,
    types: [
      [45, 'single_family'],
      [28, 'condo'],
      [10, 'townhouse'],
      [12, 'multi_family'],
      [3, 'land'],
      [2, 'manufactured'],
    ],
  },
  suburb: {
    pricePerSqft: 213,
    areaPerBed: 650,
    firstYear: 1950,
    types: [
      [70, 'single_family'],
      [8, 'condo'],
      [10, 'townhouse'],
      [3, 'multi_family'],
      [8, 'land'],
      [1, 'manufactured'],
    ],
  },
  rural: {
    pricePerSqft: 130,
    areaPerBed: 620,
    firstYear: 1900,
    types: [
      [66, 'single_family'],
      [3, 'condo'],
      [2, 'townhouse'],
      [3, 'multi_family'],
      [20, 'land'],
      [6, 'manufactured'],
    ],
  },
};

const NEW_YORK: Market = {
  pricePerSqft: 1_100,
  areaPerBed: 480,
  firstYear: 1890,
  types: [
    [70, 'condo'],
    [8, 'townhouse'],
    [10, 'single_family'],
    [12, 'multi_family'],
  ],
};

export interface Place {
  readonly zips: readonly Zip[];
  readonly market: Market;
  countyOf(zip: string): string;
}

export type PlaceForm = 'city' | 'state' | 'zip' | 'new_york';

/** Cities with five ZIPs or more, in states that publish sale prices. */
const CITIES = [
  ['Albuquerque', 'NM'],
  ['Seattle', 'WA'],
  ['Columbus', 'OH'],
  ['Milwaukee', 'WI'],
  ['Raleigh', 'NC'],
  ['Tucson', 'AZ'],
  ['Baltimore', 'MD'],
  ['Charleston', 'SC'],
] as const;
const STATES = ['AL', 'VA', 'MD', 'WI', 'MI', 'GA', 'WA'];
const CITY_ZIPS_MAX = 25;
const STATE_ZIPS = 40;
/** So far from its ZIP's point a home lies, in parts of the half side of the cover. */
const REACH = 0.6;
const MICRO = 1_000_000;
/** Room around the homes, in degrees. */
const MARGIN = 0.004;

export function placeOf(geo: Geo, draw: Draw, form: PlaceForm, state?: string): Place {
  const market = form === 'state' ? MARKETS.rural : draw.pick([MARKETS.city, MARKETS.suburb]);
  const countyOf = (zip: string) => geo.countyOfZip(zip)?.name ?? '';
  const zips = zipsOf(geo, draw, form, state);
  assert.ok(zips.length > 0, `no ZIP of ${form} ${state ?? ''}`);
  return { zips, market: form === 'new_york' ? NEW_YORK : market, countyOf };
}

function zipsOf(geo: Geo, draw: Draw, form: PlaceForm, state?: string): readonly Zip[] {
  if (form === 'new_york') {
    const all = inhabited(
      geo,
      ({ zip, state }) => geo.inNyc(zip) && areaOf(zip, state) !== undefined,
    );
    return draw.shuffled(all).slice(0, draw.whole(3, 30));
  }
  if (form === 'state' || state !== undefined) {
    const wanted = state ?? draw.pick(STATES);
    const all = draw.shuffled(inhabited(geo, (zip) => zip.state === wanted));
    return all.slice(0, form === 'zip' ? 1 : form === 'city' ? 6 : STATE_ZIPS);
  }
  const [name, of] = draw.pick(CITIES);
  const city = geo.city(name, of);
  const zips = (city?.zips ?? [])
    .flatMap((zip) => geo.zip(zip) ?? [])
    .filter(({ weight }) => weight > 0);
  return form === 'zip' ? [draw.pick(zips)] : draw.shuffled(zips).slice(0, CITY_ZIPS_MAX);
}

function inhabited(geo: Geo, wanted: (zip: Zip) => boolean): Zip[] {
  const all = INHABITED.get(geo) ?? [...geo.zips()].filter(({ weight }) => weight > 0);
  INHABITED.set(geo, all);
  return all.filter(wanted);
}

/** The geography reads each of its ZIPs from its pack: once for all worlds. */
const INHABITED = new WeakMap<Geo, readonly Zip[]>();

/** A point in a ZIP. */
export function pointIn(draw: Draw, { lat, lng, cover }: Zip): { lat: number; lng: number } {
  const x = ((cover.e - cover.w) / 2 / MICRO) * REACH;
  const y = ((cover.n - cover.s) / 2 / MICRO) * REACH;
  return { lat: micro(lat + y * draw.between(-1, 1)), lng: micro(lng + x * draw.between(-1, 1)) };
}

export const micro = (degrees: number): number => Math.round(degrees * MICRO) / MICRO;

/** The box around all homes, or around the place where there is none. */
export function areaAround(homes: readonly Home[], place: Place): Area {
  const points = homes.length > 0 ? homes : place.zips;
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  const box: Box = boxOfEdges({
    west: Math.min(...lngs) - MARGIN,
    south: Math.min(...lats) - MARGIN,
    east: Math.max(...lngs) + MARGIN,
    north: Math.max(...lats) + MARGIN,
  });
  return { test: { by: 'box', box }, cover: [box], exact: true };
}

/** One ZIP by its name; all homes are its own and lie in its cover. */
export const areaOfZip = ({ zip, cover }: Zip): Area => ({
  test: { by: 'zip', zip },
  cover: [cover],
  exact: false,
});
