import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOr } from '#domain/parsed-row.js';
import { CONTEXT, kept, lacks, rawNode } from './fixtures/pages.js';
import { listingToRow } from './to-row.js';

const row = (id: string, change: object = {}) =>
  kept(listingToRow({ ...rawNode('listings', id), ...change }, CONTEXT));
const CONDO = '7000001';
const HOUSE = '7000003';
const TWO_FAMILY = '7000004';
const RENTAL_BUILDING = '7000005';
const HIDDEN = '7000007';
const ACROSS_THE_RIVER = '7000009';

test('words that mean the whole home are not units of it', () => {
  lacks(row(TWO_FAMILY).address.unit, 'not_applicable');
  lacks(row(RENTAL_BUILDING).address.unit, 'not_applicable');
  lacks(row(HOUSE).address.unit, 'not_applicable', 'a house without any word');
  lacks(row(CONDO, { unit: null, displayUnit: null }).address.unit, 'not_reported');
  assert.equal(row(CONDO, { displayUnit: null }).address.unit, '4C');
  assert.equal(row(CONDO, { displayUnit: 'GARDEN-APT' }).address.unit, 'GARDEN-APT');
});

test('the city is the borough by ZIP, New York in Manhattan', () => {
  const city = (zipCode: string) => valueOr(row(CONDO, { zipCode }).address.city);
  assert.equal(city('10034'), 'New York');
  assert.equal(city('10454'), 'Bronx');
  assert.equal(city('11238'), 'Brooklyn');
  assert.equal(city('11102'), 'Queens');
  assert.equal(city('11004'), 'Queens');
  assert.equal(city('10301'), 'Staten Island');
  assert.equal(city('11001'), 'Queens', 'on the border this source lists the side of the city');
  assert.equal(city('11040'), 'Queens');
  lacks(row(CONDO, { zipCode: '10701' }).address.city, 'not_on_search_page');
  lacks(row(CONDO, { zipCode: null }).address.city, 'not_on_search_page');
});

test('a ZIP is its five digits; state codes are upper case', () => {
  assert.equal(row(HIDDEN).address.zip, '10301');
  lacks(row(CONDO, { zipCode: '1123' }).address.zip, 'unreadable');
  lacks(row(CONDO, { zipCode: null }).address.zip, 'not_reported');
  assert.equal(row(CONDO, { state: 'ny' }).address.state, 'NY');
  lacks(row(CONDO, { state: null }).address.state, 'not_reported');
  lacks(row(CONDO, { state: 'New York' }).address.state, 'unreadable');
});

test('homes across the river are dropped as outside the area', () => {
  const dropped = (change: object = {}) =>
    listingToRow({ ...rawNode('listings', ACROSS_THE_RIVER), ...change }, CONTEXT);
  for (const change of [{}, { state: 'nj' }, { state: null }]) {
    const read = dropped(change);
    assert.equal('dropped' in read && read.dropped, 'outside_area');
  }
});

test('a hidden street keeps the row, with its unit and point hidden as well', () => {
  const hidden = row(HIDDEN);
  lacks(hidden.address.line1, 'hidden_by_source');
  lacks(hidden.address.unit, 'hidden_by_source');
  lacks(hidden.location, 'hidden_by_source');
  assert.equal(hidden.address.city, 'Staten Island');
  lacks(row(CONDO, { street: 'Address Not Disclosed' }).address.line1, 'hidden_by_source');
  lacks(row(CONDO, { street: 'Address not available' }).address.line1, 'hidden_by_source');
  lacks(row(CONDO, { street: 7 }).address.line1, 'unreadable');
  const { street: _street, ...without } = rawNode('listings', CONDO);
  lacks(kept(listingToRow(without, CONTEXT)).address.line1, 'not_reported');
});

test('an invalid point is withheld, with the reason', () => {
  lacks(row(CONDO, { geoPoint: null }).location, 'not_reported');
  lacks(row(CONDO, { geoPoint: {} }).location, 'not_reported');
  lacks(row(CONDO, { geoPoint: { latitude: 0, longitude: 0 } }).location, 'implausible');
  lacks(row(CONDO, { geoPoint: { latitude: 'x', longitude: 1 } }).location, 'unreadable');
  lacks(row(CONDO, { geoPoint: [40, -73] }).location, 'unreadable');
});
