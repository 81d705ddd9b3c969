/** Estimates of homes whose prices are made up by a rule that the method does not know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPARABLES_MIN } from '#contract/comparables.js';
import { isSameSale } from './choose.js';
import { estimatePrice } from './estimate.js';
import { NO_FACTS, type PastSale } from './facts.js';
import { holds, intervalOf, learnBounds, shareHeld } from './interval.js';
import { errorsOf, testSales } from './test-sales.js';
import { learnTrend, riseSince } from './trend.js';

const TODAY = 20_000;
const DAYS = 360;

/** The same numbers on every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Prices by a rule: an area's own price per square foot, a view, yearly growth, chance. */
function worldOf(count: number, options: { growth?: number; noise?: number; seed?: number } = {}) {
  const { growth = 0, noise = 0.05, seed = 7 } = options;
  const chance = chances(seed);
  const sales: PastSale[] = Array.from({ length: count }, (_sale, at) => {
    const [east, north] = [chance(), chance()];
    const area = 800 + Math.floor(chance() * 2_400);
    const year = 1920 + Math.floor(chance() * 100);
    const age = 1 + Math.floor(chance() * DAYS);
    const perFoot = 180 + 160 * Math.sin(3 * east) * Math.cos(2 * north) + (year - 1920) * 0.4;
    const luck = noise * (chance() + chance() + chance() - 1.5) * 2;
    return {
      home: `home ${at}`,
      property_type: 'single_family',
      lat: 40 + north * 0.1,
      lng: -90 + east * 0.1,
      day: TODAY - age,
      price: perFoot * (area + 300) * Math.exp((-growth * age) / 365 + luck),
      facts: { ...NO_FACTS, living_area_sqft: area, year_built: year, beds: 3, baths: 2 },
    };
  });
  return sales;
}

const subjectOf = (sales: readonly PastSale[], at = 0): PastSale => {
  const found = sales[at];
  assert.ok(found !== undefined);
  return found;
};

test('the estimate is the product of the prices to their weights, which sum to 1', () => {
  const sales = worldOf(400);
  const made = estimatePrice(subjectOf(sales), TODAY, sales.slice(1), null);
  assert.ok(made !== null);
  const sum = made.sales.reduce((total, { weight }) => total + weight, 0);
  const log = made.sales.reduce((total, one) => total + one.weight * Math.log(one.price_now), 0);
  assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
  assert.ok(Math.abs(Math.exp(log) / made.price - 1) < 1e-9);
});

test('prices by a rule that it does not know are met to the size of their chance', () => {
  const sales = worldOf(1_200);
  const latest = sales.filter(({ day }) => day > TODAY - 60);
  const tests = [...testSales(latest, sales)].filter((one) => one !== null);
  assert.ok(tests.length > 100);
  const { median_absolute_error, bias } = errorsOf(tests);
  assert.ok(median_absolute_error < 0.05, `${median_absolute_error}`);
  assert.ok(Math.abs(bias) < 0.01, `${bias}`);
});

test('no sale of the day or later, and not the sale itself, changes an estimate', () => {
  const sales = worldOf(300);
  const home = { ...subjectOf(sales), day: TODAY - 30 };
  const later = sales.map((sale) => (sale.day >= home.day ? { ...sale, price: 1 } : sale));
  const own = { ...home, price: 1 };
  const before = estimatePrice(home, home.day, sales, null);
  const after = estimatePrice(home, home.day, [...later, own], null);
  assert.equal(after?.price, before?.price);
});

test('below the minimum of sales there is no estimate, and at the minimum there is one', () => {
  const sales = worldOf(COMPARABLES_MIN + 1);
  const home = subjectOf(sales);
  const others = sales.slice(1);
  assert.notEqual(estimatePrice(home, TODAY, others, null), null);
  assert.equal(estimatePrice(home, TODAY, others.slice(1), null), null);
});

test('sales too old, too far, of another type or without an area have no say', () => {
  const sales = worldOf(COMPARABLES_MIN);
  const home = subjectOf(worldOf(1, { seed: 3 }));
  const one = subjectOf(sales);
  const unfit: PastSale[] = [
    { ...one, day: TODAY - 400 },
    { ...one, lat: one.lat + 1 },
    { ...one, property_type: 'condo' },
    { ...one, facts: NO_FACTS },
  ];
  assert.notEqual(estimatePrice(home, TODAY, sales, null), null);
  for (const sale of unfit) {
    assert.equal(estimatePrice(home, TODAY, [...sales.slice(1), sale], null), null);
  }
});

test('a few nominal prices among the nearest do not move an estimate far', () => {
  const sales = worldOf(400);
  const home = subjectOf(sales);
  const others = sales.slice(1);
  const spoilt = others.map((sale, at) =>
    at % 40 === 0 ? { ...sale, price: sale.price / 20 } : sale,
  );
  const [clean, robust] = [others, spoilt].map((some) => estimatePrice(home, TODAY, some, null));
  assert.ok(clean && robust);
  assert.ok(Math.abs(robust.price / clean.price - 1) < 0.06, `${robust.price} ${clean.price}`);
});

test('an earlier sale of the same home has the largest weight', () => {
  const sales = worldOf(300);
  const own = { ...subjectOf(sales), day: TODAY - 200, price: 3 * subjectOf(sales).price };
  const home = { ...own, day: TODAY };
  const made = estimatePrice(home, TODAY, [...sales.slice(1), own], null);
  const first = made?.sales[0];
  assert.equal(first?.sale.home, own.home);
  assert.ok((first?.weight ?? 0) > 0.2, `${first?.weight}`);
});

test('a home without some facts, and sales without them, still have an estimate', () => {
  const sales = worldOf(200).map((sale, at) =>
    at % 3 === 0 ? { ...sale, facts: { ...sale.facts, year_built: null, baths: null } } : sale,
  );
  const home = subjectOf(sales, 1);
  const bare = { ...home, facts: { ...NO_FACTS, living_area_sqft: home.facts.living_area_sqft } };
  for (const one of [home, bare]) {
    const made = estimatePrice(one, TODAY, sales.slice(2), null);
    assert.ok(made !== null && Math.abs(made.price / home.price - 1) < 0.35, `${made?.price}`);
  }
});

test('the trend is learned to a hundredth, and takes the bias from estimates', () => {
  const growth = 0.2;
  const sales = worldOf(2_000, { growth });
  const trend = learnTrend(sales, TODAY, 365);
  assert.ok(trend !== null);
  for (const age of [60, 180, 300]) {
    const rise = riseSince(trend, TODAY - age);
    assert.ok(Math.abs(rise - (growth * age) / 365) < 0.02, `${age} ${rise}`);
  }
  assert.equal(riseSince(trend, TODAY + 50), 0);
  const latest = sales.filter(({ day }) => day > TODAY - 40);
  const tests = [...testSales(latest, sales)].filter((one) => one !== null);
  assert.ok(Math.abs(errorsOf(tests).bias) < 0.012, `${errorsOf(tests).bias}`);
});

test('too few sales have no trend', () => {
  assert.equal(learnTrend(worldOf(100), TODAY, 365), null);
});

test('an interval holds 80 % of the prices of other homes, cheap and dear ones alike', () => {
  const chance = chances(11);
  const tested = Array.from({ length: 4_000 }, () => {
    const price = 100_000 * 10 ** chance();
    const spread = price > 300_000 ? 0.4 : 0.1;
    return { price, estimate: price * Math.exp(spread * (chance() - 0.4)), deviation: 0.1 };
  });
  const bounds = learnBounds(tested.slice(0, 2_000));
  const others = tested.slice(2_000);
  for (const isDear of [true, false]) {
    const some = others.filter(({ estimate }) => estimate > 400_000 === isDear);
    const share = some.filter((one) => holds(one, bounds)).length / some.length;
    assert.ok(share > 0.75 && share < 0.85, `${isDear} ${share}`);
  }
  const held = shareHeld(tested);
  assert.ok(held !== null && Math.abs(held - 0.8) < 0.02, `${held}`);
});

test('without enough tested sales there is no interval', () => {
  const few = Array.from({ length: 49 }, () => ({ price: 1, estimate: 1, deviation: 0.1 }));
  assert.deepEqual(learnBounds(few), []);
  assert.equal(intervalOf({ price: 1, deviation: 0.1 }, []), null);
  assert.equal(shareHeld([...few, ...few]), null);
});

test('rows of one home are one sale on one day, or for one price in two files soon after', () => {
  const sale = { day: 100, price: 500_000, shown_by: 1 };
  const same = (changes: object) => isSameSale('sale', sale, { ...sale, ...changes });
  assert.ok(same({ price: 1 }) && same({ day: 109, shown_by: 'portal_a' }));
  assert.ok(!same({ day: 109 }), 'one file has both');
  assert.ok(!same({ day: 109, price: 1, shown_by: 2 }) && !same({ day: 170, shown_by: 2 }));
});

test('rentals of one address are one where two sources show it, and several of one source', () => {
  const rental = { day: 100, price: 2_000, shown_by: 'portal_a' };
  const same = (changes: object) => isSameSale('rent', rental, { ...rental, ...changes });
  assert.ok(same({ day: 90, price: 2_100, shown_by: 'mls' }));
  assert.ok(!same({}) && !same({ price: 2_100 }));
});
