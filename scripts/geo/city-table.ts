/** Cities: the union of post office names and of gazetteer places. */
import { micro } from '#domain/box.js';
import { normalName } from '#domain/names.js';
import { nycBorough } from '#geo/nyc.js';
import { kmBetween, type MicroPoint } from './cells.js';
import { CITY_ALIASES, NYC_CITIES } from './city-names.js';
import { compactKey } from './county-table.js';
import { radiusKm } from './people.js';
import type { PeopledPlace, Place } from './sources.js';
import { byBytes } from './writer.js';
import type { ZipRow } from './zip-table.js';

export interface CityRow {
  /** "TX|austin", best first: the names that a row of this city may carry. */
  readonly keys: string[];
  /** Places of the ZIPs in the table of ZIPs. */
  readonly zips: number[];
  /** Centre in microdegrees and half the side in decametres, or null when the ZIPs cover it. */
  circle: { readonly lat: number; readonly lng: number; readonly half: number } | null;
}

export interface CityTable {
  readonly cities: readonly CityRow[];
  /** Every key, spellings without spaces included, to the place of its city. Sorted. */
  readonly keys: ReadonlyMap<string, number>;
}

export function cityTable(
  zips: readonly ZipRow[],
  places: readonly Place[],
  peopled: readonly PeopledPlace[],
): CityTable {
  const byKey = new Map<string, CityRow>();
  const bySpelling = new Map<string, CityRow>();
  for (const city of postOfficeCities(zips)) {
    for (const key of city.keys) {
      byKey.set(key, city);
      bySpelling.set(compactKey(key), city);
    }
  }
  for (const place of largestFirst(places, peopled)) addPlace({ byKey, bySpelling }, zips, place);
  for (const [state, alias, name] of CITY_ALIASES) {
    const city = byKey.get(`${state}|${normalName(name)}`);
    const key = `${state}|${normalName(alias)}`;
    if (!city) throw new Error(`the alias ${alias}, ${state} leads to no city ${name}`);
    if (!byKey.has(key)) rename(byKey, city, key);
  }
  addNewYork(byKey, zips);
  return tableOf(byKey);
}

function postOfficeCities(zips: readonly ZipRow[]): Iterable<CityRow> {
  const cities = new Map<string, CityRow>();
  zips.forEach((zip, at) => {
    const name = normalName(zip.city);
    if (name === '') return;
    const key = `${zip.state}|${name}`;
    const city = cities.get(key);
    if (city) city.zips.push(at);
    else cities.set(key, { keys: [key], zips: [at], circle: null });
  });
  return cities.values();
}

type SizedPlace = Place & { readonly people: number; readonly section: boolean };

/** Places with their people, the larger first, so that of two of one name the larger has it. */
function largestFirst(places: readonly Place[], peopled: readonly PeopledPlace[]): SizedPlace[] {
  const byName = new Map<string, PeopledPlace[]>();
  for (const place of peopled) {
    const key = `${place.state}|${normalName(place.name)}`;
    byName.set(key, [...(byName.get(key) ?? []), place]);
  }
  const sized = places.map((place) => {
    const same = byName
      .get(`${place.state}|${normalName(place.name)}`)
      ?.find((each) => kmBetween(microPoint(each), microPoint(place)) < SAME_PLACE_KM);
    return { ...place, people: same?.people ?? 0, section: same?.section ?? false };
  });
  return sized.sort((a, b) => b.people - a.people || a.lat - b.lat || a.lng - b.lng);
}

/** Cities by key, and post offices by key without spaces: "McLean" finds the office "Mc Lean". */
interface Names {
  readonly byKey: Map<string, CityRow>;
  readonly bySpelling: ReadonlyMap<string, CityRow>;
}

/**
 * A place whose name is a post office nearby is that city; elsewhere in the state it is another
 * place of the same name and yields to the post office. A part of a city that is no post office is
 * left out: no row ever names it as its city.
 */
function addPlace({ byKey, bySpelling }: Names, zips: readonly ZipRow[], place: SizedPlace): void {
  const key = `${place.state}|${normalName(place.name)}`;
  const centre = microPoint(place);
  const reach = radiusKm(place.people) * CIRCLE_REACH;
  const circle = { ...centre, half: Math.min(HALF_MAX, Math.round(reach * 100)) };
  const found = byKey.get(key) ?? bySpelling.get(compactKey(key));
  const km = found ? kmToCity(found, zips, centre) : Infinity;
  if (found && km <= SAME_CITY_KM) {
    // The post offices may lie at the city's edge: then the circle covers what they do not.
    if (found.circle === null && km > reach) found.circle = circle;
    if (!byKey.has(key)) rename(byKey, found, key);
  } else if (!byKey.has(key) && !place.section) {
    rename(byKey, { keys: [], zips: [], circle }, key);
  }
}

function kmToCity(city: CityRow, zips: readonly ZipRow[], centre: MicroPoint): number {
  const points = city.zips.flatMap((at) => zips[at] ?? []);
  const all = city.circle ? [...points, city.circle] : points;
  return all.reduce((least, point) => Math.min(least, kmBetween(point, centre)), Infinity);
}

function addNewYork(byKey: Map<string, CityRow>, zips: readonly ZipRow[]): void {
  for (const { borough, names } of NYC_CITIES) {
    const members = zips.flatMap((zip, at) => {
      const own = nycBorough(zip.zip);
      return own && (borough === null || own === borough) ? [at] : [];
    });
    const city: CityRow = { keys: [], zips: members, circle: null };
    for (const name of names) rename(byKey, city, `NY|${normalName(name)}`);
  }
}

function rename(byKey: Map<string, CityRow>, city: CityRow, key: string): void {
  city.keys.push(key);
  byKey.set(key, city);
}

function tableOf(byKey: ReadonlyMap<string, CityRow>): CityTable {
  const cities = [...new Set(byKey.values())].sort((a, b) =>
    byBytes(a.keys[0] ?? '', b.keys[0] ?? ''),
  );
  const number = new Map(cities.map((city, at) => [city, at]));
  const keys = new Map([...byKey].map(([key, city]) => [key, number.get(city) ?? -1]));
  const compact = new Map<string, number>();
  for (const [key, city] of keys) {
    const short = compactKey(key);
    // Two cities that differ by a space alone stay apart: neither may take the other's rows.
    if (!keys.has(short)) compact.set(short, compact.has(short) ? AMBIGUOUS : city);
  }
  for (const [key, city] of compact) if (city !== AMBIGUOUS) keys.set(key, city);
  return { cities, keys: new Map([...keys].sort(([a], [b]) => byBytes(a, b))) };
}

const microPoint = (place: MicroPoint): MicroPoint => ({
  lat: micro(place.lat),
  lng: micro(place.lng),
});

const AMBIGUOUS = -1;
const SAME_PLACE_KM = 12;
const SAME_CITY_KM = 25;
/** One standard deviation of the areas of census places about the formula. */
const CIRCLE_REACH = 1.5;
const HALF_MAX = 6_000;
