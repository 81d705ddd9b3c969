import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { ROW_TEXT_CHARS_MAX, SOURCE_ID_CHARS_MAX, SOURCE_URL_CHARS_MAX } from '#contract/limits.js';
import { boundRow } from './bounds.js';
import { absent, isAbsent } from './parsed-row.js';

const MAX = Number.MAX_SAFE_INTEGER;
const LONG = 'x'.repeat(ROW_TEXT_CHARS_MAX + 1);
const ROW = {
  source_id: '1',
  source_url: 'https://homes.example/1',
  list_price: usd(500_000),
  price_per_sqft: 250,
  living_area_sqft: 2_000,
  broker_name: 'x'.repeat(ROW_TEXT_CHARS_MAX),
  location: { lat: 30, lng: -97 },
  address: { line1: '1 A St', unit: absent('not_reported') },
  extras: { building_name: 'A House', zestimate: usd(1), units: [{ beds: 1, rent_from: usd(5) }] },
};

type Loose = Record<string, unknown>;
const bound = (changes: object): Loose => {
  const read = boundRow('portal_a', 'listings', { ...ROW, ...changes });
  assert.ok('row' in read, JSON.stringify(read));
  return read.row as unknown as Loose;
};
const is = (value: unknown, reason: string) =>
  assert.equal(isAbsent(value) ? value.absent : value, reason);

test('a row within its bounds is the same object', () => {
  const read = boundRow('portal_a', 'listings', ROW);
  assert.ok('row' in read && read.row === ROW);
});

test('an amount that a double cannot hold exactly is implausible, and so is what follows from it', () => {
  for (const amount of [1e300, MAX + 1, -1e300, Infinity, Number.NaN]) {
    const row = bound({ list_price: { amount, currency: 'USD' } });
    is(row.list_price, 'implausible');
    is(row.price_per_sqft, 'implausible');
    is(
      (bound({ extras: { zestimate: { amount, currency: 'USD' } } }).extras as Loose).zestimate,
      'implausible',
    );
  }
  const most = { amount: MAX, currency: 'USD' };
  assert.equal(bound({ list_price: most }).list_price, most);
});

test('numbers and points beyond a double are implausible; a ratio goes with its basis', () => {
  is(bound({ living_area_sqft: 1e17 }).living_area_sqft, 'implausible');
  is(bound({ living_area_sqft: 1e17 }).price_per_sqft, 'implausible');
  is(bound({ location: { lat: Number.NaN, lng: 1 } }).location, 'implausible');
  const sold = { ...ROW, sale_price: usd(1), list_price: { amount: 1e20, currency: 'USD' } };
  const read = boundRow('portal_b', 'sold', { ...sold, sale_to_list_ratio: 0.5 });
  assert.ok('row' in read);
  is(read.row.sale_to_list_ratio, 'implausible');
  assert.equal(read.row.price_per_sqft, 250, 'divided from the sale price, which stands');
});

test('a number that no column can tell from 0 is implausible; 0 itself is a number', () => {
  for (const beds of [5e-324, -5e-324, 1e-40]) is(bound({ beds }).beds, 'implausible');
  for (const beds of [0, -0, 0.5]) assert.equal(bound({ beds }).beds, beds);
});

test('an over-long text is unreadable wherever it stands, with its length', () => {
  const row = bound({
    broker_name: LONG,
    address: { ...ROW.address, line1: LONG },
    extras: { ...ROW.extras, building_name: LONG },
  });
  for (const value of [
    row.broker_name,
    (row.address as Loose).line1,
    (row.extras as Loose).building_name,
  ]) {
    is(value, 'unreadable');
    assert.match(JSON.stringify(value), /text of 301 characters, over 300/);
  }
  assert.equal((row.extras as Loose).zestimate, ROW.extras.zestimate);
});

test('a unit keeps what is within bounds', () => {
  const units = [
    { beds: 1, rent_from: usd(5) },
    { beds: 2, rent_from: { amount: 1e300, currency: 'USD' } },
  ];
  const bounded = (bound({ extras: { units } }).extras as { units: Loose[] }).units;
  assert.equal(bounded[0], units[0]);
  assert.equal(bounded[1]?.beds, 2);
  is(bounded[1]?.rent_from, 'implausible');
});

test('a row whose identity is out of bounds is dropped as unreadable', () => {
  for (const changes of [
    { source_id: 'x'.repeat(SOURCE_ID_CHARS_MAX + 1) },
    { source_id: 'a\u0000b' },
    { source_id: '\ud800' },
    { source_url: `https://homes.example/${'x'.repeat(SOURCE_URL_CHARS_MAX)}` },
  ]) {
    const read = boundRow('portal_a', 'listings', { ...ROW, ...changes });
    assert.equal('dropped' in read && read.dropped, 'unreadable');
  }
  assert.equal(
    bound({ source_id: LONG.slice(0, SOURCE_ID_CHARS_MAX) }).source_id,
    LONG.slice(0, 128),
  );
  const url = 'x'.repeat(SOURCE_URL_CHARS_MAX);
  assert.equal(bound({ source_url: url }).source_url, url);
});

test('a text that PostgreSQL cannot store is unreadable, alone of its row', () => {
  for (const odd of ['a\u0000b', '\ud800']) {
    is(bound({ broker_name: odd }).broker_name, 'unreadable');
    is((bound({ address: { ...ROW.address, line1: odd } }).address as Loose).line1, 'unreadable');
    const read = boundRow('portal_a', 'listings', {
      ...ROW,
      source_url: `https://a.example/${odd}`,
    });
    assert.ok('dropped' in read);
  }
});
