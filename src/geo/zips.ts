/** ZIPs: by code, by area, and as the density of homes. */
import Flatbush from 'flatbush';
import { type Box, boxesMeet, MICRO } from '#domain/box.js';
import { boxOfSquare, halfSides, SHARE_MAX, type Square } from './cover.js';
import type { PlaceDensity, Zip } from './geo.js';
import { NO_COUNTY, type Pack, PRIOR_POINTS_PER_ZIP } from './pack.js';
import type { Strings } from './strings.js';

export class Zips {
  readonly #code: Uint32Array;
  readonly #lat: Int32Array;
  readonly #lng: Int32Array;
  readonly #half: Uint16Array;
  readonly #county: Uint16Array;
  readonly #weight: Float32Array;
  readonly #density: Int8Array;
  readonly #index: Flatbush;
  readonly #city: Uint16Array;
  readonly #state: Uint8Array;
  readonly #fips: Uint32Array;
  readonly #cityNames: Strings;
  readonly #states: Strings;

  constructor(pack: Pack) {
    this.#code = pack.u32('zip.code');
    this.#lat = pack.i32('zip.lat');
    this.#lng = pack.i32('zip.lng');
    this.#half = pack.u16('zip.half');
    this.#county = pack.u16('zip.county');
    this.#weight = pack.f32('zip.weight');
    this.#density = pack.i8('zip.prior');
    this.#index = Flatbush.from(...pack.raw('zip.index'));
    this.#city = pack.u16('zip.city');
    this.#state = pack.u8('zip.state');
    this.#fips = pack.u32('county.fips');
    this.#cityNames = pack.strings('zipCity');
    this.#states = pack.strings('state');
  }

  get length(): number {
    return this.#code.length;
  }

  /** Place of a ZIP in the table, or -1. */
  indexOf(zip: string): number {
    if (!FIVE_DIGITS.test(zip)) return -1;
    const wanted = Number(zip);
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const code = this.#code[middle] as number;
      if (code === wanted) return middle;
      if (code < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  codeAt = (index: number): string => String(this.#code[index]).padStart(5, '0');

  /** Number of the ZIP's county, or -1. */
  countyAt(index: number): number {
    const county = this.#county[index] ?? NO_COUNTY;
    return county === NO_COUNTY ? -1 : county;
  }

  coverAt = (index: number): Box => boxOfSquare(this.#squareAt(index));

  at(index: number): Zip {
    const fips = this.#fips[this.countyAt(index)];
    return {
      zip: this.codeAt(index),
      lat: (this.#lat[index] as number) / MICRO,
      lng: (this.#lng[index] as number) / MICRO,
      city: this.#cityNames.get(this.#city[index] as number),
      state: this.#states.get(this.#state[index] as number),
      county_fips: fips === undefined ? null : String(fips).padStart(5, '0'),
      cover: this.coverAt(index),
      weight: this.#weight[index] as number,
    };
  }

  *all(): Generator<Zip> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index);
  }

  /** Places of the ZIPs whose cover meets the box, in ascending order. */
  meeting(box: Box): number[] {
    return this.#found(box).filter((index) => boxesMeet(this.coverAt(index), box));
  }

  /** The density points inside a box, ordered by ZIP: the same box always gives the same list. */
  densityPoints(box: Box): PlaceDensity[] {
    const points: PlaceDensity[] = [];
    for (const index of this.#found(box)) {
      const share = (this.#weight[index] as number) / PRIOR_POINTS_PER_ZIP;
      if (share > 0) this.#pushPoints(points, index, share, box);
    }
    return points;
  }

  /** Like meeting, with those whose cover only touches the box. */
  #found = (box: Box): number[] =>
    this.#index.search(box.w, box.s, box.e, box.n).sort((a, b) => a - b);

  #pushPoints(points: PlaceDensity[], index: number, weight: number, box: Box): void {
    const square = this.#squareAt(index);
    const half = halfSides(square);
    const first = index * PRIOR_POINTS_PER_ZIP * 2;
    for (let at = first; at < first + PRIOR_POINTS_PER_ZIP * 2; at += 2) {
      const x = square.lng + Math.round(((this.#density[at] as number) / SHARE_MAX) * half.x);
      const y = square.lat + Math.round(((this.#density[at + 1] as number) / SHARE_MAX) * half.y);
      if (x >= box.w && x < box.e && y >= box.s && y < box.n) points.push({ x, y, weight });
    }
  }

  #squareAt = (index: number): Square => ({
    lat: this.#lat[index] as number,
    lng: this.#lng[index] as number,
    half: this.#half[index] as number,
  });
}

const FIVE_DIGITS = /^\d{5}$/;
