import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { defaultLimits } from '#base/limits.js';
import { openSourceClient } from './source-client.js';

test('the host of places gets no header that the operator set for the source, an Origin least of all', async () => {
  const seen: (string | undefined)[][] = [];
  const server = createServer((request, response) => {
    seen.push([request.headers.origin, request.headers.authorization]);
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { Origin: 'https://homes.example', authorization: 'Bearer x' };
  const client = openSourceClient(
    { portal_a: { url, headers, places: `${url}/places` } },
    defaultLimits(),
    { nowMs: () => 0, sleep: async () => undefined },
  );
  try {
    const request = { method: 'GET', path: '/', headers: {}, body: null } as const;
    const { signal } = new AbortController();
    for (const at of ['source', 'places'] as const) {
      await client.ask('portal_a', at, request, signal);
    }
  } finally {
    await client.close();
    server.close();
  }
  assert.deepEqual(seen, [
    ['https://homes.example', 'Bearer x'],
    [undefined, undefined],
  ]);
});
