/** ZIPs: by code, by area, and as the density of homes. */
import Flatbush from 'flatbush';
import { type Box, boxesMeet, MICRO } from '#domain/box.js';
import { boxOfSquare, halfSides, SHARE_MAX, type Square } from './cover.js';
import type { PlaceDensity, Zip } from './geo.js';
import { NO_COUNTY, type Pack, PRIOR_POINTS_PER_ZIP } from './pack.js';

/** The columns of the table. */
const columnsOf = (pack: Pack) => ({
  code: pack.u32('zip.code'),
  lat: pack.i32('zip.lat'),
  lng: pack.i32('zip.lng'),
  half: pack.u16('zip.half'),
  county: pack.u16('zip.county'),
  weight: pack.f32('zip.weight'),
  density: pack.i8('zip.prior'),
  index: Flatbush.from(...pack.raw('zip.index')),
  city: pack.u16('zip.city'),
  state: pack.u8('zip.state'),
  fips: pack.u32('county.fips'),
  cityNames: pack.strings('zipCity'),
  states: pack.strings('state'),
});

export class Zips {
  readonly #own: ReturnType<typeof columnsOf>;

  constructor(pack: Pack) {
    this.#own = columnsOf(pack);
  }

  get length(): number {
    return this.#own.code.length;
  }

  /** Place of a ZIP in the table, or -1. */
  indexOf(zip: string): number {
    if (!FIVE_DIGITS.test(zip)) return -1;
    const wanted = Number(zip);
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const code = this.#own.code[middle] as number;
      if (code === wanted) return middle;
      if (code < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  codeAt = (index: number): string => String(this.#own.code[index]).padStart(5, '0');

  /** Number of the ZIP's county, or -1. */
  countyAt(index: number): number {
    const county = this.#own.county[index] ?? NO_COUNTY;
    return county === NO_COUNTY ? -1 : county;
  }

  coverAt = (index: number): Box => boxOfSquare(this.#squareAt(index));

  at(index: number): Zip {
    const fips = this.#own.fips[this.countyAt(index)];
    return {
      zip: this.codeAt(index),
      lat: (this.#own.lat[index] as number) / MICRO,
      lng: (this.#own.lng[index] as number) / MICRO,
      city: this.#own.cityNames.get(this.#own.city[index] as number),
      state: this.#own.states.get(this.#own.state[index] as number),
      county_fips: fips === undefined ? null : String(fips).padStart(5, '0'),
      cover: this.coverAt(index),
      weight: this.#own.weight[index] as number,
    };
  }

  *all(): Generator<Zip> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index);
  }

  /** Codes of a county's ZIPs, by its number, in ascending order. */
  ofCounty(county: number): string[] {
    const codes: string[] = [];
    for (let index = 0; index < this.length; index += 1) {
      if (this.#own.county[index] === county) codes.push(this.codeAt(index));
    }
    return codes;
  }

  /** Places of the ZIPs whose cover meets the box, in ascending order. */
  meeting(box: Box): number[] {
    return this.#found(box).filter((index) => boxesMeet(this.coverAt(index), box));
  }

  /** The density points inside a box, ordered by ZIP: the same box always gives the same list. */
  densityPoints(box: Box): PlaceDensity[] {
    const points: PlaceDensity[] = [];
    for (const index of this.#found(box)) {
      const share = (this.#own.weight[index] as number) / PRIOR_POINTS_PER_ZIP;
      if (share > 0) this.#pushPoints(points, index, share, box);
    }
    return points;
  }

  /** Like meeting, with those whose cover only touches the box. */
  #found = (box: Box): number[] =>
    this.#own.index.search(box.w, box.s, box.e, box.n).sort((a, b) => a - b);

  #pushPoints(points: PlaceDensity[], index: number, weight: number, box: Box): void {
    const square = this.#squareAt(index);
    const half = halfSides(square);
    const first = index * PRIOR_POINTS_PER_ZIP * 2;
    for (let at = first; at < first + PRIOR_POINTS_PER_ZIP * 2; at += 2) {
      const x = square.lng + Math.round(((this.#own.density[at] as number) / SHARE_MAX) * half.x);
      const y =
        square.lat + Math.round(((this.#own.density[at + 1] as number) / SHARE_MAX) * half.y);
      if (x >= box.w && x < box.e && y >= box.s && y < box.n) points.push({ x, y, weight });
    }
  }

  #squareAt = (index: number): Square => ({
    lat: this.#own.lat[index] as number,
    lng: this.#own.lng[index] as number,
    half: this.#own.half[index] as number,
  });
}

const FIVE_DIGITS = /^\d{5}$/;
