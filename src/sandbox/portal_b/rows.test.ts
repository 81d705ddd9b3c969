import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, midnightMs, zoneOf } from '../data/calendar.js';
import { addressOf } from '../data/names.js';
import { portalId } from '../data/synthetic-data.js';
import { ALBUQUERQUE, HOUSTON, NEW_YORK } from '../few-zips.test.js';
import { homesOf, idsOf, open, type Row, ringOf, SOLD } from './open-portal.test.js';

const priceOf = (row: Row) => Number(row.price.value ?? 0);

test('invalid arguments are resultCode 101 under status 200', async () => {
  const { ask } = open(0);
  const user_poly = ringOf(ALBUQUERQUE);
  const bad: Record<string, string | number>[] = [
    { user_poly: '' },
    { user_poly: '-106.6 35,-106.4 35,-106.4 35.2' },
    { user_poly: '-106.6 35,-106.4 35,-106.4 35.2,-106.6 35.2' },
    { user_poly: '-106.6 35,-106.4 x,-106.4 35.2,-106.6 35' },
    { user_poly: '35 -106.6,35.2 -106.6,35.2 -106.4,35 -106.6' },
    { user_poly, sold_within_days: 14 },
    { user_poly, sold_within_days: 'week' },
    { user_poly, num_homes: 'many' },
    { user_poly, num_homes: 500 },
    { viewport: '35.2:35:-106.4' },
    { user_poly, uipt: '1,99' },
    { user_poly, sf: '1,12' },
    { user_poly, min_price: 'cheap' },
  ];
  for (const members of bad) {
    const answer = await ask(members);
    assert.equal(answer.resultCode, 101, JSON.stringify(members));
    assert.equal(answer.errorMessage, 'Invalid arguments');
  }
  assert.equal((await ask({ user_poly, sf: '1,2,3,5,6,7' })).resultCode, 0);
});

test('portal_b keeps its filters and drops names that it does not know', async () => {
  const { all } = open(0);
  const rows = await all(NEW_YORK);
  const plain = await all(NEW_YORK, { ...SOLD, min_beds: 9, min_sqft: 99_999 });
  assert.deepEqual(idsOf(plain), idsOf(rows));
  const prices = rows.map(priceOf).filter((price) => price > 0);
  const [min, max] = [prices[5]!, prices[15]!].sort((a, b) => a - b) as [number, number];
  const priced = await all(NEW_YORK, { ...SOLD, min_price: min, max_price: max });
  assert.ok(priced.some((row) => priceOf(row) === min) && priced.some((r) => priceOf(r) === max));
  assert.ok(priced.every((row) => priceOf(row) >= min && priceOf(row) <= max));
  const big = { num_beds: 2, max_num_beds: 3, num_baths: 1.5, min_listing_approx_size: 900 };
  const roomy = await all(NEW_YORK, { ...SOLD, ...big, min_year_built: 1950 });
  assert.ok(roomy.length > 5);
  for (const row of roomy) {
    assert.ok(Number(row['beds']) >= 2 && Number(row['beds']) <= 3 && Number(row['baths']) >= 1.5);
    assert.ok(Number(row.sqFt.value) >= 900);
    assert.ok((row['yearBuilt'] as { value: number }).value >= 1_950);
  }
  const condos = await all(NEW_YORK, { ...SOLD, uipt: '2,3' });
  const types = new Set(condos.map((row) => String(row['propertyType'])));
  assert.deepEqual([...types].sort(), ['13', '3']);
});

test('prices order a search; last-sale-date-desc is taken and does not', async () => {
  const { page } = open(0);
  const homes = async (ord: string) => homesOf(await page(NEW_YORK, { ...SOLD, ord }));
  const up = (await homes('price-asc')).filter((row) => !row['hideSalePrice']).map(priceOf);
  const known = up.filter((price) => price > 0);
  assert.deepEqual(
    known,
    [...known].sort((a, b) => a - b),
  );
  const ids = async (ord: string) => (await homes(ord)).map((row) => row.propertyId);
  assert.deepEqual(await ids('last-sale-date-desc'), await ids('redfin-recommended-asc'));
  assert.notDeepEqual(await ids('price-desc'), await ids('redfin-recommended-asc'));
});

test('a sale price is mostly hidden where the law hides it, and elsewhere not', async () => {
  const { all } = open(0);
  const silent = (rows: Row[]) =>
    rows.filter((row) => row['hideSalePrice'] === true || row.price.value === undefined);
  const mexico = await all(ALBUQUERQUE);
  const york = await all(NEW_YORK);
  assert.ok(silent(mexico).length / mexico.length > 0.85);
  assert.ok(silent(york).length / york.length < 0.04);
  const flagged = mexico.filter((row) => row['hideSalePrice'] === true);
  assert.ok(flagged.some((row) => row.price.value === undefined && row.price.level === 2));
  assert.ok(flagged.some((row) => row.price.value !== undefined && row.price.level === 2));
  assert.ok(silent(mexico).some((row) => row['hideSalePrice'] === false && row.price.level === 1));
});

test('in Texas the last asking price stands in place of a sale price, and nothing says so', async () => {
  const { all, data } = open(60);
  const homes = new Map(
    [...data.homesIn(HOUSTON, 'sold')].map((home) => [portalId(home, 'portal_b'), home]),
  );
  const rows = await all(HOUSTON);
  const asked = rows.filter((row) => row['hideSalePrice'] === undefined);
  assert.ok(asked.length > rows.length * 0.85);
  assert.ok(asked.every((row) => row.price.value === homes.get(row.propertyId)?.price));
  const some = priceOf(asked[3]!);
  const band = await all(HOUSTON, { ...SOLD, min_price: some, max_price: some });
  assert.ok(
    band.some((row) => row.propertyId === asked[3]!.propertyId),
    'and filters by it',
  );
});

test('a listing has the price it began with, and the one before its last cut', async () => {
  const { all } = open(0);
  const rows = (await all(ALBUQUERQUE)).filter((row) => row['mlsStatus'] !== undefined);
  const valueOf = (row: Row, name: string) => (row[name] as { value?: number }).value;
  const cut = rows.filter((row) => valueOf(row, 'previousPrice') !== undefined);
  assert.ok(cut.length > rows.length * 0.3 && cut.length < rows.length * 0.8);
  assert.ok(rows.every((row) => Number(valueOf(row, 'originalPrice')) > 0));
  assert.ok(cut.every((row) => valueOf(row, 'originalPrice')! >= valueOf(row, 'previousPrice')!));
});

test('about one sold row in seven is a county record, without MLS id and status', async () => {
  const { all } = open(0);
  const rows = await all(ALBUQUERQUE);
  const records = rows.filter((row) => row['mlsStatus'] === undefined);
  assert.ok(records.length / rows.length > 0.1 && records.length / rows.length < 0.2);
  for (const row of records) {
    assert.deepEqual(row['mlsId'], { label: 'MLS#' });
    assert.equal(row['listingId'], undefined);
    assert.deepEqual(row['listingBroker'], { isRedfin: false });
  }
  const listed = rows.filter((row) => row['mlsStatus'] !== undefined);
  assert.ok(listed.every((row) => row['soldDate'] !== null));
  assert.deepEqual([...new Set(listed.map((row) => String(row['mlsStatus'])))].sort(), [
    'Closed',
    'Closed Sale',
    'Sold',
  ]);
  const timed = listed.filter((row) => (row['dom'] as { value?: number }).value !== undefined);
  assert.ok(timed.length / listed.length > 0.25 && timed.length / listed.length < 0.45);
});

test('a sold date is a midnight of the home’s own state', async () => {
  const { all } = open(0);
  for (const [box, state] of [
    [ALBUQUERQUE, 'NM'],
    [NEW_YORK, 'NY'],
  ] as const) {
    for (const row of await all(box)) {
      const sold = row['soldDate'];
      if (sold === null) continue;
      assert.equal(sold, midnightMs(dayOf(Number(sold)), zoneOf(state)));
    }
  }
});

test('a hidden address has neither street nor point, but its ZIP', async () => {
  const { all } = open(0, { hidden: 1 });
  for (const row of await all(ALBUQUERQUE)) {
    assert.deepEqual(row.streetLine, { level: 2 });
    assert.deepEqual(row.latLong, { level: 2 });
    assert.equal((row['postalCode'] as { value: string }).value, '87112');
  }
});

test('portal_b answers in its older and in its newer shape', async () => {
  const { page } = open(0);
  const shapes = new Set<string>();
  for (let beds = 0; beds < 12; beds += 1) {
    const { payload } = await page(ALBUQUERQUE, { ...SOLD, num_beds: beds / 4 });
    const newer = payload.originalHomes !== undefined;
    const [row] = payload.originalHomes?.homes ?? payload.homes ?? [];
    shapes.add(newer ? 'newer' : 'older');
    assert.equal(payload.homes === undefined, newer);
    assert.equal(row?.['zip'], newer ? undefined : '87112');
  }
  assert.deepEqual([...shapes].sort(), ['newer', 'older']);
});

test('portal_b gives a home the street address that it has everywhere', async () => {
  const { all, data } = open(60, { hidden: 0 });
  const homes = [...data.homesIn(HOUSTON, 'sold')];
  const byId = new Map(homes.map((home) => [portalId(home, 'portal_b'), home]));
  const rows = await all(HOUSTON);
  assert.ok(rows.length / homes.length > 0.8 && rows.length / homes.length < 0.95);
  for (const row of rows) {
    const home = byId.get(row.propertyId) ?? assert.fail('an unknown home');
    const { line1, unit } = addressOf(home);
    const street = String(row.streetLine.value);
    assert.ok(street.startsWith(line1));
    const door = unit?.split(' ')[1];
    assert.ok(door === undefined ? street === line1 : street.endsWith(door));
    assert.equal(row.unitNumber.value === undefined, unit === null);
  }
});

test('without a window portal_b answers homes for sale, with an older sale date', async () => {
  const { all, groundTruth } = open(0);
  const rows = await all(ALBUQUERQUE, { status: 9 });
  const ids = await groundTruth({
    ...ALBUQUERQUE,
    kind: 'listings',
    soldWithinDays: 0,
    pending: false,
  });
  assert.deepEqual(rows.map((row) => String(row.propertyId)).sort(), ids);
  assert.ok(rows.every((row) => row['searchStatus'] === 1));
  assert.ok(rows.some((row) => Number(row['soldDate']) > 0));
});

test('a search for sales names a kind of market, a status and a window, or is of homes for sale', async () => {
  const { all } = open(0);
  const { mpt: _market, ...bare } = SOLD;
  for (const filters of [
    bare,
    { ...SOLD, mpt: 1 },
    { mpt: 99, status: 9 },
    { ...SOLD, status: 1 },
  ]) {
    const rows = await all(ALBUQUERQUE, filters);
    assert.ok(rows.length > 5 && rows.every((row) => row['searchStatus'] === 1));
  }
  assert.ok((await all(ALBUQUERQUE)).every((row) => row['searchStatus'] === 4));
});

test('with market_first homes on the market come before the sales and share their cap', async () => {
  const { ask, all } = open(0);
  const user_poly = ringOf(ALBUQUERQUE);
  const rows = homesOf(await ask({ ...SOLD, user_poly, num_homes: 350 }, 'market_first'));
  const states = rows.map((row) => row['searchStatus']);
  const market = states.lastIndexOf(1) + 1;
  assert.ok(market > 20 && market < 350 && rows.length === 350);
  assert.ok(states.slice(0, market).every((state) => state === 1));
  assert.ok(states.slice(market).every((state) => state === 4));
  assert.equal((await all(ALBUQUERQUE, { ...SOLD, num_homes: 350 })).length > 350 - market, true);
});

test('other paths and methods of portal_b are rejected', async () => {
  const { portal } = open(0);
  const request = { method: 'GET', path: '/x', query: new URLSearchParams(), body: '' };
  assert.equal((await portal.answer(request)).status, 404);
  const path = '/stingray/api/gis';
  assert.equal((await portal.answer({ ...request, path, method: 'POST' })).status, 405);
});
