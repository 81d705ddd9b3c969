/** A search of the console whose response was lost is sent again under the same Idempotency-Key. */
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { consoleModule } from './support/console-module.js';

const { searchPage } = (await consoleModule('service/load-page.js')) as {
  searchPage: (route: SearchRoute, query: object, options: object) => Promise<unknown>;
};
Object.assign(globalThis, { location: new URL('http://console.test/') });

after(() => Reflect.deleteProperty(globalThis, 'location'));

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const [route] = SEARCH_ROUTES;
const ENVELOPE = { request_id: 'r', credits: 1, cached: true, poll_url: null, error: null };
const BODIES: Readonly<Record<number, object>> = {
  200: { ...ENVELOPE, status: 'complete', result: {} },
  202: { ...ENVELOPE, status: 'pending', result: null },
};
const ERROR = { error: { code: 'invalid_wait', message: 'no', param: null } };

interface Sent {
  readonly path: string;
  readonly key: string | null;
  readonly cacheControl: string | null;
}

/** Responds in turn with a status or a broken connection; returns the requests. */
function script(...responses: (number | 'lost')[]): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    sent.push({
      path: new URL(url instanceof Request ? url.url : url).pathname,
      key: headers.get('idempotency-key'),
      cacheControl: headers.get('cache-control'),
    });
    const status = responses.shift();
    if (status === undefined || status === 'lost') throw new TypeError('fetch failed');
    return Response.json(BODIES[status] ?? ERROR, { status });
  };
  return sent;
}

const searchZip = (zip: string, options: object = {}) =>
  searchPage(
    route ?? assert.fail(),
    { zip },
    { apiKey: 'k', signal: new AbortController().signal, waitsS: [], ...options },
  );
const keysOf = (sent: readonly Sent[]) => sent.map(({ key }) => key);

test('lost responses and 503 are retried under one key and shown; the next search has another', async () => {
  const sent = script('lost', 503, 200, 200);
  const retried: unknown[] = [];
  await searchZip('78704', {
    onRetry: ({ attempt, error }: { attempt: number; error: { code: string } }) =>
      retried.push(`${attempt} ${error.code}`),
  });
  assert.deepEqual(retried, ['2 connection_failed', '3 invalid_wait']);
  await searchZip('78704');
  const [first, ...others] = keysOf(sent);
  assert.match(String(first), /^[0-9a-f]{32}$/);
  assert.deepEqual(others.slice(0, 2), [first, first]);
  assert.notEqual(others[2], first);
});

test('after all retries are lost, the same search keeps its key; a refresh does not', async () => {
  const sent = script('lost', 'lost', 'lost', 'lost', 200);
  await assert.rejects(searchZip('78704'), { name: 'RowhouseError', code: 'connection_failed' });
  await searchZip('78704');
  assert.equal(new Set(keysOf(sent)).size, 1);
  assert.equal(sent.length, 5);

  const later = script('lost', 'lost', 'lost', 'lost', 200);
  await assert.rejects(searchZip('78704'), { code: 'connection_failed' });
  await searchZip('78704', { refresh: true });
  assert.equal(new Set(keysOf(later)).size, 2);
  assert.deepEqual([later[0]?.cacheControl, later[4]?.cacheControl], [null, 'no-cache']);
});

test('while the server does not answer a job is waited for by its id, and the search is not sent again', async () => {
  const lost = ['lost', 'lost', 'lost', 'lost'] as const;
  const sent = script(202, ...lost, ...lost, 202, 200);
  const waits: string[] = [];
  await searchZip('78703', {
    waitsS: [0.01, 0.02],
    onRetry: ({ error, pauseMs }: { error: { code: string }; pauseMs: number }) => {
      if (pauseMs < 100) waits.push(`${error.code} ${pauseMs}`);
    },
  });
  assert.deepEqual(waits, ['connection_failed 10', 'connection_failed 20']);
  assert.deepEqual([...new Set(sent.slice(1).map(({ path }) => path))], ['/v1/jobs/r']);
});

test('a search that was stopped while pending continues under its key', async () => {
  const control = new AbortController();
  const sent = script(202, 202, 200);
  const stopped = searchZip('78702', {
    signal: control.signal,
    onPending: () => control.abort(new Error('stopped')),
  });
  await assert.rejects(stopped, /stopped/);
  const pending: unknown[] = [];
  await searchZip('78702', {
    onPending: ({ request_id }: { request_id: string }) => pending.push(request_id),
  });
  assert.deepEqual(pending, ['r']);
  assert.equal(new Set(keysOf(sent)).size, 1);
});

test('a rejected search and a different search get their own keys', async () => {
  const sent = script(400, 400, 422);
  for (const zip of ['1', '1', '78704']) {
    await assert.rejects(searchZip(zip), { name: 'RowhouseError' });
  }
  assert.equal(new Set(keysOf(sent)).size, 3);
});
