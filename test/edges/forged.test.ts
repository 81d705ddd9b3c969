/** What one caller of an edge sends fails its own searches at most, never those of others. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { JobEnvelope } from '#contract/envelope.js';
import { HOPS_MAX } from '#domain/hops.js';
import { freshSearch } from '../support/expect.js';
import { type Core, openCore, openEdge } from '../support/open-edge.js';

const limits = { CIRCUIT_FAILURES: 2 };
const TIMES = 3;

let core: Core;
before(async () => {
  core = await openCore({ limits: { READ_AHEAD: 0 } });
});
after(() => core.close());

test('installations that a caller names in Via fail its own searches', async () => {
  const t = await openEdge(core, (await core.edgeAccount()).api_key, { limits });
  const [forger, other] = [await t.account(), await t.account()];
  const hops = Array.from({ length: HOPS_MAX }, (_one, at) => `1.1 rowhouse-${`${at}`.repeat(16)}`);
  for (let times = 0; times < TIMES; times += 1) {
    const asked = await t.settled(freshSearch(), forger.api_key, { via: hops.join(', ') });
    const { status, error } = asked.json<JobEnvelope>();
    assert.equal(status, 'failed');
    assert.match(error?.message ?? '', /name each other in a circle/);
  }
  const { status, error } = (await t.settled(freshSearch(), other.api_key)).json<JobEnvelope>();
  assert.equal(status, 'complete', error?.message);
  await t.close();
});

test('a query that is too long for the core is the fault of its caller', async () => {
  const body = JSON.stringify({
    error: { code: 'uri_too_long', message: 'Shorter.', param: null },
  });
  const strict = createServer((_request, response) => response.writeHead(414).end(body));
  await new Promise<void>((done) => strict.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(strict.address() as AddressInfo).port}`;
  const t = await openEdge({ url, clock: core.clock }, 'a-key', { limits });
  const { api_key } = await t.account();
  for (let times = 0; times < TIMES; times += 1) {
    const { error } = (await t.settled(freshSearch(), api_key)).json<JobEnvelope>();
    assert.equal(error?.code, 'uri_too_long');
  }
  await t.close();
  strict.close();
});
