/** States, cities and counties by the names people call them. */

import { type Box, boxAround, MICRO } from '#domain/box.js';
import { compactName, isPlaceName, normalName } from '#domain/names.js';
import { boxOfSquare } from './cover.js';
import type { City, County, CountyName } from './geo.js';
import type { Pack } from './pack.js';
import { type Polygons, partsOf } from './polygons.js';
import type { Strings } from './strings.js';
import type { Zips } from './zips.js';

export class Places {
  readonly #pack: Pack;
  readonly #zips: Zips;
  readonly #polygons: Polygons;
  readonly #fips: Uint32Array;

  constructor(pack: Pack, zips: Zips, polygons: Polygons) {
    this.#pack = pack;
    this.#zips = zips;
    this.#polygons = polygons;
    this.#fips = pack.u32('county.fips');
  }

  /** The 50 states, DC, and the five inhabited territories, by their postal codes. */
  state = (code: string): boolean =>
    this.#pack.strings('state').indexOf(code.trim().toUpperCase()) >= 0;

  city(name: string, state: string): City | undefined {
    if (!isPlaceName(name) && !WITH_SLASH.test(name)) return undefined;
    const key = this.#find('city.key', state, cityForms(name));
    return key < 0 ? undefined : this.#cityAt(this.#pack.u16('city.keyOf')[key] as number);
  }

  county(name: string, state: string): County | undefined {
    if (!isPlaceName(name)) return undefined;
    const key = this.#find('county.key', state, [normalName(name)]);
    if (key < 0) return undefined;
    const counties = [...slice(this.#pack, 'county.keyOf', key)];
    const names = counties.map((county) => this.countyAt(county));
    return {
      fips: names.map((each) => each.fips),
      // Several counties answer only to the name of a county that Connecticut had until 2022.
      name: names.length > 1 ? `${titled(name)} County` : (names[0]?.name ?? ''),
      state: state.trim().toUpperCase(),
      cover: counties.flatMap((county) => this.#countyCover(county)),
    };
  }

  countyName(fips: string): CountyName | undefined {
    const county = this.countyIndex(fips);
    return county < 0 ? undefined : this.countyAt(county);
  }

  /** Number of a county, or -1. */
  countyIndex = (fips: string): number =>
    /^\d{5}$/.test(fips) ? this.#fips.indexOf(Number(fips)) : -1;

  countyAt(county: number): CountyName {
    return {
      fips: String(this.#fips[county]).padStart(5, '0'),
      name: this.#pack.strings('county.name').get(county),
      state: this.#pack.strings('state').get(this.#pack.u8('county.state')[county] as number),
    };
  }

  /**
   * First match of a name in a table of "TX|austin" keys; spelled without spaces as last resort.
   */
  #find(table: string, state: string, forms: readonly string[]): number {
    const keys: Strings = this.#pack.strings(table);
    const prefix = `${state.trim().toUpperCase()}|`;
    for (const form of [...forms, ...forms.map(compactName)]) {
      const key = keys.indexOf(prefix + form);
      if (key >= 0) return key;
    }
    return -1;
  }

  #cityAt(city: number): City {
    const keys = this.#pack.strings('city.key');
    const zips = [...slice(this.#pack, 'city.zips', city)];
    const names = [...slice(this.#pack, 'city.names', city)].map((key) => keys.get(key));
    const [lat, lng, half] = this.#pack.i32('city.circle').subarray(city * 3, city * 3 + 3);
    const cover = zips.map((zip) => this.#zips.coverAt(zip));
    if (half && lat !== undefined && lng !== undefined) cover.push(boxOfSquare({ lat, lng, half }));
    return {
      names: names.map((key) => key.slice(3)),
      state: names[0]?.slice(0, 2) ?? '',
      zips: zips.map((zip) => this.#zips.codeAt(zip)),
      cover,
    };
  }

  /** One box, or two where a county crosses the antimeridian. */
  #countyCover(county: number): Box[] {
    const { partBox } = this.#polygons;
    const east: Box[] = [];
    const west: Box[] = [];
    for (const part of partsOf(this.#polygons, county)) {
      const box = {
        w: Math.floor((partBox[part * 4] as number) * MICRO),
        s: Math.floor((partBox[part * 4 + 1] as number) * MICRO),
        e: Math.ceil((partBox[part * 4 + 2] as number) * MICRO) + 1,
        n: Math.ceil((partBox[part * 4 + 3] as number) * MICRO) + 1,
      };
      (box.w < 0 ? west : east).push(box);
    }
    return [west, east].filter((side) => side.length > 0).map((side) => side.reduce(boxAround));
  }
}

/** The one city that the Census Bureau spells with a sign that no other name has. */
const WITH_SLASH = /^louisville\/jefferson county$/i;

/**
 * A Census place may carry its kind: "Weymouth Town", "City of Rome". Asked only after the name.
 */
function cityForms(name: string): string[] {
  const normal = normalName(name);
  const bare = normal.replace(/^(?:city|town|village) of /, '').replace(/ town$/, '');
  return bare === normal ? [normal] : [normal, bare];
}

/** The items of one row of a table of lists: `NAME.at` holds where each list starts. */
function slice(pack: Pack, name: string, row: number): Uint16Array | Uint32Array {
  const at = pack.u32(`${name}.at`);
  return pack.u16(name).subarray(at[row], at[row + 1]);
}

const titled = (name: string): string =>
  normalName(name)
    .replace(/ county$/, '')
    .replace(/(?:^| )\p{L}/gu, (letter) => letter.toUpperCase());
