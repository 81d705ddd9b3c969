import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Pool } from 'undici';
import { defaultLimits } from '#contract/limits.js';
import { sendOnce } from './exchange.js';
import { SourceError } from './source.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

/** What sending ends with at a source that answers 429 with this header, and how long was waited. */
async function busy(
  retryAfter: string,
): Promise<{ kind: string; message: string; sleptMs: number }> {
  const server = createServer((_request, response) => {
    response.writeHead(429, { 'retry-after': retryAfter }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const pool = new Pool(url);
  let sleptMs = 0;
  const clock = {
    nowMs: () => NOW_MS,
    sleep: async (ms: number) => {
      sleptMs += ms;
    },
  };
  const request = { method: 'GET', path: '/', headers: {}, body: null } as const;
  const signal = new AbortController().signal;
  const ended = sendOnce(
    pool,
    { url, headers: {} },
    'portal_a',
    request,
    defaultLimits(),
    clock,
    signal,
  );
  const error: unknown = await ended.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  await pool.destroy();
  server.close();
  assert.ok(error instanceof SourceError);
  return { kind: error.kind, message: error.message, sleptMs };
}

test('a short Retry-After is waited for, sent as seconds or as a date', async () => {
  assert.deepEqual(pick(await busy('3')), ['busy', 3_000]);
  assert.deepEqual(pick(await busy('Sat, 21 Nov 2026 12:00:05 GMT')), ['busy', 5_000]);
});

test('a Retry-After longer than our patience is obeyed by not asking again', async () => {
  const refused = await busy('3600');
  assert.deepEqual(pick(refused), ['refused', 0]);
  assert.match(refused.message, /3600 s/);
});

test('a Retry-After that cannot be read is none', async () => {
  assert.deepEqual(pick(await busy('soon')), ['busy', 0]);
});

const pick = ({ kind, sleptMs }: { kind: string; sleptMs: number }) => [kind, sleptMs];
