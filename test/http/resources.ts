/** Methods, preflights, keys and repeated calls on resources. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointBody, EndpointSecretBody } from '#contract/operations/endpoints.js';
import type { EventsBody } from '#contract/operations/events.js';
import type { WatchBody } from '#contract/operations/watches.js';
import { insertEvents } from '#store/events.js';
import { expectApiError, expectHeaders } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';
import { send, watch } from '../support/watching.js';

export const ALLOWED_SITE = 'https://partner.example';
/** What the first release stored of two bodies: never to be changed. */
const WATCH = 'xczEmiPALkJjU_TY8_2Og9HHG707Bg2o4Ew_5nIDVWM';
const ENDPOINT = 'BZ2rrWNa8lavmYp_u2NS6xIknJoiODG9-0GF16Zh68Y';
const SEARCH = { route: 'portal_a_listings', query: { zip: '78704' } };

export function register(t: () => TestApp): void {
  test('a resource is as the OpenAPI document describes it, from POST to DELETE', async () => {
    const { api_key } = await t().account();
    const path = '/v1/watches';
    const made = await call(api_key, 'POST', path, SEARCH);
    assert.equal(made.statusCode, 201);
    const { watch_id } = made.json<WatchBody>();
    for (const [method, url, body, status] of [
      ['GET', path, undefined, 200],
      ['GET', `${path}/${watch_id}`, undefined, 200],
      ['PATCH', `${path}/${watch_id}`, { state: 'paused' }, 200],
      ['POST', `${path}/${watch_id}/run`, undefined, 202],
      ['GET', `${path}/${watch_id}/runs`, undefined, 200],
      ['GET', `${path}/${watch_id}/rows`, undefined, 200],
      ['GET', '/v1/events', undefined, 200],
      ['DELETE', `${path}/${watch_id}`, undefined, 204],
    ] as const) {
      const answer = await call(api_key, method, url, body);
      assert.equal(answer.statusCode, status, `${method} ${url}: ${answer.body}`);
    }
  });

  test('an endpoint is as the OpenAPI document describes it, from POST to DELETE', async () => {
    const { api_key } = await t().account();
    const path = '/v1/endpoints';
    const url = 'https://hooks.example.com/';
    const made = await call(api_key, 'POST', path, { url });
    assert.equal(made.statusCode, 201);
    const one = `${path}/${made.json<EndpointBody>().endpoint_id}`;
    for (const [method, target, body, status] of [
      ['GET', path, undefined, 200],
      ['GET', one, undefined, 200],
      ['PATCH', one, { state: 'disabled', name: 'x', types: ['watch.failed'] }, 200],
      ['PATCH', one, { types: ['endpoint.test'] }, 422],
      ['POST', `${one}/rotate`, undefined, 200],
      ['POST', `${one}/test`, undefined, 202],
      ['POST', '/v1/events/1/redeliver', undefined, 202],
      ['GET', `${one}/deliveries?status=failed`, undefined, 200],
      ['GET', `${one}/deliveries?status=none`, undefined, 422],
      ['POST', `${one}/replay`, { after: 0 }, 202],
      ['DELETE', one, undefined, 204],
    ] as const) {
      const answer = await call(api_key, method, target, body);
      assert.equal(answer.statusCode, status, `${method} ${target}: ${answer.body}`);
    }
  });

  test('what a key compares of a POST is the body as sent, in the hash that is stored already', async () => {
    const account = await t().account();
    const headers = { 'idempotency-key': 'pinned' };
    const hooks = { url: 'https://hooks.example.com/pinned', name: 'a' };
    for (const [table, body, hash] of [
      ['watches', { query: { zip: '78704', min_price: 0 }, route: 'portal_a_listings' }, WATCH],
      ['endpoints', hooks, ENDPOINT],
    ] as const) {
      const made = await send(t(), account.api_key, 'POST', `/v1/${table}`, body, headers);
      assert.equal(made.statusCode, 201, made.body);
      const [row] = await t().app.db.rows<{ body_hash: string }>(
        `select body_hash from ${table} where account_id = $1`,
        [account.account_id],
      );
      assert.equal(row?.body_hash, hash);
    }
  });

  async function call(
    key: string,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ) {
    const answer = await t().server.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: body }),
    });
    if (answer.body !== '') expectHeaders(answer, 'after the key');
    expectDocumented(url, answer, method);
    return answer;
  }

  test('a path takes its methods and names them; searches and jobs take GET alone', async () => {
    const { api_key } = await t().account();
    const headers = { authorization: `Bearer ${api_key}` };
    for (const [method, url, allow] of [
      ['PUT', '/v1/watches', 'POST, GET'],
      ['POST', '/v1/events', 'GET'],
      ['POST', `/v1/watches/${t().app.ids.uuid()}`, 'GET, PATCH, DELETE'],
      ['GET', `/v1/watches/${t().app.ids.uuid()}/run`, 'POST'],
      ['POST', '/v1/portal_a/listings', 'GET'],
    ] as const) {
      const answer = await t().server.inject({ method, url, headers });
      assert.equal(answer.statusCode, 405, `${method} ${url}`);
      assert.equal(answer.headers.allow, allow);
    }
  });

  test('a preflight from an allowed site names the methods of the path', async () => {
    const preflight = (url: string, origin: string) =>
      t().server.inject({ method: 'OPTIONS', url, headers: { origin } });
    const watches = await preflight('/v1/watches', ALLOWED_SITE);
    assert.equal(watches.statusCode, 204);
    assert.equal(watches.headers['access-control-allow-methods'], 'POST, GET');
    assert.match(String(watches.headers['access-control-allow-headers']), /Content-Type/);
    const search = await preflight('/v1/portal_a/listings', ALLOWED_SITE);
    assert.equal(search.headers['access-control-allow-methods'], 'GET');
    assert.equal((await preflight('/v1/watches', 'https://other.example')).statusCode, 405);
  });

  test('a call with a body is rejected before it is read: no key, a foreign site', async () => {
    const { api_key } = await t().account();
    const url = '/v1/watches';
    expectApiError(
      await t().server.inject({ method: 'POST', url, payload: SEARCH }),
      'invalid_api_key',
    );
    const headers = { authorization: `Bearer ${api_key}`, origin: 'https://other.example' };
    expectApiError(
      await t().server.inject({ method: 'POST', url, payload: SEARCH, headers }),
      'origin_not_allowed',
    );
  });

  test('an Idempotency-Key makes one watch, and another body under it is a conflict', async () => {
    const { api_key } = await t().account();
    const key = { 'idempotency-key': 'one' };
    const post = (body: object) => send(t(), api_key, 'POST', '/v1/watches', body, key);
    const [first, second] = await Promise.all([post(SEARCH), post(SEARCH)]);
    assert.deepEqual([first.statusCode, second.statusCode].sort(), [200, 201]);
    assert.equal(first.json<WatchBody>().watch_id, second.json<WatchBody>().watch_id);
    const again = await post(SEARCH);
    assert.deepEqual([again.statusCode, again.headers['idempotent-replayed']], [200, 'true']);
    assert.equal((await post({ ...SEARCH, interval_s: 900 })).statusCode, 409);
    const all = await send(t(), api_key, 'GET', '/v1/watches');
    assert.equal(all.json<{ watches: unknown[] }>().watches.length, 1);
  });

  test('an Idempotency-Key makes one endpoint and shows its secret again, until it is deleted', async () => {
    const { api_key } = await t().account();
    const key = { 'idempotency-key': 'hook-1' };
    const body = { url: 'https://hooks.example.com/', types: ['watch.failed'] };
    const post = (sent: object, headers = key, by = api_key) =>
      send(t(), by, 'POST', '/v1/endpoints', sent, headers);
    const [first, second] = await Promise.all([post(body), post(body)]);
    assert.deepEqual([first.statusCode, second.statusCode].sort(), [200, 201]);
    assert.deepEqual(first.json(), second.json());
    const { endpoint_id, secret } = first.json<EndpointSecretBody>();
    const path = `/v1/endpoints/${endpoint_id}`;
    const again = await post(body);
    expectDocumented('/v1/endpoints', again, 'POST');
    assert.deepEqual([again.statusCode, again.headers['idempotent-replayed']], [200, 'true']);
    assert.equal(again.json<EndpointSecretBody>().secret, secret);
    const rotated = await send(t(), api_key, 'POST', `${path}/rotate`);
    await send(t(), api_key, 'PATCH', path, { name: 'renamed' });
    const later = (await post(body)).json<EndpointSecretBody>();
    assert.equal(later.secret, rotated.json<EndpointSecretBody>().secret);
    assert.deepEqual([later.name, later.endpoint_id], ['renamed', endpoint_id]);
    expectApiError(await post({ ...body, name: 'other' }), 'idempotency_conflict');
    expectApiError(await post(body, { 'idempotency-key': 'two words' }), 'invalid_idempotency_key');
    const other = await post(body, key, (await t().account()).api_key);
    assert.equal(other.statusCode, 201, 'the key of another account is free');
    await send(t(), api_key, 'DELETE', path);
    const fresh = await post(body);
    assert.equal(fresh.statusCode, 201, 'deleted with its key');
    assert.notEqual(fresh.json<EndpointSecretBody>().endpoint_id, endpoint_id);
  });

  test('without a key each call makes an endpoint, and a full account still replays', async () => {
    const { api_key } = await t().account();
    const key = { 'idempotency-key': 'hook-1' };
    const body = { url: 'https://hooks.example.com/' };
    const post = (headers: Readonly<Record<string, string>>) =>
      send(t(), api_key, 'POST', '/v1/endpoints', body, headers);
    const made = [await post(key), await post({}), await post({})];
    assert.deepEqual(
      made.map(({ statusCode }) => statusCode),
      [201, 201, 201],
    );
    expectApiError(await post({}), 'too_many_endpoints');
    assert.deepEqual((await post(key)).json(), made[0]?.json());
  });

  test('the price is given without storing anything, and is unknown before a count', async () => {
    const { api_key } = await t().account();
    const body = {
      ...SEARCH,
      query: { bbox: '-73.99,40.78,-73.95,40.82' },
      interval_s: 3_600,
      estimate: true,
    };
    const price = async () =>
      (await send(t(), api_key, 'POST', '/v1/watches', body)).json<{ estimate: object }>().estimate;
    const unknown = { homes: null, counted_at: null, pages: null, credits_per_run: null };
    assert.deepEqual(await price(), { ...unknown, runs_per_month: 720, credits_per_month: null });
    const page = await t().settled('/v1/portal_a/listings?bbox=-73.99,40.78,-73.95,40.82', api_key);
    const { reported_total, collected_at } = page.json<{
      result: { reported_total: number; collected_at: string };
    }>().result;
    const pages = Math.ceil(reported_total / 20);
    assert.deepEqual(await price(), {
      homes: reported_total,
      counted_at: collected_at,
      pages,
      credits_per_run: pages,
      runs_per_month: 720,
      credits_per_month: pages * 720,
    });
    const all = await send(t(), api_key, 'GET', '/v1/watches');
    assert.deepEqual(all.json(), { watches: [] });
  });

  test('events are read back from the newest, by watch and by type, down to the first', async () => {
    const { account_id, api_key } = await t().account();
    const watchId = t().app.ids.uuid();
    const events = Array.from({ length: 7 }, (_, at) => ({
      event_id: t().app.ids.uuid(),
      type: at === 5 ? 'watch.paused' : 'watch.changed',
      watch_id: at % 2 === 0 ? watchId : null,
      data: {},
    }));
    await insertEvents(t().app.db, account_id, events, new Date(t().clock.nowMs()));
    const read = async (query: string) => {
      const page = (await t().get(`/v1/events${query}`, api_key)).json<EventsBody>();
      return [page.events.map(({ seq }) => seq), page.next_before, page.next_after, page.last_seq];
    };
    assert.deepEqual(await read('?before=9007199254740991&limit=3'), [[7, 6, 5], 5, 7, 7]);
    assert.deepEqual(await read('?before=5&limit=3'), [[4, 3, 2], 2, 4, 7]);
    assert.deepEqual(await read('?before=2&limit=3'), [[1], null, 1, 7]);
    assert.deepEqual(await read('?before=4&limit=3'), [[3, 2, 1], null, 3, 7], 'full and the last');
    assert.deepEqual(await read('?before=1'), [[], null, 0, 7]);
    assert.deepEqual(await read(`?before=8&limit=2&watch=${watchId}`), [[7, 5], 5, 7, 7]);
    assert.deepEqual(await read('?before=8&type=watch.paused'), [[6], null, 7, 7]);
    assert.deepEqual(await read('?after=4&limit=2'), [[5, 6], 5, 6, 7], 'either way from a page');
    assert.deepEqual(await read('?after=999&wait=20'), [[], 1_000, 7, 7], 'beyond the newest');
    for (const other of ['after=2', 'wait=1', 'wait=0']) {
      const both = await t().get(`/v1/events?before=5&${other}`, api_key);
      expectApiError(both, 'unsupported_or_invalid_query', 'before');
    }
  });

  test('events are read in pages, by watch and by type; a held answer comes with the event', async () => {
    const { account_id, api_key } = await t().account();
    const { watch_id } = await watch(t(), api_key);
    const log = async (type: string, watchId: string | null) => {
      const event = { event_id: t().app.ids.uuid(), type, watch_id: watchId, data: { a: 1 } };
      await insertEvents(t().app.db, account_id, [event], new Date(t().clock.nowMs()));
      t().app.notifications.send('logged', account_id);
    };
    const read = async (query: string) =>
      (await t().get(`/v1/events${query}`, api_key)).json<EventsBody>();
    const none = { events: [], next_after: 0, next_before: null, last_seq: 0 };
    for (const query of ['', '?before=9']) assert.deepEqual(await read(query), none);
    for (const type of ['watch.started', 'watch.changed', 'watch.changed'])
      await log(type, watch_id);
    await log('watch.paused', null);
    const seqs = ({ events }: EventsBody) => events.map(({ seq }) => seq);
    const first = await read('?limit=2');
    assert.deepEqual([seqs(first), first.next_after, first.last_seq], [[1, 2], 2, 4]);
    assert.deepEqual(seqs(await read('?after=2')), [3, 4]);
    assert.deepEqual(seqs(await read(`?watch=${watch_id}`)), [1, 2, 3]);
    const paused = await read('?type=watch.paused&after=1');
    assert.deepEqual([seqs(paused), paused.next_after], [[4], 4]);
    const held = read('?after=4&wait=20');
    await log('watch.resumed', null);
    assert.deepEqual(seqs(await held), [5]);
    for (const query of [
      '?after=-1',
      '?limit=501',
      '?limit=0',
      '?watch=x',
      '?wait=21',
      '?before=0',
      '?before=newest',
    ]) {
      assert.equal((await t().get(`/v1/events${query}`, api_key)).statusCode, 422, query);
    }
  });
}
