/** The client against answers that ask it to wait or to try again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failing } from './support/call-app.js';
import {
  apiErrorOf,
  complete,
  ID,
  KEY,
  pending,
  withAnswers,
  ZIP,
} from './support/scripted-client.js';

test('the first poll goes at once; polls that are not held keep Retry-After between them', () => {
  const calledAt: number[] = [];
  const timed: typeof fetch = (...all) => {
    calledAt.push(performance.now());
    return fetch(...all);
  };
  return withAnswers(
    [pending('3'), pending('1'), complete()],
    async (client, { heard }) => {
      await client.portalA.listings(ZIP);
      const [search, poll] = heard;
      assert.equal(heard.length, 3);
      const [first = 0, second = 0, third = 0] = calledAt;
      assert.ok(second - first < 2_900, 'the Retry-After of the search is for polls without wait');
      assert.ok(third - second >= 990, 'the poll asked for a second');
      assert.equal(poll?.url, `/v1/jobs/${ID}?wait=20`);
      const key = search?.headers['idempotency-key'];
      assert.match(String(key), /^[0-9a-f]{32}$/);
      assert.equal(poll.headers['idempotency-key'], key, 'the contract sends it when polling');
      assert.equal(poll.headers.authorization, `Bearer ${KEY}`);
    },
    { fetch: timed },
  );
});

test('no timer gets a negative time, of which newer Node lines warn on standard error', async (on) => {
  const timers = on.mock.method(globalThis, 'setTimeout');
  const slow: typeof fetch = async (...all) => {
    await new Promise<void>((done) => setImmediate(done));
    const until = performance.now() + 5;
    while (performance.now() < until);
    return fetch(...all);
  };
  await withAnswers(
    [pending('1'), complete()],
    async (client) => {
      await client.portalA.listings(ZIP);
    },
    { fetch: slow },
  );
  const times = timers.mock.calls.map(({ arguments: [, ms] }) => Number(ms));
  assert.ok(times.length >= 2, 'the timers of the client are seen');
  assert.deepEqual(
    times.filter((ms) => ms < 0),
    [],
  );
});

test('the last polls wait no longer than the time that is left', () =>
  withAnswers([pending(), pending('60')], async (client, { heard }) => {
    const error = await failing(client.portalA.listings(ZIP, { timeoutMs: 2_500 }));
    assert.equal(error.code, 'timeout');
    assert.equal(error.requestId, ID);
    assert.match(String(heard[1]?.url), new RegExp(`^/v1/jobs/${ID}[?]wait=[12]$`));
  }));

test('a poll that fails names its job, which waitFor reads later', () =>
  withAnswers(
    [pending(), { body: null }, apiErrorOf(503, 'storage_unavailable'), complete()],
    async (client) => {
      const lost = await failing(client.portalA.listings(ZIP));
      assert.deepEqual([lost.code, lost.status, lost.requestId], ['connection_failed', 0, ID]);
      const down = await failing(client.waitFor(ID));
      assert.deepEqual([down.code, down.status, down.requestId], ['storage_unavailable', 503, ID]);
      assert.equal((await client.waitFor(ID)).request_id, ID);
    },
    { retries: 0 },
  ));

test('an Idempotency-Key that no header can hold is not sent, nor tried again', () =>
  withAnswers([complete()], async (client, { heard }) => {
    for (const idempotencyKey of ['ключ-1', 'a\nb']) {
      const { code, message } = await failing(client.portalA.listings(ZIP, { idempotencyKey }));
      assert.equal(code, 'invalid_option');
      assert.match(message, /^idempotencyKey must be/);
    }
    assert.equal(heard.length, 0);
    await client.portalA.listings(ZIP, { idempotencyKey: 'from-a-file\n' });
    assert.equal(heard[0]?.headers['idempotency-key'], 'from-a-file');
  }));

test('a clock that steps by an hour changes neither polls nor retries', async (on) => {
  on.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  for (const stepMs of [-3_600_000, 3_600_000])
    await withAnswers(
      [pending('1'), pending('1'), apiErrorOf(503, 'queue_full'), complete()],
      async (client, { heard }) => {
        const onPending = () => on.mock.timers.setTime(Date.now() + stepMs);
        await client.portalA.listings(ZIP, { onPending, timeoutMs: 10_000 });
        assert.equal(heard.length, 4);
        for (const { url } of heard.slice(1)) assert.match(url, /[?]wait=[4-9]$/);
      },
    );
});

test('every search has a new key, and all tries of one search the same', () =>
  withAnswers(
    [apiErrorOf(503, 'storage_unavailable'), apiErrorOf(502, 'bad_gateway'), complete()],
    async (client, { heard }) => {
      await client.portalA.listings(ZIP);
      await client.portalA.listings(ZIP);
      const keys = heard.map(({ headers }) => headers['idempotency-key']);
      assert.equal(new Set(keys.slice(0, 3)).size, 1);
      assert.notEqual(keys[3], keys[0]);
    },
  ));

test('pauses without a Retry-After grow', () => {
  const pauses: number[] = [];
  return withAnswers(
    [apiErrorOf(503, 'queue_full')],
    async (client, { heard }) => {
      assert.equal((await failing(client.sources())).code, 'queue_full');
      assert.equal(heard.length, 4);
      for (const [at, most] of [250, 500, 1000].entries())
        assert.ok(pauses[at]! >= most / 2 && pauses[at]! <= most, `${at}: ${pauses[at]}`);
    },
    { onRetry: ({ pauseMs }) => pauses.push(pauseMs) },
  );
});

test('a Retry-After is read as seconds or as a date', async () => {
  const date = new Date(Date.now() + 40_000).toUTCString();
  for (const [header, low, high] of [
    ['7', 7, 7],
    [date, 38, 41],
  ] as const)
    await withAnswers(
      [apiErrorOf(503, 'collection_unavailable', {}, { 'retry-after': header })],
      async (client) => {
        const { retryAfterS } = await failing(client.sources());
        assert.ok(retryAfterS !== null && retryAfterS >= low && retryAfterS <= high);
      },
      { retries: 0 },
    );
});

test('a pause that is too long, or longer than the call may take, is left to the caller', async () => {
  const options = { onRetry: () => assert.fail('no retry') };
  const wait = (s: string) => apiErrorOf(503, 'collection_unavailable', {}, { 'retry-after': s });
  await withAnswers(
    [wait('3600')],
    async (client) => assert.equal((await failing(client.sources())).retryAfterS, 3600),
    options,
  );
  await withAnswers(
    [wait('30')],
    async (client) => {
      const error = await failing(client.sources({ timeoutMs: 5_000 }));
      assert.equal(error.code, 'collection_unavailable');
    },
    options,
  );
});

test('API errors that time does not fix are not retried', async () => {
  for (const [status, code] of [
    [401, 'invalid_api_key'],
    [404, 'not_found'],
    [409, 'result_not_ready'],
    [422, 'location_required'],
    [429, 'quota_exceeded'],
    [503, 'service_unconfigured'],
  ] as const)
    await withAnswers([apiErrorOf(status, code)], async (client, { heard }) => {
      const error = await failing(client.portalA.listings(ZIP));
      assert.deepEqual([error.code, error.status, heard.length], [code, status, 1]);
    });
});

test('onPending sees the job after the search and after each poll, and not once it is complete', () =>
  withAnswers([pending('0'), pending('0'), complete()], async (client) => {
    const seen: string[] = [];
    await client.portalA.listings(ZIP, {
      onPending: ({ status, request_id }) => seen.push(`${status} ${request_id}`),
    });
    assert.deepEqual(seen, [`pending ${ID}`, `pending ${ID}`]);
  }));
