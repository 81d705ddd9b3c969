import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { defaultLimits, type Limits } from '#contract/limits.js';
import { nycPortal } from './nyc_portal/index.js';
import type { Ask, Reader } from './source.js';
import { openUpstreams, type Upstreams } from './upstream.js';

const CLOCK = { nowMs: () => Date.parse('2026-11-21T12:00:00Z'), sleep: async () => undefined };
const BOX = { w: 0, s: 0, e: 1, n: 1 };
const OPTIONS = { freshSinceMs: 0, signal: new AbortController().signal };
const CHARS = 600;
/** Two bytes each. */
const BODY = 'é'.repeat(CHARS);

const ask = (page: number): Ask => ({
  box: BOX,
  filters: { sold_within_days: 90 } as Ask['filters'],
  narrow: {},
  page,
  nowMs: 0,
});

const reader: Reader = {
  ...nycPortal.readers.listings,
  request: ({ page }) => ({ method: 'GET', path: `/${page}`, headers: {}, body: null }),
  read: (body) => ({ rows: [{ body }], total: 1, more: false }),
} as Reader;

/** Reads from a source that always sends BODY; gives how often it was asked. */
async function reading(
  changes: Partial<Limits>,
  work: (upstreams: Upstreams) => Promise<void>,
): Promise<number> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end(BODY);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { ...defaultLimits(), ...changes };
  const upstreams = openUpstreams({ nyc_portal: { url, headers: {} } }, limits, CLOCK);
  await work(upstreams);
  await upstreams.close();
  server.closeAllConnections();
  server.close();
  return asked;
}

test('a page read before is parsed again from the bytes that are kept', async () => {
  const asked = await reading({}, async (upstreams) => {
    const first = await upstreams.read('nyc_portal', reader, ask(1), OPTIONS);
    const second = await upstreams.read('nyc_portal', reader, ask(1), OPTIONS);
    assert.deepEqual(second, first);
    assert.notEqual(second.page, first.page, 'the parsed page is not what is kept');
  });
  assert.equal(asked, 1);
});

test('kept pages are counted in bytes, not in characters', async () => {
  const asked = await reading({ UPSTREAM_CACHE_BYTES: 3 * CHARS }, async (upstreams) => {
    for (const page of [1, 2, 1]) await upstreams.read('nyc_portal', reader, ask(page), OPTIONS);
  });
  assert.equal(asked, 3, 'two pages of 1,200 bytes do not fit in 1,800');
});
