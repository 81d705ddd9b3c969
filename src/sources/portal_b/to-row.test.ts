import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent } from '#domain/parsed-row.js';
import { CONTEXT, kept, rawRow } from './fixtures/pages.js';
import { soldToRow } from './to-row.js';

const sold = (id: number, change: object = {}) =>
  kept(soldToRow({ ...rawRow(id), ...change }, CONTEXT));
test('a sold row is read whole', () => {
  const onlySale = absent('not_on_search_page', 'The search page shows the sale only.');
  assert.deepEqual(sold(7000001), {
    source: 'portal_b',
    source_id: '7000001',
    source_url: 'https://homes.example/WA/Alder-Falls/18-Marrow-Ln-98999/home/7000001',
    sold_date: '2026-10-02',
    sale_price: usd(624_500),
    sale_price_disclosure: 'mls_reported',
    list_price: onlySale,
    list_date: onlySale,
    sale_to_list_ratio: onlySale,
    days_on_market: absent('not_reported'),
    price_per_sqft: 350.06,
    beds: 3,
    baths: 2.5,
    living_area_sqft: 1784,
    property_type: 'single_family',
    address: {
      line1: '18 Marrow Ln',
      unit: absent('not_applicable'),
      city: 'Alder Falls',
      state: 'WA',
      zip: '98999',
      county: absent('not_on_search_page'),
      county_fips: absent('not_on_search_page'),
    },
    location: { lat: 47.41, lng: -122.21 },
    broker_name: 'Wren & Sons Realty',
    extras: {
      property_type_code: 6,
      mls_status: 'Sold',
      year_built: 1968,
      lot_area_sqft: 7210,
      hoa_fee_monthly: absent('not_reported'),
      original_list_price: absent('not_reported'),
      previous_list_price: absent('not_reported'),
    },
  });
});

test('a condo has a unit that its street does not repeat, dues and 0 beds as a studio', () => {
  const row = sold(7000002);
  assert.deepEqual([row.address.line1, row.address.unit], ['40 Harrow St', 'Unit B204']);
  assert.deepEqual(row.extras.hoa_fee_monthly, usd(412));
  assert.deepEqual(row.extras.lot_area_sqft, absent('not_reported'));
  assert.deepEqual([row.beds, row.property_type, row.days_on_market], [0, 'condo', 12]);
});

test('a hidden sale price is never read, though a number stands in its place', () => {
  const row = sold(7000003);
  assert.deepEqual(row.sale_price, absent('not_disclosed', 'The source hides the sale price.'));
  assert.equal(row.sale_price_disclosure, 'not_disclosed');
  assert.deepEqual(row.price_per_sqft, absent('not_disclosed'));
});

test('a price that the law hides is not disclosed, and the note names the state', () => {
  const row = sold(7000004);
  assert.equal(row.sale_price_disclosure, 'not_disclosed');
  assert.deepEqual(
    row.sale_price,
    absent('not_disclosed', 'TX is a non-disclosure state: sale prices are not public.'),
  );
  assert.deepEqual(
    sold(7000004, { state: 'WA' }).sale_price,
    absent('not_disclosed', 'The source shows no sale price.'),
  );
});

test('where sale prices are not public a number without a sign is the last asking price', () => {
  for (const state of 'AK ID KS LA MS MO MT NM ND TX UT WY'.split(' ')) {
    const row = sold(7000001, { state, hideSalePrice: undefined });
    const why = `${state} is a non-disclosure state: the source shows the last asking price.`;
    assert.deepEqual(row.sale_price, absent('not_disclosed', why));
    assert.equal(row.sale_price_disclosure, 'not_disclosed');
    assert.deepEqual(row.list_price, usd(624_500));
    assert.deepEqual(
      [row.price_per_sqft, row.sale_to_list_ratio],
      [absent('not_disclosed'), absent('not_disclosed')],
    );
  }
  const shown = sold(7000001, { state: 'TX', hideSalePrice: false });
  assert.deepEqual([shown.sale_price, shown.sale_price_disclosure], [usd(624_500), 'mls_reported']);
  const hidden = sold(7000001, { state: 'TX', hideSalePrice: true });
  assert.deepEqual(hidden.list_price, sold(7000001).list_price, 'a flagged number may be anything');
});

test('a sale without MLS number and status is known from county records', () => {
  const row = sold(7000005);
  assert.equal(row.sale_price_disclosure, 'public_record');
  assert.deepEqual(row.sale_price, usd(624_500));
  assert.deepEqual(
    row.extras.mls_status,
    absent('not_applicable', 'The sale is known from county records only.'),
  );
  assert.deepEqual(row.sold_date, absent('not_reported'));
  assert.deepEqual(row.broker_name, absent('not_reported'));
  assert.deepEqual(row.days_on_market, absent('not_on_search_page'));
  assert.equal(sold(7000005, { mlsId: { value: '7' } }).sale_price_disclosure, 'mls_reported');
  assert.equal(sold(7000005, { mlsStatus: 'Closed' }).sale_price_disclosure, 'mls_reported');
});

test('a level of 2 or more without a value is withheld, but not the ZIP code', () => {
  const row = sold(7000006);
  const hidden = absent('hidden_by_source');
  assert.deepEqual(
    [row.address.line1, row.address.unit, row.location, row.sale_price, row.living_area_sqft],
    [hidden, hidden, hidden, hidden, hidden],
  );
  assert.equal(row.sale_price_disclosure, 'not_disclosed');
  assert.equal(row.address.zip, '98999');
  assert.equal(sold(7000006, { sqFt: { value: 900, level: 2 } }).living_area_sqft, 900);
});

test('a street in words of hiding is hidden, with its unit', () => {
  const { line1, unit } = sold(7000002, { streetLine: { value: '(Undisclosed Address)' } }).address;
  assert.deepEqual([line1, unit], [absent('hidden_by_source'), absent('hidden_by_source')]);
});

test('land has no rooms and no year to report', () => {
  const row = sold(7000007);
  assert.equal(row.property_type, 'land');
  assert.equal(row.extras.lot_area_sqft, 43_560);
  for (const field of [row.beds, row.baths, row.living_area_sqft, row.price_per_sqft]) {
    assert.deepEqual(field, absent('not_applicable'));
  }
  assert.deepEqual(row.extras.year_built, absent('not_applicable'));
});

test('a value of the wrong type is unreadable with its shape quoted', () => {
  const row = sold(7000008);
  assert.deepEqual(row.beds, absent('unreadable', 'text "three"'));
  assert.deepEqual(row.living_area_sqft, absent('unreadable', 'object {amount, level}'));
  assert.deepEqual(row.sale_price, absent('unreadable', 'text "1,200,000"'));
  assert.equal(row.sale_price_disclosure, 'unknown');
  assert.deepEqual(row.location, absent('unreadable', 'text "47.4,-122.2"'));
  assert.deepEqual(row.address.state, absent('unreadable', 'text "Wash."'));
  assert.deepEqual(row.address.zip, absent('unreadable', 'text "9899"'));
  assert.deepEqual(row.extras.year_built, absent('unreadable', 'number 1999.5'));
});

test('value objects and plain values are both read, whichever field has which', () => {
  const row = sold(7000009);
  assert.deepEqual(row.address, {
    line1: '7 Lantern Way',
    unit: absent('not_applicable'),
    city: 'Alder Falls',
    state: 'WA',
    zip: '98999',
    county: absent('not_on_search_page'),
    county_fips: absent('not_on_search_page'),
  });
  assert.deepEqual([row.beds, row.baths, row.living_area_sqft], [2, 1.5, 1000]);
  assert.deepEqual(row.location, { lat: 47.43, lng: -122.23 });
  assert.deepEqual([row.sale_price, row.price_per_sqft], [usd(289_000), 289]);
  assert.deepEqual(row.extras, {
    property_type_code: 13,
    mls_status: 'Closed Sale',
    year_built: 2004,
    lot_area_sqft: 2178,
    hoa_fee_monthly: usd(55),
    original_list_price: absent('not_reported'),
    previous_list_price: absent('not_reported'),
  });
  assert.equal(sold(7000009, { zip: null }).address.zip, '98999', 'the other of the two members');
});

test("the seller's brokerage is named, else the buyer's, else none", () => {
  assert.equal(sold(7000001).broker_name, 'Wren & Sons Realty');
  assert.equal(sold(7000009).broker_name, 'Tern Harbor Homes');
  const none = { listingBroker: { isRedfin: false }, sellingBroker: { level: 2 } };
  assert.deepEqual(sold(7000001, none).broker_name, absent('not_reported'));
});

test('a midnight anywhere in the country is the day of the sale, summer and winter', () => {
  const day = (soldDate: number) => sold(7000001, { soldDate }).sold_date;
  assert.equal(day(Date.UTC(2026, 6, 1, 4)), '2026-07-01', 'Eastern daylight time');
  assert.equal(day(Date.UTC(2026, 0, 10, 5)), '2026-01-10', 'Eastern standard time');
  assert.equal(day(Date.UTC(2026, 6, 1, 7)), '2026-07-01', 'Pacific daylight time');
  assert.equal(day(Date.UTC(2026, 0, 10, 8)), '2026-01-10', 'Pacific standard time');
  assert.equal(day(Date.UTC(2026, 8, 1, 10)), '2026-09-01', 'Hawaii');
  assert.equal(day(Date.UTC(2026, 8, 1)), '2026-09-01', 'plain dates');
});

test('a home for sale is not a sale, though it has a price and the date of its last sale', () => {
  const forSale = { dropped: 'on_market', detail: 'The home is for sale.' };
  assert.deepEqual(soldToRow(rawRow(7000010), CONTEXT), forSale);
  const raw = rawRow(7000001);
  const change = (members: object) => soldToRow({ ...raw, ...members }, CONTEXT);
  for (const searchStatus of [undefined, 1, 2, 8, 128, 130, 131]) {
    assert.deepEqual(change({ searchStatus, mlsStatus: 'Active Under Contract' }), forSale);
  }
  // A code that is unknown, and one that the words contradict, are a change of the source.
  const notSold = { dropped: 'outside_filters', detail: 'The row is not a sale.' };
  assert.deepEqual(change({ searchStatus: 400, mlsStatus: undefined }), notSold);
  assert.deepEqual(change({ searchStatus: 130 }), notSold);
  assert.deepEqual(change({ mlsStatus: 'Active Under Contract' }), notSold);
  for (const mlsStatus of ['Sold', 'Closed', 'Closed Sale', 'Recorded', { level: 1 }]) {
    assert.ok('row' in soldToRow({ ...raw, mlsStatus }, CONTEXT));
  }
});

test('a home type is read from the finer code, else the coarser; an unknown one is other', () => {
  const type = (propertyType: unknown, uiPropertyType?: unknown) =>
    sold(7000001, { propertyType, uiPropertyType }).property_type;
  const codes = [6, 3, 13, 4, 5, 8].map((code) => type(code));
  assert.deepEqual(codes, [
    'single_family',
    'condo',
    'townhouse',
    'multi_family',
    'multi_family',
    'land',
  ]);
  assert.deepEqual(
    [type(7, 7), type(10, 8), type(99, 6), type(99)],
    ['manufactured', 'condo', 'other', 'other'],
  );
  assert.deepEqual(type({ level: 1 }), absent('not_reported'));
  assert.deepEqual(type('house'), absent('unreadable', 'text "house"'));
  assert.equal(sold(7000008).extras.property_type_code, 99);
});

test('values that cannot be true are withheld as implausible', () => {
  const row = sold(7000011, { beds: -2, price: -1, latLong: { latitude: 95, longitude: 0 } });
  assert.deepEqual(row.beds, absent('implausible', 'The source sent -2.'));
  assert.deepEqual(row.extras.lot_area_sqft, absent('implausible', 'The source sent -4.'));
  assert.deepEqual(row.sale_price, absent('implausible', 'The source sent -1.'));
  assert.equal(row.sale_price_disclosure, 'unknown');
  assert.deepEqual(row.location, absent('implausible', 'The source sent 95, 0.'));
  const days = sold(7000001, { dom: { value: 99_999 }, soldDate: 9e15 });
  assert.deepEqual(days.days_on_market, absent('implausible', 'The source sent 99999 days.'));
  assert.deepEqual(days.sold_date, absent('implausible', 'The source sent 9000000000000000.'));
});

test('zero is how an empty price, area, year or bathroom is spelled', () => {
  const row = sold(7000001, { price: 0, sqFt: { value: 0 }, yearBuilt: 0, baths: 0, lotSize: 0 });
  for (const field of [row.living_area_sqft, row.extras.year_built, row.baths]) {
    assert.deepEqual(field, absent('not_reported'));
  }
  assert.equal(row.sale_price_disclosure, 'not_disclosed');
});

test('the asking prices before the sale are read in either form', () => {
  const priced = { originalPrice: { value: 700_000, level: 1 }, previousPrice: 650_000 };
  const { extras } = sold(7000001, priced);
  assert.deepEqual(
    [extras.original_list_price, extras.previous_list_price],
    [usd(700_000), usd(650_000)],
  );
  const unread = sold(7000001, { originalPrice: { level: 1 }, previousPrice: 'n/a' }).extras;
  assert.deepEqual(unread.original_list_price, absent('not_reported'));
  assert.deepEqual(unread.previous_list_price, absent('unreadable', 'text "n/a"'));
});

test('dues are monthly only where the source knows how often they are paid', () => {
  assert.deepEqual(
    sold(7000004).extras.hoa_fee_monthly,
    absent('not_reported', 'The source gives no payment period for the dues.'),
  );
});

test('a page URL is built from the id if missing, and unchanged when absolute', () => {
  assert.equal(sold(7000011).source_url, 'https://homes.example/home/7000011');
  assert.equal(sold(7000009).source_url, 'https://elsewhere.example/home/7000009');
  assert.equal(sold(7000001, { propertyId: undefined }).source_id, '7000001', 'from its address');
});

test('a row without an id and one that is not an object are dropped as unreadable', () => {
  const { propertyId, url, ...bare } = rawRow(7000001);
  assert.ok([propertyId, url].every(Boolean));
  const read = soldToRow(bare, CONTEXT);
  assert.ok('dropped' in read && read.dropped === 'unreadable');
  assert.ok((read.detail ?? '').length <= 80);
  assert.deepEqual(soldToRow('a row', CONTEXT), {
    dropped: 'unreadable',
    detail: 'text "a row"',
  });
});
