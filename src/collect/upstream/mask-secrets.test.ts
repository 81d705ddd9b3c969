import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskOf } from './mask-secrets.js';

const address = {
  url: 'https://source.example.invalid',
  headers: {
    accept: 'application/json',
    authorization: 'Bearer abcdef123456',
    cookie: 'sid=0123456789; theme=dark',
    os: 'web',
  },
  oauth: {
    token_url: 'https://t.example.invalid',
    client_id: 'client-1234',
    client_secret: 's/cret+0123',
  },
  options: { query: 'vendor_key=key-of-the-vendor' },
};
const mask = maskOf([address]);

test('values that the operator configured are hidden wherever they stand, and however they are written', () => {
  for (const [text, shown] of [
    ['Bearer abcdef123456 is wrong', '(hidden) is wrong'],
    ['token abcdef123456', 'token (hidden)'],
    ['sid 0123456789', 'sid (hidden)'],
    ['/a?x=s%2Fcret%2B0123', '/a?x=(hidden)'],
    ['client-1234', '(hidden)'],
    ['/Property?vendor_key=key-of-the-vendor', '/Property?vendor_key=(hidden)'],
  ] as const) {
    assert.equal(mask(text), shown);
  }
});

test('parameters and members that are named like secrets are hidden, whoever set them', () => {
  assert.equal(mask('/a?access_token=1&page=2'), '/a?access_token=(hidden)&page=2');
  assert.equal(mask('{"sessionId":"1","zip":"78704"}'), '{"sessionId":"(hidden)","zip":"78704"}');
});

test('words of formats and ordinary parameters stay', () => {
  const text = 'GET /a?ListingKey=1&q=web application/json {"os":"web","key":"a"}';
  assert.equal(mask(text), text);
});
