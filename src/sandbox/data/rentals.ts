/** Homes for rent, which come and go in cycles like sales, and rental buildings, which stay. */
import { type Back, statedDay, trueDay } from './calendar.js';
import { mix, unit, whole } from './chance.js';
import { type PriceSteps, priceSteps } from './course.js';
import { type Dwelling, dwelling } from './dwelling.js';
import type { Flat, Home, Plot } from './home.js';
import { blockSite } from './plots.js';
import { SALT } from './salts.js';

/** Rental homes and rental buildings for each home for sale. */
const RENTALS_A_HOME = 0.44;
const BUILDINGS_A_HOME = 0.06;
const CYCLE_DAYS = 400;
const ACTIVE_DAYS_MIN = 5;
const ACTIVE_DAYS_SPAN = 90;
const ACTIVE_DAYS_MEAN = ACTIVE_DAYS_MIN + ACTIVE_DAYS_SPAN / 3 - 0.5;
const DWELLINGS_A_HOME = (RENTALS_A_HOME * CYCLE_DAYS) / ACTIVE_DAYS_MEAN;
const RENT_SHARE = 0.0052;
const RENT_MIN = 350;
const FLAT_KINDS_MAX = 5;
const ROOM_SHARE = 0.04;
const UNKNOWN_SHARE = 0.06;
const LIST_BACK: Back = [0, 60];
const NO_FLATS: Home['flats'] = [];

/** Rental homes and buildings of a ZIP on a day. */
export function rentalHomes(plot: Plot, day: number): Home[] {
  const homes: Home[] = [];
  const slots = count(plot, DWELLINGS_A_HOME, SALT.phase + 1);
  for (let slot = 0; slot < slots; slot += 1) {
    const hash = mix(plot.hash ^ SALT.flats, slot);
    const age = (day + whole(hash, SALT.phase, 0, CYCLE_DAYS - 1)) % CYCLE_DAYS;
    const draw = unit(hash, SALT.active);
    const active = ACTIVE_DAYS_MIN + Math.floor(ACTIVE_DAYS_SPAN * draw * draw);
    if (age >= active) continue;
    const steps = priceSteps(hash, age, active);
    homes.push(rentalHome(plot, slot, hash, dwelling(plot, hash, slots, 'rent'), day - age, steps));
  }
  const buildings = count(plot, BUILDINGS_A_HOME, SALT.phase + 2);
  for (let slot = 0; slot < buildings; slot += 1) homes.push(building(plot, slot, day));
  return homes;
}

const count = (plot: Plot, each: number, salt: number): number =>
  Math.floor(plot.homes * each + unit(plot.hash, salt));

function rentalHome(
  plot: Plot,
  slot: number,
  hash: number,
  home: Dwelling,
  listDay: number,
  steps: PriceSteps,
): Home {
  return {
    plot,
    series: 'rent',
    slot,
    hash,
    form: 'home',
    status: 'for_rent',
    channel: unit(hash, SALT.channel) < 0.3 ? 'owner' : 'agent',
    x: home.x,
    y: home.y,
    block: home.block,
    type: home.type,
    beds: home.beds,
    baths: home.baths,
    area_sqft: home.area_sqft,
    lot_sqft: home.lot_sqft,
    year_built: home.year_built,
    price: rentOf(home.worth * steps.factor),
    repriced: null,
    list_day: statedDay(plot, hash, listDay, LIST_BACK),
    changed_day: trueDay(plot, listDay + steps.last),
    relisted: false,
    pending_day: null,
    sold_day: null,
    sale_price: null,
    flats: NO_FLATS,
  };
}

const rentOf = (worth: number): number =>
  Math.max(RENT_MIN, Math.round((worth * RENT_SHARE) / 5) * 5);

function building(plot: Plot, slot: number, day: number): Home {
  const hash = mix(plot.hash ^ SALT.unit, slot);
  const flats = flatsOf(plot, hash, day);
  const { x, y } = blockSite(plot, hash);
  const listDay = trueDay(plot, day) - whole(hash, SALT.active, 20, 900);
  const rents = flats.flatMap((flat) => (flat.rent === null ? [] : [flat.rent]));
  return {
    plot,
    series: 'building',
    slot,
    hash,
    form: 'building',
    status: 'for_rent',
    channel: 'agent',
    x,
    y,
    block: -1,
    type: 'apartment',
    beds: null,
    baths: null,
    area_sqft: null,
    lot_sqft: null,
    year_built: null,
    price: rents.length === 0 ? null : Math.min(...rents),
    repriced: null,
    list_day: listDay,
    changed_day: Math.max(listDay, trueDay(plot, monthOf(day) * MONTH_DAYS)),
    relisted: false,
    pending_day: null,
    sold_day: null,
    sale_price: null,
    flats,
  };
}

const MONTH_DAYS = 30;
const monthOf = (day: number): number => Math.floor(day / MONTH_DAYS);

/** A building offers a few kinds of flats; its rents change once a month. */
function flatsOf(plot: Plot, hash: number, day: number): Flat[] {
  const kinds = whole(hash, SALT.flats, 1, FLAT_KINDS_MAX);
  const first = whole(hash, SALT.beds, 0, 1);
  const month = monthOf(day);
  const fine = 0.7 + 0.9 * unit(hash, SALT.price);
  return Array.from({ length: kinds }, (_, index) => {
    const beds = Math.min(4, first + index);
    const drift = 0.97 + 0.06 * unit(mix(hash, month), SALT.round + index);
    const rent = rentOf(plot.level * fine * drift * (0.42 + 0.21 * beds));
    return {
      beds,
      rent: unit(hash, SALT.sale + index) < UNKNOWN_SHARE ? null : rent,
      is_room: kinds === 1 && unit(hash, SALT.type) < ROOM_SHARE,
    };
  });
}
