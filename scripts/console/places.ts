/**
 * The places that the console suggests, in small files that are loaded as somebody types. Every
 * name is asked of the geography pack first, so that no suggestion is one that the service rejects.
 */
import { normalName } from '#domain/names.js';
import type { Geo, Zip } from '#geo/geo.js';
import { isNycCityName, NYC_COUNTIES } from '#geo/index.js';
import { peopledPlaces, places } from '../geo/sources.js';

/** Name, state, latitude, longitude; of a ZIP its city in front of the state. */
export type PlaceEntry = readonly [string, string, number, number];
export type ZipEntry = readonly [string, string, string, number, number];

export interface PlaceFiles {
  /** By first digit. */
  readonly zips: ReadonlyMap<string, readonly ZipEntry[]>;
  /** By first letter of the normalised name, larger cities first. */
  readonly cities: ReadonlyMap<string, readonly PlaceEntry[]>;
  readonly counties: readonly PlaceEntry[];
  readonly nyc: {
    readonly zips: readonly ZipEntry[];
    readonly cities: readonly PlaceEntry[];
    readonly counties: readonly PlaceEntry[];
  };
  /** The largest cities, for names on the map: entries with people in thousands. */
  readonly labels: readonly (readonly [string, number, number, number])[];
}

const LABELS = 5_000;
/** Two decimals are a kilometre: enough to bring the map there. */
const near = (degrees: number): number => Math.round(degrees * 100) / 100;

/** Reads the pack and the gazetteers; the same packages always give the same files. */
export function placeFiles(geo: Geo): PlaceFiles {
  const zips = [...geo.zips()].filter((zip) => zip.city !== '');
  const cities = citiesOf(geo, zips);
  const zipEntries = zips.map(zipEntry);
  return {
    zips: groupBy(zipEntries, ([zip]) => zip.slice(0, 1)),
    cities: groupBy(cities.map(cityEntry), ([name]) => letterOf(name)),
    counties: countiesOf(geo, zips),
    nyc: {
      zips: zipEntries.filter(([zip]) => geo.inNyc(zip)),
      cities: cities
        .filter(({ name, state }) => state === 'NY' && isNycCityName(name))
        .map(cityEntry),
      counties: countiesOf(geo, zips).filter(([name, state]) =>
        Object.values(NYC_COUNTIES).includes(geo.county(name, state)?.fips[0] as '36061'),
      ),
    },
    labels: cities
      .slice(0, LABELS)
      .map(({ name, lat, lng, people }) => [name, near(lat), near(lng), Math.round(people / 1000)]),
  };
}

interface NamedCity {
  readonly name: string;
  readonly state: string;
  readonly lat: number;
  readonly lng: number;
  readonly people: number;
}

/** Gazetteer places and post offices, each name once a state, larger first. */
function citiesOf(geo: Geo, zips: readonly Zip[]): NamedCity[] {
  const peopled = new Map<string, number>();
  for (const { name: full, state, people, section } of peopledPlaces()) {
    const name = cityName(full);
    const key = keyOf(name, state);
    if (!section || isNycCityName(name)) peopled.set(key, Math.max(peopled.get(key) ?? 0, people));
  }
  const found = new Map<string, NamedCity>();
  for (const place of [...places(), ...zips.map((zip) => ({ ...zip, name: zip.city }))]) {
    const { state, lat, lng } = place;
    const name = cityName(place.name);
    const key = keyOf(name, state);
    if (found.has(key) || letterOf(name) === '' || geo.city(name, state) === undefined) continue;
    found.set(key, { name, state, lat, lng, people: peopled.get(key) ?? 0 });
  }
  const order = new Intl.Collator('en');
  return [...found.values()].sort(
    (a, b) =>
      b.people - a.people || order.compare(a.name, b.name) || order.compare(a.state, b.state),
  );
}

function countiesOf(geo: Geo, zips: readonly Zip[]): PlaceEntry[] {
  const byFips = new Map<string, Zip[]>();
  for (const zip of zips) {
    if (zip.county_fips === null) continue;
    byFips.set(zip.county_fips, [...(byFips.get(zip.county_fips) ?? []), zip]);
  }
  return [...byFips].flatMap(([fips, members]): PlaceEntry[] => {
    const county = geo.countyName(fips);
    if (county === undefined || geo.county(county.name, county.state) === undefined) return [];
    const mean = (of: (zip: Zip) => number) =>
      near(members.reduce((sum, zip) => sum + of(zip), 0) / members.length);
    return [[county.name, county.state, mean((zip) => zip.lat), mean((zip) => zip.lng)]];
  });
}

/** The ZIPs of cities whose ZIPs are not those of their post office, such as all five boroughs. */
export function cityZips(
  geo: Geo,
  { zips, cities }: Pick<PlaceFiles, 'zips' | 'cities'>,
): Readonly<Record<string, readonly string[]>> {
  const byPostOffice = groupBy([...zips.values()].flat(), ([, city, state]) => keyOf(city, state));
  const entries = [...cities.values()].flat().flatMap(([name, state]) => {
    const known = geo.city(name, state)?.zips ?? [];
    const named = (byPostOffice.get(keyOf(name, state)) ?? []).map(([zip]) => zip);
    const same = String([...known].sort()) === String(named.sort());
    return same ? [] : [[keyOf(name, state), known] as const];
  });
  return Object.fromEntries(entries);
}

/** Name, state and FIPS codes of every county, the former ones of Connecticut among them. */
export function countyFips(
  geo: Geo,
  counties: readonly PlaceEntry[],
): (readonly [name: string, state: string, fips: readonly string[]])[] {
  const former = FORMER_IN_CONNECTICUT.map((name) => [`${name} County`, 'CT'] as const);
  const names = [...counties.map(([name, state]) => [name, state] as const), ...former];
  return names.map(([name, state]) => [name, state, geo.county(name, state)?.fips ?? []] as const);
}

const FORMER_IN_CONNECTICUT =
  'Fairfield,Hartford,Litchfield,Middlesex,New Haven,New London,Tolland,Windham'.split(',');

const zipEntry = ({ zip, city, state, lat, lng }: Zip): ZipEntry => [
  zip,
  city,
  state,
  near(lat),
  near(lng),
];
const cityEntry = ({ name, state, lat, lng }: NamedCity): PlaceEntry => [
  name,
  state,
  near(lat),
  near(lng),
];
/** As rows name it. */
const cityName = (name: string): string => (name === 'New York City' ? 'New York' : name);
const keyOf = (name: string, state: string): string => `${state}|${normalName(name)}`;
const letterOf = (name: string): string => /^[a-z]/.exec(normalName(name))?.[0] ?? '';

function groupBy<T>(all: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}
