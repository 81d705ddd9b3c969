import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { gzipTail, splice } from './gzip-splice.js';

function join(head: string, tail: string): Buffer {
  const parts = gzipTail(gzipSync(tail));
  const around = parts && splice(head, parts);
  assert.ok(parts && around);
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  return Buffer.concat([bytes(around.start), parts.blocks, bytes(around.end)]);
}

test('any text before any tail is one gzip stream of both', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (head, tail) => {
      // gunzip checks the combined CRC and the length; a trailing second member would show as well.
      assert.equal(gunzipSync(join(head, tail)).toString(), head + tail);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('a tail of many blocks, and the longest text', () => {
  const tail = Array.from({ length: 60_000 }, (_, row) => `{"row":${row * 7919}}`).join(',');
  const head = 'é'.repeat(32_767);
  assert.equal(gunzipSync(join(head, tail)).toString(), head + tail);
  const parts = gzipTail(gzipSync(tail));
  assert.ok(parts !== undefined);
  assert.ok(splice('a'.repeat(65_535), parts) !== null);
  assert.equal(splice('a'.repeat(65_536), parts), null);
  assert.equal(splice('é'.repeat(32_768), parts), null, 'bytes count, not characters');
});

test('a changed tail is noticed by whoever decodes it', () => {
  const gzip = join('{"a":', '1}');
  gzip[gzip.length - 6] = (gzip.at(-6) ?? 0) ^ 1;
  assert.throws(() => gunzipSync(gzip), /incorrect data check/);
});

test('what is no plain gzip is refused', () => {
  assert.equal(gzipTail(Buffer.from('not gzip at all, but long enough')), undefined);
  assert.equal(gzipTail(Buffer.alloc(4)), undefined);
});
