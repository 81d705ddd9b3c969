/** The portal's area codes and the ZIPs below them. */
import { NYC_AREAS } from '#geo/nyc-areas.js';
import type { HomeEdges, Plot } from '../data/home.js';
import { AREAS_OF_ZIPS, OTHER_AREAS } from './area-list.js';

/** The whole city, with a few places across the river. */
export const WHOLE_CITY = 1;
export const NEW_JERSEY = 999;

interface Borough {
  readonly code: number;
  readonly name: string;
  readonly zips: RegExp;
}

const BOROUGHS: readonly Borough[] = [
  { code: 100, name: 'manhattan', zips: /^10[0-2]/ },
  { code: 200, name: 'bronx', zips: /^104/ },
  { code: 300, name: 'brooklyn', zips: /^112/ },
  { code: 400, name: 'queens', zips: /^(?:11[1346]|11004$|11005$)/ },
  { code: 500, name: 'staten-island', zips: /^103/ },
];
/** Towns across the river that the portal includes in a search of the whole city. */
const OTHER_BANK = /^(?:0703[0-2]|0708[67]|0730)/;
/** The box of the city and the towns across the river, with room for homes that stray. */
export const CITY_EDGES: HomeEdges = { west: -74.35, south: 40.4, east: -73.6, north: 41 };

export interface Neighbourhood {
  readonly code: number;
  readonly name: string;
  /** Its code and those of the areas that contain it: a search of any of them returns its homes. */
  readonly within: readonly number[];
}

interface Listed {
  readonly name: string;
  readonly parent: number;
}

const LISTED: ReadonlyMap<number, Listed> = new Map(
  [NYC_AREAS, OTHER_AREAS].flatMap((table) =>
    Object.entries(table).flatMap(([parent, text]) =>
      entriesOf(text).map(([code = '', ...words]) => {
        return [Number(code), { name: words.join(' '), parent: Number(parent) }] as const;
      }),
    ),
  ),
);

const ZIP_AREAS: ReadonlyMap<string, readonly Neighbourhood[]> = new Map(
  entriesOf(AREAS_OF_ZIPS).map(([zip = '', ...codes]) => [
    zip,
    codes.map((code) => areaAt(Number(code))),
  ]),
);

/** The words of each entry of a comma-separated list. */
function entriesOf(text: string): string[][] {
  return text
    .trim()
    .split(/,\s+/)
    .map((entry) => entry.split(/\s+/));
}

function areaAt(code: number): Neighbourhood {
  const name = LISTED.get(code)?.name ?? '';
  const within: number[] = [];
  for (let at: number | undefined = code; at !== undefined; at = LISTED.get(at)?.parent) {
    within.push(at);
  }
  return { code, name, within };
}

/** The borough of a ZIP, 999 across the river, or undefined elsewhere. */
export function areaOf(zip: string, state: string): number | undefined {
  if (state === 'NJ') return OTHER_BANK.test(zip) ? NEW_JERSEY : undefined;
  if (state !== 'NY') return undefined;
  return BOROUGHS.find((borough) => borough.zips.test(zip))?.code;
}

/** Whether the portal has an area of this code. */
export const isArea = (code: unknown): code is number =>
  code === WHOLE_CITY || (typeof code === 'number' && LISTED.has(code));

/** Whether a search of some areas returns the homes of a neighbourhood. */
export const isWithin = (
  { within }: Pick<Neighbourhood, 'within'>,
  areas: readonly number[],
): boolean => within.some((code) => areas.includes(code));

/** An island with some homes filed in another neighbourhood of its borough, unlike on maps. */
const STRAYING = { zip: '10464', areas: [236, 245] };

/** The neighbourhoods of a ZIP's homes, most of them in the first. */
export function neighbourhoodsOf(zip: string, borough: number): readonly Neighbourhood[] {
  if (zip === STRAYING.zip) return STRAYING.areas.map(areaAt);
  const listed = ZIP_AREAS.get(zip);
  if (listed !== undefined) return listed;
  const [[code = ''] = []] = entriesOf(OTHER_AREAS[borough] ?? '');
  return code === '' ? [] : [areaAt(Number(code))];
}

export const boroughName = (code: number): string =>
  BOROUGHS.find((borough) => borough.code === code)?.name ?? 'new-jersey';

/** Whether the homes of a ZIP are in the city, and not in a town across the river. */
export function inCity({ zip }: Plot): boolean {
  const area = areaOf(zip.zip, zip.state);
  return area !== undefined && area !== NEW_JERSEY;
}
