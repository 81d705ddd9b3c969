/** The client against answers that the application does not give, or not on demand. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { Rowhouse, type RowhouseOptions } from '#client/index.js';
import { failing } from './support/call-app.js';
import {
  apiErrorOf,
  complete,
  ID,
  KEY,
  pending,
  result,
  withAnswers,
  ZIP,
} from './support/scripted-client.js';

test('a code and members that this version does not know pass through', () =>
  withAnswers([apiErrorOf(418, 'tea_only', { pot: 1 })], async (client) => {
    const error = await failing(client.account());
    assert.deepEqual([error.code, error.status], ['tea_only', 418]);
    assert.equal(error.message, 'Do something else.');
  }));

test('an ambiguous address carries its candidates, rejected at once or as a failed job', async () => {
  const candidates = [{ address: '1 A St', source_id: '1', source_url: 'https://x.invalid/1' }];
  const error = { code: 'address_ambiguous', message: 'Pick one.', param: 'address', candidates };
  const failed = { ...(pending().body as object), status: 'failed', poll_url: null, error };
  for (const [answer, status] of [
    [apiErrorOf(422, 'address_ambiguous', { candidates, param: 'address' }), 422],
    [{ body: failed }, 200],
  ] as const)
    await withAnswers([answer], async (client, { heard }) => {
      const thrown = await failing(client.portalA.home({ address: '1 A St' }));
      assert.deepEqual([thrown.code, thrown.status], ['address_ambiguous', status]);
      assert.deepEqual(thrown.candidates, candidates);
      assert.equal(thrown.param, 'address');
      assert.equal(heard[0]?.url, '/v1/portal_a/home?address=1+A+St');
    });
});

test('something else at the address is reported as that', async () => {
  for (const answer of [
    { status: 200, body: '<html>welcome</html>' },
    { status: 200, body: '[]' },
    { status: 404, body: '<html>nothing here</html>' },
  ])
    await withAnswers([answer], async (client) => {
      const { code, status, message } = await failing(client.portalA.listings(ZIP));
      assert.deepEqual([code, status], ['unreadable_answer', answer.status]);
      assert.match(message, /base address/);
    });
  const nobody = new Rowhouse({ baseUrl: 'http://127.0.0.1:9', apiKey: KEY, retries: 0 });
  const error = await failing(nobody.sources());
  assert.equal(error.code, 'connection_failed');
  assert.match(error.message, /127\.0\.0\.1:9.*Check the address/);
});

test('a redirect is not followed, and the error names the other address', () =>
  withAnswers(
    [{ status: 301, headers: { location: '/v1/elsewhere' }, body: '' }, { body: { watches: [] } }],
    async (client, { heard }) => {
      const watch = { route: 'portal_a_listings', query: ZIP, interval_s: 86_400 } as const;
      const { code, status, message } = await failing(client.watches.create(watch));
      assert.deepEqual([code, status], ['unreadable_answer', 301]);
      assert.match(message, /redirects to \/v1\/elsewhere/);
      assert.equal(heard.length, 1);
    },
  ));

test('inputs are written as the contract reads them; undefined ones are left out', () =>
  withAnswers([complete()], async (client, { heard }) => {
    await client.nycPortal.listings({
      bbox: [-74.02, 40.7, -73.93, 40.82],
      property_type: ['condo', 'townhouse'],
      baths_min: 1.5,
      sort: 'price_low',
      min_price: undefined,
    });
    await client.auction.listings({ county: 'Doña Ana', state: 'NM' });
    const queries = heard.map(({ url }) =>
      Object.fromEntries(new URL(url, 'http://x').searchParams),
    );
    assert.deepEqual(queries, [
      {
        bbox: '-74.02,40.7,-73.93,40.82',
        property_type: 'condo,townhouse',
        baths_min: '1.5',
        sort: 'price_low',
      },
      { county: 'Doña Ana', state: 'NM' },
    ]);
  }));

test('a row of an unknown source is a row', () =>
  withAnswers([complete(result([{ source: 'a_new_source' }]))], async (client) => {
    for await (const { source } of client.portalB.sold.rows(ZIP))
      assert.equal(source, 'a_new_source');
  }));

test('a chain whose cursor never ends stops at its bound', () =>
  withAnswers([complete(result([{}], 'again'))], async (client, { heard }) => {
    let pages = 0;
    for await (const page of client.portalA.sold.pages(ZIP, { pagesMax: 5 }))
      pages += page.result.count;
    assert.equal(pages, 5);
    assert.equal(heard[1]?.url, '/v1/portal_a/sold?zip=78704&cursor=again');
  }));

test('maxAgeS asks for newer rows', () =>
  withAnswers([complete()], async (client, { heard }) => {
    await client.portalA.listings(ZIP, { maxAgeS: 60 });
    await client.portalA.listings(ZIP, { maxAgeS: 0 });
    await client.portalA.listings(ZIP);
    assert.deepEqual(
      heard.map(({ headers }) => headers['cache-control']),
      ['max-age=60', 'no-cache', undefined],
    );
  }));

test('account and rows go where the interface says', () =>
  withAnswers(
    [{ body: { account_id: ID } }, { body: 'a,b\r\n1,2\r\n' }],
    async (client, server) => {
      assert.equal((await client.account()).account_id, ID);
      assert.equal(await client.rows(ID, 'csv'), 'a,b\r\n1,2\r\n');
      const stream = await client.rowsStream(ID, 'geojson');
      assert.equal(await new Response(stream).text(), 'a,b\r\n1,2\r\n');
      assert.deepEqual(
        server.heard.map(({ url }) => url),
        ['/v1/account', `/v1/jobs/${ID}/rows.csv`, `/v1/jobs/${ID}/rows.geojson`],
      );
    },
  ));

test('a fetch of the caller is used for every call', async () => {
  const asked: string[] = [];
  const client = new Rowhouse({
    baseUrl: 'https://rowhouse.example.invalid/proxied',
    apiKey: KEY,
    fetch: (url) => {
      asked.push(url instanceof Request ? url.url : url.toString());
      return Promise.resolve(Response.json(complete().body));
    },
  });
  await client.portalA.rentals(ZIP);
  assert.deepEqual(asked, [
    'https://rowhouse.example.invalid/proxied/v1/portal_a/rentals?zip=78704',
  ]);
});

test('wrong options are rejected before a call, and name what is right', async () => {
  const wrong = (options: Partial<RowhouseOptions>, description: RegExp) =>
    assert.throws(
      () => new Rowhouse({ baseUrl: 'http://x.invalid', apiKey: KEY, ...options }),
      description,
    );
  wrong({ baseUrl: '127.0.0.1:8080' }, /http or https address/);
  wrong({ apiKey: '' }, /apiKey/);
  wrong({ apiKey: 'two\nlines' }, /apiKey/);
  wrong({ apiKey: undefined as unknown as string }, /apiKey/);
  wrong({ retries: -1 }, /retries/);
  const client = new Rowhouse({ baseUrl: 'http://x.invalid', apiKey: KEY, timeoutMs: 0 });
  assert.equal((await failing(client.sources())).code, 'invalid_option');
});

test('a finished call leaves no listener on the signal of the caller', () =>
  withAnswers([complete()], async (client) => {
    const stop = new AbortController();
    let listeners = 0;
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...all: Parameters<typeof add>) => {
      listeners += 1;
      add(...all);
    };
    signal.removeEventListener = (...all: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...all);
    };
    await client.portalA.listings(ZIP, { signal });
    assert.equal(listeners, 0);
  }));

test('a call that ended, also one aborted before it began, leaves no timer that keeps a process', () =>
  withAnswers([complete()], async (client) => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await client.portalA.listings(ZIP);
    const gone = client.portalA.listings(ZIP, { signal: AbortSignal.abort() });
    await assert.rejects(gone, { name: 'AbortError' });
    assert.equal(timers(), before);
  }));

test('a stream of rows outlives the time limit and ends with the signal', async () => {
  const heard: { signal?: AbortSignal | null | undefined } = {};
  const client = new Rowhouse({
    baseUrl: 'http://x.invalid',
    apiKey: KEY,
    fetch: (_url, init) => {
      heard.signal = init?.signal;
      return Promise.resolve(new Response('row'));
    },
  });
  const stop = new AbortController();
  await client.rowsStream(ID, 'csv', { signal: stop.signal, timeoutMs: 30 });
  await new Promise((done) => setTimeout(done, 60));
  assert.equal(heard.signal?.aborted, false);
  stop.abort();
  assert.equal(heard.signal?.aborted, true);
});

test('a stream that ended, failed or was left listens to no signal of the caller', async () => {
  const stop = new AbortController();
  const listening = () => getEventListeners(stop.signal, 'abort').length;
  const streamOf = (body: ReadableStream<Uint8Array>) =>
    new Rowhouse({
      baseUrl: 'https://rowhouse.example.invalid',
      apiKey: KEY,
      fetch: () => Promise.resolve(new Response(body)),
    }).rowsStream(ID, 'csv', { signal: stop.signal });
  const ended = await streamOf(new ReadableStream({ start: (rows) => rows.close() }));
  const failed = await streamOf(
    new ReadableStream({ start: (rows) => rows.error(new Error('cut')) }),
  );
  const left = await streamOf(
    new ReadableStream({ pull: (rows) => rows.enqueue(new Uint8Array(1)) }),
  );
  assert.ok(listening() > 0);
  assert.equal(await new Response(ended).text(), '');
  await assert.rejects(new Response(failed).text(), /cut/);
  await left.cancel();
  await new Promise(setImmediate);
  assert.equal(listening(), 0);
});
