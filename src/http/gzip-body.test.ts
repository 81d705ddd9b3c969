import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { concatGzip, gzipBody } from './gzip-body.js';

function join(prefix: string, page: string): Buffer {
  const parts = gzipBody(gzipSync(page));
  const around = parts && concatGzip(prefix, parts);
  assert.ok(parts && around);
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  return Buffer.concat([bytes(around.start), parts.blocks, bytes(around.end)]);
}

test('any text before any body is one gzip stream of both', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (prefix, page) => {
      // gunzip checks the combined CRC and the length; it would also show a trailing second member.
      assert.equal(gunzipSync(join(prefix, page)).toString(), prefix + page);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('a body of many blocks, and the longest text', () => {
  const page = Array.from({ length: 60_000 }, (_, row) => `{"row":${row * 7919}}`).join(',');
  const prefix = 'é'.repeat(32_767);
  assert.equal(gunzipSync(join(prefix, page)).toString(), prefix + page);
  const parts = gzipBody(gzipSync(page));
  assert.ok(parts !== undefined);
  assert.ok(concatGzip('a'.repeat(65_535), parts) !== null);
  assert.equal(concatGzip('a'.repeat(65_536), parts), null);
  assert.equal(concatGzip('é'.repeat(32_768), parts), null, 'bytes count, not characters');
});

test('a decoder detects a changed body', () => {
  const gzip = join('{"a":', '1}');
  gzip[gzip.length - 6] = (gzip.at(-6) ?? 0) ^ 1;
  assert.throws(() => gunzipSync(gzip), /incorrect data check/);
});

test('anything but a plain gzip stream is rejected', () => {
  assert.equal(gzipBody(Buffer.from('not gzip at all, but long enough')), undefined);
  assert.equal(gzipBody(Buffer.alloc(4)), undefined);
});
