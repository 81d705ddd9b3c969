import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send, watch } from '../support/watching.js';

const SEARCH = { route: 'portal_a_listings', query: { zip: '78704' } };

const WRONG: readonly (readonly [
  what: string,
  body: unknown,
  param: string | null,
  words: RegExp,
])[] = [
  ['no JSON', '{"route":', null, /not valid JSON/],
  ['a list', [], null, /The body must be a JSON object\./],
  ['no route', { query: { zip: '78704' } }, 'route', /route is missing/],
  ['an unknown route', { ...SEARCH, route: 'zillow' }, 'route', /portal_a_listings/],
  ['a lookup', { ...SEARCH, route: '/portal_a/home' }, 'route', /must be a search route/],
  ['no query', { route: SEARCH.route }, 'query', /query is missing/],
  ['an empty query', { ...SEARCH, query: {} }, 'query', /It is empty/],
  ['an unknown member', { ...SEARCH, every: 5 }, 'every', /"every" is not a member/],
  ['a short interval', { ...SEARCH, interval_s: 60 }, 'interval_s', /must be 900 or more\./],
  [
    'an interval as text',
    { ...SEARCH, interval_s: '900' },
    'interval_s',
    /must be a whole number\./,
  ],
  [
    'null for an interval',
    { ...SEARCH, interval_s: null },
    'interval_s',
    /must be a whole number\./,
  ],
  ['a time without a zone', { ...SEARCH, times: ['07:00'] }, 'time_zone', /America\/Chicago/],
  ['an unknown zone', { ...SEARCH, times: ['07:00'], time_zone: 'Mars' }, 'time_zone', /IANA/],
  ['a zone without times', { ...SEARCH, time_zone: 'UTC' }, 'time_zone', /needs times/],
  [
    'a time that is none',
    { ...SEARCH, times: ['7am'], time_zone: 'UTC' },
    'times.0',
    /such as 07:00/,
  ],
  ['a name of two lines', { ...SEARCH, name: 'a\nb' }, 'name', /must be one line of text/],
  [
    'a query of yes',
    { ...SEARCH, query: { zip: true } },
    'query.zip',
    /be text or a number or a list\./,
  ],
  ['a list of yes', { ...SEARCH, query: { a: [true] } }, 'query.a.0', /be text or a number\./],
  [
    'an interval and times',
    { ...SEARCH, interval_s: 900, times: ['07:00'], time_zone: 'UTC' },
    'times',
    /not both/,
  ],
  ['no event', { ...SEARCH, events: [] }, 'events', /must have 1 or more items\./],
  ['an event twice', { ...SEARCH, events: ['added', 'added'] }, 'events', /no item twice\./],
  ['a long name', { ...SEARCH, name: 'x'.repeat(201) }, 'name', /at most 200 characters\./],
  ['an unknown event', { ...SEARCH, events: ['sold'] }, 'events.0', /one of added, changed/],
  ['a field of another kind', { ...SEARCH, fields: ['sold_date'] }, 'fields', /not watched/],
  ['a cursor', { ...SEARCH, query: { zip: '78704', cursor: 'x' } }, 'query.cursor', /omit/],
  ['an order', { ...SEARCH, query: { zip: '78704', sort: 'newest' } }, 'query.sort', /omit/],
];

export function register(t: () => TestApp): void {
  for (const [what, body, param, words] of WRONG) {
    test(`a watch with ${what} is rejected, names the member and stores nothing`, async () => {
      const { api_key } = await t().account();
      const answer = await t().server.inject({
        method: 'POST',
        url: '/v1/watches',
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
      expectApiError(answer, 'invalid_body', param);
      assert.match(answer.json<{ error: { message: string } }>().error.message, words);
      const all = await send(t(), api_key, 'GET', '/v1/watches');
      assert.deepEqual(all.json(), { watches: [] });
    });
  }

  test('a body in another encoding than UTF-8 is rejected, as JSON and as CSV', async () => {
    const { api_key } = await t().account();
    for (const [url, type, text] of [
      ['/v1/lookups?source=portal_a', 'text/csv', 'address\n"1 Cañon Dr, Austin, TX 78704"\n'],
      ['/v1/watches', 'application/json', JSON.stringify({ ...SEARCH, name: 'Cañon' })],
    ] as const) {
      const answer = await t().server.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${api_key}`, 'content-type': type },
        payload: Buffer.from(text, 'latin1'),
      });
      expectApiError(answer, 'invalid_body', null);
      assert.match(answer.json<{ error: { message: string } }>().error.message, /UTF-8/);
    }
  });

  test('a query that its route rejects is rejected with its own code, and the path of the member', async () => {
    const { api_key } = await t().account();
    for (const [query, code, param] of [
      [{ zip: 'x' }, 'unsupported_or_invalid_query', 'query.zip'],
      [{ beds_min: 3 }, 'location_required', 'query.location'],
      [{ bbox: '-120,30,-90,45' }, 'location_too_large', 'query.bbox'],
      [{ zip: '78704', wings: 2 }, 'unsupported_or_invalid_query', 'query'],
    ] as const) {
      const { statusCode, body } = await send(t(), api_key, 'POST', '/v1/watches', {
        ...SEARCH,
        query,
      });
      assert.equal(statusCode, 422);
      const { error } = JSON.parse(body) as { error: { code: string; param: string } };
      assert.deepEqual([error.code, error.param], [code, param]);
    }
  });

  test('a change with a wrong member changes nothing', async () => {
    const { api_key } = await t().account();
    const made = await watch(t(), api_key);
    const path = `/v1/watches/${made.watch_id}`;
    for (const body of [
      {},
      { state: 'gone' },
      { route: 'portal_b_listings' },
      { estimate: true },
    ]) {
      assert.equal((await send(t(), api_key, 'PATCH', path, body)).statusCode, 422);
    }
    assert.deepEqual((await send(t(), api_key, 'GET', path)).json(), made);
  });
}
