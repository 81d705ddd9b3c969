/** The portal's area codes and the ZIPs below them. */
import type { Edges } from '../data/home.js';

/** The whole city, with a few places over the river. */
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
/** Towns of the other bank that the portal counts to the city when the whole city is asked for. */
const OTHER_BANK = /^(?:0703[0-2]|0708[67]|0730)/;
/** Where the city and the other bank are, with room for homes that stray. */
export const CITY_EDGES: Edges = { west: -74.35, south: 40.4, east: -73.6, north: 41 };

const NAMES = `Anchor Reach|Bellows Yard|Cooper's Rise|Dovecote|Eastwharf|Fiddler's Green|Gasworks
 Hill|Heron Basin|Inkpot Corner|Juniper Slip|Kiln Park|Lantern Square|Millrace|Northpier|Oakum
 Row|Paper Street|Quarry End|Ropewalk|Sailmaker Village|Tallow Town|Upper Weir|Vinegar Flats|Wool
 Exchange|Yardarm`
  .replaceAll(/\s+/g, ' ')
  .split('|');

/** The borough of a ZIP, 999 on the other bank, or undefined elsewhere. */
export function areaOf(zip: string, state: string): number | undefined {
  if (state === 'NJ') return OTHER_BANK.test(zip) ? NEW_JERSEY : undefined;
  if (state !== 'NY') return undefined;
  return BOROUGHS.find((borough) => borough.zips.test(zip))?.code;
}

/** Whether the portal has an area of this code. */
export const isArea = (code: unknown): code is number =>
  code === WHOLE_CITY || BOROUGHS.some((borough) => borough.code === code);

/** The invented neighbourhood of a ZIP. */
export const neighbourhoodOf = (zip: string): string =>
  NAMES[Number(zip) % NAMES.length] ?? 'Millrace';

export const boroughName = (code: number): string =>
  BOROUGHS.find((borough) => borough.code === code)?.name ?? 'new-jersey';
