import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { gzipTail, isSpliceable, spliceEnd, spliceStart } from './gzip-splice.js';

function splice(head: string, tail: string): Buffer {
  const text = Buffer.from(head);
  const parts = gzipTail(gzipSync(tail));
  assert.ok(parts !== undefined);
  return Buffer.concat([spliceStart(text), parts.blocks, spliceEnd(text, parts)]);
}

test('any text before any tail is one gzip stream of both', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (head, tail) => {
      // gunzip checks the combined CRC and the length; a trailing second member would show as well.
      assert.equal(gunzipSync(splice(head, tail)).toString(), head + tail);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('a tail of many blocks, and the longest text', () => {
  const tail = Array.from({ length: 60_000 }, (_, row) => `{"row":${row * 7919}}`).join(',');
  const head = 'é'.repeat(32_767);
  assert.equal(gunzipSync(splice(head, tail)).toString(), head + tail);
  assert.ok(isSpliceable(Buffer.alloc(65_535)));
  assert.ok(!isSpliceable(Buffer.alloc(65_536)));
});

test('a changed tail is noticed by whoever decodes it', () => {
  const gzip = splice('{"a":', '1}');
  gzip[gzip.length - 6] = (gzip.at(-6) ?? 0) ^ 1;
  assert.throws(() => gunzipSync(gzip), /incorrect data check/);
});

test('what is no plain gzip is refused', () => {
  assert.equal(gzipTail(Buffer.from('not gzip at all, but long enough')), undefined);
  assert.equal(gzipTail(Buffer.alloc(4)), undefined);
});
