import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { concatGzip, gzipBody } from './gzip-body.js';

function join(head: string, page: string): Buffer {
  const parts = gzipBody(gzipSync(page));
  const around = parts && concatGzip(head, parts);
  assert.ok(parts && around);
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  return Buffer.concat([bytes(around.start), parts.blocks, bytes(around.end)]);
}

test('any text before any tail is one gzip stream of both', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (head, page) => {
      // gunzip checks the combined CRC and the length; a trailing second member would show as well.
      assert.equal(gunzipSync(join(head, page)).toString(), head + page);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('a tail of many blocks, and the longest text', () => {
  const page = Array.from({ length: 60_000 }, (_, row) => `{"row":${row * 7919}}`).join(',');
  const head = 'é'.repeat(32_767);
  assert.equal(gunzipSync(join(head, page)).toString(), head + page);
  const parts = gzipBody(gzipSync(page));
  assert.ok(parts !== undefined);
  assert.ok(concatGzip('a'.repeat(65_535), parts) !== null);
  assert.equal(concatGzip('a'.repeat(65_536), parts), null);
  assert.equal(concatGzip('é'.repeat(32_768), parts), null, 'bytes count, not characters');
});

test('a changed tail is noticed by whoever decodes it', () => {
  const gzip = join('{"a":', '1}');
  gzip[gzip.length - 6] = (gzip.at(-6) ?? 0) ^ 1;
  assert.throws(() => gunzipSync(gzip), /incorrect data check/);
});

test('what is no plain gzip is refused', () => {
  assert.equal(gzipBody(Buffer.from('not gzip at all, but long enough')), undefined);
  assert.equal(gzipBody(Buffer.alloc(4)), undefined);
});
