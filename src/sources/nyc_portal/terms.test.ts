/** Members about a price, a lease and a building, besides the row's own fields. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { CONTEXT, kept, lacks, rawNode } from './fixtures/pages.js';
import { nycPortal } from './index.js';
import { listingToRow, rentalToRow } from './to-row.js';

const sale = (change: object) =>
  kept(listingToRow({ ...rawNode('listings', '7000001'), ...change }, CONTEXT)).extras;
const rental = (change: object) =>
  kept(rentalToRow({ ...rawNode('rentals', '7100001'), ...change }, CONTEXT)).extras;
test('the last change of a price is in dollars, below 0 for a cut, with its moment in UTC', () => {
  for (const read of [sale, rental]) {
    const extras = read({ priceDelta: -26_000, priceChangedAt: '2026-06-07T02:41:32.000-04:00' });
    assert.deepEqual(extras.last_price_change, usd(-26_000));
    assert.equal(extras.price_change_timestamp, '2026-06-07T06:41:32.000Z');
    assert.deepEqual(read({ priceDelta: 500 }).last_price_change, usd(500));
    lacks(read({ priceDelta: null }).last_price_change, 'not_reported');
    lacks(read({ priceDelta: 0 }).last_price_change, 'not_reported');
    lacks(read({}).last_price_change, 'not_on_search_page');
    lacks(read({ priceChangedAt: null }).price_change_timestamp, 'not_reported');
    lacks(read({ priceChangedAt: 'lately' }).price_change_timestamp, 'unreadable');
    lacks(read({ priceChangedAt: 12 }).price_change_timestamp, 'implausible');
    lacks(read({}).price_change_timestamp, 'not_on_search_page');
  }
});

test('a rental has its rent with fees and the months of its lease; a sale has neither', () => {
  const extras = rental({ totalMonthlyPrice: 4_325, leaseTermMonths: 18 });
  assert.deepEqual(extras.total_rent_monthly, usd(4_325));
  assert.equal(extras.lease_term_months, 18);
  lacks(rental({ totalMonthlyPrice: null }).total_rent_monthly, 'not_reported');
  lacks(rental({ leaseTermMonths: null }).lease_term_months, 'not_reported');
  lacks(rental({ leaseTermMonths: 1_200 }).lease_term_months, 'implausible');
  lacks(rental({}).total_rent_monthly, 'not_on_search_page');
  lacks(sale({ totalMonthlyPrice: 1, leaseTermMonths: 2 }).total_rent_monthly, 'not_applicable');
  lacks(sale({}).lease_term_months, 'not_applicable');
});

test('a closed sale has its price, which is 0 until then; a rental has none', () => {
  assert.deepEqual(sale({ soldPrice: 910_000, status: 'SOLD' }).close_price, usd(910_000));
  lacks(sale({ soldPrice: 0, status: 'ACTIVE' }).close_price, 'not_applicable');
  lacks(sale({ soldPrice: 0, status: 'CLOSED' }).close_price, 'not_reported');
  lacks(sale({}).close_price, 'not_on_search_page');
  lacks(rental({ soldPrice: 5 }).close_price, 'not_applicable');
});

test('a home in a new development is marked', () => {
  assert.equal(sale({ isNewDevelopment: true }).new_construction, true);
  assert.equal(rental({ isNewDevelopment: false }).new_construction, false);
  lacks(sale({ isNewDevelopment: null }).new_construction, 'not_reported');
  lacks(sale({}).new_construction, 'not_on_search_page');
});

test('members are requested where a row can have them', () => {
  const query = (kind: 'listings' | 'rentals') =>
    nycPortal.drivers[kind].request({
      area: { by: 'named_place', ids: ['300'] },
      filters: {},
      subfilter: {},
      at: { page: 1 },
      nowMs: 0,
    }).body ?? '';
  for (const member of ['priceDelta', 'priceChangedAt', 'isNewDevelopment']) {
    assert.ok(query('listings').includes(member) && query('rentals').includes(member), member);
  }
  for (const member of ['totalMonthlyPrice', 'leaseTermMonths']) {
    assert.ok(!query('listings').includes(member) && query('rentals').includes(member), member);
  }
  assert.ok(query('listings').includes('soldPrice') && !query('rentals').includes('soldPrice'));
});
