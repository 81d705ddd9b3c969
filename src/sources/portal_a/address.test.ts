import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absent } from '#domain/parsed-row.js';
import type { Raw } from '../raw-values.js';
import { CONTEXT, kept, rawRow } from './fixtures/pages.js';
import { listingToRow } from './to-row.js';

const STREETS: readonly [sent: string, line1: string, unit: string | null][] = [
  ['401 W  Elm Ave  # 508', '401 W Elm Ave', '#508'],
  ['10 Oak Mount Ave #A302', '10 Oak Mount Ave', '#A302'],
  ['200 Green Hill Dr APT 7', '200 Green Hill Dr', 'APT 7'],
  ['5 Lark St   Unit 626', '5 Lark St', 'Unit 626'],
  ['865 Broad Ave  Building 7', '865 Broad Ave', 'Building 7'],
  ['12 Elm St Bldg 4 Apt C', '12 Elm St', 'Bldg 4 Apt C'],
  ['12 Unity Ln', '12 Unity Ln', null],
  ['9 Suite Rd', '9 Suite Rd', null],
  ['4400 Highway #40', '4400 Highway #40', null],
  ['16 Floral Park Unit', '16 Floral Park Unit', null],
];
for (const [sent, line1, unit] of STREETS) {
  test(`the street line "${sent}" is ${unit === null ? 'unchanged' : `split at ${unit}`}`, () => {
    const raw = { ...rawRow('for-sale', '9000001'), addressStreet: sent };
    const { address } = kept(listingToRow(raw, CONTEXT));
    assert.equal(address.line1, line1);
    assert.deepEqual(address.unit, unit ?? absent('not_applicable'));
  });
}

test('a unit of eight or nine hex digits is a placeholder for a hidden one', () => {
  const unitOf = (addressStreet: string) =>
    kept(listingToRow({ ...rawRow('for-sale', '9000001'), addressStreet }, CONTEXT)).address.unit;
  assert.deepEqual(
    unitOf('12 Oak Way #A185F7AC2'),
    absent('hidden_by_source', 'The source sent a placeholder in its place.'),
  );
  assert.equal(unitOf('12 Oak Way #A1857'), '#A1857');
});

test('the street of a one-line address precedes the city, with its unit', () => {
  const read = (line: string) => {
    const card = { address: line, addressStreet: '', addressCity: '', addressZipcode: '' };
    const raw: Raw = { ...rawRow('for-sale', '9000001'), ...card, addressState: '', hdpData: {} };
    const { line1, unit, city, state, zip } = kept(listingToRow(raw, CONTEXT)).address;
    return [line1, typeof unit === 'string' ? unit : null, city, state, zip];
  };
  const place = ['Dover', 'NJ', '07801'];
  for (const unit of ['Unit 4', 'APT 4B', '#4', 'Ste 100']) {
    assert.deepEqual(read(`12 Main St, ${unit}, Dover, NJ 07801`), ['12 Main St', unit, ...place]);
  }
  assert.deepEqual(read('Summit Court, 12 Main St, Unit 4, Dover, NJ 07801'), [
    '12 Main St',
    'Unit 4',
    ...place,
  ]);
  assert.deepEqual(read('Unity Court, 12 Main St #4, Dover, NJ 07801'), [
    '12 Main St',
    '#4',
    ...place,
  ]);
  assert.deepEqual(read('12 Main St, Union, NJ 07083'), [
    '12 Main St',
    null,
    'Union',
    'NJ',
    '07083',
  ]);
});
