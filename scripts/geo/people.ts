/** Where people live, roughly: the weight of each ZIP for planning. */
import { MICRO, micro } from '#domain/box.js';
import { normalName } from '#domain/names.js';
import { nycBorough } from '#geo/nyc.js';
import { KM_PER_DEGREE } from '#geo/polygons.js';
import { kmBetween } from './cells.js';
import type { PeopledPlace } from './sources.js';
import type { ZipRow } from './zip-table.js';

/**
 * Nobody publishes the people of a ZIP openly in a package, but the people of places are known. A
 * place's people are shared evenly by the ZIP areas that carry its name or whose point lies within
 * its usual radius; the countryside, some 70 million people in no place, is shared by all areas.
 */
export function weightsOf(zips: readonly ZipRow[], places: readonly PeopledPlace[]): Float32Array {
  const weights = Float64Array.from(zips, (zip) => (zip.area ? COUNTRY_PEOPLE : 0));
  const near = nearby(zips);
  const named = byName(zips);
  for (const place of places) {
    if (place.section || place.people === 0 || CITY_WHOLE.has(`${place.state}|${place.name}`))
      continue;
    const homes = zipsOfPlace(zips, place, near, named);
    for (const at of homes) weights[at] = (weights[at] ?? 0) + place.people / homes.size;
  }
  return Float32Array.from(weights, Math.round);
}

/** Radius of a place of so many people: ln(km²) = -3.63 + 0.697 ln(people) fits census places. */
export const radiusKm = (people: number): number =>
  Math.sqrt(Math.exp(-3.63 + 0.697 * Math.log(Math.max(people, PEOPLE_MIN))) / Math.PI);

/** The gazetteers list places from 1,000 people. */
const PEOPLE_MIN = 1_000;
const COUNTRY_PEOPLE = 2_000;

/** New York City is counted by its boroughs, so neither as a whole nor by a seat of a borough. */
const CITY_WHOLE = new Set(['NY|New York City', 'NY|Jamaica']);
const BOROUGHS = new Map([
  ['NY|Manhattan', 'Manhattan'],
  ['NY|The Bronx', 'Bronx'],
  ['NY|Brooklyn', 'Brooklyn'],
  ['NY|Queens', 'Queens'],
  ['NY|Staten Island', 'Staten Island'],
]);

function zipsOfPlace(
  zips: readonly ZipRow[],
  place: PeopledPlace,
  near: (lat: number, lng: number, km: number) => number[],
  named: ReadonlyMap<string, readonly number[]>,
): Set<number> {
  const borough = BOROUGHS.get(`${place.state}|${place.name}`);
  if (borough) {
    return new Set(zips.flatMap((z, at) => (z.area && nycBorough(z.zip) === borough ? [at] : [])));
  }
  const point = { lat: micro(place.lat), lng: micro(place.lng) };
  const reach = radiusKm(place.people);
  const found = new Set(near(place.lat, place.lng, reach));
  for (const at of named.get(`${place.state}|${normalName(place.name)}`) ?? []) {
    if (kmBetween(zips[at] ?? FAR, point) <= NAMED_REACH * reach + NAMED_KM) found.add(at);
  }
  if (found.size > 0) return found;
  return new Set(near(place.lat, place.lng, COUNTRY_KM).slice(0, 1));
}

/** A ZIP may carry the name of a town whose centre lies this far away. */
const NAMED_REACH = 1.5;
const NAMED_KM = 3;
const COUNTRY_KM = 60;
const FAR = { lat: -90 * MICRO, lng: 0 };

function byName(zips: readonly ZipRow[]): Map<string, number[]> {
  const named = new Map<string, number[]>();
  zips.forEach((zip, at) => {
    if (!zip.area) return;
    const key = `${zip.state}|${normalName(zip.city)}`;
    named.set(key, [...(named.get(key) ?? []), at]);
  });
  return named;
}

/** Areas within a distance of a point, nearest first, through a grid of whole degrees. */
function nearby(zips: readonly ZipRow[]): (lat: number, lng: number, km: number) => number[] {
  const grid = new Map<string, number[]>();
  zips.forEach((zip, at) => {
    if (!zip.area) return;
    const cell = `${Math.floor(zip.lat / MICRO)},${Math.floor(zip.lng / MICRO)}`;
    const list = grid.get(cell);
    if (list) list.push(at);
    else grid.set(cell, [at]);
  });
  return (lat, lng, km) => {
    const point = { lat: micro(lat), lng: micro(lng) };
    const found: { at: number; km: number }[] = [];
    const dLat = km / KM_PER_DEGREE;
    const dLng = dLat / Math.cos((lat / 180) * Math.PI);
    for (let y = Math.floor(lat - dLat); y <= Math.floor(lat + dLat); y += 1) {
      for (let x = Math.floor(lng - dLng); x <= Math.floor(lng + dLng); x += 1) {
        for (const at of grid.get(`${y},${x}`) ?? []) {
          const far = kmBetween(zips[at] ?? FAR, point);
          if (far <= km) found.push({ at, km: far });
        }
      }
    }
    return found.sort((a, b) => a.km - b.km || a.at - b.at).map((each) => each.at);
  };
}
