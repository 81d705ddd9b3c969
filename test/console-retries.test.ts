/** A search of the console that got no answer is sent again under the same Idempotency-Key. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';

/** Named at run time: the console is written against a browser's types. */
const JOBS = new URL('../console/src/service/jobs.ts', import.meta.url).href;
const { search } = (await import(JOBS)) as {
  search: (route: SearchRoute, query: URLSearchParams, call: object) => Promise<unknown>;
};
const FAILED = { name: 'CallFailed' };

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const [route] = SEARCH_ROUTES;
const COMPLETE = {
  request_id: 'r',
  status: 'complete',
  credits: 1,
  cached: true,
  error: null,
  result: {},
};
const REFUSED = { error: { code: 'invalid_wait', message: 'no', param: null } };

/** Answers in turn, each a status or a connection that breaks; returns the keys that were sent. */
function script(...answers: (number | 'lost')[]): (string | null)[] {
  const keys: (string | null)[] = [];
  globalThis.fetch = async (_path, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    const answer = answers.shift();
    if (answer === undefined || answer === 'lost') throw new TypeError('fetch failed');
    return Response.json(answer === 200 ? COMPLETE : REFUSED, { status: answer });
  };
  return keys;
}

const ask = (zip: string) =>
  search(route ?? assert.fail(), new URLSearchParams({ zip }), {
    key: 'k',
    signal: new AbortController().signal,
  });

test('lost, rejected by a server error, answered: one key; after the answer another', async () => {
  const keys = script('lost', 503, 200, 200);
  await assert.rejects(ask('78704'), FAILED);
  await assert.rejects(ask('78704'), FAILED);
  await ask('78704');
  await ask('78704');
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.deepEqual(keys.slice(0, 3), [keys[0], keys[0], keys[0]]);
  assert.notEqual(keys[3], keys[0]);
});

test('a search that was rejected, and another search, get keys of their own', async () => {
  const keys = script(400, 400, 'lost', 'lost');
  for (const zip of ['1', '1', '78704', '78701']) await assert.rejects(ask(zip), FAILED);
  assert.equal(new Set(keys).size, 4);
});
