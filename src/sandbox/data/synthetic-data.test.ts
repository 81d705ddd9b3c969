import { HOUR_MS } from '#contract/durations.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Geo } from '#geo/geo.js';
import { ALBUQUERQUE, fewZips, HOUSTON, handClock } from '../few-zips.test.js';
import { dayOf, isoDate, midnightMs, pacificMidnightMs, zoneOf } from './calendar.js';
import { type Home, MICRO, type Trade } from './home.js';
import { addressOf } from './names.js';
import { createSyntheticData, portalId } from './synthetic-data.js';

const open = (seed = 7, homes = 6_000) => {
  const clock = handClock();
  return { clock, data: createSyntheticData({ seed, homes, geo: fewZips, clock, towers: [] }) };
};
const key = (home: Home) => `${home.series}${home.plot.zip.zip}:${home.slot}`;
const keys = (homes: Iterable<Home>) => [...homes].map(key).sort();
const TRADES: readonly Trade[] = ['listings', 'rentals', 'sold'];

test('the same seed makes the same homes in whatever order they are looked at', () => {
  const first = open().data;
  const second = open().data;
  const sold = [...first.homesIn(HOUSTON, 'sold')];
  const listed = [...first.homesIn(HOUSTON, 'listings')];
  assert.deepEqual([...second.homesIn(HOUSTON, 'listings')], listed);
  assert.deepEqual([...second.homesIn(HOUSTON, 'sold')], sold);
  assert.notDeepEqual([...open(8).data.homesIn(HOUSTON, 'listings')], listed);
});

test('homes of two halves of a box are the homes of the box', () => {
  const { data } = open();
  const middle = -95.3561234;
  for (const trade of TRADES) {
    const west = keys(data.homesIn({ ...HOUSTON, east: middle }, trade));
    const east = keys(data.homesIn({ ...HOUSTON, west: middle }, trade));
    assert.ok(west.length > 0 && east.length > 0);
    assert.deepEqual([...west, ...east].sort(), keys(data.homesIn(HOUSTON, trade)));
  }
});

test('a box is closed: a home on its edge belongs to it', () => {
  const { data } = open();
  const [home] = data.homesIn(HOUSTON, 'listings');
  assert.ok(home);
  const lng = home.x / MICRO;
  const lat = home.y / MICRO;
  const point = { west: lng, east: lng, south: lat, north: lat };
  assert.ok(keys(data.homesIn(point, 'listings')).includes(key(home)));
});

test('the data has about as many homes for sale as asked, and others in proportion', () => {
  const { data } = open(3, 20_000);
  const all = { west: -180, south: -90, east: 180, north: 90 };
  const listed = [...data.homesIn(all, 'listings')];
  // Four ZIPs with noise each: the sum varies more than a nation's.
  const forSale = listed.filter((home) => home.status === 'for_sale').length;
  assert.ok(forSale > 8_000 && forSale < 40_000, `${forSale} for sale`);
  const share = (count: number) => count / forSale;
  const rentals = share([...data.homesIn(all, 'rentals')].length);
  const sold = share([...data.homesIn(all, 'sold')].length);
  assert.ok(rentals > 0.4 && rentals < 0.6, `rentals ${rentals}`);
  assert.ok(sold > 5.5 && sold < 8, `sold ${sold}`);
});

test('places make a small data set with the asked number of homes', () => {
  const places = [{ zip: '77002', homes: 2_000 }];
  const data = createSyntheticData({ seed: 1, homes: 0, geo: fewZips, clock: handClock(), places });
  const listed = [...data.homesIn(HOUSTON, 'listings')].filter((h) => h.status === 'for_sale');
  assert.ok(Math.abs(listed.length - 2_000) < 200, `${listed.length}`);
  assert.deepEqual([...data.homesIn(ALBUQUERQUE, 'listings')], []);
});

test('a tower has exactly its units for sale, all on one point and at one address', () => {
  const options = { seed: 1, homes: 0, geo: fewZips, clock: handClock(), places: [] };
  const towers = [{ zip: '77002', homes: 900 }];
  const places = [{ zip: '77002', homes: 0 }];
  const data = createSyntheticData({ ...options, places, towers });
  const units = [...data.homesIn(HOUSTON, 'listings')];
  assert.equal(units.length, 900);
  assert.equal(new Set(units.map((home) => `${home.x} ${home.y}`)).size, 1);
  assert.equal(new Set(units.map((home) => addressOf(home).line1)).size, 1);
  assert.equal(new Set(units.map((home) => addressOf(home).unit)).size, 900);
  assert.ok(units.every((home) => home.status === 'for_sale'));
});

test('nearly all homes lie in their cover', () => {
  const { data } = open(5, 20_000);
  const homes = [...data.homesIn(HOUSTON, 'sold')];
  const outside = homes.filter(
    ({ x, y, plot: { zip } }) =>
      x < zip.cover.w || x > zip.cover.e || y < zip.cover.s || y > zip.cover.n,
  );
  assert.ok(outside.length / homes.length < 0.002, `${outside.length} of ${homes.length}`);
});

test('a home that would stand in the sea stands nearer to the point of its ZIP', () => {
  const [zip] = fewZips.zips();
  assert.ok(zip);
  const places = [{ zip: zip.zip, homes: 300 }];
  const all = { west: -180, south: -90, east: 180, north: 90 };
  const homes = (geo: Geo) => {
    const data = createSyntheticData({ seed: 7, homes: 0, geo, clock: handClock(), places });
    return [...data.homesIn(all, 'listings')];
  };
  const inland = homes(fewZips);
  const coastal = homes({ ...fewZips, onLand: (_lat, lng) => lng <= zip.lng });
  const isEast = ({ x }: Home) => x / MICRO > zip.lng;
  assert.ok(inland.filter(isEast).length > 50);
  assert.deepEqual(coastal.filter(isEast), []);
  inland.forEach((home, at) => {
    // Near the shore a home moves when its street ends there.
    if (home.x / MICRO > zip.lng - 0.001) return;
    assert.deepEqual([coastal[at]?.x, coastal[at]?.y], [home.x, home.y]);
  });
});

test('the data changes with time: a home is listed, goes pending, is sold on its own days', () => {
  const { data, clock } = open();
  const forSale = [...data.homesIn(HOUSTON, 'listings')].find((h) => h.status === 'for_sale');
  assert.ok(forSale);
  const seen = new Map<string, Home>();
  for (let day = 0; day < 450; day += 1) {
    for (const trade of ['listings', 'sold'] as const) {
      for (const home of data.homesOf(forSale.plot, trade, data.nowMs())) {
        if (home.slot === forSale.slot && !seen.has(home.status)) seen.set(home.status, home);
      }
    }
    clock.passDays(1);
  }
  assert.ok(seen.has('for_sale'));
  const pending = seen.get('pending');
  if (pending !== undefined) assert.equal(pending.list_day, forSale.list_day);
});

test('a sold home was listed, then pending, then sold, and none of it lies ahead', () => {
  const { data } = open();
  for (const home of data.homesIn(HOUSTON, 'sold')) {
    assert.ok(home.sold_day !== null && home.pending_day !== null && home.sale_price !== null);
    assert.ok(home.list_day < home.pending_day && home.pending_day < home.sold_day);
    assert.ok(home.sold_day <= data.day() && home.sold_day >= data.day() - 1_095);
  }
});

test('a home has another id on each portal, and no two homes share one', () => {
  const { data } = open();
  const homes = TRADES.flatMap((trade) => [...data.homesIn(HOUSTON, trade)]);
  const byHome = new Map(homes.map((home) => [key(home), home]));
  for (const portal of ['portal_a', 'portal_b']) {
    const ids = new Set([...byHome.values()].map((home) => portalId(home, portal)));
    assert.equal(ids.size, byHome.size);
  }
  const [home] = homes;
  assert.ok(home);
  assert.notEqual(portalId(home, 'portal_a'), portalId(home, 'portal_b'));
});

test('a Pacific midnight is seven hours after UTC in summer and eight in winter', () => {
  const hours = (date: string) => {
    const day = dayOf(Date.parse(date));
    assert.equal(isoDate(day), date);
    return (pacificMidnightMs(day) - Date.parse(date)) / 3_600_000;
  };
  assert.deepEqual(
    ['2026-01-15', '2026-03-08', '2026-03-09', '2026-07-01', '2026-11-01', '2026-11-02'].map(hours),
    [8, 8, 7, 7, 7, 8],
  );
});

test('midnight follows the zone of a state, with daylight saving time where it applies', () => {
  const hours = (state: string, date: string) =>
    (midnightMs(dayOf(Date.parse(date)), zoneOf(state)) - Date.parse(date)) / HOUR_MS;
  const states = ['NY', 'TX', 'NM', 'AZ', 'WA', 'AK', 'HI', 'PR'];
  const winter = states.map((state) => hours(state, '2026-01-15'));
  const summer = states.map((state) => hours(state, '2026-07-15'));
  assert.deepEqual(winter, [5, 6, 7, 7, 8, 9, 10, 4]);
  assert.deepEqual(summer, [4, 5, 6, 7, 7, 8, 10, 4]);
});
