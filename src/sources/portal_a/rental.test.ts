import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent } from '#domain/parsed-row.js';
import { CONTEXT, kept, rawRow } from './fixtures/pages.js';
import { rentalToRow } from './to-row.js';

const rental = (id: string) => kept(rentalToRow(rawRow('rentals', id), CONTEXT));
test('a rental home has a rent and no list price', () => {
  const row = rental('8000001');
  assert.deepEqual(row.rent_monthly, usd(2600));
  assert.equal(row.rent_is_from_price, false);
  assert.deepEqual(row.list_price, absent('not_applicable'));
  assert.equal(row.status, 'for_rent');
  assert.equal(row.price_per_sqft, 4);
  assert.equal(row.property_type, 'apartment');
  assert.deepEqual(row.extras.home_type_raw, absent('not_on_search_page'));
  assert.deepEqual(row.extras.zestimate, absent('not_reported'));
  assert.deepEqual(row.extras.rent_zestimate, usd(2550));
  assert.deepEqual(row.extras.units, []);
});

test('a rental card without details is of the type that it names in words', () => {
  const typeOf = (statusText: string) =>
    kept(rentalToRow({ ...rawRow('rentals', '8000001'), statusText }, CONTEXT)).property_type;
  assert.equal(typeOf('House for rent'), 'single_family');
  assert.equal(typeOf('Townhouse for rent'), 'townhouse');
});

test('the age of a rental is read from its words when no number is sent', () => {
  assert.equal(rental('8000001').days_on_market, 8);
  assert.equal(rental('8000001').list_date, '2024-10-29');
  assert.equal(rental('8000002').days_on_market, 0);
});

test('a rent with a plus is the lowest of several', () => {
  assert.deepEqual(rental('8000002').rent_monthly, usd(2300));
  assert.equal(rental('8000002').rent_is_from_price, true);
  assert.equal(rental('8000002').address.unit, '#A302');
});

test('a display rent is read where no number is sent, and an empty point is missing', () => {
  assert.deepEqual(rental('8000003').rent_monthly, usd(1950));
  assert.deepEqual(rental('8000003').location, absent('not_reported'));
  assert.deepEqual(rental('8000003').living_area_sqft, absent('not_reported'));
});

test('a building shows its lowest rent and its units, studios with 0 beds', () => {
  const row = rental('7000001');
  assert.equal(row.source_id, '7000001');
  assert.equal(row.source_url, 'https://homes.example/b/gull-house/');
  assert.equal(row.listing_kind, 'building');
  assert.equal(row.property_type, 'apartment');
  assert.deepEqual(row.rent_monthly, usd(1980));
  assert.equal(row.rent_is_from_price, true);
  assert.deepEqual(row.extras.units, [
    { beds: 0, rent_from: usd(2215) },
    { beds: 1, rent_from: usd(1980) },
    { beds: 2, rent_from: absent('not_reported') },
  ]);
  assert.equal(row.extras.building_name, 'Gull House');
  assert.equal(row.address.line1, '9 Sable Pl');
  assert.deepEqual(row.address.unit, absent('not_applicable', 'A building has several units.'));
  assert.deepEqual(row.beds, absent('not_applicable'));
  assert.deepEqual(row.days_on_market, absent('not_applicable'));
});

test('a unit says why it has no rent or no bedrooms: not sent, or not understood', () => {
  const units = [
    { price: '$1.9K+', beds: 'Junior' },
    { price: 'Call for price', beds: '' },
  ];
  const row = kept(rentalToRow({ ...rawRow('rentals', '7000001'), units }, CONTEXT));
  assert.deepEqual(row.extras.units, [
    {
      beds: absent('unreadable', 'text "Junior"'),
      rent_from: absent('unreadable', 'text "$1.9K+"'),
    },
    { beds: absent('not_reported'), rent_from: absent('not_reported') },
  ]);
});

test('one unit with an exact rent is not a from-price', () => {
  assert.deepEqual(rental('7000002').rent_monthly, usd(3675));
  assert.equal(rental('7000002').rent_is_from_price, false);
});

test('"Price Unknown" is not a rent, unless the building has a lowest base rent', () => {
  assert.deepEqual(rental('7000003').rent_monthly, absent('not_reported'));
  assert.equal(rental('7000003').rent_is_from_price, false);
  assert.deepEqual(rental('7000004').rent_monthly, usd(1725));
  assert.equal(rental('7000004').rent_is_from_price, true);
});

test('a building without a lot has one id however its point is spelled, and its name as status', () => {
  const row = rental('40.3_rrc2*-rrc_74.3');
  assert.equal(row.source_id, '40.3--74.3');
  assert.equal(row.extras.building_name, 'Plover Flats');
});
