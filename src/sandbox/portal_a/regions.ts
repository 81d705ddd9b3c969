/**
 * The portal's own places: ZIPs and cities with ids of its own. As on real portals, some are not
 * what their name says: a ZIP without a region, an id that returns another ZIP, an outline without
 * a few of the ZIP's homes, a city that is smaller than its post office's. An unknown id is a
 * region without homes, never an error.
 */
import type { Geo, Zip } from '#geo/geo.js';
import { hashText, unit } from '../data/chance.js';
import { type Home, MICRO, type SyntheticData } from '../data/home.js';
import type { RegionAsk } from './ask.js';
import { GAP } from './shown.js';

export interface Region {
  readonly id: number;
  readonly type: number;
  /** The portal's name for it. */
  readonly name: string;
  /** The ZIPs of its homes. */
  readonly zips: ReadonlySet<string>;
  /** Share of those homes outside its outline. */
  readonly outside: number;
}

const ZIP_TYPE = 7;
const CITY_TYPE = 6;
/** ZIPs are below 100,003, a prime, so that a factor scatters their ids without collisions. */
const PRIME = 100_003;
const FACTOR = 7_919;
const FIRST_ZIP = 60_000;
const FIRST_CITY = 200_000;
/** Draws below each: ZIPs without a region, with another's id, its homes, or an odd outline. */
const ODD = { none: 0.02, other: 0.03, disguised: 0.04, outline: 0.09 } as const;
const OUTSIDE_SHARE = 0.01;
const SMALL_CITIES = 0.1;
const CITY_LEAVES_OUT = 0.25;
/** The maximum distance of homes from their ZIP's point, in half-sides of its cover. */
const REACH = 1.12;

const drawOf = (name: string): number => unit(hashText(name, 0), GAP.region);

/** Whether a home in the region's ZIPs is outside its outline. */
export const leavesOut = ({ outside }: Region, home: Home): boolean =>
  outside > 0 && unit(home.hash, GAP.region + 1) < outside;

export interface Regions {
  /** The region of an id; one without homes for an unknown id. */
  at(ask: RegionAsk): Region;
  /** Answers the search field's autocompletion. */
  suggest(words: string): unknown[];
  /** Describes a place: its names and its bounds. */
  state(ask: RegionAsk | null): object;
}

export function openRegions({ geo }: SyntheticData): Regions {
  const byNumber = new Map<number, Zip>();
  const zipOf = (id: number): Zip | undefined => {
    if (byNumber.size === 0) for (const zip of geo.zips()) byNumber.set(numberOf(zip.zip), zip);
    return byNumber.get(id);
  };
  const at = ({ id, type }: RegionAsk): Region => {
    const found = type === ZIP_TYPE ? zipOf(id) : type === CITY_TYPE ? cityZip(id) : undefined;
    if (found === undefined) return { id, type, name: '', zips: new Set(), outside: 0 };
    return type === ZIP_TYPE ? zipRegion(id, found) : cityRegion(id, found);
  };
  const cityZip = (id: number) => geo.zip(String(id - FIRST_CITY).padStart(5, '0'));
  const zipRegion = (id: number, { zip }: Zip): Region => {
    const draw = drawOf(zip);
    // In disguise it has the name of one ZIP and the homes of another.
    const isDisguised = draw >= ODD.other && draw < ODD.disguised;
    const homes = isDisguised ? otherThan(geo, zip) : zip;
    const outside = draw >= ODD.disguised && draw < ODD.outline ? OUTSIDE_SHARE : 0;
    return { id, type: ZIP_TYPE, name: zip, zips: new Set([homes]), outside };
  };
  const cityRegion = (id: number, { city, state }: Zip): Region => {
    const zips = geo.city(city, state)?.zips ?? [];
    const isSmall = zips.length > 1 && drawOf(`${state} ${city}`) < SMALL_CITIES;
    const held = isSmall ? zips.slice(0, -Math.ceil(zips.length * CITY_LEAVES_OUT)) : zips;
    return { id, type: CITY_TYPE, name: `${city} ${state}`, zips: new Set(held), outside: 0 };
  };
  return {
    at,
    suggest: (words) => suggestionsOf(geo, words),
    state: (ask) => regionAnswer(geo, ask === null ? null : at(ask)),
  };
}

/** The completions of the search field: one place, or none. */
function suggestionsOf(geo: Geo, words: string): unknown[] {
  const zip = /^\d{5}$/.test(words.trim()) ? geo.zip(words.trim()) : undefined;
  if (zip !== undefined) {
    const draw = drawOf(zip.zip);
    if (draw < ODD.none) return [];
    const id = numberOf(draw < ODD.other ? otherThan(geo, zip.zip) : zip.zip);
    return [
      suggestion(zip.zip, {
        ...placeOf(zip),
        regionType: 'zipcode',
        zipCode: zip.zip,
        regionId: id,
      }),
    ];
  }
  const [, name = '', state = ''] = /^(.*), ([A-Z]{2})$/.exec(words.trim()) ?? [];
  const [first] = geo.city(name, state)?.zips ?? [];
  const found = first === undefined ? undefined : geo.zip(first);
  if (found === undefined) return [];
  const id = FIRST_CITY + Number(found.zip);
  const display = `${found.city}, ${found.state}`;
  return [suggestion(display, { ...placeOf(found), regionType: 'city', regionId: id })];
}

/** The description of a place. */
function regionAnswer(geo: Geo, region: Region | null) {
  if (region === null) return { regionState: { regionInfo: [] } };
  const { id, type, name, zips } = region;
  const regionInfo = [
    {
      regionId: id,
      regionType: type,
      regionName: name,
      displayName: name,
      isPointRegion: false,
    },
  ];
  const regionBounds = boundsOf([...zips].flatMap((zip) => geo.zip(zip) ?? []));
  return { regionState: { regionInfo, ...(regionBounds !== null && { regionBounds }) } };
}

function otherThan(geo: Geo, zip: string): string {
  const found = geo.zip(zip);
  const near = found === undefined ? [] : geo.zipsIn(found.cover);
  return near.find((one) => one.zip !== zip && one.weight > 0)?.zip ?? zip;
}

const numberOf = (zip: string): number => FIRST_ZIP + ((Number(zip) * FACTOR) % PRIME);

const suggestion = (display: string, metaData: object) => ({
  display,
  resultType: 'Region',
  metaData,
});

const placeOf = ({ city, state, lat, lng }: Zip) => ({
  city,
  state,
  country: 'United States',
  lat,
  lng,
});

function boundsOf(zips: readonly Zip[]) {
  if (zips.length === 0) return null;
  const sides = zips.map(({ lat, lng, cover }) => {
    const [x, y] = [
      (((cover.e - cover.w) / 2) * REACH + 1) / MICRO,
      (((cover.n - cover.s) / 2) * REACH + 1) / MICRO,
    ];
    return { west: lng - x, east: lng + x, south: lat - y, north: lat + y };
  });
  return {
    west: Math.min(...sides.map(({ west }) => west)),
    south: Math.min(...sides.map(({ south }) => south)),
    east: Math.max(...sides.map(({ east }) => east)),
    north: Math.max(...sides.map(({ north }) => north)),
  };
}
