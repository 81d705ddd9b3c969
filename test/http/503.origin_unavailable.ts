import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, retryAfterSeconds } from '#contract/errors.js';
import { freePort } from '../support/free-port.js';
import { type EdgeKind, skipWithout, startEdge } from '../support/run-edge.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const RECOVERY_MS_MAX = 6_000;

/** Starts a node of the API on a port; resolves with what stops it. */
type StartNode = (port: number) => Promise<() => Promise<unknown>>;

/** The one code that the service itself never gives: the edge in front of it does. */
export function register(kind: EdgeKind, startNode: () => StartNode): void {
  test(`${kind}: an API that cannot be reached is answered for with 503 origin_unavailable, and only so long`, {
    skip: skipWithout(kind),
  }, async () => {
    const port = await freePort();
    const edge = await startEdge(kind, [port]);
    try {
      await expectUnavailable(`${edge.url}/v1/sources`);
      const stop = await startNode()(port);
      await untilPassed(edge.url);
      await stop();
      for (const path of ['/v1/portal_a/listings?zip=78704', '/v1/jobs/1?wait=20', '/', '/healthz'])
        await expectUnavailable(edge.url + path);
      const stopAgain = await startNode()(port);
      await untilPassed(edge.url);
      await stopAgain();
    } finally {
      await edge.stop();
    }
  });
}

/** The answer of the edge is the contract's, down to the header. */
async function expectUnavailable(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: 'Bearer anything' } });
  const { http, message } = ERRORS.origin_unavailable;
  assert.equal(answer.status, http, url);
  assert.equal(
    await answer.text(),
    JSON.stringify({ error: { code: 'origin_unavailable', message, param: null } }),
  );
  const { headers } = answer;
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(headers.get('retry-after'), String(retryAfterSeconds('origin_unavailable')));
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(String(headers.get('x-request-id')), UUID);
}

async function untilPassed(url: string): Promise<void> {
  const until = performance.now() + RECOVERY_MS_MAX;
  let status = 0;
  while (performance.now() < until) {
    status = (await fetch(`${url}/healthz`)).status;
    if (status === 200) return;
    await delay(200);
  }
  assert.fail(`still ${status} after ${RECOVERY_MS_MAX} ms`);
}
