import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { defaultLimits } from '#base/limits.js';
import { sendOnce } from './exchange.js';
import { filledHeaders, unknownPlaceholder } from './header-values.js';
import { localPaceStore } from './pace.js';
import { closeUpstream, openUpstream } from './upstream.js';

test('every {uuid} of a header is another random UUID in every request', () => {
  let drawn = 0;
  const bytes = (size: number) => new Uint8Array(size).fill(drawn++);
  const headers = { 'x-cid': '{uuid}', 'x-two': 'a{uuid}b{uuid}', plain: '{"a":1}' };
  const first = filledHeaders(headers, bytes);
  assert.equal(first['x-cid'], '00000000-0000-4000-8000-000000000000');
  assert.match(first['x-two'] ?? '', /^a01010101-0101-4101-8101-010101010101b02020202-/);
  assert.equal(first['plain'], '{"a":1}');
  assert.notEqual(filledHeaders(headers, bytes)['x-cid'], first['x-cid']);
});

test('headers without a placeholder draw nothing', () => {
  const headers = { authorization: 'Bearer {' };
  assert.equal(filledHeaders(headers, undefined), headers);
  assert.equal(unknownPlaceholder('Bearer {x y} {"a":1}'), undefined);
  assert.equal(unknownPlaceholder('{uuid} {UUID}'), '{UUID}');
});

test('an upstream sends the UUID, another one each time, and its host of places gets no header', async () => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['x-cid']);
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = { nowMs: () => 0, sleep: async () => undefined };
  const address = { url, places: url, headers: { 'x-cid': '{uuid}' } };
  const pace = localPaceStore(clock.nowMs);
  const bytes = (size: number) => new Uint8Array(size).fill(seen.length);
  const upstream = openUpstream('auction', address, defaultLimits(), clock, pace, { bytes });
  const request = { method: 'GET', path: '/', headers: {}, body: null } as const;
  const { signal } = new AbortController();
  for (const asked of [upstream, upstream, upstream.places ?? assert.fail()]) {
    await sendOnce(asked, 'auction', request, clock, signal);
  }
  await closeUpstream(upstream);
  server.close();
  assert.deepEqual(seen, [
    '00000000-0000-4000-8000-000000000000',
    '01010101-0101-4101-8101-010101010101',
    undefined,
  ]);
});
