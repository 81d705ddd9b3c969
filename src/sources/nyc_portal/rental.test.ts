import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { isAbsent } from '#domain/parsed-row.js';
import { CONTEXT, kept, lacks, rawNode } from './fixtures/pages.js';
import { rentalToRow } from './to-row.js';

const row = (id: string, change: object = {}) =>
  kept(rentalToRow({ ...rawNode('rentals', id), ...change }, CONTEXT));
const FLAT = '7100001';
const FLOOR = '7100002';
const WHOLE_HOUSE = '7100003';
const RESIDENTIAL = '7100004';
const GARDEN = '7100005';
const SHOP_OR_FLAT = '7100006';
const STUDIO_ABOVE_A_SHOP = '7100007';
const COMPANY_OWNED = '7100008';

test('a flat for rent gives its rent and its terms', () => {
  const flat = row(FLAT);
  assert.equal(flat.status, 'for_rent');
  assert.deepEqual(flat.rent_monthly, usd(4200));
  assert.equal(flat.rent_is_from_price, false);
  const filled = Object.entries(flat.extras).filter(([, value]) => !isAbsent(value));
  assert.deepEqual(Object.fromEntries(filled), {
    property_type_raw: 'RENTAL',
    neighborhood: 'Long Island City',
    no_fee: true,
    net_effective_rent: usd(3850),
    months_free: 1,
    available_date: '2026-09-01',
    furnished: false,
  });
});

test('prices, kinds of sale and monthly charges make no sense on a rental', () => {
  const flat = row(FLAT, { monthlyTaxes: 0, saleType: 'RESALE', monthlyMaintenance: 900 });
  lacks(flat.list_price, 'not_applicable');
  lacks(flat.extras.sale_type, 'not_applicable');
  lacks(flat.extras.monthly_maintenance, 'not_applicable');
  lacks(flat.extras.monthly_taxes, 'not_applicable');
  lacks(flat.extras.monthly_common_charges, 'not_applicable');
});

test('the rent per square foot follows from the rent', () => {
  assert.equal(row(FLOOR).price_per_sqft, 4.5);
});

test('a unit rented in a building of several is an apartment, whatever its type', () => {
  const type = (buildingType: string) => row(FLOOR, { buildingType }).property_type;
  for (const code of ['RENTAL', 'HYBRID', 'MULTIFAMILY', 'TWOFAMILY', 'TOWNHOUSE', 'HOUSE']) {
    assert.equal(type(code), 'apartment', code);
  }
  for (const code of ['CO_OP', 'CONDO', 'CONDOP']) assert.equal(type(code), 'condo', code);
  assert.equal(type('COMMERCIAL'), 'other');
  assert.equal(row(GARDEN).property_type, 'apartment');
});

test('a whole building for rent keeps its type', () => {
  assert.equal(row(WHOLE_HOUSE).property_type, 'single_family');
  lacks(row(WHOLE_HOUSE).address.unit, 'not_applicable');
  assert.equal(row(RESIDENTIAL).property_type, 'townhouse');
  assert.equal(row(RESIDENTIAL).address.unit, 'RESIDENTIAL');
  const noUnit = { unit: null, displayUnit: null };
  assert.equal(row(FLOOR, noUnit).property_type, 'multi_family');
  assert.equal(row(FLAT, noUnit).property_type, 'apartment');
});

test('above a shop, a home is distinguished from the shop by its rooms', () => {
  assert.equal(row(SHOP_OR_FLAT).property_type, 'other');
  lacks(row(SHOP_OR_FLAT).beds, 'not_reported');
  lacks(row(SHOP_OR_FLAT).baths, 'not_reported');
  assert.equal(row(STUDIO_ABOVE_A_SHOP).property_type, 'apartment');
  assert.equal(row(STUDIO_ABOVE_A_SHOP).beds, 0);
});

test('0 bedrooms is a studio in a unit, and uncounted in a whole building', () => {
  assert.equal(row(FLOOR, { bedroomCount: 0 }).beds, 0);
  assert.equal(row(FLAT, { bedroomCount: 0, unit: null, displayUnit: null }).beds, 0);
  lacks(row(WHOLE_HOUSE, { bedroomCount: 0 }).beds, 'not_reported');
});

test('zero free months is a value, a net rent of 0 is not', () => {
  assert.equal(row(WHOLE_HOUSE).extras.months_free, 0);
  lacks(row(WHOLE_HOUSE).extras.net_effective_rent, 'not_reported');
  lacks(row(FLOOR).extras.months_free, 'not_reported');
  lacks(row(FLOOR).extras.net_effective_rent, 'not_reported');
  lacks(row(FLAT, { monthsFree: -1 }).extras.months_free, 'implausible');
  assert.equal(row(FLAT, { monthsFree: 1.5 }).extras.months_free, 1.5);
});

test('terms that a search page leaves out are not on it', () => {
  const { netEffectivePrice: _net, monthsFree: _months, ...page } = rawNode('rentals', FLAT);
  const { extras } = kept(rentalToRow(page, CONTEXT));
  lacks(extras.net_effective_rent, 'not_on_search_page');
  lacks(extras.months_free, 'not_on_search_page');
});

test('a move-in date is a day of the calendar, past ones too', () => {
  const date = (availableAt: unknown) => row(FLAT, { availableAt }).extras.available_date;
  assert.equal(date('2025-01-31'), '2025-01-31');
  assert.equal(date('2024-02-29T00:00:00.000Z'), '2024-02-29');
  for (const odd of ['2025-02-29', '2025-13-01', '2025-00-10', '09/01/2026', 'now', 20250101]) {
    lacks(date(odd), 'unreadable');
  }
  lacks(row(SHOP_OR_FLAT).extras.available_date, 'unreadable');
  lacks(row(GARDEN).extras.available_date, 'not_reported');
});

test('a broker fee is said or not said, and never guessed', () => {
  assert.equal(row(FLOOR).extras.no_fee, false);
  lacks(row(FLAT, { noFee: null }).extras.no_fee, 'not_reported');
});

test('an owner’s flat has no broker, a company’s flat has the company', () => {
  lacks(row(GARDEN).broker_name, 'not_applicable');
  assert.equal(row(COMPANY_OWNED).broker_name, 'Plover Street Holdings');
  assert.equal(row(COMPANY_OWNED).status, 'off_market');
});
