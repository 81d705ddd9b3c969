/** The client's watches, endpoints and events against answers that are lost, late or rejected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Rowhouse } from '#client/index.js';
import { failing } from './support/call-app.js';
import { apiErrorOf, ID, withAnswers } from './support/scripted-client.js';
import type { Scripted } from './support/scripted-server.js';

const SEARCH = { route: '/portal_a/listings', query: { zip: '78704' } } as const;
const LOST: Scripted = { body: null };
const page = (seqs: readonly number[], next_after: number): Scripted => ({
  body: { events: seqs.map((seq) => ({ seq, type: 'watch.paused', data: {} })), next_after },
});

test('every try to create a watch has one Idempotency-Key, and every watch its own', () =>
  withAnswers([LOST, { status: 201, body: { watch_id: ID } }], async ({ watches }, { heard }) => {
    await watches.create(SEARCH);
    await watches.create(SEARCH);
    const keys = heard.map(({ headers }) => String(headers['idempotency-key']));
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
    assert.equal(keys[1], keys[0]);
    assert.notEqual(keys[2], keys[0]);
    assert.deepEqual(
      heard.map(({ method, url }) => `${method} ${url}`),
      ['POST /v1/watches', 'POST /v1/watches', 'POST /v1/watches'],
    );
    assert.equal(heard[0]?.headers['content-type'], 'application/json');
  }));

test('every try to run a watch has one Idempotency-Key, and every run another', async () => {
  const run = { body: { run_id: ID } };
  for (const failed of [
    LOST,
    apiErrorOf(503, 'storage_unavailable'),
    apiErrorOf(429, 'rate_limited'),
  ])
    await withAnswers([failed, run], async ({ watches }, { heard }) => {
      assert.equal((await watches.run(ID)).run_id, ID);
      await watches.run(ID);
      assert.deepEqual(
        heard.map(({ method, url }) => `${method} ${url}`),
        Array(3).fill(`POST /v1/watches/${ID}/run`),
      );
      const keys = heard.map(({ headers }) => String(headers['idempotency-key']));
      assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
      assert.equal(keys[1], keys[0]);
      assert.notEqual(keys[2], keys[0]);
    });
});

test('a change is sent again after a lost answer, with the same body', () =>
  withAnswers([LOST, { body: { state: 'paused' } }], async ({ watches }, { heard }) => {
    assert.equal((await watches.pause(ID)).state, 'paused');
    assert.deepEqual(
      heard.map(({ method }) => method),
      ['PATCH', 'PATCH'],
    );
  }));

test('a removal whose answer was lost has succeeded when the watch is gone at the next try', async () => {
  const gone = apiErrorOf(404, 'watch_not_found');
  await withAnswers([LOST, gone], async ({ watches }, { heard }) => {
    await watches.remove(ID);
    assert.deepEqual(
      heard.map(({ method }) => method),
      ['DELETE', 'DELETE'],
    );
  });
  await withAnswers([gone], async ({ watches }) => {
    assert.equal((await failing(watches.remove(ID))).code, 'watch_not_found');
  });
});

test('the newest events come before a number above all, older ones before the next', () =>
  withAnswers([page([9, 8], 9), page([], 9)], async ({ events }, { heard }) => {
    const { events: newest } = await events.newest({ watch: ID, limit: 2 });
    assert.deepEqual(
      newest.map(({ seq }) => seq),
      [9, 8],
    );
    await events.newest({ before: 8, type: 'watch.paused' });
    assert.deepEqual(
      heard.map(({ url }) => url),
      [
        `/v1/events?before=${Number.MAX_SAFE_INTEGER}&limit=2&watch=${ID}`,
        '/v1/events?before=8&type=watch.paused',
      ],
    );
  }));

test('an endpoint is created under one key; a rotation or a test whose answer was lost is not sent again', async () => {
  const made = { status: 201, body: { endpoint_id: ID, secret: 'whsec_x' } };
  await withAnswers([LOST, made], async ({ endpoints }, { heard }) => {
    assert.equal((await endpoints.create({ url: 'https://hooks.example/' })).secret, 'whsec_x');
    const keys = heard.map(({ headers }) => headers['idempotency-key']);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.deepEqual(keys, [keys[0], keys[0]]);
  });
  for (const call of ['rotate', 'test'] as const) {
    await withAnswers([LOST], async ({ endpoints }, { heard }) => {
      assert.equal((await failing(endpoints[call](ID))).code, 'connection_failed');
      assert.deepEqual(
        heard.map(({ method, url }) => `${method} ${url}`),
        [`POST /v1/endpoints/${ID}/${call}`],
      );
    });
  }
});

test('calls of an endpoint that may be made twice are sent again after a lost answer', async () => {
  for (const [call, expected] of [
    ['enable', 'PATCH /v1/endpoints/ID'],
    ['replay', 'POST /v1/endpoints/ID/replay'],
    ['remove', 'DELETE /v1/endpoints/ID'],
    ['deliveries', 'GET /v1/endpoints/ID/deliveries?status=failed'],
  ] as const) {
    const answer =
      call === 'remove' ? apiErrorOf(404, 'endpoint_not_found') : { body: { deliveries: [] } };
    await withAnswers([LOST, answer], async ({ endpoints }, { heard }) => {
      if (call === 'replay') await endpoints.replay(ID, 7);
      else if (call === 'deliveries') await endpoints.deliveries(ID, { status: 'failed' });
      else await endpoints[call](ID);
      assert.deepEqual(
        heard.map(({ method, url }) => `${method} ${url.replace(ID, 'ID')}`),
        [expected, expected],
      );
    });
  }
});

test('follow resumes at the next event after an outage, however many attempts that takes', async () => {
  const outage = [LOST, LOST, apiErrorOf(503, 'storage_unavailable'), LOST, LOST];
  const retries: number[] = [];
  await withAnswers(
    [page([1, 2], 2), ...outage, page([3], 3)],
    async ({ events }, { heard }) => {
      const seen: number[] = [];
      for await (const { seq } of events.follow({ after: 0, watch: ID, limit: 500 })) {
        seen.push(seq);
        if (seq === 3) break;
      }
      assert.deepEqual(seen, [1, 2, 3]);
      const query = `limit=500&watch=${ID}`;
      assert.equal(heard[0]?.url, `/v1/events?after=0&${query}&wait=0`);
      assert.equal(heard.at(-1)?.url, `/v1/events?after=2&${query}&wait=20`);
      assert.equal(heard.length, 7);
    },
    { retries: 1, onRetry: ({ attempt }) => retries.push(attempt) },
  );
  assert.deepEqual(retries, [2, 3, 4, 5, 6]);
});

test('follow throws when the first call fails, when events expired, and without retries', async () => {
  const next = (client: Parameters<Parameters<typeof withAnswers>[1]>[0]) =>
    failing(client.events.follow({ after: 1 }).next());
  await withAnswers([LOST], async (client, { heard }) => {
    assert.equal((await next(client)).code, 'connection_failed');
    assert.equal(heard.length, 4, 'the retries of any call');
  });
  await withAnswers([apiErrorOf(410, 'events_expired')], async (client) => {
    assert.equal((await next(client)).code, 'events_expired');
  });
  await withAnswers(
    [page([2], 2), LOST],
    async ({ events }) => {
      const following = events.follow({ after: 1 });
      await following.next();
      assert.equal((await failing(following.next())).code, 'connection_failed');
    },
    { retries: 0 },
  );
});

test('follow waits for events longer than the time limit of the client', async () => {
  let calls = 0;
  const held: typeof fetch = async (url, options) => {
    calls += 1;
    const wait = Number(new URL(url instanceof Request ? url.url : url).searchParams.get('wait'));
    if (wait > 0) await sleep(300, undefined, { signal: options?.signal ?? undefined });
    return Response.json(page(calls > 1 ? [1] : [], 0).body);
  };
  const client = new Rowhouse({
    baseUrl: 'http://a.invalid',
    apiKey: 'k',
    fetch: held,
    timeoutMs: 100,
  });
  const { value } = await client.events.follow().next();
  assert.equal(value?.seq, 1);
});

test('a poll that was not held keeps a second before the next', () =>
  withAnswers([page([], 0), page([], 0), page([1], 1)], async ({ events }, { heard }) => {
    for await (const { seq } of events.follow()) {
      assert.equal(seq, 1);
      break;
    }
    const [first, second, third] = heard.map(({ atMs }) => atMs);
    assert.ok((second ?? 0) - (first ?? 0) >= 950 && (third ?? 0) - (second ?? 0) >= 950);
  }));

test('the signal ends the pause between two polls, with its reason', () =>
  withAnswers([page([], 0)], async ({ events }, { heard }) => {
    const stop = new AbortController();
    const reason = new Error('the reader left');
    const onPage = () => setTimeout(() => stop.abort(reason), 20);
    const waiting = events.follow({ signal: stop.signal, onPage }).next();
    await assert.rejects(waiting, (error) => error === reason);
    assert.equal(heard.length, 1);
  }));
