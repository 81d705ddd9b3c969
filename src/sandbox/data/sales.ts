/**
 * Homes that are sold repeatedly. Each dwelling has a cycle of fixed length, placed by its hash: it
 * is listed, goes pending, is sold (or withdrawn) and rests until the cycle starts again. So the
 * state on any day is arithmetic, and no state is stored. The events in between are in course.ts.
 * Days are the ZIP's own; the dates of a home are calendar dates.
 */
import { DAY_MS } from '#contract/durations.js';
import { type Back, statedDay, trueDay } from './calendar.js';
import { mix, unit, whole } from './chance.js';
import { type Course, type Ending, listedCourse, soldCourse } from './course.js';
import { type Dwelling, dwelling, towerUnit } from './dwelling.js';
import type { Channel, Home, Plot } from './home.js';
import { SALT } from './salts.js';

const CYCLE_DAYS = 1_200;
/** The maximum age of a requested sale: three years. */
export const SOLD_DAYS_MAX = 1_095;
const ACTIVE_DAYS_MIN = 8;
const ACTIVE_DAYS_SPAN = 336;
// The mean of a squared draw is a third, and whole days lose half a day.
const ACTIVE_DAYS_MEAN = ACTIVE_DAYS_MIN + ACTIVE_DAYS_SPAN / 3 - 0.5;
const PENDING_DAYS_MIN = 12;
const PENDING_DAYS_MAX = 60;
const SELLS_SHARE = 0.72;
const DWELLINGS_A_HOME = CYCLE_DAYS / ACTIVE_DAYS_MEAN;
const TOWER_CYCLE_DAYS = 240;
/** Prices are as drawn on this day (2021-01-01) and rise evenly since. */
const LEVEL_DAY = 18_628;
const RISE_A_DAY = 0.00009;
const COMMUNITY_SHARE = 0.012;
const NO_FLATS: Home['flats'] = [];

/** Homes of a ZIP on the market on a day, pending ones included. */
export function listedHomes(plot: Plot, day: number): Home[] {
  const homes: Home[] = [];
  for (let slot = 0; slot < plot.tower; slot += 1) homes.push(towerHome(plot, slot, day));
  const slots = slotsOf(plot);
  for (let slot = plot.tower; slot < plot.tower + slots; slot += 1) {
    const hash = mix(plot.hash, slot);
    const age = ageOf(hash, day);
    const active = activeDays(hash);
    if (age >= active && (age >= active + pendingDays(hash) || !sells(hash))) continue;
    const course = listedCourse(hash, age, active, endingOf(hash));
    if (course === undefined) continue;
    const home = dwelling(plot, hash, slots, 'sale');
    homes.push(saleHome({ plot, slot, hash, began: day - age }, home, course));
  }
  return homes;
}

/** Homes of a ZIP sold within this many calendar days up to a day. */
export function soldHomes(plot: Plot, day: number, soldDays: number): Home[] {
  const homes: Home[] = [];
  const sinceMax = (soldDays * DAY_MS) / plot.dayMs;
  const slots = slotsOf(plot);
  for (let slot = plot.tower; slot < plot.tower + slots; slot += 1) {
    const hash = mix(plot.hash, slot);
    if (!sells(hash)) continue;
    const active = activeDays(hash);
    const untilSold = active + pendingDays(hash);
    // A relisted home still shows its last sale, one cycle back.
    const since = (ageOf(hash, day) - untilSold + CYCLE_DAYS) % CYCLE_DAYS;
    if (since > sinceMax) continue;
    const home = dwelling(plot, hash, slots, 'sale');
    const began = day - since - untilSold;
    homes.push(saleHome({ plot, slot, hash, began }, home, soldCourse(hash, active, untilSold)));
  }
  return homes;
}

/** Dwellings that take turns on the market, so that the expected number is for sale on a day. */
function slotsOf(plot: Plot): number {
  return Math.floor(plot.homes * DWELLINGS_A_HOME + unit(plot.hash, SALT.phase));
}

const ageOf = (hash: number, day: number): number =>
  (day + whole(hash, SALT.phase, 0, CYCLE_DAYS - 1)) % CYCLE_DAYS;

function activeDays(hash: number): number {
  const draw = unit(hash, SALT.active);
  return ACTIVE_DAYS_MIN + Math.floor(ACTIVE_DAYS_SPAN * draw * draw);
}

const pendingDays = (hash: number): number =>
  whole(hash, SALT.pending, PENDING_DAYS_MIN, PENDING_DAYS_MAX);

// A builder's community lists what it will build; it is never sold as one home.
const sells = (hash: number): boolean => unit(hash, SALT.sells) < SELLS_SHARE && !isCommunity(hash);

const endingOf = (hash: number): Ending =>
  sells(hash) ? 'sold' : isCommunity(hash) ? 'none' : 'withdrawn';

const isCommunity = (hash: number): boolean => unit(hash, SALT.channel) < COMMUNITY_SHARE;

/** A unit of a tower: each replaces another, and its price never changes. */
function towerHome(plot: Plot, slot: number, day: number): Home {
  const hash = mix(plot.hash ^ SALT.tower, slot);
  const age = (day + whole(hash, SALT.phase, 0, TOWER_CYCLE_DAYS - 1)) % TOWER_CYCLE_DAYS;
  const home = saleHome(
    { plot, slot, hash, began: day - age },
    towerUnit(plot, hash),
    TOWER_COURSE,
  );
  return { ...home, form: 'home', channel: 'agent' };
}

const TOWER_COURSE: Course = {
  status: 'for_sale',
  listed: 0,
  contract: null,
  closed: null,
  changed: 0,
  relisted: false,
  factor: 1,
  repriced: null,
};

/** A dwelling in its cycle. */
interface Slot {
  readonly plot: Plot;
  readonly slot: number;
  readonly hash: number;
  /** The day of its first listing. */
  readonly began: number;
}

function saleHome({ plot, slot, hash, began }: Slot, home: Dwelling, course: Course): Home {
  const rise = 1 + RISE_A_DAY * (trueDay(plot, began) - LEVEL_DAY);
  const worth = home.worth * Math.max(0.2, rise);
  const price = asked(hash, worth * course.factor);
  const built = home.block === -1 && home.type !== 'land' && isCommunity(hash);
  const { contract, closed, repriced } = course;
  return {
    plot,
    series: 'sale',
    slot,
    hash,
    form: built ? 'community' : 'home',
    status: course.status,
    channel: channelOf(hash),
    x: home.x,
    y: home.y,
    block: home.block,
    type: home.type,
    beds: home.beds,
    baths: home.baths,
    area_sqft: home.area_sqft,
    lot_sqft: home.lot_sqft,
    year_built: home.year_built,
    price,
    repriced:
      repriced === null
        ? null
        : { from: asked(hash, worth * repriced.before), day: trueDay(plot, began + repriced.day) },
    list_day: statedDay(plot, hash, began + course.listed, LIST_BACK),
    changed_day: trueDay(plot, began + course.changed),
    relisted: course.relisted,
    pending_day: contract === null ? null : statedDay(plot, hash, began + contract, CONTRACT_BACK),
    sold_day: closed === null ? null : statedDay(plot, hash, began + closed, SALE_BACK),
    sale_price:
      closed === null
        ? null
        : Math.round((price * (0.93 + 0.11 * unit(hash, SALT.sale))) / 500) * 500,
    flats: NO_FLATS,
  };
}

/** Days by which dates are stated earlier where homes change every minute. */
const LIST_BACK: Back = [61, 160];
const CONTRACT_BACK: Back = [31, 59];
const SALE_BACK: Back = [0, 29];

/** Sellers prefer prices that end in 900 or in whole thousands; some do not. */
function asked(hash: number, worth: number): number {
  const chance = unit(hash, SALT.round);
  if (chance < 0.45) return Math.max(9_900, Math.round(worth / 1_000) * 1_000 - 100);
  if (chance < 0.8) return Math.max(9_000, Math.round(worth / 1_000) * 1_000);
  return Math.max(9_000, Math.round(worth));
}

function channelOf(hash: number): Channel {
  const chance = unit(hash, SALT.channel);
  if (chance < 0.06) return 'new';
  if (chance < 0.1) return 'owner';
  if (chance < 0.115) return 'coming_soon';
  if (chance < 0.122) return 'auction';
  return chance < 0.14 ? 'foreclosure' : 'agent';
}
