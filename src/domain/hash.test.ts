import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashOf } from './hash.js';

test('equal values have equal hashes, whatever the order of their members', () => {
  assert.equal(
    hashOf({ b: [1, { d: 2, c: 'x' }], a: null }),
    'cnDELliqI2QlZXXUiLnY09tJivwGZsD9KhaQnZp4Nyw',
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      assert.equal(hashOf(reversed), hashOf(value));
    }),
  );
});

test('a member that is undefined is a member that is absent; null is not', () => {
  assert.equal(hashOf({ a: 1, b: undefined }), hashOf({ a: 1 }));
  assert.notEqual(hashOf({ a: 1, b: null }), hashOf({ a: 1 }));
});

test('different values have different hashes, the order of a list among them', () => {
  const values = [{}, [], null, '', 0, '0', [1, 2], [2, 1], [[1], 2], { a: '1' }, { a: 1 }];
  assert.equal(new Set(values.map(hashOf)).size, values.length);
  assert.match(hashOf({}), /^[\w-]{43}$/);
});

test('what JSON cannot hold has no hash', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined])
    assert.throws(() => hashOf(value));
});
