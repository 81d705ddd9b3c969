/** Place suggestions, from small files of the build that are loaded on first use. */
import { buildFile } from '../service/query.js';

export interface Suggestion {
  readonly kind: 'zip' | 'city' | 'county';
  /** ZIP code or name. */
  readonly name: string;
  /** Post office of a ZIP; null otherwise. */
  readonly city: string | null;
  readonly state: string;
  readonly lat: number;
  readonly lng: number;
}

export type ZipEntry = readonly [
  zip: string,
  city: string,
  state: string,
  lat: number,
  lng: number,
];
type PlaceEntry = readonly [name: string, state: string, lat: number, lng: number];
interface NycFile {
  readonly zips: readonly ZipEntry[];
  readonly cities: readonly PlaceEntry[];
  readonly counties: readonly PlaceEntry[];
}

const SUGGESTIONS_MAX = 8;

const FILES = import.meta.glob<string>(
  [
    '../../../dist/console-data/{zips,cities}-*.json',
    '../../../dist/console-data/{counties,county-fips,city-zips,nyc}.json',
  ],
  { query: '?url', import: 'default', eager: true },
);

/** Places whose name starts with the text, larger cities first. */
export async function suggestPlaces(
  text: string,
  form: 'place' | 'county',
  nycOnly: boolean,
): Promise<Suggestion[]> {
  const [wanted, state] = partsOf(text);
  if (wanted === '') return [];
  if (/^\d/.test(wanted)) return form === 'county' ? [] : suggestZips(wanted, nycOnly);
  const kind = form === 'county' ? 'county' : 'city';
  const entries = await entriesOf(kind, wanted, nycOnly);
  const fits = entries.filter(
    ([name, of]) => normal(name).startsWith(wanted) && (state === null || of.startsWith(state)),
  );
  return fits
    .slice(0, SUGGESTIONS_MAX)
    .map(([name, of, lat, lng]) => ({ kind, name, city: null, state: of, lat, lng }));
}

/** Places with exactly this name, larger cities first; a county with or without that word. */
export async function placesCalled(text: string, form: 'place' | 'county'): Promise<Suggestion[]> {
  const kind = form === 'county' ? 'county' : 'city';
  const wanted = bareCounty(text);
  if (wanted === '') return [];
  const entries = await entriesOf(kind, wanted, false);
  return entries
    .filter(([name]) => bareCounty(name) === wanted)
    .slice(0, SUGGESTIONS_MAX)
    .map(([name, state, lat, lng]) => ({ kind, name, city: null, state, lat, lng }));
}

async function suggestZips(wanted: string, nycOnly: boolean): Promise<Suggestion[]> {
  const zips = nycOnly
    ? (await load<NycFile>('nyc')).zips
    : await zipsBeginningWith(wanted.slice(0, 1));
  return zips
    .filter(([zip]) => zip.startsWith(wanted))
    .slice(0, SUGGESTIONS_MAX)
    .map(([name, city, state, lat, lng]) => ({ kind: 'zip', name, city, state, lat, lng }));
}

/** All ZIPs with this first digit. */
export const zipsBeginningWith = (digit: string): Promise<readonly ZipEntry[]> =>
  load<readonly ZipEntry[]>(`zips-${digit}`);

type CityZips = Readonly<Record<string, readonly string[]>>;

/** All ZIPs that the service counts to this city; of most, those whose post office has its name. */
export async function zipsOfCity(city: string, state: string): Promise<readonly string[]> {
  const own = (await load<CityZips>('city-zips'))[`${state.toUpperCase()}|${normal(city)}`];
  if (own !== undefined) return own;
  const digit = FIRST_DIGITS.findIndex((states) => states.includes(state.toUpperCase()));
  if (digit === -1) return [];
  const zips = await zipsBeginningWith(String(digit));
  return zips
    .filter(([, name, of]) => of === state.toUpperCase() && normal(name) === normal(city))
    .map(([zip]) => zip);
}

/** States by the first digit of their ZIPs. */
const FIRST_DIGITS = [
  'CT MA ME NH NJ PR RI VI VT',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AL FL GA MS TN',
  'IN KY MI OH',
  'IA MN MT ND SD WI',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV UT WY',
  'AK AS CA GU HI MP OR WA',
].map((states) => states.split(' '));

type CountyFips = readonly (readonly [name: string, state: string, fips: readonly string[]])[];

/** The codes of a county, with or without the word County. */
export async function fipsOfCounty(county: string, state: string): Promise<readonly string[]> {
  const counties = (await load<CountyFips>('county-fips')).filter(
    ([, of]) => of === state.toUpperCase(),
  );
  const named = (key: (name: string) => string) =>
    counties.find(([name]) => key(name) === key(county));
  return (named(normal) ?? named(bareCounty))?.[2] ?? [];
}

const bareCounty = (name: string): string =>
  normal(name).replace(
    / (county|parish|borough|census area|municipality|municipio|planning region)$/,
    '',
  );

async function entriesOf(
  kind: 'city' | 'county',
  wanted: string,
  nycOnly: boolean,
): Promise<readonly PlaceEntry[]> {
  if (nycOnly) {
    const nyc = await load<NycFile>('nyc');
    return kind === 'county' ? nyc.counties : nyc.cities;
  }
  const file = kind === 'county' ? 'counties' : `cities-${wanted.slice(0, 1)}`;
  return load<readonly PlaceEntry[]>(file);
}

/** Splits "aus, tx" into name and start of the state. */
function partsOf(text: string): [name: string, state: string | null] {
  const [name = '', state] = text.split(',', 2);
  return [normal(name), state?.trim() ? state.trim().toUpperCase() : null];
}

/** Close to the comparison of the service: ignores accents, case and full stops. */
export const normal = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}|[.'’]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bfort\b/g, 'ft')
    .replace(/\bmount\b/g, 'mt');

/** A missing file is an empty list. */
async function load<T>(name: string): Promise<T> {
  const url = FILES[`../../../dist/console-data/${name}.json`];
  return url === undefined ? ([] as T) : buildFile<T>(url);
}

/** "78704 · Austin, TX" */
export const placeText = ({ kind, name, city, state }: Suggestion): string =>
  kind === 'zip' ? `${name} · ${city}, ${state}` : `${name}, ${state}`;
