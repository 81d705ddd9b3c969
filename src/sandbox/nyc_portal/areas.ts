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

export interface Neighbourhood {
  readonly code: number;
  readonly name: string;
}

/** Neighbourhoods by borough: known ones under the codes that clients know, invented ones under others. */
const NEIGHBOURHOODS: Readonly<Record<number, readonly Neighbourhood[]>> = {
  100: listed(`104 Financial District, 105 Tribeca, 107 SoHo, 109 Lower East Side, 110 Chinatown,
    112 Battery Park City, 115 Chelsea, 116 Greenwich Village, 117 East Village, 118 NoHo, 120 Midtown,
    123 Midtown East, 124 Midtown West, 130 Murray Hill, 137 Upper West Side, 140 Upper East Side,
    141 Lenox Hill, 142 Yorkville, 149 Washington Heights, 150 Inwood, 152 Hell's Kitchen, 154 Harlem,
    155 East Harlem, 157 West Village, 158 Flatiron, 159 NoMad, 162 Nolita, 180 Anchor Reach`),
  200: listed(`201 Mott Haven, 214 Fordham, 225 Riverdale, 280 Bellows Yard, 281 Dovecote,
    282 Fiddler's Green, 283 Gasworks Hill, 284 Heron Basin`),
  300: listed(`301 Greenpoint, 302 Williamsburg, 303 Downtown Brooklyn, 304 Fort Greene,
    305 Brooklyn Heights, 306 Boerum Hill, 307 DUMBO, 310 Bed-Stuy, 313 Bushwick, 318 Red Hook,
    319 Park Slope, 320 Gowanus, 321 Carroll Gardens, 322 Cobble Hill, 325 Crown Heights,
    326 Prospect Heights, 364 Clinton Hill, 390 Inkpot Corner`),
  400: listed(`401 Astoria, 402 Long Island City, 403 Sunnyside, 404 Woodside, 405 Jackson Heights,
    408 Elmhurst, 412 Ridgewood, 415 Forest Hills, 416 Flushing, 490 Juniper Slip, 491 Kiln Park`),
  500: listed(`510 Lantern Square, 511 Millrace, 512 Northpier, 513 Oakum Row, 514 Paper Street,
    515 Quarry End`),
};

function listed(text: string): readonly Neighbourhood[] {
  return text.split(/,\s+/).map((entry) => {
    const [code = '', ...words] = entry.trim().split(/\s+/);
    return { code: Number(code), name: words.join(' ') };
  });
}

/** The borough of a ZIP, 999 on the other bank, or undefined elsewhere. */
export function areaOf(zip: string, state: string): number | undefined {
  if (state === 'NJ') return OTHER_BANK.test(zip) ? NEW_JERSEY : undefined;
  if (state !== 'NY') return undefined;
  return BOROUGHS.find((borough) => borough.zips.test(zip))?.code;
}

const CODES = new Set(
  Object.values(NEIGHBOURHOODS)
    .flat()
    .map(({ code }) => code),
);

/** Whether the portal has an area of this code. */
export const isArea = (code: unknown): code is number =>
  code === WHOLE_CITY ||
  BOROUGHS.some((borough) => borough.code === code) ||
  (typeof code === 'number' && CODES.has(code));

/** The two neighbourhoods that the homes of a ZIP lie in, most of them in the first. */
export function neighbourhoodsOf(zip: string, borough: number): readonly Neighbourhood[] {
  const all = NEIGHBOURHOODS[borough] ?? [];
  const at = Number(zip);
  return [at, at + 1].flatMap((each) => all[each % all.length] ?? []);
}

export const boroughName = (code: number): string =>
  BOROUGHS.find((borough) => borough.code === code)?.name ?? 'new-jersey';
