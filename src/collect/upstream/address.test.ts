import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceError } from '#sources/driver.js';
import { publicPage } from './address.js';

const SITE = 'https://www.example.com';
const UPSTREAM = 'http://10.0.0.7:9000/feed';
const shown = (page: string) => publicPage(page, SITE, UPSTREAM);

test('a page on the upstream itself is shown on the public site, whatever its port or user', () => {
  assert.equal(shown('http://10.0.0.7:9000/feed/homes/1?a=b#c'), `${SITE}/homes/1?a=b#c`);
  assert.equal(shown('https://10.0.0.7/homes/1'), `${SITE}/homes/1`);
  assert.equal(shown('http://operator:secret@10.0.0.7:9000/feed/homes/1'), `${SITE}/homes/1`);
});

test('credentials are taken out of a page elsewhere, and nothing else is changed', () => {
  assert.equal(shown('https://operator:secret@other.example/a%20b'), 'https://other.example/a%20b');
  for (const page of [`${SITE}/homes/1`, 'https://Other.example/a b', 'no address at all', '']) {
    assert.equal(shown(page), page);
  }
  assert.equal(publicPage('http://10.0.0.7/x', SITE, undefined), 'http://10.0.0.7/x');
});

test('the message of a source error names no address, whatever the source answered', () => {
  const words = 'no route to http://operator:secret@10.0.0.7:9000/feed?key=1, try later';
  assert.equal(
    new SourceError('down', `portal_b answered: ${words}.`).message,
    'portal_b answered: no route to (an address) try later.',
  );
  assert.equal(new SourceError('down', 'a\u0000\u0007b \ud800c').message, 'a b  c');
});
