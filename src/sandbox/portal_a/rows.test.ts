import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { dayOf, pacificMidnightMs } from '../data/calendar.js';
import { ALBUQUERQUE, HOUSTON } from '../few-zips.test.js';
import {
  type Filters,
  idOf,
  OFF,
  open,
  priceOf,
  RENT,
  type Row,
  SOLD,
} from './open-portal.test.js';

test('the source applies filters, with both edges of a range included', async () => {
  const { all, page } = open(0);
  const prices = (await all(ALBUQUERQUE)).map(priceOf).filter((price) => price > 0);
  const [min, max] = [prices[10] ?? 0, prices[20] ?? 0].sort((a, b) => a - b);
  const priced = await all(ALBUQUERQUE, { price: { min, max } });
  assert.ok(priced.some((row) => priceOf(row) === min));
  assert.ok(priced.some((row) => priceOf(row) === max));
  assert.ok(priced.every((row) => row['plid'] || (priceOf(row) >= min! && priceOf(row) <= max!)));
  const big = await all(ALBUQUERQUE, {
    beds: { min: 4 },
    baths: { min: 2.5 },
    sqft: { min: 1_800 },
  });
  assert.ok(big.length > 0);
  for (const row of big.filter((home) => home.zpid)) {
    assert.ok(
      Number(row['beds']) >= 4 && Number(row['baths']) >= 2.5 && Number(row['area']) >= 1_800,
    );
  }
  const houses = await all(ALBUQUERQUE, { isSingleFamily: OFF, isApartmentOrCondo: OFF });
  const types = new Set(houses.map((row) => row.hdpData?.homeInfo['homeType']));
  assert.ok(types.has('LOT') && !types.has('SINGLE_FAMILY') && !types.has('CONDO'));
  const active = (await page(ALBUQUERQUE)).cat1.searchList.totalResultCount;
  const pending = { isPendingListingsSelected: { value: true } };
  assert.ok((await page(ALBUQUERQUE, pending)).cat1.searchList.totalResultCount > active);
});

test('sold windows hold what was sold in them, each more than the last', async () => {
  const { all, page, data } = open(0);
  let before = -1;
  for (const doz of ['7', '14', '30', '90', '6m', '12m', '24m', '36m']) {
    const { cat1 } = await page(ALBUQUERQUE, { ...SOLD, doz: { value: doz } });
    assert.ok(cat1.searchList.totalResultCount > before, doz);
    before = cat1.searchList.totalResultCount;
  }
  for (const row of await all(ALBUQUERQUE, { ...SOLD, doz: { value: '30' } })) {
    const sold = Number(row.hdpData?.homeInfo['dateSold']);
    assert.equal(sold, pacificMidnightMs(dayOf(sold)));
    assert.ok(data.day() - dayOf(sold) <= 30);
  }
});

test('sale prices are mostly silent in a non-disclosure state', async () => {
  const { all } = open(0);
  const rows = await all(ALBUQUERQUE, { ...SOLD, doz: { value: '36m' } });
  const silent = rows.filter((row) => !row['unformattedPrice']);
  assert.ok(silent.length / rows.length > 0.85);
  assert.ok(silent.every((row) => row['soldPrice'] === undefined));
});

test('sales alone need the for-sale switches off; otherwise both come', async () => {
  const { page } = open(0);
  const total = async (filters: Filters) =>
    (await page(ALBUQUERQUE, filters)).cat1.searchList.totalResultCount;
  const both = await total({ isRecentlySold: { value: true }, doz: { value: '36m' } });
  const sold = await total({ ...SOLD, doz: { value: '36m' } });
  assert.ok(both > sold);
});

test('relaxed rows come only with the last page and are not counted', async () => {
  const { page } = open(0, { relaxed: 1 });
  const first = (await page(ALBUQUERQUE)).cat1;
  assert.ok(first.searchResults.listResults.every((row) => !row.relaxed));
  const { totalPages, totalResultCount } = first.searchList;
  const last = (await page(ALBUQUERQUE, {}, totalPages)).cat1.searchResults.listResults;
  assert.ok(last.some((row) => row.relaxed));
  assert.equal(last.filter((row) => !row.relaxed).length, totalResultCount - 41 * (totalPages - 1));
});

test('sorts order the whole search, and a bias leans the default order', async () => {
  const { all } = open(0);
  const prices = (await all(ALBUQUERQUE, { sortSelection: { value: 'pricea' }, price: { min: 1 } }))
    .filter((row) => row.zpid)
    .map(priceOf);
  assert.deepEqual(
    prices,
    [...prices].sort((a, b) => a - b),
  );
  const south = await open(0, { order: 'south', hidden: 0 }).all(ALBUQUERQUE);
  const lats = south.map((row) => Number(row.latLong.latitude));
  assert.deepEqual(
    lats,
    [...lats].sort((a, b) => a - b),
  );
});

test('rows come in all the shapes that pages show', async () => {
  const { all } = open(1_500);
  const rows = [...(await all(HOUSTON)), ...(await all(HOUSTON, RENT))];
  const some = (name: string, is: (row: Row) => boolean) => assert.ok(rows.some(is), name);
  some(
    'community',
    (row) => String(row['price']).startsWith('From $') && row.hdpData === undefined,
  );
  some(
    'display price alone',
    (row) => !row['unformattedPrice'] && Number(row.hdpData?.homeInfo['price']) > 0,
  );
  some('days unknown', (row) => row.hdpData?.homeInfo['daysOnZillow'] === -1);
  some('baths 0', (row) => row['baths'] === 0);
  some('no area', (row) => row.zpid !== undefined && row['area'] === undefined);
  some('listing by', (row) => String(row['brokerName']).startsWith('Listing by: '));
  some('licence', (row) => / DRE # \d+$/.test(String(row['info6String'])));
  some('unknown type', (row) => row.hdpData?.homeInfo['homeType'] === 'HOME_TYPE_UNKNOWN');
  some('building', (row) => typeof row['lotId'] === 'number' && Array.isArray(row['units']));
  some(
    'unnamed building',
    (row) => row['isBuilding'] === true && !row['buildingName'] && !row['plid'],
  );
  some('monthly rent', (row) => String(row['price']).endsWith('/mo'));
});

test('time since listing gives the day of listing', async () => {
  const { all, clock } = open(0);
  for (const { hdpData } of await all(ALBUQUERQUE)) {
    if (hdpData === undefined || hdpData.homeInfo['daysOnZillow'] === -1) continue;
    const since = Number(hdpData.homeInfo['timeOnZillow']);
    assert.equal(Math.floor(since / DAY_MS), hdpData.homeInfo['daysOnZillow']);
    assert.ok(clock.nowMs() - since > 0);
  }
});

test('time moves what a search finds, and a day does not', async () => {
  const { all, clock } = open(0);
  const ids = async () => (await all(ALBUQUERQUE)).map(idOf).sort().join();
  const before = await ids();
  assert.equal(await ids(), before);
  clock.passDays(10);
  assert.notEqual(await ids(), before);
});

test('a body without a search state is rejected with a reason', async () => {
  const { portal } = open(0);
  const path = '/async-create-search-page-state';
  const ask = (body: string) =>
    portal.answer({ method: 'PUT', path, query: new URLSearchParams(), body });
  for (const body of ['', '{', '[]', '{"searchQueryState":{}}']) {
    assert.equal((await ask(body)).status, 400);
  }
});

test('cards name the change of their price and its day, lots in two units, and open houses', async () => {
  const { all, data } = open(0);
  const rows = (await all(ALBUQUERQUE)).filter((row) => row.zpid !== undefined);
  const infos = rows.map((row) => row.hdpData?.homeInfo ?? {});
  const cuts = infos.filter((info) => Number(info['priceChange']) < 0);
  assert.ok(cuts.length > rows.length * 0.15 && cuts.length < rows.length * 0.6);
  for (const info of cuts) {
    assert.ok(-Number(info['priceChange']) < Number(info['price']));
    const day = dayOf(Number(info['datePriceChanged']));
    assert.equal(info['datePriceChanged'], pacificMidnightMs(day));
    assert.ok(day <= data.day());
    assert.match(String(info['priceReduction']), /^\$[\d,]+ \([A-Z][a-z]{2} \d+\)$/);
  }
  const units = new Set(infos.flatMap((info) => info['lotAreaUnit'] ?? []));
  assert.deepEqual([...units].sort(), ['acres', 'sqft']);
  assert.ok(infos.some((info) => /^\w{3}\. \d-\dpm$/.test(String(info['openHouse']))));
  assert.ok(rows.some((row) => row['responsivePhotos'] !== undefined));
});

test('sold cards carry no date where the behaviour says so', async () => {
  const { all } = open(0, { undated: 1 });
  const rows = await all(ALBUQUERQUE, { ...SOLD, doz: { value: '36m' } });
  assert.ok(rows.length > 50);
  for (const row of rows.filter(({ relaxed }) => !relaxed)) {
    assert.equal(row.hdpData?.homeInfo['dateSold'], undefined);
    assert.equal(row['flexFieldText'], undefined);
  }
});
