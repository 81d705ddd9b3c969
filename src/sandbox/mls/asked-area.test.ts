import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AskedArea } from '../odd-places.js';
import { areaIn } from './asked-area.js';
import { isBad, parseFilter } from './parse-filter.js';

const areaOf = (text: string): AskedArea | undefined => {
  const filter = parseFilter(text);
  assert.ok(!isBad(filter), text);
  return areaIn(filter);
};

const BOX = 'Latitude ge 30.1 and Latitude lt 30.2 and Longitude ge -97.8 and Longitude lt -97.7';
const EDGES = { edges: { west: -97.8, south: 30.1, east: -97.7, north: 30.2 } };

test('a filter asks for a postal code where it allows that one alone', () => {
  for (const text of [
    "PostalCode eq '78704'",
    "StandardStatus eq 'Active' and (PostalCode eq '78704' or startswith(PostalCode,'78704-'))",
    "(PostalCode eq '78704') and ListPrice gt 5",
    "PostalCode in ('78704','78704-1234')",
    `PostalCode eq '78704' and ${BOX}`,
  ]) {
    assert.deepEqual(areaOf(text), { zip: '78704' }, text);
  }
  for (const text of [
    "PostalCode eq '78704' or City eq 'Austin'",
    "PostalCode in ('78704','78701')",
    "PostalCode ne '78704'",
    "not (PostalCode eq '78704')",
    "PostalCode ge '78704'",
    "startswith(PostalCode,'7870')",
    "contains(PostalCode,'78704')",
    "City eq 'Austin' and StateOrProvince eq 'TX'",
    "StandardStatus eq 'Active'",
  ]) {
    assert.equal(areaOf(text), undefined, text);
  }
  assert.equal(areaIn(null), undefined);
});

test('a filter asks for a box where it bounds it on all four sides', () => {
  assert.deepEqual(areaOf(BOX), EDGES);
  assert.deepEqual(areaOf(`ListPrice gt 5 and (${BOX})`), EDGES);
  assert.deepEqual(areaOf(`${BOX} and Latitude le 45`), EDGES, 'the narrower bound counts');
  assert.equal(areaOf(BOX.replace('Latitude lt', 'Latitude ne')), undefined);
  assert.equal(areaOf(BOX.replace(' and Longitude lt', ' or Longitude lt')), undefined);
});
