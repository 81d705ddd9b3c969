import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absent } from '#domain/parsed-row.js';
import { occupancy, propertyType, saleType, statusOf } from './codes.js';
import { auctionEnd, auctionStart } from './times.js';
import { viewOf } from './view.js';

const type = (structure_type_code: unknown) =>
  propertyType(viewOf({ primary_property: { summary: { structure_type_code } } }));
const status = (listing_status: string | null, listing_status_group: string | null = 'ACTIVE') =>
  statusOf(viewOf({ listing_status, listing_status_group }));
const start = (auction: object) => auctionStart(viewOf({ auction }));

test('a structure code gives the home type by its words, since the codes are an open set', () => {
  const cases = {
    SINGLE_FAMILY_HOME: 'single_family',
    single_family_detached: 'single_family',
    SINGLE_FAMILY_TOWNHOUSE: 'townhouse',
    TOWNHOME: 'townhouse',
    CONDOMINIUM: 'condo',
    CONDO_UNIT: 'condo',
    DUPLEX_BUILDING: 'multi_family',
    QUADRUPLEX_BUILDING: 'multi_family',
    MULTI_UNIT_BUILDING: 'multi_family',
    APARTMENT: 'apartment',
    LAND: 'land',
    VACANT_LAND: 'land',
    LOT: 'land',
    MANUFACTURED_HOME: 'manufactured',
    MOBILE_HOME: 'manufactured',
    ISLAND_RETREAT: 'other',
    STORE: 'other',
  };
  for (const [code, expected] of Object.entries(cases)) assert.equal(type(code), expected, code);
  assert.deepEqual(type(''), absent('not_reported'));
  assert.deepEqual(type(7), absent('unreadable', 'number 7'));
});

test('SALE_PENDING is an auction still to come, so the home is for sale and not pending', () => {
  assert.equal(status('SALE_PENDING'), 'for_sale');
  assert.equal(status('SALE_PENDING', null), 'for_sale');
  assert.equal(status('AUCTION_IN_PROGRESS'), 'for_sale');
  assert.equal(status('POSTPONED_PENDING_SCHEDULING'), 'for_sale');
});

test('a closed auction is sold only when it says so', () => {
  assert.equal(status('SOLD', 'CLOSED'), 'sold');
  assert.equal(status('CLOSED_SOLD', 'CLOSED'), 'sold');
  assert.equal(status('SALE_CLOSED', 'SOLD'), 'sold');
  assert.equal(status('SALE_CLOSED', 'CLOSED'), 'off_market');
  assert.equal(status('CLOSED', 'CLOSED'), 'off_market');
  assert.equal(status('NOT_SOLD'), 'off_market');
  assert.equal(status('CLOSED_NOT_SOLD'), 'off_market');
  assert.equal(status('CANCELED'), 'off_market');
});

test('a status we do not know goes by its group', () => {
  assert.equal(status('QUEUED_FOR_REVIEW'), 'for_sale');
  assert.equal(status('QUEUED_FOR_REVIEW', 'ARCHIVED'), 'off_market');
  assert.equal(status('QUEUED_FOR_REVIEW', 'SOLD'), 'sold');
  assert.equal(status(null), 'for_sale');
  assert.equal(status(null, null), 'off_market');
});

test('the kind of sale is the product type, else the asset type, in the word of the source', () => {
  const sale = (listing_configuration: object) => saleType(viewOf({ listing_configuration }));
  assert.equal(sale({ product_type: 'TRUSTEE', asset_type: 'FORECLOSURE' }), 'TRUSTEE');
  assert.equal(sale({ product_type: '', asset_type: 'PRIVATE_SELLER' }), 'PRIVATE_SELLER');
  assert.equal(sale({ product_type: 'A_NEW_KIND' }), 'A_NEW_KIND');
  assert.deepEqual(sale({}), absent('not_reported'));
});

test('an occupancy left out is not reported, and UNKNOWN is an answer', () => {
  const of = (occupancy_status: unknown) =>
    occupancy(viewOf({ listing_configuration: { occupancy_status } }));
  assert.equal(of('UNKNOWN'), 'UNKNOWN');
  assert.deepEqual(of(''), absent('not_reported'));
});

test('the hour shown to bidders counts before the local midnight of the start date', () => {
  const start_date = '2026-01-07T08:00:00Z';
  const visible_auction_start_date_time = '2026-01-07T16:00:00Z';
  assert.equal(start({ start_date, visible_auction_start_date_time }), '2026-01-07T16:00:00Z');
  assert.equal(start({ start_date, visible_auction_start_date_time: '' }), '2026-01-07T08:00:00Z');
});

test('a start without hour or zone is not a time, and a year of nothing is implausible', () => {
  const odd = (start_date: string) => start({ start_date });
  assert.deepEqual(odd('2026-01-07'), absent('unreadable', 'text "2026-01-07"'));
  assert.deepEqual(odd('2026-01-07T16:00:00'), absent('unreadable', 'text "2026-01-07T16:00:00"'));
  assert.deepEqual(
    odd('0001-01-01T00:00:00Z'),
    absent('implausible', 'The source sent 0001-01-01T00:00:00Z.'),
  );
  assert.equal(odd('2026-01-07T16:00:00-08:00'), '2026-01-08T00:00:00Z');
});

test('the auction says whether it is online, else its place or segment does', () => {
  const online = (row: object) => viewOf(row as Record<string, unknown>).online;
  assert.equal(online({ auction: { is_online: true }, venue: { venue_type: 'LIVE' } }), true);
  assert.equal(online({ venue: { venue_type: 'live' } }), false);
  assert.equal(online({ venue: { venue_type: 'ONLINE' } }), true);
  assert.equal(online({ selling_method: { __typename: 'OnlineAuctionSegment' } }), true);
  assert.equal(online({ selling_method: { __typename: 'LiveAuctionSegment' } }), false);
  assert.deepEqual(online({}), absent('not_reported'));
});

test('an online auction without an end does not report it, one in person has none', () => {
  const end = (auction: object) => auctionEnd(viewOf({ auction }));
  assert.deepEqual(end({ is_online: true, end_date: '' }), absent('not_reported'));
  assert.equal(end({ is_online: true, end_date: '2026-01-09T16:00:00Z' }), '2026-01-09T16:00:00Z');
  const inPerson = end({ is_online: false, end_date: '2026-01-07T16:00:00Z' });
  assert.deepEqual(inPerson, absent('not_applicable', 'The auction is held in person.'));
});
