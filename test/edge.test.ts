/**
 * The shipped edge configurations of deploy/, run by nginx and Caddy in front of a real API: its
 * answers pass unchanged, and what it cannot answer the edge answers with an error of the contract.
 */
import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, test } from 'node:test';
import type { ErrorCode } from '#contract/errors.js';
import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import { BATCH_BYTES_MAX } from '#contract/lookups.js';
import { adminServer } from '#http/admin/server.js';
import { apiServer } from '#http/server.js';
import { openPool } from '#store/db.js';
import * as originUnavailable from './http/503.origin_unavailable.js';
import { freshSearch, ROUTE, UUID_V7 } from './support/expect.js';
import { ADMIN_TOKEN, openTestApp, type TestApp } from './support/open-test-app.js';
import {
  EDGE_KINDS,
  type Edge,
  type EdgeKind,
  expectCode,
  sendRaw,
  skipWithout,
  startEdge,
} from './support/run-edge.js';

const present = EDGE_KINDS.filter((kind) => skipWithout(kind) === false);
const edges = new Map<EdgeKind, Edge>();
let t: TestApp;
let direct: string;

before(async () => {
  t = await openTestApp({ allowedOrigins: ['https://app.example.com'] });
  direct = await t.server.listen({ host: '127.0.0.1', port: 0 });
  for (const kind of present)
    edges.set(kind, await startEdge(kind, [Number(new URL(direct).port)]));
});
after(async () => {
  for (const edge of edges.values()) await edge.stop();
  await t.close();
});

const edgeOf = (kind: EdgeKind): Edge => {
  const edge = edges.get(kind);
  assert.ok(edge !== undefined);
  return edge;
};

async function startNode(port: number): Promise<() => Promise<unknown>> {
  const server = apiServer(t.app, { allowedOrigins: [] });
  await server.listen({ host: '127.0.0.1', port });
  return () => server.close();
}

for (const kind of EDGE_KINDS) {
  const skip = skipWithout(kind);
  const need = { skip };
  originUnavailable.register(kind, () => startNode);

  test(`${kind}: a search passes from 202 to 200, with the API's own headers`, need, async () => {
    const { api_key } = await t.account();
    const headers = { authorization: `Bearer ${api_key}` };
    const { url } = edgeOf(kind);
    const first = await fetch(url + freshSearch(), { headers });
    assert.equal(first.status, 202);
    const { poll_url, request_id } = (await first.json()) as Record<string, string>;
    assert.equal(first.headers.get('x-request-id'), request_id);
    const answer = await fetch(`${url}${poll_url}?wait=20`, { headers });
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as { credits: number }).credits, 1);
    assert.equal(answer.headers.get('x-credits-charged'), '1');
    assert.match(String(answer.headers.get('x-request-id')), UUID_V7);
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
      assert.match(String(answer.headers.get(name)), /^\d+$/, name);
  });

  test(`${kind}: a body as large as the API takes arrives`, need, async () => {
    const { api_key } = await t.account();
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'text/csv' };
    const body = `source_id\n${'x'.repeat(BATCH_BYTES_MAX - 10)}`;
    const url = `${edgeOf(kind).url}/v1/lookups?source=portal_a`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    await expectCode(answer, 'invalid_body');
    assert.match(String(answer.headers.get('x-request-id')), UUID_V7, 'the API itself answered');
  });

  test(`${kind}: API errors of the API, its own 503 too, pass untouched`, need, async () => {
    const { api_key } = await t.account();
    const rejections: readonly [string, string | null, ErrorCode][] = [
      ['/v1/nothing', api_key, 'not_found'],
      ['/v1/portal_a/listings/', api_key, 'not_found'],
      ['//v1/sources', api_key, 'not_found'],
      [`/v1/jobs/${t.app.ids.uuid()}`, api_key, 'request_not_found'],
      [freshSearch(), null, 'invalid_api_key'],
      [`${ROUTE}?zip=78704&city=${'x'.repeat(2_048)}`, api_key, 'uri_too_long'],
      [`${ROUTE}?zip=78704&city=${'x'.repeat(12_000)}`, api_key, 'uri_too_long'],
      [`${ROUTE}?city=${'x'.repeat(2_043)}`, api_key, 'unsupported_or_invalid_query'],
    ];
    for (const [path, key, code] of rejections) {
      const headers = key === null ? {} : { authorization: `Bearer ${key}` };
      const answer = await fetch(edgeOf(kind).url + path, { headers });
      await expectCode(answer, code);
      assert.match(String(answer.headers.get('x-request-id')), UUID_V7, 'the API itself answered');
    }
    const post = await fetch(`${edgeOf(kind).url}${ROUTE}`, { method: 'POST', body: 'x' });
    await expectCode(post, 'method_not_allowed');
    assert.equal(post.headers.get('allow'), 'GET');
    assert.match(String(post.headers.get('x-request-id')), UUID_V7);

    const db = openPool({ host: '127.0.0.1', port: 9, connectionTimeoutMillis: 1_000 });
    const broken = apiServer({ ...t.app, db, dbOf: () => db }, { allowedOrigins: [] });
    await broken.listen({ host: '127.0.0.1', port: 0 });
    const edge = await startEdge(kind, [portOf(broken.server)]);
    try {
      const headers = { authorization: `Bearer ${api_key}` };
      const answer = await fetch(edge.url + freshSearch(), { headers });
      await expectCode(answer, 'storage_unavailable');
      assert.match(String(answer.headers.get('retry-after')), /^\d+$/);
      assert.match(String(answer.headers.get('x-request-id')), UUID_V7);
    } finally {
      await edge.stop();
      await broken.close();
      await db.close();
    }
  });

  test(
    `${kind}: the API sees who asks: sites are allowed and rejected as without an edge`,
    need,
    async () => {
      const { api_key } = await t.account();
      const { url } = edgeOf(kind);
      const from = (origin: string, more = {}) =>
        fetch(`${url}/v1/sources`, {
          headers: { authorization: `Bearer ${api_key}`, origin, ...more },
        });
      const allowed = await from('https://app.example.com');
      assert.equal(allowed.status, 200);
      assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example.com');
      assert.equal((await from(url)).status, 200, 'the site itself');
      await expectCode(await from('https://evil.example.com'), 'origin_not_allowed');
      // fetch of Node sends this header as given; a browser would set it itself.
      const raw = await sendRaw(
        edgeOf(kind).port,
        `GET /v1/sources HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: cross-site\r\nAuthorization: Bearer ${api_key}\r\nConnection: close\r\n\r\n`,
      );
      assert.match(raw, /^HTTP\/1\.1 403 [\s\S]*origin_not_allowed/);
    },
  );

  test(
    `${kind}: /admin and /metrics are not there, even when the operator's port is named as a node`,
    need,
    async () => {
      const admin = adminServer(t.app, { token: ADMIN_TOKEN });
      await admin.listen({ host: '127.0.0.1', port: 0 });
      const edge = await startEdge(kind, [portOf(admin.server)]);
      try {
        for (const path of [
          '/admin/accounts',
          '/admin',
          '/metrics',
          '/%61dmin/accounts',
          '//metrics',
        ]) {
          const answer = await fetch(edge.url + path, {
            headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
          });
          await expectCode(answer, 'not_found');
        }
      } finally {
        await edge.stop();
        await admin.close();
      }
    },
  );
}

test('a poll of 20 seconds passes through every edge', async (c) => {
  if (present.length === 0) return c.skip('neither nginx nor caddy is installed');
  const { api_key } = await t.account();
  const headers = { authorization: `Bearer ${api_key}` };
  await t.hold();
  const { poll_url } = (await t.get(freshSearch(), api_key)).json<{ poll_url: string }>();
  const polls = present.map(async (kind) => {
    const began = performance.now();
    const answer = await fetch(`${edgeOf(kind).url}${poll_url}?wait=${WAIT_SECONDS_MAX}`, {
      headers,
    });
    const heldS = (performance.now() - began) / 1000;
    assert.equal(answer.status, 202, kind);
    assert.ok(heldS >= WAIT_SECONDS_MAX - 0.5 && heldS < WAIT_SECONDS_MAX + 5, `${kind} ${heldS}`);
  });
  await Promise.all(polls);
  t.release();
});

test('nginx: what it rejects itself gets an error of the contract', {
  skip: skipWithout('nginx'),
}, async () => {
  const rejected: readonly [string, number, ErrorCode][] = [
    [`GET ${ROUTE}?city=${'x'.repeat(100_000)} HTTP/1.1`, 414, 'uri_too_long'],
    ['GET /v1/with a space HTTP/9.1', 400, 'unsupported_or_invalid_query'],
    ['GET /v1/sources HTTP/1.1', 400, 'unsupported_or_invalid_query'],
    [
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}`,
      400,
      'unsupported_or_invalid_query',
    ],
    ['TRACE /v1/sources HTTP/1.1\r\nHost: a', 405, 'method_not_allowed'],
    [
      `POST /v1/sources HTTP/1.1\r\nHost: a\r\nContent-Length: ${BATCH_BYTES_MAX + 1}`,
      413,
      'body_too_large',
    ],
  ];
  for (const [head, status, code] of rejected) {
    const raw = await sendRaw(edgeOf('nginx').port, `${head}\r\nConnection: close\r\n\r\n`);
    const [headers = '', body = ''] = raw.split('\r\n\r\n');
    assert.match(headers, new RegExp(`^HTTP/1\\.1 ${status} `), head.slice(0, 80));
    assert.match(headers, /^content-type: application\/json; charset=utf-8$/im);
    assert.match(headers, /^x-request-id: [0-9a-f-]{36}$/im);
    assert.match(headers, /^cache-control: no-store$/im);
    assert.match(headers, /^x-content-type-options: nosniff$/im);
    assert.equal(JSON.parse(body).error.code, code);
  }
});

function portOf(server: Server): number {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}
