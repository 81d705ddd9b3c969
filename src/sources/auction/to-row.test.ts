import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent } from '#domain/parsed-row.js';
import { rawOf } from '../raw-values.js';
import { CONTEXT, kept, rawRow, UNASKED } from './fixtures/pages.js';
import { auctionToRow } from './to-row.js';

const auction = (id: string, change: object = {}) =>
  kept(auctionToRow({ ...rawRow(id), ...change }, CONTEXT));
const summaryWith = (change: object) => ({
  primary_property: {
    summary: { ...rawOf(rawOf(rawRow('7000001').primary_property).summary), ...change },
  },
});
const NO_PRICE = absent('not_applicable', 'An auction has no asking price.');
const IN_PERSON = absent('not_applicable', 'The auction is held in person.');
const EMPTY = absent('not_reported');

test('a scheduled auction in person is read whole', () => {
  const { extras, address, ...row } = auction('7000001');
  assert.deepEqual(row, {
    source: 'auction',
    source_id: '7000001',
    source_url: 'https://homes.example/details/1-lantern-way-alder-falls-or-7000001',
    listing_kind: 'home',
    status: 'for_sale',
    list_price: NO_PRICE,
    rent_monthly: NO_PRICE,
    rent_is_from_price: false,
    list_date: absent('not_on_search_page'),
    days_on_market: absent('not_on_search_page'),
    price_per_sqft: NO_PRICE,
    beds: 3,
    baths: 2,
    living_area_sqft: 1540,
    property_type: 'single_family',
    location: { lat: 45.1, lng: -122.1 },
    broker_name: absent('not_on_search_page'),
    agent_name: absent('not_on_search_page'),
    photo_count: 6,
  });
  assert.deepEqual(address, {
    line1: '1 LANTERN WAY',
    unit: absent('not_applicable'),
    city: 'ALDER FALLS',
    state: 'OR',
    zip: '97999',
    county: 'Larkspur',
    county_fips: absent('not_on_search_page'),
  });
  assert.deepEqual(extras, {
    property_type_raw: 'SINGLE_FAMILY_HOME',
    listing_status_raw: 'SALE_PENDING',
    sale_type: 'TRUSTEE',
    auction_start: '2024-11-14T17:30:00Z',
    auction_end: IN_PERSON,
    online_auction: false,
    starting_bid: EMPTY,
    current_bid: IN_PERSON,
    bid_count: IN_PERSON,
    estimated_value: usd(318_250),
    occupancy: 'OCCUPIED',
    year_built: 1979,
    lot_size_raw: 0.21,
    first_listed_date: absent('not_on_search_page'),
    financing_available: EMPTY,
    buyer_premium: false,
    ...UNASKED,
    estimated_rent_monthly: usd(2_100),
  });
});

test('a running online auction has an end, bids and a count of them', () => {
  const { extras, ...row } = auction('7000002');
  assert.equal(row.status, 'for_sale');
  assert.equal(extras.online_auction, true);
  assert.equal(extras.auction_start, '2024-11-04T13:00:00Z');
  assert.equal(extras.auction_end, '2024-11-06T22:10:30Z');
  assert.deepEqual(extras.current_bid, usd(52_500));
  assert.equal(extras.bid_count, 4);
  assert.equal(extras.financing_available, true);
  assert.equal(extras.buyer_premium, true);
  assert.equal(extras.sale_type, 'BANK_OWNED');
  assert.equal(extras.occupancy, 'VACANT');
});

test('an opening bid sent as text is dollars, and never a price', () => {
  const row = auction('7000002');
  assert.deepEqual(row.extras.starting_bid, usd(45_000));
  assert.deepEqual([row.list_price, row.price_per_sqft], [NO_PRICE, NO_PRICE]);
  const bid = (starting_bid: unknown, segment: object) =>
    auction('7000002', { auction: { starting_bid }, selling_method: segment }).extras.starting_bid;
  assert.deepEqual(bid(0, { _alias_OnlineAuctionSegment__starting_bid_amount: 9 }), usd(9));
  assert.deepEqual(bid('', { _alias_LiveAuctionSegment__starting_bid_amount: '8.5' }), usd(8.5));
  assert.deepEqual(bid(null, { starting_bid_amount: 7 }), usd(7));
});

test('the first listed date starts the listing, and its age follows from it', () => {
  const row = auction('7000002');
  assert.equal(row.list_date, '2024-10-27');
  assert.equal(row.extras.first_listed_date, '2024-10-27');
  assert.equal(row.days_on_market, 10);
  const date = (first_listed_date: unknown) => auction('7000002', { first_listed_date }).list_date;
  assert.equal(date('2024-10-27T21:00:00Z'), '2024-10-27');
  assert.deepEqual(date(''), EMPTY);
  assert.deepEqual(date('2024-02-31'), absent('unreadable', 'text "2024-02-31"'));
  assert.deepEqual(date('2025-01-01'), absent('implausible', 'The source sent 2025-01-01.'));
});

test('0, "0", "0.0" and "" are how the source spells what it does not know', () => {
  const { extras, ...row } = auction('7000003');
  assert.deepEqual(
    [row.beds, row.baths, row.photo_count, row.list_date],
    [EMPTY, EMPTY, EMPTY, EMPTY],
  );
  assert.equal(row.living_area_sqft, 1418);
  for (const field of ['starting_bid', 'estimated_value', 'year_built', 'lot_size_raw'] as const) {
    assert.deepEqual(extras[field], EMPTY, field);
  }
});

test('no photos and no bids are counts, not missing values', () => {
  assert.equal(auction('7000002').photo_count, 0);
  const segment = { __typename: 'OnlineAuctionSegment', bid_count: 0, current_highest_bid: null };
  const { extras } = auction('7000002', { selling_method: segment });
  assert.equal(extras.bid_count, 0);
  assert.deepEqual(extras.current_bid, EMPTY);
});

test('an unknown home type is other and preserves its code, an unknown occupancy is unreadable', () => {
  const row = auction('7000004');
  assert.equal(row.property_type, 'other');
  assert.equal(row.extras.property_type_raw, 'HOUSEBOAT');
  assert.deepEqual(row.extras.occupancy, absent('unreadable', 'text "SQUATTED"'));
  assert.equal(row.extras.sale_type, 'REDEMPTION');
});

test('a listing value of the wrong type is unreadable with its shape quoted', () => {
  const { extras, address, ...row } = auction('7000004');
  assert.deepEqual(row.beds, absent('unreadable', 'text "three"'));
  assert.deepEqual(row.photo_count, absent('unreadable', 'number 2.5'));
  assert.deepEqual(row.list_date, absent('unreadable', 'text "soon"'));
  assert.deepEqual(address.state, absent('unreadable', 'text "Oregon"'));
  assert.deepEqual(address.zip, absent('unreadable', 'number 97999'));
  assert.deepEqual(extras.starting_bid, absent('unreadable', 'object {from}'));
  assert.deepEqual(extras.online_auction, absent('unreadable', 'text "perhaps"'));
  assert.deepEqual(extras.financing_available, absent('unreadable', 'text "ASK"'));
  assert.deepEqual(extras.year_built, absent('unreadable', 'number 1979.5'));
});

test('listing values that cannot be true are withheld as implausible', () => {
  const row = auction('7000004');
  assert.deepEqual(row.living_area_sqft, absent('implausible', 'The source sent -5.'));
  assert.deepEqual(row.location, absent('implausible', 'The source sent 45.1, -422.1.'));
  const huge = auction('7000001', summaryWith({ square_footage: 1e300 }));
  assert.deepEqual(huge.living_area_sqft, absent('implausible', 'The source sent 1e+300.'));
});

test('land has no rooms, and its lot keeps the number the source shows, unit unknown', () => {
  const row = auction('7000005');
  assert.equal(row.property_type, 'land');
  for (const field of [row.beds, row.baths, row.living_area_sqft]) {
    assert.deepEqual(field, absent('not_applicable'));
  }
  assert.equal(row.extras.lot_size_raw, 5000);
});

test('a listing without address parts or page gives both from its display lines', () => {
  const row = auction('7000006');
  assert.deepEqual(row.address, {
    line1: '6 Lantern Way',
    unit: EMPTY,
    city: 'Alder Falls',
    state: 'OR',
    zip: '97999',
    county: 'Larkspur',
    county_fips: absent('not_on_search_page'),
  });
  assert.equal(
    row.source_url,
    'https://homes.example/details/6-lantern-way-alder-falls-or-7000006',
  );
  assert.deepEqual(row.property_type, EMPTY);
  // The value that the seller states is not the source's estimate.
  assert.deepEqual(row.extras.estimated_value, EMPTY);
});

test('a page address is taken as sent when it is whole, and joined to the site when it is not', () => {
  assert.equal(
    auction('7000003').source_url,
    'https://homes.example/details/3-lantern-way-7000003',
  );
  const bare = { listing_id: 12, listing_page_path: ' ' };
  assert.equal(kept(auctionToRow(bare, CONTEXT)).source_url, 'https://homes.example/details/12');
});

test('a unit at the end of the street line is split from it, a road number is not', () => {
  const parts = (street_description: string) => {
    const { line1, unit } = auction('7000002', { seller_property: { street_description } }).address;
    return [line1, unit];
  };
  assert.deepEqual(parts('40 HARROW ST UNIT 6B'), ['40 HARROW ST', 'UNIT 6B']);
  assert.deepEqual(parts('40 Harrow St, Apt. 6'), ['40 Harrow St', 'Apt. 6']);
  assert.deepEqual(parts('40 Harrow St #6'), ['40 Harrow St', '#6']);
  assert.deepEqual(parts('900 STATE HWY #40'), ['900 STATE HWY #40', EMPTY]);
  assert.deepEqual(parts('7 UNITY LN'), ['7 UNITY LN', EMPTY]);
  assert.deepEqual(parts('7 UNION ST'), ['7 UNION ST', EMPTY]);
});

test('an entry that is not a listing is dropped as relaxed, one without an id as unreadable', () => {
  assert.deepEqual(auctionToRow({ __typename: 'Promotion' }, CONTEXT), {
    dropped: 'relaxed',
    detail: 'The entry is not a listing.',
  });
  assert.deepEqual(auctionToRow({ listing_id: '' }, CONTEXT), {
    dropped: 'unreadable',
    detail: 'object {listing_id}',
  });
  assert.deepEqual(auctionToRow(null, CONTEXT), { dropped: 'unreadable', detail: 'null' });
});
