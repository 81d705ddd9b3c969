/**
 * How prices of an area rise and fall: the level of the log price by day, learned from its sales.
 * Facts of the homes and the part of the area where they lie are accounted for.
 */
import { NEVER_LESS, type PastSale } from './facts.js';
import { decompose, dot, solve } from './linear.js';

/** The level at knots `step` days apart, of which the last is at `day`; straight lines between. */
export interface Trend {
  readonly day: number;
  readonly step: number;
  readonly levels: readonly number[];
}

/** Below this many sales no trend is learned. */
export const TREND_SALES_MIN = 200;
/** Of more sales an even share is taken, so that learning is short. */
const TREND_SALES_MAX = 8_000;
const STEP_DAYS = 30;
/** How smooth the level is: the weight of its bends, in sales. */
const SMOOTHNESS = 30;
/** Parts of an area are squares of this side, in degrees: about two miles. */
const PART_DEGREES = 0.03;
const ROUNDS = 3;
const HUBER = 1.5;
/** Keeps the system solvable where a fact is the same everywhere. */
const RIDGE = 1e-3;
/** Homes built in this year have the value 0. */
const YEAR_ZERO = 1970;
const DECADE = 10;

/** Learns the trend of the `days` before a day; null for fewer than TREND_SALES_MIN sales. */
export function learnTrend(sales: readonly PastSale[], day: number, days: number): Trend | null {
  const all = sales.filter(
    (sale) => sale.day < day && sale.day >= day - days && sale.price > 0 && hasArea(sale.facts),
  );
  if (all.length < TREND_SALES_MIN) return null;
  const every = Math.ceil(all.length / TREND_SALES_MAX);
  const used = all.filter((_sale, at) => at % every === 0);
  const knots = Math.ceil(days / STEP_DAYS) + 1;
  const rows = used.map((sale) => rowOf(sale, day, knots));
  const logs = Float64Array.from(used, ({ price }) => Math.log(price));
  const parts = partsOf(used);
  const trust = new Float64Array(used.length).fill(1);
  for (let round = 0; ; round += 1) {
    const centred = { rows: rows.map((row) => row.slice()), logs: logs.slice() };
    centre(centred, parts, trust);
    const slopes = fit(centred, trust, knots);
    if (slopes === null) return null;
    if (round === ROUNDS - 1) {
      return { day, step: STEP_DAYS, levels: [...slopes.subarray(FACTS)] };
    }
    const off = centred.rows.map((row, at) => Math.abs((centred.logs[at] ?? 0) - dot(row, slopes)));
    const usual = Float64Array.from(off).sort()[off.length >> 1] ?? 0;
    for (const [at, one] of off.entries()) trust[at] = Math.min(1, (HUBER * usual) / (one || 1));
  }
}

/** How much higher the log price is on the trend's day than on an earlier one. */
export function riseSince(trend: Trend, day: number): number {
  const { levels, step } = trend;
  const last = levels.length - 1;
  const at = Math.min(last, Math.max(0, last - (trend.day - day) / step));
  const low = Math.min(Math.floor(at), last - 1);
  const [a, b] = [levels[low] ?? 0, levels[low + 1] ?? 0];
  return (levels[last] ?? 0) - (a + (at - low) * (b - a));
}

const FACTS = 6;

const hasArea = ({ living_area_sqft: area }: PastSale['facts']): boolean =>
  area !== null && area >= NEVER_LESS;

/** Facts, then the shares of the two knots next to the day. */
function rowOf({ facts, day: sold }: PastSale, day: number, knots: number): Float64Array {
  const row = new Float64Array(FACTS + knots);
  const area = Math.log(facts.living_area_sqft ?? NEVER_LESS);
  const decades = ((facts.year_built ?? YEAR_ZERO) - YEAR_ZERO) / DECADE;
  const lot = Math.max(facts.lot_area_sqft ?? NEVER_LESS, NEVER_LESS);
  row.set([area, area * area, Math.log(lot), decades, decades * decades, facts.baths ?? 0]);
  const at = Math.max(0, knots - 1 - (day - sold) / STEP_DAYS);
  const low = Math.min(Math.floor(at), knots - 2);
  row[FACTS + low] = 1 - (at - low);
  row[FACTS + low + 1] = at - low;
  return row;
}

/** The number of the part in which each sale lies. */
function partsOf(sales: readonly PastSale[]): number[] {
  const numbers = new Map<string, number>();
  return sales.map(({ lat, lng }) => {
    const name = `${Math.floor(lat / PART_DEGREES)} ${Math.floor(lng / PART_DEGREES)}`;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}

interface Rows {
  readonly rows: readonly Float64Array[];
  readonly logs: Float64Array;
}

/** Subtracts from every value its mean in the part. */
function centre({ rows, logs }: Rows, parts: readonly number[], trust: Float64Array): void {
  const width = rows[0]?.length ?? 0;
  const sums = new Map<number, Float64Array>();
  for (const [at, row] of rows.entries()) {
    const part = parts[at] ?? 0;
    const sum = sums.get(part) ?? new Float64Array(width + 2);
    const weight = trust[at] ?? 1;
    for (let k = 0; k < width; k += 1) sum[k] = (sum[k] ?? 0) + weight * (row[k] ?? 0);
    sum[width] = (sum[width] ?? 0) + weight * (logs[at] ?? 0);
    sum[width + 1] = (sum[width + 1] ?? 0) + weight;
    sums.set(part, sum);
  }
  for (const [at, row] of rows.entries()) {
    const sum = sums.get(parts[at] ?? 0) ?? new Float64Array(width + 2);
    const weight = sum[width + 1] ?? 1;
    for (let k = 0; k < width; k += 1) row[k] = (row[k] ?? 0) - (sum[k] ?? 0) / weight;
    logs[at] = (logs[at] ?? 0) - (sum[width] ?? 0) / weight;
  }
}

/** Least squares with smooth levels. */
function fit({ rows, logs }: Rows, trust: Float64Array, knots: number): Float64Array | null {
  const width = FACTS + knots;
  const matrix = new Float64Array(width * width);
  const right = new Float64Array(width);
  for (const [nth, row] of rows.entries()) {
    const weight = trust[nth] ?? 1;
    for (let at = 0; at < width; at += 1) {
      const value = weight * (row[at] ?? 0);
      if (value === 0) continue;
      right[at] = (right[at] ?? 0) + value * (logs[nth] ?? 0);
      for (let k = 0; k <= at; k += 1) {
        matrix[at * width + k] = (matrix[at * width + k] ?? 0) + value * (row[k] ?? 0);
      }
    }
  }
  const add = (at: number, k: number, value: number) => {
    matrix[at * width + k] = (matrix[at * width + k] ?? 0) + value;
  };
  for (let at = 0; at < width; at += 1) add(at, at, RIDGE);
  const bend = [1, -2, 1];
  for (let from = FACTS; from + 2 < width; from += 1) {
    for (const [a, one] of bend.entries()) {
      for (const [b, other] of bend.entries()) add(from + a, from + b, SMOOTHNESS * one * other);
    }
  }
  return decompose(matrix, width) ? solve(matrix, width, right) : null;
}
