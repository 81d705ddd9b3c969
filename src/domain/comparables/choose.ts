/** The past sales that an estimate is made of: near, recent and like the home. */
import {
  COMPARABLES_AGE_DAYS_MAX,
  COMPARABLES_MILES_MAX,
  COMPARABLES_MIN,
  type PriceKind,
} from '#contract/comparables.js';
import { MILES_PER_DEGREE } from '../box.js';
import { DIMENSIONS, type PastSale, type PricedHome } from './facts.js';

/** The likest are chosen from this many nearest ones. */
export const NEAR_MAX = 1_200;
/** An estimate is made of at most this many sales. */
const CHOSEN_MAX = 150;
/** The unit of distance is that of this sale by distance, but at least the second. */
const NEAR_NTH = 25;
const NEAR_MILES_MIN = 0.02;
/** How many units of distance, and how many days, weigh as much as one scale of a fact. */
const NEAR_UNITS = 1.6;
const AGE_SCALE_DAYS = 1.5 * 365;
/** A fact is used where the home has it and at least this share of the sales nearby. */
const KNOWN_SHARE_MIN = 0.5;

/** A sale seen from the home: `off` is its difference in each used dimension, on its scale. */
export interface Placed {
  /** Miles. */
  readonly east: number;
  readonly north: number;
  /** Days. */
  readonly age: number;
  readonly off: Float64Array;
  /** Facts that the sale lacks; the mean of the others stands in their place. */
  readonly lacks: number;
}

export interface Chosen<S extends PastSale = PastSale> extends Placed {
  readonly sale: S;
  readonly miles: number;
}

export interface Choice<S extends PastSale = PastSale> {
  readonly chosen: readonly Chosen<S>[];
  /** The slope of each used dimension. */
  readonly slopes: Float64Array;
}

/**
 * Chooses among sales those before `day` that an estimate of that day is made of; null for fewer
 * than COMPARABLES_MIN.
 */
export function chooseSales<S extends PastSale>(
  home: PricedHome,
  day: number,
  sales: readonly S[],
): Choice<S> | null {
  const near = nearest(home, day, sales);
  if (near.length < COMPARABLES_MIN) return null;
  const scales = scalesOf(
    home,
    near.map(({ sale }) => sale),
  );
  const unit = unitOf(near.map(({ miles }) => miles));
  const scored = near.map((one) => {
    const { off, lacks } = scales.place(one.sale);
    const age = day - one.sale.day;
    let score = (one.miles / unit) ** 2 + (age / AGE_SCALE_DAYS) ** 2;
    for (const value of off) score += value ** 2;
    return { score, chosen: { ...one, age, off, lacks } };
  });
  scored.sort((a, b) => a.score - b.score);
  const chosen = scored.slice(0, CHOSEN_MAX).map((one) => one.chosen);
  return { chosen, slopes: scales.slopes };
}

interface Near<S extends PastSale> {
  readonly sale: S;
  readonly east: number;
  readonly north: number;
  readonly miles: number;
}

/** The nearest sales that may have a say, at most NEAR_MAX. */
function nearest<S extends PastSale>(
  home: PricedHome,
  day: number,
  sales: readonly S[],
): Near<S>[] {
  const squares = new Float64Array(sales.length).fill(Infinity);
  const eastward = Math.cos((home.lat * Math.PI) / 180);
  for (let at = 0; at < sales.length; at += 1) {
    const sale = sales[at];
    if (sale === undefined || !mayHaveSay(sale, day) || !isLike(home, sale)) continue;
    const north = sale.lat - home.lat;
    const east = (sale.lng - home.lng) * eastward;
    squares[at] = MILES_PER_DEGREE ** 2 * (north * north + east * east);
  }
  const sorted = squares.length > NEAR_MAX ? Float64Array.from(squares).sort() : squares;
  const last = squares.length > NEAR_MAX ? (sorted[NEAR_MAX - 1] ?? 0) : Infinity;
  const most = Math.min(last, COMPARABLES_MILES_MAX ** 2);
  const near: Near<S>[] = [];
  for (const [at, sale] of sales.entries()) {
    const square = squares[at] ?? Infinity;
    if (square > most) continue;
    near.push({
      sale,
      east: (sale.lng - home.lng) * eastward * MILES_PER_DEGREE,
      north: (sale.lat - home.lat) * MILES_PER_DEGREE,
      miles: Math.sqrt(square),
    });
  }
  return near;
}

/** Whether two homes may be of one type. */
const isLike = ({ property_type: a }: PricedHome, { property_type: b }: PricedHome): boolean =>
  a === null || b === null || a === b;

/** Whether a sale is old enough and recent enough, and has a price and a living area. */
export const mayHaveSay = ({ day, price, facts }: PastSale, today: number): boolean =>
  day < today &&
  day >= today - COMPARABLES_AGE_DAYS_MAX &&
  price > 0 &&
  facts.living_area_sqft !== null;

/** A sale or rental of a home as one file or source shows it. */
export interface ShownOnce extends Pick<PastSale, 'day' | 'price'> {
  readonly shown_by: string | number | null;
}

/** Longest time between the day of a deed and that of its record. */
const RECORD_DAYS_MAX = 60;

/**
 * Whether two rows of one home are one sale, or one rental. Two of one source are two rentals, of
 * units that it does not name.
 */
export function isSameSale(kind: PriceKind, one: ShownOnce, other: ShownOnce): boolean {
  const isOfTwo = one.shown_by !== other.shown_by;
  if (kind === 'rent') return isOfTwo;
  if (one.day === other.day) return true;
  const apart = Math.abs(one.day - other.day);
  return isOfTwo && one.price === other.price && apart <= RECORD_DAYS_MAX;
}

/** NEAR_UNITS times the distance of the NEAR_NTH nearest. */
function unitOf(miles: readonly number[]): number {
  const sorted = Float64Array.from(miles).sort();
  const nth = sorted[Math.min(NEAR_NTH, sorted.length - 1)] ?? 0;
  return NEAR_UNITS * Math.max(nth, NEAR_MILES_MIN);
}

/** Dimensions that the home and enough of the sales have, and differences in them. */
function scalesOf(home: PricedHome, sales: readonly PastSale[]) {
  const used = DIMENSIONS.flatMap(({ of, scale, slope }) => {
    const own = of(home.facts);
    if (own === null) return [];
    let sum = 0;
    let known = 0;
    for (const { facts } of sales) {
      const value = of(facts);
      if (value === null) continue;
      sum += value;
      known += 1;
    }
    if (known < KNOWN_SHARE_MIN * sales.length) return [];
    return [{ of, scale, slope, own, mean: sum / known }];
  });
  return {
    slopes: Float64Array.from(used, ({ slope }) => slope),
    place: ({ facts }: PastSale): Pick<Placed, 'off' | 'lacks'> => {
      let lacks = 0;
      const off = new Float64Array(used.length);
      for (const [nth, { of, scale, own, mean }] of used.entries()) {
        const value = of(facts);
        if (value === null) lacks += 1;
        off[nth] = ((value ?? mean) - own) / scale;
      }
      return { off, lacks };
    },
  };
}
