/** Recorded values, if available: each row is checked against its raw values. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent } from '#domain/parsed-row.js';
import { questionOf } from '../../../test/support/question.js';
import { kept, UNASKED } from './fixtures/pages.js';
import { auction } from './index.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(
  process.env.ROWHOUSE_TEST_SAMPLES ?? resolve(ROOT, '../shared/samples'),
  'auction',
);
const skip = existsSync(FOLDER) ? false : 'no recorded values here; set ROWHOUSE_TEST_SAMPLES';
const CONTEXT = { collectedAtMs: Date.UTC(2026, 6, 22), siteBase: 'https://homes.example' };
const { read, toRow } = auction.drivers.auctions;

const recorded = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const EMPTY = absent('not_reported');
const NOT_SHOWN = absent('not_on_search_page');
const NO_PRICE = absent('not_applicable', 'An auction has no asking price.');
const ONLINE = absent('not_applicable', 'The auction is held online.');
const IN_PERSON = absent('not_applicable', 'The auction is held in person.');

/** The common members of the two recorded rows and the illustrative one. */
const SAME = {
  source: 'auction',
  listing_kind: 'home',
  status: 'for_sale',
  list_price: NO_PRICE,
  rent_monthly: NO_PRICE,
  rent_is_from_price: false,
  list_date: NOT_SHOWN,
  days_on_market: NOT_SHOWN,
  price_per_sqft: NO_PRICE,
  beds: 3,
  broker_name: NOT_SHOWN,
  agent_name: NOT_SHOWN,
  photo_count: EMPTY,
};
const SAME_EXTRAS = {
  ...UNASKED,
  sale_type: 'TRUSTEE',
  occupancy: 'OCCUPIED',
  first_listed_date: NOT_SHOWN,
  financing_available: EMPTY,
};
const PUEBLO = {
  unit: absent('not_applicable'),
  city: 'PUEBLO',
  state: 'CO',
  county: 'Pueblo',
  county_fips: NOT_SHOWN,
};
const PUEBLO_EXTRAS = {
  ...SAME_EXTRAS,
  property_type_raw: 'SINGLE_FAMILY_HOME',
  listing_status_raw: 'SALE_PENDING',
  auction_start: '2026-01-07T16:00:00Z',
  auction_end: IN_PERSON,
  online_auction: false,
  starting_bid: EMPTY,
  current_bid: IN_PERSON,
  bid_count: IN_PERSON,
  buyer_premium: false,
};

const EXPECTED = [
  {
    ...SAME,
    source_id: '1876508',
    source_url: 'https://homes.example/details/1-plymouth-cir-pueblo-co-1876508',
    baths: 1,
    living_area_sqft: 1040,
    property_type: 'single_family',
    address: { ...PUEBLO, line1: '1 PLYMOUTH CIR', zip: '81003' },
    location: { lat: 38.2962301, lng: -104.6408187 },
    extras: {
      ...PUEBLO_EXTRAS,
      estimated_value: EMPTY,
      year_built: 1979,
      lot_size_raw: 0.21,
    },
  },
  {
    ...SAME,
    source_id: '1882894',
    source_url: 'https://homes.example/details/415-kenwood-dr-pueblo-co-1882894',
    baths: 1,
    living_area_sqft: 1005,
    property_type: 'single_family',
    address: { ...PUEBLO, line1: '415 KENWOOD DRIVE', zip: '81005' },
    location: { lat: 38.25162, lng: -104.642 },
    extras: {
      ...PUEBLO_EXTRAS,
      estimated_value: EMPTY,
      year_built: 1949,
      lot_size_raw: 0.12,
    },
  },
  {
    ...SAME,
    source_id: '2096465',
    source_url: 'https://homes.example/details/3029-granite-rock-trail-forney-tx-2096465',
    baths: 2,
    living_area_sqft: 1800,
    property_type: EMPTY,
    address: {
      line1: '3029 Granite Rock Trail',
      unit: EMPTY,
      city: 'Forney',
      state: 'TX',
      zip: '75126',
      county: 'Kaufman',
      county_fips: NOT_SHOWN,
    },
    location: { lat: 32.74818, lng: -96.471649 },
    extras: {
      ...SAME_EXTRAS,
      property_type_raw: EMPTY,
      listing_status_raw: 'AUCTION_IN_PROGRESS',
      auction_start: '2024-06-29T13:00:00Z',
      auction_end: EMPTY,
      online_auction: true,
      starting_bid: usd(150_000),
      current_bid: EMPTY,
      bid_count: EMPTY,
      estimated_value: EMPTY,
      year_built: 2005,
      lot_size_raw: 5000,
      buyer_premium: EMPTY,
      venue_name: ONLINE,
      venue_address: ONLINE,
      reserve_status: NOT_SHOWN,
    },
  },
];

test('the recorded answer gives its three listings, field by field', { skip }, () => {
  const page = read(recorded('search-answer.json'), questionOf());
  assert.deepEqual([page.rows.length, page.total, page.next !== null], [3, 1438, true]);
  const rows = page.rows.map((raw) => kept(toRow(raw, CONTEXT)));
  assert.deepEqual(rows, EXPECTED);
});

/** A line of the table as the members it was flattened from, each value still text. */
const rebuilt = (line: Record<string, string>, at: number) => ({
  listing_id: `${line.listing_id_masked}${at}`,
  listing_status: line.status,
  listing_status_group: line.status_group,
  formatted_address: [line.address_anonymized, line.city_state],
  listing_configuration: {
    product_type: line.product_type,
    asset_type: line.asset_type,
    occupancy_status: line.occupancy_status,
  },
  venue: { venue_type: line.venue_type },
  valuation: { seller_current_value_amount: line.seller_value },
  auction: {
    visible_auction_start_date_time: `${line.auction_start_date}T${line.auction_start_time}Z`,
    end_date: line.auction_end,
    starting_bid: line.starting_bid,
  },
  external_information: {
    collateral: {
      summary: [
        { type: 'rental', estimated: line.rental_estimate },
        { type: 'composite', estimated: line.composite_estimate },
      ],
    },
  },
  primary_property: {
    summary: {
      total_bedrooms: line.bedrooms,
      total_bathrooms: line.bathrooms,
      square_footage: line.sqft,
      lot_size: line.lot_size,
      year_built: line.year_built,
      structure_type_code: line.structure_type,
    },
  },
});

/** The fields of a CSV line; quoted ones contain commas. */
const cells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((cell) => cell[1] ?? cell[2] ?? '');

test('every spelling in the recorded table is read: figures as text, empty and zero as missing', {
  skip,
}, () => {
  const [head = '', ...lines] = recorded('values.csv').trim().split(/\r?\n/);
  const names = cells(head);
  assert.equal(lines.length, 20);
  const figure = (text = '') => (Number(text) > 0 ? Number(text) : EMPTY);
  const dollars = (text = '') => (Number(text) > 0 ? usd(Number(text)) : EMPTY);
  for (const [at, text] of lines.entries()) {
    const line = Object.fromEntries(cells(text).map((cell, column) => [names[column], cell]));
    const { extras, address, ...row } = kept(toRow(rebuilt(line, at), CONTEXT));
    assert.deepEqual(
      [row.status, row.beds, row.baths, row.living_area_sqft, row.property_type],
      [
        'for_sale',
        figure(line.bedrooms),
        figure(line.bathrooms),
        figure(line.sqft),
        'single_family',
      ],
    );
    const [city, stateAndZip, county] = line.city_state?.split(', ') ?? [];
    assert.equal(address.city, city);
    assert.deepEqual([address.state, address.zip], stateAndZip?.split(' '));
    assert.equal(address.county, county?.replace(' County', ''));
    assert.deepEqual(
      extras,
      {
        property_type_raw: line.structure_type,
        listing_status_raw: line.status,
        sale_type: line.product_type,
        auction_start: `${line.auction_start_date}T${line.auction_start_time}Z`,
        auction_end: IN_PERSON,
        online_auction: false,
        starting_bid: dollars(line.starting_bid),
        current_bid: IN_PERSON,
        bid_count: IN_PERSON,
        estimated_value: dollars(line.composite_estimate),
        occupancy: line.occupancy_status,
        year_built: figure(line.year_built),
        lot_size_raw: figure(line.lot_size),
        first_listed_date: NOT_SHOWN,
        financing_available: EMPTY,
        buyer_premium: EMPTY,
        ...UNASKED,
        estimated_rent_monthly: dollars(line.rental_estimate),
      },
      `line ${at + 2}`,
    );
  }
});
