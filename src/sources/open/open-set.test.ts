import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readOpenSet } from './open-set.js';

const SET = JSON.parse(
  readFileSync(new URL('../../../presets/allegheny-county-pa-sales.json', import.meta.url), 'utf8'),
) as object;

const MISTAKES: readonly [string, object, RegExp][] = [
  ['the kind of a value', { rows_expected: 'many' }, /"rows_expected" must be a whole number\./],
  ['the least', { rows_expected: 0 }, /"rows_expected" must be 1 or more\./],
  ['the most', { page_rows: 50_001 }, /"page_rows" must be 50000 or less\./],
  ['the length', { title: 'x'.repeat(101) }, /"title" must have at most 100 characters\./],
  ['the values', { protocol: 'ftp' }, /"protocol" must be one of esri, socrata, carto/],
  ['a name', { name: 'Sales 2026' }, /"name" must be at most 40 lower-case letters, digits/],
  ['an address', { url: 'ftp://x.example' }, /"url" must be an address that begins with http/],
  ['a day', { checked_on: '25.11.2026' }, /"checked_on" must be a day such as 2026-11-25\./],
  ['an unknown member', { colour: 'red' }, /It has no member "colour"\./],
  ['a member within', { joins: { lots: { url: 1 } } }, /"joins\/lots\/url" must be text\./],
];

for (const [what, change, message] of MISTAKES) {
  test(`a wrong set is rejected in words: ${what}`, () => {
    assert.throws(() => readOpenSet({ ...SET, ...change }), message);
  });
}

test('a set that is not an object is rejected in words', () => {
  assert.throws(() => readOpenSet([]), /It must be a JSON object\./);
});
