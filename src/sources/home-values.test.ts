import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbsent } from '#domain/parsed-row.js';
import { zipIn } from './home-values.js';

const read = (text: string): string => {
  const zip = zipIn(text);
  return isAbsent(zip) ? zip.absent : zip;
};

test('a ZIP may have four more digits, or the hyphen before them alone', () => {
  for (const text of ['07801', '07801-1234', '078011234', '07801-']) {
    assert.equal(read(text), '07801', text);
  }
  for (const text of ['7801', '07801-12', '07801--', '078011', 'K1A 0B1']) {
    assert.equal(read(text), 'unreadable', text);
  }
});

test('five zeros stand for no ZIP', () => {
  assert.equal(read('00000'), 'not_reported');
  assert.equal(read('00000-0000'), 'not_reported');
  assert.equal(read('00501'), '00501');
});
