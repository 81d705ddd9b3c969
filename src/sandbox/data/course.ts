/**
 * What happens to a home between its listing and its sale: its price changes, a contract falls
 * through, or its seller takes it off the market and lists it again. All of it is drawn from the
 * home's hash and follows from the days since its first listing, so no state is stored.
 */
import { unit, whole } from './chance.js';
import { SALT } from './salts.js';

/** The state of a home; days count from its first listing. */
export interface Course {
  readonly status: 'for_sale' | 'pending' | 'sold';
  /** When the current listing started. */
  readonly listed: number;
  /** When the contract was made; null without one. */
  readonly contract: number | null;
  readonly closed: number | null;
  /** When the listing was last changed. */
  readonly changed: number;
  /** Whether it was withdrawn before, so that this is its second listing. */
  readonly relisted: boolean;
  /** The current asking price as a share of the first one. */
  readonly factor: number;
  /** The last price change: its day, and the earlier price as a share of the first; else null. */
  readonly repriced: { readonly day: number; readonly before: number } | null;
}

export type Ending = 'sold' | 'withdrawn' | 'none';

/** A shorter listing has no pause. */
const PAUSED_DAYS_MIN = 40;
const PAUSE_FROM_MIN = 10;
/** A pause starts at least this many days before the listing ends, so it ends before that. */
const PAUSE_FROM_END = 30;
const PAUSE_DAYS_MIN = 3;
const PAUSE_DAYS_MAX = 21;
/** Share of homes under contract once before the one that holds, or listed again, by ending. */
const PAUSED_SHARE: Readonly<Record<Ending, number>> = { sold: 0.15, withdrawn: 0.5, none: 0 };

/** The course of a home `age` days after it was listed; undefined while it is off the market. */
export function listedCourse(
  hash: number,
  age: number,
  active: number,
  ending: Ending,
): Course | undefined {
  const steps = priceSteps(hash, age, active);
  const { last } = steps;
  if (age >= active) return course('pending', steps, active, active);
  const share = PAUSED_SHARE[ending];
  const pause = share === 0 || active < PAUSED_DAYS_MIN ? undefined : pauseOf(hash, active, share);
  if (pause === undefined || age < pause.from) return course('for_sale', steps, last);
  const { from, until } = pause;
  if (age < until) {
    if (ending === 'withdrawn') return undefined;
    return course('pending', steps, Math.max(last, from), from);
  }
  return ending === 'withdrawn'
    ? course('for_sale', steps, Math.max(last, until), null, null, until)
    : course('for_sale', steps, Math.max(last, until));
}

/** The course of a home that was sold `closed` days after it was listed. */
export const soldCourse = (hash: number, active: number, closed: number): Course =>
  course('sold', priceSteps(hash, closed, active), closed, active, closed);

// One literal for all, without spreads: this runs for every home of a search.
const course = (
  status: Course['status'],
  { factor, last, before }: PriceSteps,
  changed: number,
  contract: number | null = null,
  closed: number | null = null,
  listed = 0,
): Course => ({ status, listed, contract, closed, changed, relisted: listed > 0, factor,
  repriced: last === 0 ? null : { day: last, before },
});

interface Pause {
  readonly from: number;
  readonly until: number;
}

/** When a listing pauses: under a contract that falls through, or withdrawn. */
function pauseOf(hash: number, active: number, share: number): Pause | undefined {
  if (unit(hash, SALT.pause) >= share) return undefined;
  const from = whole(hash, SALT.pause + 1, PAUSE_FROM_MIN, active - PAUSE_FROM_END);
  return { from, until: from + whole(hash, SALT.pause + 2, PAUSE_DAYS_MIN, PAUSE_DAYS_MAX) };
}

/** The changes of the asking price so far: the factor of the first price, and the last day. */
export interface PriceSteps {
  readonly factor: number;
  readonly last: number;
  /** The factor before the last change. */
  readonly before: number;
}

const STEPPED_SHARE = 0.4;
const STEPS_MAX = 3;
const RISE_SHARE = 0.12;
const STEP_MIN = 0.01;
const CUT_SPAN = 0.05;
const RISE_SPAN = 0.02;
const NO_STEPS: PriceSteps = { factor: 1, last: 0, before: 1 };

/** The price steps of a listing up to an age: none on its first day or after `active` days. */
export function priceSteps(hash: number, age: number, active: number): PriceSteps {
  const draw = unit(hash, SALT.steps) / STEPPED_SHARE;
  if (draw >= 1 || active < 2) return NO_STEPS;
  const steps = 1 + Math.floor(draw * STEPS_MAX);
  let factor = 1;
  let last = 0;
  let newest = 1;
  for (let step = 0; step < steps; step += 1) {
    const at = 1 + Math.floor(unit(hash, SALT.stepDay + step) * (active - 1));
    if (at > age) continue;
    const size = unit(hash, SALT.stepSize + step);
    const by =
      unit(hash, SALT.stepRises + step) < RISE_SHARE
        ? 1 + STEP_MIN + RISE_SPAN * size
        : 1 - STEP_MIN - CUT_SPAN * size;
    if (at >= last) newest = at === last ? newest * by : by;
    last = Math.max(last, at);
    factor *= by;
  }
  return { factor, last, before: factor / newest };
}
