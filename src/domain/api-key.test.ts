import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  hashApiKey,
  isApiKey,
  isTestKey,
  KEY_RANDOM_BYTES,
  makeApiKey,
  startOfApiKey,
} from './api-key.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keys = fc
  .uint8Array({ minLength: KEY_RANDOM_BYTES, maxLength: KEY_RANDOM_BYTES })
  .filter((bytes) => bytes.filter((byte) => byte < 248).length >= 30)
  .map(makeApiKey);

test('a key is rh_live_, 30 characters and 6 of checksum', () => {
  fc.assert(
    fc.property(keys, (key) => {
      assert.match(key, /^rh_live_[0-9A-Za-z]{36}$/);
      assert.ok(isApiKey(key));
    }),
  );
});

test('every single mistyped character is caught, and every swap of two neighbours', () => {
  const key = makeApiKey(randomBytes(KEY_RANDOM_BYTES));
  for (let at = 0; at < key.length; at += 1) {
    for (const letter of ALPHABET) {
      if (letter === key[at]) continue;
      assert.equal(isApiKey(key.slice(0, at) + letter + key.slice(at + 1)), false, `at ${at}`);
    }
    const [one, two] = [key[at] ?? '', key[at + 1] ?? ''];
    if (one !== two && two !== '')
      assert.equal(isApiKey(key.slice(0, at) + two + one + key.slice(at + 2)), false);
  }
});

test('a truncated, lengthened or padded key is invalid', () => {
  const key = makeApiKey(randomBytes(KEY_RANDOM_BYTES));
  for (const bad of ['', key.slice(1), key.slice(0, -1), `${key}a`, ` ${key}`, `${key}\n`])
    assert.equal(isApiKey(bad), false);
});

test('bytes that would bias the characters are skipped, and too few bytes make no key', () => {
  const bytes = new Uint8Array(KEY_RANDOM_BYTES).fill(255);
  bytes.fill(1, 0, 30);
  assert.equal(makeApiKey(bytes).slice(8, 38), '1'.repeat(30));
});

test('the hash is 32 bytes and differs by key; the start shows nothing secret but four characters', () => {
  const [one, two] = [1, 2].map((fill) => makeApiKey(new Uint8Array(KEY_RANDOM_BYTES).fill(fill)));
  assert.equal(hashApiKey(one ?? '').length, 32);
  assert.notDeepEqual(hashApiKey(one ?? ''), hashApiKey(two ?? ''));
  assert.equal(startOfApiKey(one ?? ''), 'rh_live_1111');
});

test('a test key is recognized by its form, and a live key is not', () => {
  const random = new Uint8Array(KEY_RANDOM_BYTES).fill(5);
  const key = makeApiKey(random, 'test');
  assert.match(key, /^rh_test_[0-9A-Za-z]{36}$/);
  assert.ok(isApiKey(key) && isTestKey(key));
  assert.ok(!isTestKey(makeApiKey(random)));
  // The checksum covers the prefix.
  assert.ok(!isTestKey(makeApiKey(random).replace('live', 'test')));
});
