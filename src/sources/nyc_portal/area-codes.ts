/**
 * The source's areas: a tree of boroughs, their areas and the parts of those. A search of an area
 * returns the homes of all its parts, and a row names the smallest one that contains it.
 */
import { compactName, normalName } from '#domain/names.js';
import { NYC_AREAS } from '#geo/nyc-areas.js';

/** The city with its neighbours across the river: the root, which is never requested. */
const ROOT = 1;

/** The parts of each area with their codes, in the source's spelling. */
const PARTS: Readonly<Record<number, string>> = {
  ...NYC_AREAS,
  [ROOT]: `${NYC_AREAS[ROOT]}, 1000000 New Jersey`,
  1000000: `856000 Cliffside Park, 862000 Edgewater, 869000 Fort Lee, 1001000 Jersey City, 1003000
    Bayonne, 1004000 Hoboken, 1005000 East Newark, 1006000 Union City, 1007000 North Bergen,
    1008000 Weehawken, 1009000 Guttenberg, 1010000 Harrison, 1011000 Kearny, 1012000 Secaucus,
    1013000 West New York`,
  1001000: `1001150 Historic Downtown, 1001250 Waterfront, 1001400 The Heights, 1001600 Journal Square,
    1001800 McGinley Square, 1002100 West Side, 1117007 Newport, 1117008 Bergen/Lafayette`,
  1001250: '1001270 Paulus Hook',
};

/**
 * Names without their own code, by the area to request instead: other names of it, and parts that
 * the source once had or that other maps of the city show.
 */
const OTHER_NAMES: Readonly<Record<number, string>> = {
  106: 'Stuyvesant Town, Peter Cooper Village',
  114: 'South Street Seaport',
  117: 'Alphabet City',
  154: 'Harlem',
  209: 'East Morrisania',
  225: 'North Riverdale',
  228: 'Clason Point',
  238: 'Bronxdale',
  242: 'Olinville',
  310: 'Bed-Stuy',
  319: 'South Slope',
  328: 'Columbia Street Waterfront',
  451: 'Hollis Hills',
  477: 'Rockaway Beach',
};

interface Named {
  readonly name: string;
  readonly parent: number;
}

const entriesOf = (text: string): readonly string[] => text.split(/,\s+/);

const AREAS: ReadonlyMap<number, Named> = new Map(
  Object.entries(PARTS).flatMap(([parent, parts]) =>
    entriesOf(parts).map((entry) => {
      const [code = '', ...words] = entry.split(/\s+/);
      return [Number(code), { name: words.join(' '), parent: Number(parent) }] as const;
    }),
  ),
);

/** Words at the start of a name that have a short form, even if no space follows. */
const SHORTENED: Readonly<Record<string, string>> = { saint: 'st', fort: 'ft', mount: 'mt' };

/** A name normalized for comparison: without case, accents, spaces and punctuation. */
const keyOf = (name: string): string =>
  compactName(normalName(name)).replace(/^(?:saint|fort|mount)/, (word) => SHORTENED[word] ?? word);

const CODES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(OTHER_NAMES).flatMap(([code, names]) =>
    entriesOf(names).map((name) => [keyOf(name), Number(code)] as const),
  ),
  ...[...AREAS].map(([code, { name }]) => [keyOf(name), code] as const),
]);

/** Every area of the source: code, name and, below the whole city, the code of its parent. */
export const listAreas = (): readonly (readonly [code: string, name: string, parent: string])[] =>
  [...AREAS].map(([code, { name, parent }]) => [String(code), name, String(parent)]);

/**
 * The codes that return the homes of an area, the smallest area first and its borough last. A name
 * without a code uses the area that contains it. Empty if the name is unknown.
 */
export function codesOfArea(name: string): readonly string[] {
  const code = CODES.get(keyOf(name));
  return code === undefined ? [] : [code, ...aboveOf(code)].map(String);
}

/** The codes of the areas that contain an area, from the smallest to the borough. */
export function areasAbove(code: string): readonly string[] {
  return aboveOf(Number(code)).map(String);
}

function aboveOf(code: number): number[] {
  const above: number[] = [];
  for (let at = AREAS.get(code)?.parent; at !== undefined && at !== ROOT; ) {
    above.push(at);
    at = AREAS.get(at)?.parent;
  }
  return above;
}

/**
 * The name of an area in its borough: of names that occur twice in the city, one includes the
 * borough, as in "Murray Hill (Queens)".
 */
export function nameInBorough(name: string, borough: string | undefined): string {
  if (borough === undefined) return name;
  const full = `${name} (${borough})`;
  return CODES.has(keyOf(full)) ? full : name;
}
