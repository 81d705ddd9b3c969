import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent } from '#domain/parsed-row.js';
import { CONTEXT, kept, otherShape, rawRow } from './fixtures/pages.js';
import { listingToRow, rentalToRow, soldToRow } from './to-row.js';

const listing = (id: string, page: 'for-sale' | 'map' = 'for-sale') =>
  kept(listingToRow(rawRow(page, id), CONTEXT));
const NONE = absent('not_reported');

test('a list row is read whole', () => {
  const { extras, address, ...row } = listing('9000001');
  assert.deepEqual(row, {
    source: 'portal_a',
    source_id: '9000001',
    source_url: 'https://homes.example/homedetails/9000001_zpid/',
    listing_kind: 'home',
    status: 'for_sale',
    list_price: usd(412_500),
    rent_monthly: absent('not_applicable'),
    rent_is_from_price: false,
    list_date: '2024-10-27',
    days_on_market: 9,
    price_per_sqft: 250,
    beds: 3,
    baths: 2.5,
    living_area_sqft: 1650,
    property_type: 'single_family',
    location: { lat: 45.1, lng: -122.1 },
    broker_name: 'Wren & Sons Realty',
    agent_name: 'Ida Marlow',
    photo_count: 3,
  });
  assert.deepEqual(address, {
    line1: '12 Quillback Ln',
    unit: absent('not_applicable'),
    city: 'Alder Falls',
    state: 'OR',
    zip: '97999',
    county: absent('not_on_search_page'),
    county_fips: absent('not_on_search_page'),
  });
  assert.deepEqual(extras, {
    home_type_raw: 'SINGLE_FAMILY',
    days_on_zillow: 9,
    zestimate: usd(404_250),
    rent_zestimate: usd(2100),
    tax_assessed_value: usd(330_000),
    building_name: absent('not_applicable'),
    units: [],
    lot_area_sqft: NONE,
    last_price_change: NONE,
    last_price_change_date: NONE,
    available_date: absent('not_applicable'),
    open_house: NONE,
    open_house_date: NONE,
  });
});

test('a map row gives its price and age from homeInfo, since its own are rounded and -1', () => {
  const row = listing('9000103', 'map');
  assert.deepEqual(row.list_price, usd(303_000));
  assert.equal(row.days_on_market, 6);
  assert.equal(row.extras.days_on_zillow, 6);
  assert.equal(row.list_date, '2024-10-30');
  assert.equal(row.source_url, 'https://homes.example/homedetails/9000103_zpid/');
  assert.equal(row.address.line1, '4 Lantern Way');
  assert.deepEqual(row.photo_count, absent('not_on_search_page'));
});

test('a studio has 0 beds, a unit beside its street, and photos counted in either form', () => {
  const row = listing('9000002');
  assert.equal(row.beds, 0);
  assert.equal(row.address.line1, '40 Harrow St');
  assert.equal(row.address.unit, 'APT 6B');
  assert.equal(row.photo_count, 2);
  assert.equal(row.broker_name, 'Tern Harbor Homes');
  assert.deepEqual(row.agent_name, absent('hidden_by_source'));
});

test('an undisclosed address hides street, unit and point, and keeps city and ZIP', () => {
  const row = listing('9000003');
  assert.deepEqual(row.address.line1, absent('hidden_by_source'));
  assert.deepEqual(row.address.unit, absent('hidden_by_source'));
  assert.deepEqual(row.location, absent('hidden_by_source'));
  assert.equal(row.address.zip, '97999');
  assert.equal(row.living_area_sqft, 2101);
});

test('land has no rooms to report', () => {
  const row = listing('9000005');
  assert.equal(row.property_type, 'land');
  assert.equal(row.extras.home_type_raw, 'LOT');
  for (const field of [row.beds, row.baths, row.living_area_sqft, row.price_per_sqft]) {
    assert.deepEqual(field, absent('not_applicable'));
  }
});

test('0 baths are unknown baths', () => {
  assert.deepEqual(listing('9000006').baths, absent('not_reported'));
});

test('a price of 0, "Price Unknown" and an age of -1 are missing values', () => {
  const row = listing('9000007');
  assert.deepEqual(row.list_price, absent('not_reported'));
  assert.deepEqual(row.price_per_sqft, absent('not_reported'));
  assert.deepEqual(row.days_on_market, absent('not_reported'));
  assert.deepEqual(row.list_date, absent('not_on_search_page'));
});

test('an unknown home type is other and preserves the code; an owner has no broker', () => {
  const row = listing('9000007');
  assert.equal(row.property_type, 'other');
  assert.equal(row.extras.home_type_raw, 'HOUSEBOAT');
  assert.equal(row.address.unit, '#2E');
  assert.deepEqual(row.broker_name, absent('not_applicable'));
  assert.deepEqual(row.agent_name, absent('not_applicable'));
});

test('a value of the wrong type is unreadable with its shape quoted, and #32767 is not a unit', () => {
  const row = listing('9000008');
  assert.equal(row.status, 'pending');
  assert.deepEqual(row.beds, absent('unreadable', 'text "three"'));
  assert.deepEqual(row.living_area_sqft, absent('unreadable', 'object {sqft}'));
  assert.equal(row.address.line1, '5 Tollgate Sq');
  assert.deepEqual(
    row.address.unit,
    absent('not_reported', 'The source sent its placeholder #32767.'),
  );
});

test('a community of new homes is a building for sale, whatever its words say', () => {
  const row = listing('770011');
  assert.equal(row.source_id, '770011');
  assert.equal(row.source_url, 'https://homes.example/community/heron-reach/770011_plid/');
  assert.equal(row.listing_kind, 'building');
  assert.equal(row.status, 'for_sale');
  assert.deepEqual(row.list_price, usd(988_901));
  assert.deepEqual(row.beds, absent('not_applicable'));
  assert.equal(row.extras.building_name, 'Heron Reach');
  assert.equal(row.address.line1, '1 Heron Reach Way');
  assert.equal(row.address.zip, '97999');
});

test('a bare homeInfo and the second API give the same row as a card would', () => {
  const flat = kept(listingToRow(otherShape('homeInfo'), CONTEXT));
  assert.equal(flat.source_id, '9000201');
  assert.equal(flat.source_url, 'https://homes.example/homedetails/9000201_zpid/');
  assert.deepEqual(flat.list_price, usd(275_000));
  assert.deepEqual(flat.location, { lat: 45.3, lng: -122.3 });
  assert.equal(flat.property_type, 'manufactured');
  const second = kept(listingToRow(otherShape('secondApi'), CONTEXT));
  assert.equal(second.source_id, '9000202');
  assert.equal(second.status, 'for_sale');
  assert.deepEqual(second.list_price, usd(389_900));
  assert.equal(second.property_type, 'single_family');
  assert.equal(second.extras.home_type_raw, 'singleFamily');
  assert.equal(second.list_date, '2024-10-26');
  assert.equal(second.broker_name, 'Sedge Hill Realty');
  assert.deepEqual(second.extras.tax_assessed_value, usd(301_000));
  assert.equal(second.photo_count, 2);
});

test('photos of the second API are counted in either size, and not where only one is linked', () => {
  const { property } = otherShape('secondApi') as { property: object };
  const count = (media: unknown) =>
    kept(listingToRow({ property: { ...property, media } }, CONTEXT)).photo_count;
  const link = { propertyPhotoLinks: { mediumSizeLink: 'https://photos.example/1.jpg' } };
  const lists = (highResolution?: unknown, medium?: unknown) => ({
    allPropertyPhotos: { highResolution, medium },
  });
  assert.equal(count({ ...link, ...lists(['a', 'b', 'c']) }), 3);
  assert.equal(count({ ...link, ...lists([], ['a']) }), 1);
  assert.equal(count({ propertyPhotoLinks: {}, ...lists([], []) }), 0);
  for (const silent of [undefined, {}, link, { ...link, ...lists([], []) }]) {
    assert.deepEqual(count(silent), absent('not_on_search_page'));
  }
  const unreadable = count({ ...link, ...lists(undefined, 'none') });
  assert.ok(typeof unreadable === 'object' && unreadable.absent === 'unreadable');
});

test('a relaxed row is dropped as relaxed, and one without an id as unreadable', () => {
  assert.deepEqual(listingToRow(rawRow('for-sale', '9000004'), CONTEXT), {
    dropped: 'relaxed',
    detail: null,
  });
  const { zpid, id, hdpData, ...bare } = rawRow('for-sale', '9000001');
  assert.ok([zpid, id, hdpData].every(Boolean));
  const read = listingToRow(bare, CONTEXT);
  assert.ok('dropped' in read && read.dropped === 'unreadable');
  assert.ok((read.detail ?? '').length <= 80);
  assert.deepEqual(listingToRow('a row', CONTEXT), {
    dropped: 'unreadable',
    detail: 'text "a row"',
  });
});

test('a row of another route is dropped: a rent is not a list price, a list price not a sale price', () => {
  for (const read of [
    listingToRow(rawRow('rentals', '8000001'), CONTEXT),
    rentalToRow(rawRow('sold', '6000001'), CONTEXT),
    soldToRow(rawRow('for-sale', '9000001'), CONTEXT),
  ]) {
    assert.ok('dropped' in read && read.dropped === 'outside_filters');
  }
});

test('a listing that is over belongs to no route, whatever its other members say', () => {
  const raw = rawRow('for-sale', '9000001');
  for (const statusType of ['INACTIVE', 'OFF_MARKET', 'WITHDRAWN']) {
    const read = listingToRow({ ...raw, statusType, hdpData: {} }, CONTEXT);
    assert.ok('dropped' in read && read.dropped === 'outside_filters', statusType);
  }
});

test('an estimate in place of a price and a foreign price are not list prices', () => {
  const raw = rawRow('for-sale', '9000001');
  const price = (change: object) => kept(listingToRow({ ...raw, ...change }, CONTEXT)).list_price;
  assert.deepEqual(
    price({ shouldShowZestimateAsPrice: true }),
    absent('not_reported', 'The source shows its own estimate in place of a price.'),
  );
  const foreign = price({ hdpData: { homeInfo: { currency: 'CAD', price: 500_000 } } });
  assert.deepEqual(foreign, absent('unreadable', 'text "price in CAD"'));
});

test('a rounded display price is never a price', () => {
  const raw = { ...rawRow('map', '9000100'), hdpData: null, price: '$1.08M' };
  const { list_price } = kept(listingToRow(raw, CONTEXT));
  assert.deepEqual(list_price, absent('unreadable', 'text "$1.08M"'));
});

test('values that cannot be true are withheld as implausible', () => {
  const raw = rawRow('for-sale', '9000001');
  const row = kept(
    listingToRow(
      { ...raw, beds: -2, area: -5, latLong: { latitude: 95, longitude: 0 }, hdpData: {} },
      CONTEXT,
    ),
  );
  assert.deepEqual(row.beds, absent('implausible', 'The source sent -2.'));
  assert.deepEqual(row.living_area_sqft, absent('implausible', 'The source sent -5.'));
  assert.deepEqual(row.location, absent('implausible', 'The source sent 95, 0.'));
});

test('the listing date is that of the home, by its point or else its ZIP', () => {
  const raw = rawRow('for-sale', '9000001') as { latLong: object; hdpData: { homeInfo: object } };
  // Eight hours before the reading: the day before in Oregon, the same day in UTC.
  const at = Date.parse('2024-11-06T12:00:00Z');
  const homeInfo = { ...raw.hdpData.homeInfo, timeOnZillow: 5 * 3_600_000, daysOnZillow: 0 };
  const placed = { ...raw, hdpData: { homeInfo } };
  const context = { ...CONTEXT, collectedAtMs: at };
  assert.equal(kept(listingToRow(placed, context)).list_date, '2024-11-05');
  const { latitude: _lat, longitude: _lng, ...hidden } = homeInfo as Record<string, unknown>;
  const pointless = { ...placed, latLong: {}, hdpData: { homeInfo: hidden } };
  const pointOfZip = () => ({ lat: 45.1, lng: -122.1 });
  assert.equal(kept(listingToRow(pointless, { ...context, pointOfZip })).list_date, '2024-11-05');
  assert.equal(kept(listingToRow(pointless, context)).list_date, '2024-11-06');
});

test('a map row of a building that carries its buildingId alone is a row', () => {
  const row = kept(
    listingToRow(
      {
        buildingId: '2088790546',
        detailUrl: '/b/the-nell-alder-falls-or-9PLQvV/',
        statusType: 'FOR_SALE',
        price: 'From $988,901',
        address: '12 Oak St, Alder Falls, OR 97999',
        latLong: { latitude: 45.1, longitude: -122.1 },
      },
      CONTEXT,
    ),
  );
  assert.equal(row.source_id, '2088790546');
  assert.equal(row.listing_kind, 'building');
});

test('the second API calls a townhouse a townhome', () => {
  const { property } = otherShape('secondApi') as { property: object };
  const raw = { property: { ...property, propertyType: 'townhome' } };
  assert.equal(kept(listingToRow(raw, CONTEXT)).property_type, 'townhouse');
});

test('a word that every object has is an unknown type, state and unit of area', () => {
  const raw = rawRow('for-sale', '9000001');
  const word = 'constructor';
  const info = { homeType: word, homeStatus: word, lotAreaValue: 2, lotAreaUnit: word };
  const row = kept(listingToRow({ ...raw, hdpData: { homeInfo: info } }, CONTEXT));
  assert.equal(row.property_type, 'other');
  assert.deepEqual(row.extras.lot_area_sqft, absent('unreadable', 'text "2 constructor"'));
});
