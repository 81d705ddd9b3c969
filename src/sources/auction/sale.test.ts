/** Where, when and by whom a home is auctioned, as rows tell it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent, isAbsent } from '#domain/parsed-row.js';
import { rawOf } from '../raw-values.js';
import { CONTEXT, kept, rawRow } from './fixtures/pages.js';
import { saleOfRow } from './sale.js';
import { auctionToRow } from './to-row.js';

const EMPTY = absent('not_reported');
const row = (id: string, change: object) =>
  kept(auctionToRow({ ...rawRow(id), ...change }, CONTEXT));
const extras = (id: string, change: object) => row(id, change).extras;
const configured = (change: object) => ({
  listing_configuration: { ...rawOf(rawRow('7000001').listing_configuration), ...change },
});
const day = (auction_date: unknown) => ({
  auction: { ...rawOf(rawRow('7000001').auction), auction_date },
});

test('a trustee sale shows its day, hour, place and who holds it', () => {
  const given = extras('7000001', {
    ...configured({ trustee_sales_channel: 'CONCIERGE', interior_access_allowed: false }),
    ...day('2024-11-14'),
    trustee: { sale_time: '9:30:00' },
    venue: {
      venue_type: 'LIVE',
      venue_name: 'Larkspur County Courthouse',
      venue_address: {
        street_number: '12',
        street_name: 'Court Sq',
        municipality: 'Alder Falls',
        country_primary_subdivision: 'OR',
        postal_code: '97999',
      },
    },
  });
  assert.equal(given.auction_date, '2024-11-14');
  assert.equal(given.auction_time, '09:30');
  assert.equal(given.venue_name, 'Larkspur County Courthouse');
  assert.equal(given.venue_address, '12 Court Sq, Alder Falls, OR 97999');
  assert.equal(given.sale_channel, 'CONCIERGE');
  assert.equal(given.interior_access, false);
});

test('a place of which parts are not given is given in part', () => {
  const place = (venue_address: unknown) =>
    extras('7000001', { venue: { venue_type: 'LIVE', venue_address } }).venue_address;
  assert.equal(place({ municipality: 'Alder Falls', postal_code: '' }), 'Alder Falls');
  assert.deepEqual(place({}), EMPTY);
  assert.deepEqual(place('12 Court Sq'), absent('unreadable', 'text "12 Court Sq"'));
});

test('a bank has no trustee and an online auction no place', () => {
  const given = extras('7000002', { trustee: null, venue: { venue_type: 'ONLINE' } });
  const none = absent('not_applicable', 'The sale is not a trustee sale.');
  assert.deepEqual([given.sale_channel, given.auction_time], [none, none]);
  const online = absent('not_applicable', 'The auction is held online.');
  assert.deepEqual([given.venue_name, given.venue_address], [online, online]);
});

test('days and hours that no calendar or clock has are unreadable, others of no auction implausible', () => {
  const date = (auction_date: unknown) => extras('7000001', day(auction_date)).auction_date;
  assert.equal(date('2024-11-14T08:00:00Z'), '2024-11-14');
  assert.deepEqual(date('2024-02-31'), absent('unreadable', 'text "2024-02-31"'));
  assert.deepEqual(date('0001-01-01'), absent('implausible', 'The source sent 0001-01-01.'));
  assert.deepEqual(date(null), EMPTY);
  const other = absent('implausible', 'The auction starts at 2024-11-14T17:30:00Z.');
  assert.deepEqual([date('2024-11-15'), date('2024-11-12')], [other, other]);
  const hour = (sale_time: unknown) => extras('7000001', { trustee: { sale_time } }).auction_time;
  assert.deepEqual(hour('25:00'), absent('unreadable', 'text "25:00"'));
  assert.deepEqual(hour(null), absent('not_on_search_page'));
});

test('a winning bid is one of an auction that is over', () => {
  const over = { __typename: 'OnlineAuctionSegment', result: { winning_bid_amount: 61_000 } };
  const closed = { listing_status_group: 'INACTIVE', listing_status: 'AUCTION_CLOSED' };
  assert.deepEqual(extras('7000002', { ...closed, selling_method: over }).winning_bid, usd(61_000));
  assert.deepEqual(extras('7000002', closed).winning_bid, EMPTY);
  const running = absent('not_applicable', 'The auction is not over.');
  assert.deepEqual(extras('7000002', {}).winning_bid, running);
  const segment = { __typename: 'OnlineAuctionSegment', reserve_status: 'RESERVE_NOT_MET' };
  assert.equal(extras('7000002', { selling_method: segment }).reserve_status, 'RESERVE_NOT_MET');
});

test('the ends of the value estimate and the rent estimate are given apart', () => {
  const summary = [
    { type: 'rental', estimated: 2_100, low: 1_900, high: 2_300 },
    { type: 'composite', estimated: 318_250, low: 290_000, high: '350000.0' },
  ];
  const given = extras('7000001', { external_information: { collateral: { summary } } });
  assert.deepEqual(given.estimated_value, usd(318_250));
  assert.deepEqual(
    [given.estimated_value_low, given.estimated_value_high, given.estimated_rent_monthly],
    [usd(290_000), usd(350_000), usd(2_100)],
  );
  const odd = [{ type: 'composite', estimated: 318_250, low: 400_000, high: 3_500 }];
  const refused = extras('7000001', { external_information: { collateral: { summary: odd } } });
  assert.deepEqual(
    [refused.estimated_value, refused.estimated_value_low, refused.estimated_value_high].map(
      isAbsent,
    ),
    [true, true, true],
  );
});

test('the next open house is given, none that is over', () => {
  const houses = (...open_houses: unknown[]) => {
    const given = extras('7000001', { open_houses });
    return [given.open_house_date, given.open_house];
  };
  const past = { local_date: '2024-10-01', start_time: '10:00', end_time: '12:00' };
  const later = { local_date: '2024-11-20', start_time: '10:00', end_time: '12:00' };
  const next = { local_date: '2024-11-10', start_time: '13:00', end_time: '15:00' };
  assert.deepEqual(houses(past, later, next), ['2024-11-10', '13:00 - 15:00']);
  assert.deepEqual(houses({ local_date: '2024-11-10' }), ['2024-11-10', EMPTY]);
  assert.deepEqual(houses(past, null, 'soon'), [EMPTY, EMPTY]);
});

test('a sale is known by its day and channel, where both are given', () => {
  const given = row('7000001', {
    ...configured({ trustee_sales_channel: 'AUCTIONEERING' }),
    ...day('2024-11-14'),
  });
  assert.deepEqual(saleOfRow(given), { day: '2024-11-14', channel: 'AUCTIONEERING' });
  assert.equal(saleOfRow(row('7000001', day('2024-11-14'))), null);
});
