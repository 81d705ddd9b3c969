/** Counties: polygons in flat arrays, names, and the keys they are found by. */
import Flatbush from 'flatbush';
import { feature } from 'topojson-client';
import { compactName, normalName } from '#domain/names.js';
import type { Polygons } from '#geo/polygons.js';
import {
  CITY_COUNTIES,
  COUNTY_ALIASES,
  countyForms,
  fullName,
  OLD_CONNECTICUT,
} from './county-names.js';
import { countyFullNames, countyTopology, STATE_FIPS } from './sources.js';
import { byBytes, starts, u16 } from './writer.js';

export interface CountyTable {
  /** Ascending; a county's number is its place here. */
  readonly fips: readonly string[];
  readonly state: readonly string[];
  readonly names: readonly string[];
  readonly polygons: Polygons;
  /** "TX|travis" to the counties it means. */
  readonly keys: ReadonlyMap<string, readonly number[]>;
}

export function countyTable(): CountyTable {
  const topology = countyTopology();
  const features = [...feature(topology, topology.objects.counties).features].sort((a, b) =>
    String(a.id).localeCompare(String(b.id), 'en'),
  );
  const fullNames = countyFullNames();
  const stateOf = new Map([...STATE_FIPS].map(([state, fips]) => [fips, state]));
  const fips = features.map((each) => String(each.id));
  const state = fips.map((code) => stateOf.get(code.slice(0, 2)) ?? '');
  const short = features.map((each) => each.properties.name);
  const names = fips.map((code, at) => fullName(code, short[at] ?? '', fullNames.get(code)));
  const parts = features.map(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates];
    if (geometry.type === 'MultiPolygon') return geometry.coordinates;
    throw new Error(`a county is drawn as ${geometry.type}`);
  });
  return { fips, state, names, polygons: flatten(parts), keys: keysOf(fips, state, short, names) };
}

type Ring = number[][];

function flatten(counties: readonly (readonly Ring[])[][]): Polygons {
  const parts = counties.flat();
  const rings = parts.flat();
  const coords = Float32Array.from(rings.flat(2));
  const partBox = new Float32Array(parts.length * 4);
  const index = new Flatbush(parts.length, 16, Float32Array);
  parts.forEach((part, at) => {
    const x = part.flat().map((vertex) => vertex[0] ?? 0);
    const y = part.flat().map((vertex) => vertex[1] ?? 0);
    partBox.set([least(x), least(y), greatest(x), greatest(y)], at * 4);
    const box = partBox.subarray(at * 4, at * 4 + 4);
    index.add(box[0] ?? 0, box[1] ?? 0, box[2], box[3]);
  });
  index.finish();
  return {
    countyPartAt: starts(counties.map((county) => county.length)),
    partCounty: u16(counties.flatMap((county, at) => county.map(() => at))),
    partRingAt: starts(parts.map((part) => part.length)),
    ringAt: starts(rings.map((ring) => ring.length)),
    coords,
    partBox,
    index,
  };
}

const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b));
const greatest = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b));

function keysOf(
  fips: readonly string[],
  state: readonly string[],
  short: readonly string[],
  names: readonly string[],
): Map<string, number[]> {
  const keys = new Map<string, number[]>();
  const offer = (key: string, counties: number[]) => {
    if (!keys.has(key)) keys.set(key, counties);
  };
  for (const [name, codes] of OLD_CONNECTICUT) {
    const counties = codes.map((code) => fips.indexOf(code));
    for (const form of [name, `${name} county`]) keys.set(`CT|${form}`, counties);
  }
  // Cities that are counties come last: where a county has the same name, the plain name is its.
  const order = fips.map((_, at) => at).sort((a, b) => isCity(fips, a) - isCity(fips, b) || a - b);
  for (const at of order) {
    const code = fips[at] ?? '';
    for (const form of countyForms(code, short[at] ?? '', names[at] ?? '')) {
      offer(`${state[at]}|${normalName(form)}`, [at]);
    }
  }
  for (const [code, aliases] of COUNTY_ALIASES) {
    const at = fips.indexOf(code);
    for (const alias of aliases) offer(`${state[at]}|${normalName(alias)}`, [at]);
  }
  for (const [key, counties] of keys) offer(compactKey(key), counties);
  return new Map([...keys].sort(([a], [b]) => byBytes(a, b)));
}

const isCity = (fips: readonly string[], at: number): number =>
  CITY_COUNTIES.has(fips[at] ?? '') ? 1 : 0;

/** The key without the spaces of its name. */
export const compactKey = (key: string): string => key.slice(0, 3) + compactName(key.slice(3));
