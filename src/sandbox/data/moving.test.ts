import { DAY_MS } from '#contract/durations.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewZips, handClock } from '../few-zips.test.js';
import type { Home } from './home.js';
import { addressOf } from './names.js';
import { createSyntheticData } from './synthetic-data.js';

const DAYS = 500;
const places = [{ zip: '87112', homes: 300 }];

const open = () => {
  const clock = handClock();
  const data = createSyntheticData({ seed: 7, homes: 0, geo: fewZips, clock, places });
  const [plot] = data.plotsIn({ west: -180, south: -90, east: 180, north: 90 });
  return { data, plot: plot ?? assert.fail(), first: data.day() };
};

/** The homes of a trade on each day, by slot. */
function lives(trade: 'listings' | 'rentals'): Map<number, (Home | undefined)[]> {
  const { data, plot, first } = open();
  const bySlot = new Map<number, (Home | undefined)[]>();
  for (let day = 0; day < DAYS; day += 1) {
    for (const home of data.homesOf(plot, trade, (first + day) * DAY_MS)) {
      if (home.form !== 'home') continue;
      const life = bySlot.get(home.slot) ?? Array.from<undefined>({ length: DAYS });
      life[day] = home;
      bySlot.set(home.slot, life);
    }
  }
  return bySlot;
}

/** Consecutive days on which a home was shown, with the first day's number. */
const pairs = (life: readonly (Home | undefined)[]) =>
  life.flatMap((home, day): [Home, Home, number][] => {
    const next = life[day + 1];
    return home === undefined || next === undefined ? [] : [[home, next, day]];
  });

for (const trade of ['listings', 'rentals'] as const) {
  test(`asked prices of ${trade} change a few times and little, most of them downwards`, () => {
    const stepsOf = new Map<string, number>();
    const sizes: number[] = [];
    for (const life of lives(trade).values()) {
      for (const [home, next] of pairs(life)) {
        const began = `${home.slot} ${home.list_day}`;
        stepsOf.set(began, stepsOf.get(began) ?? 0);
        if (home.list_day !== next.list_day || home.price === next.price) continue;
        assert.ok(home.price !== null && next.price !== null);
        stepsOf.set(began, (stepsOf.get(began) ?? 0) + 1);
        if (home.price > 200_000) sizes.push(next.price / home.price - 1);
        if (trade === 'rentals' && home.price > 1_000) sizes.push(next.price / home.price - 1);
      }
    }
    const stepped = [...stepsOf.values()].filter((steps) => steps > 0);
    const share = stepped.length / stepsOf.size;
    assert.ok(share > 0.2 && share < 0.5, `${share} of ${stepsOf.size} listings`);
    assert.ok(stepped.every((steps) => steps <= 3));
    const falls = sizes.filter((size) => size < 0).length / sizes.length;
    assert.ok(falls > 0.75 && falls < 0.98, `${falls} of ${sizes.length} steps are reductions`);
    // Steps of the same day add up.
    assert.ok(sizes.every((size) => size > -0.18 && size < 0.1));
    assert.ok(sizes.filter((size) => size > -0.066 && size < 0.036).length > sizes.length * 0.95);
  });
}

test('the last change of a listing is the day of its price or status', () => {
  let changes = 0;
  const { first } = open();
  for (const life of lives('listings').values()) {
    for (const [home, next, day] of pairs(life)) {
      const same = home.price === next.price && home.status === next.status;
      if (home.list_day !== next.list_day) continue;
      if (!same) assert.equal(next.changed_day, first + day + 1);
      if (!same) changes += 1;
      assert.ok(next.changed_day <= first + day + 1 && next.changed_day >= next.list_day);
    }
  }
  assert.ok(changes > 500, `${changes} changes`);
});

test('some contracts fall through: the home is for sale again in the same listing', () => {
  let back = 0;
  let sold = 0;
  for (const life of lives('listings').values()) {
    for (const [home, next] of pairs(life)) {
      if (home.status !== 'pending') continue;
      assert.ok(home.pending_day !== null && home.sold_day === null);
      if (next.status !== 'for_sale') continue;
      back += 1;
      assert.equal(next.list_day, home.list_day);
      assert.deepEqual([next.pending_day, next.relisted], [null, false]);
    }
    life.forEach((home, day) => {
      if (home?.status === 'pending' && day < DAYS - 1 && life[day + 1] === undefined) sold += 1;
    });
  }
  const share = back / (back + sold);
  assert.ok(share > 0.05 && share < 0.2, `${back} came back, ${sold} were sold`);
});

test('some withdrawn homes are listed again within 30 days, at the same address', () => {
  let relisted = 0;
  for (const life of lives('listings').values()) {
    let last: { home: Home; day: number } | undefined;
    for (const [day, home] of life.entries()) {
      if (home === undefined) continue;
      if (last !== undefined && home.relisted && !last.home.relisted) {
        const gap = day - last.day;
        assert.ok(gap > 2 && gap <= 30, `${gap} days`);
        assert.equal(home.list_day - last.home.list_day > gap, true);
        assert.deepEqual(addressOf(home), addressOf(last.home));
        relisted += 1;
      }
      last = { home, day };
    }
  }
  assert.ok(relisted > 20, `${relisted} homes were listed again`);
});

test('a day is what it is, whether it is looked at before or after others', () => {
  const { data, plot, first } = open();
  const other = open();
  const days = [0, 40, 3, 39, 41, 200];
  const seen = days.map((day) => data.homesOf(plot, 'listings', (first + day) * DAY_MS));
  const again = [...days]
    .reverse()
    .map((day) => other.data.homesOf(other.plot, 'listings', (first + day) * DAY_MS));
  assert.deepEqual(again.reverse(), seen);
});

test('the last asking price of a sold home was its last price', () => {
  const { data, plot, first } = open();
  const asked = new Map(data.homesOf(plot, 'listings', first * DAY_MS).map((home) => [home.slot, home]));
  let compared = 0;
  for (const home of data.homesOf(plot, 'sold', (first + 60) * DAY_MS)) {
    const before = asked.get(home.slot);
    if (before?.status !== 'pending' || before.list_day !== home.list_day) continue;
    if (before.pending_day !== home.pending_day) continue;
    assert.equal(home.price, before.price);
    compared += 1;
  }
  assert.ok(compared > 20, `${compared} compared`);
});
