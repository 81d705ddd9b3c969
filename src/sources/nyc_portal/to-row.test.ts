import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { isAbsent } from '#domain/parsed-row.js';
import { CONTEXT, kept, lacks, rawNode } from './fixtures/pages.js';
import { listingToRow, rentalToRow } from './to-row.js';

const row = (id: string, change: object = {}) =>
  kept(listingToRow({ ...rawNode('listings', id), ...change }, CONTEXT));
const CONDO = '7000001';
const CO_OP = '7000002';
const HOUSE = '7000003';
const TWO_FAMILY = '7000004';
const RENTAL_BUILDING = '7000005';
const SHOP = '7000006';
const HIDDEN = '7000007';
const BY_OWNER = '7000008';
const CONDOP = '7000010';

test('a condo for sale gives every field that its search page shows', () => {
  const condo = row(CONDO);
  const { address, extras, ...rest } = condo;
  const filled = Object.entries({ ...rest, ...address, ...extras }).filter(
    ([, value]) => !isAbsent(value),
  );
  assert.deepEqual(Object.fromEntries(filled), {
    source: 'nyc_portal',
    source_id: '7000001',
    source_url: 'https://city-homes.example/building/thimble-house/4c',
    listing_kind: 'home',
    status: 'for_sale',
    list_price: usd(1_250_000),
    rent_is_from_price: false,
    price_per_sqft: 1201.92,
    beds: 2,
    baths: 1.5,
    living_area_sqft: 1040,
    property_type: 'condo',
    location: { lat: 40.6771, lng: -73.9682 },
    broker_name: 'Sedge Hill Realty',
    photo_count: 18,
    line1: '12 Thimble Street',
    unit: '#4C',
    city: 'Brooklyn',
    state: 'NY',
    zip: '11238',
    property_type_raw: 'CONDO',
    neighborhood: 'Prospect Heights',
    sale_type: 'RESALE',
    monthly_taxes: usd(940),
    monthly_common_charges: usd(1105),
    furnished: false,
  });
});

test('dates, agents and counties are on other pages, and rents make no sense on a sale', () => {
  const condo = row(CONDO);
  const { county, county_fips } = condo.address;
  for (const value of [condo.list_date, condo.days_on_market, condo.agent_name]) {
    lacks(value, 'not_on_search_page');
  }
  lacks(county, 'not_on_search_page');
  lacks(county_fips, 'not_on_search_page');
  lacks(condo.rent_monthly, 'not_applicable');
  const { no_fee, net_effective_rent, months_free, available_date } = condo.extras;
  for (const value of [no_fee, net_effective_rent, months_free, available_date]) {
    lacks(value, 'not_applicable');
  }
});

test('0 bedrooms is a studio in a building of homes', () => {
  assert.equal(row(CO_OP).beds, 0);
  assert.equal(row(CONDO, { bedroomCount: 0, fullBathroomCount: 0 }).beds, 0);
});

test('0 bedrooms on a complete building is an unknown count, not a studio', () => {
  lacks(row(TWO_FAMILY).beds, 'not_reported');
  lacks(row(HOUSE, { bedroomCount: 0 }).beds, 'not_reported');
  lacks(row(RENTAL_BUILDING, { bedroomCount: 0 }).beds, 'not_reported');
  lacks(row(CONDO, { bedroomCount: null }).beds, 'not_reported');
  lacks(row(CONDO, { bedroomCount: -1 }).beds, 'implausible');
  lacks(row(CONDO, { bedroomCount: '2' }).beds, 'unreadable');
});

test('a shop has no bedrooms and no bathrooms to report', () => {
  lacks(row(SHOP).beds, 'not_applicable');
  lacks(row(SHOP).baths, 'not_applicable');
  assert.equal(row(SHOP, { bedroomCount: 3 }).beds, 3);
  assert.equal(row(SHOP).property_type, 'other');
});

test('baths count half ones as halves, and none of either is unknown', () => {
  assert.equal(row(CONDO).baths, 1.5);
  assert.equal(row(CONDO, { fullBathroomCount: 4, halfBathroomCount: 2 }).baths, 5);
  assert.equal(row(CONDO, { fullBathroomCount: 2, halfBathroomCount: null }).baths, 2);
  assert.equal(row(CONDO, { fullBathroomCount: 0, halfBathroomCount: 1 }).baths, 0.5);
  lacks(row(TWO_FAMILY).baths, 'not_reported');
  lacks(
    row(CONDO, { fullBathroomCount: null }).baths,
    'not_reported',
    'half ones alone say little',
  );
  lacks(row(CONDO, { fullBathroomCount: -1 }).baths, 'implausible');
  lacks(row(CONDO, { halfBathroomCount: 'one' }).baths, 'unreadable');
});

test('an area of 0 is unknown, and with it the price per square foot', () => {
  lacks(row(CO_OP).living_area_sqft, 'not_reported');
  lacks(row(CO_OP).price_per_sqft, 'not_reported');
  lacks(row(CONDO, { livingAreaSize: null }).living_area_sqft, 'not_reported');
  lacks(row(CONDO, { livingAreaSize: -5 }).living_area_sqft, 'implausible');
  assert.equal(row(CONDO, { livingAreaSize: 1040.4 }).living_area_sqft, 1040);
});

test('a price of 0 is missing, and a sold price is never the asking price', () => {
  lacks(row(HIDDEN).list_price, 'not_reported');
  lacks(row(CONDO, { price: null, soldPrice: 900_000 }).list_price, 'not_reported');
  lacks(row(CONDO, { price: '$1,250,000' }).list_price, 'unreadable');
  lacks(row(CONDO, { price: 0 }).price_per_sqft, 'not_reported');
});

test('every building type becomes one of our home types, the raw one stays in the extras', () => {
  const types = {
    CO_OP: 'condo',
    CONDO: 'condo',
    CONDOP: 'condo',
    TOWNHOUSE: 'townhouse',
    HOUSE: 'single_family',
    MULTIFAMILY: 'multi_family',
    MULTI_FAMILY: 'multi_family',
    TWOFAMILY: 'multi_family',
    THREEFAMILY: 'multi_family',
    FOURFAMILY: 'multi_family',
    RENTAL: 'multi_family',
    HYBRID: 'apartment',
    MIXED_USE: 'other',
    COMMERCIAL: 'other',
    HOUSEBOAT: 'other',
    constructor: 'other',
  };
  for (const [code, type] of Object.entries(types)) {
    const read = row(CONDO, { buildingType: code });
    assert.deepEqual([read.property_type, read.extras.property_type_raw], [type, code]);
  }
  lacks(row(CONDO, { buildingType: null }).property_type, 'not_reported');
  lacks(row(CONDO, { buildingType: null }).extras.property_type_raw, 'not_reported');
  lacks(row(CONDO, { buildingType: 4 }).property_type, 'unreadable');
});

test('states of the source are states of ours; one that we do not know is the route’s own', () => {
  const statuses = {
    ACTIVE: 'for_sale',
    IN_CONTRACT: 'pending',
    SOLD: 'sold',
    CLOSED: 'sold',
    RENTED: 'off_market',
    DELISTED: 'off_market',
    NO_LONGER_AVAILABLE: 'off_market',
    TEMPORARILY_OFF_MARKET: 'off_market',
    SOMETHING_NEW: 'for_sale',
  };
  for (const [code, status] of Object.entries(statuses)) {
    assert.equal(row(CONDO, { status: code }).status, status);
  }
  assert.equal(row(TWO_FAMILY).status, 'pending');
  assert.equal(row(CONDO, { status: null }).status, 'for_sale');
});

test('a home that its owner offers has neither broker nor agent', () => {
  lacks(row(BY_OWNER).broker_name, 'not_applicable');
  lacks(row(BY_OWNER).agent_name, 'not_applicable');
  lacks(row(BY_OWNER, { sourceGroupLabel: null }).broker_name, 'not_applicable');
  lacks(row(HIDDEN).broker_name, 'not_reported');
  const company = { sourceGroupLabel: 'Plover Street Holdings' };
  assert.equal(row(BY_OWNER, company).broker_name, 'Plover Street Holdings');
});

test('a charge that a home cannot have is not applicable, one that it may is not reported', () => {
  const charges = (id: string, change: object = {}) => {
    const { monthly_maintenance, monthly_taxes, monthly_common_charges } = row(id, change).extras;
    return [monthly_maintenance, monthly_taxes, monthly_common_charges].map((value) =>
      isAbsent(value) ? value.absent : value.amount,
    );
  };
  assert.deepEqual(charges(CO_OP), [812, 'not_applicable', 'not_applicable']);
  assert.deepEqual(charges(CONDOP), [4100, 'not_applicable', 'not_applicable']);
  assert.deepEqual(charges(CONDO), ['not_applicable', 940, 1105]);
  assert.deepEqual(charges(HOUSE), ['not_applicable', 410, 'not_applicable']);
  assert.deepEqual(charges(TWO_FAMILY), ['not_applicable', 'not_reported', 'not_applicable']);
  const unknown = ['not_reported', 'not_reported', 'not_reported'];
  assert.deepEqual(charges(BY_OWNER), unknown, 'a building type that we do not know');
  assert.deepEqual(charges(CO_OP, { monthlyMaintenance: 0 })[0], 'not_reported');
  assert.deepEqual(charges(HOUSE, { monthlyCommonCharges: 55 })[2], 55, 'what is sent stays');
});

test('kinds of sale pass as sent, unknown ones as not reported', () => {
  assert.equal(row(BY_OWNER).extras.sale_type, 'SPONSOR_UNIT');
  assert.equal(row(CONDO, { saleType: 'BARTER' }).extras.sale_type, 'BARTER');
  lacks(row(TWO_FAMILY).extras.sale_type, 'not_reported');
  lacks(row(CONDO, { saleType: null }).extras.sale_type, 'not_reported');
});

test('photos are the media that the source counts, including a count of zero', () => {
  assert.equal(row(HIDDEN).photo_count, 0);
  lacks(row(CONDO, { mediaAssetCount: null }).photo_count, 'not_reported');
  lacks(row(CONDO, { mediaAssetCount: -2 }).photo_count, 'implausible');
});

test('a flag is true or false, and anything else is not a flag', () => {
  lacks(row(HIDDEN).extras.furnished, 'not_reported');
  lacks(row(CONDO, { furnished: 'yes' }).extras.furnished, 'unreadable');
});

test('a home’s page is below the site, absolute as given, or made from its id', () => {
  const url = (urlPath: unknown) => row(CONDO, { urlPath }).source_url;
  assert.equal(url('//building/x/4c'), 'https://city-homes.example/building/x/4c');
  assert.equal(url('https://elsewhere.example/x'), 'https://elsewhere.example/x');
  assert.equal(url(null), 'https://city-homes.example/sale/7000001');
  const rental = rentalToRow({ ...rawNode('rentals', '7100001'), urlPath: '' }, CONTEXT);
  assert.equal(kept(rental).source_url, 'https://city-homes.example/rental/7100001');
});

test('a node without an id is unreadable, and its shape is in the note', () => {
  for (const raw of [null, 'x', [], {}, { id: '' }, { id: 0 }, { id: {} }]) {
    const read = listingToRow(raw, CONTEXT);
    assert.equal('dropped' in read && read.dropped, 'unreadable');
    assert.ok('dropped' in read && read.detail);
  }
  assert.equal(row(CONDO, { id: 7_000_001 }).source_id, '7000001');
});
