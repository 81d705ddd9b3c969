import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultLimits } from '#base/limits.js';
import { type HttpDriver, type Question, SourceError } from '#sources/driver.js';
import { questionOf } from '../../../test/support/question.js';
import { openSourceClient } from './source-client.js';
import type { UpstreamAddress } from './upstream.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const ANSWER_MS = 40;
const WAIT_MS = 10_000;
const never = new AbortController().signal;
const clock = { nowMs: () => Date.now(), sleep: (ms: number) => delay(ms) };
const limits = { ...defaultLimits(), UPSTREAM_ATTEMPTS_MAX: 1 };

const driver = {
  over: 'http',
  capabilities: {},
  version: () => '1',
  request: () => ({ method: 'GET', path: '/rows', headers: {}, body: null }),
  read: (body: string) => ({ rows: [body], total: 1, next: null }),
} as unknown as HttpDriver;

/** A loopback server, and a client that knows it as one or several sources. */
async function withServer(
  answer: Answer,
  addresses: (url: string) => Record<string, UpstreamAddress>,
  work: (client: ReturnType<typeof openSourceClient>, url: string) => Promise<void>,
  more: Partial<typeof limits> = {},
): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = openSourceClient(addresses(url), { ...limits, ...more }, clock);
  try {
    await work(client, url);
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
}

const read = (
  client: ReturnType<typeof openSourceClient>,
  freshSinceMs = 0,
  signal = never,
  source = 'portal_a',
) => client.read(source as 'portal_a', driver, questionOf(), { freshSinceMs, signal });

const one = (url: string) => ({ portal_a: { url, headers: {} } });

/** A source that answers when the test releases it, and whose requests are waited for. */
function heldSource() {
  const held: ServerResponse[] = [];
  const arrivals = new EventEmitter();
  const seen = { asked: 0, broken: 0 };
  return {
    answer: (request: IncomingMessage, response: ServerResponse) => {
      seen.asked += 1;
      held.push(response);
      request.socket.once('close', () => {
        if (!response.writableFinished) {
          seen.broken += 1;
          arrivals.emit('broken');
        }
      });
      arrivals.emit('asked');
    },
    /** Resolves when the source has received this many requests. */
    asked: async (count: number) => {
      while (seen.asked < count) await once(arrivals, 'asked', { signal: soon() });
    },
    broken: async () => {
      while (seen.broken === 0) await once(arrivals, 'broken', { signal: soon() });
    },
    release: () => {
      for (const response of held.splice(0)) response.end('rows');
    },
    counts: () => [seen.asked, seen.broken],
  };
}

const soon = () => AbortSignal.timeout(WAIT_MS);

test('equal reads in flight are one request, and the page is then in the cache', async () => {
  const source = heldSource();
  await withServer(source.answer, one, async (client) => {
    const reads = Array.from({ length: 5 }, () => read(client));
    await source.asked(1);
    source.release();
    const pages = await Promise.all(reads);
    assert.ok(pages.every(({ page }) => page.rows[0] === 'rows'));
    await read(client);
    assert.deepEqual(source.counts(), [1, 0]);
  });
});

test('a disconnected caller does not end a shared read; the last one does', async () => {
  const late = (error: unknown) => error instanceof SourceError && /deadline/.test(error.message);
  const shared = heldSource();
  await withServer(shared.answer, one, async (client) => {
    const leaver = new AbortController();
    const left = assert.rejects(read(client, 0, leaver.signal), late);
    const stayed = read(client);
    await shared.asked(1);
    leaver.abort();
    await left;
    shared.release();
    assert.equal((await stayed).page.rows[0], 'rows');
    assert.deepEqual(shared.counts(), [1, 0]);
  });
  const alone = heldSource();
  await withServer(alone.answer, one, async (client) => {
    const leaver = new AbortController();
    const left = assert.rejects(read(client, 0, leaver.signal), late);
    await alone.asked(1);
    leaver.abort();
    await left;
    await alone.broken();
    assert.deepEqual(alone.counts(), [1, 1]);
  });
});

test('callers who share a fetch each get the page of their question', async () => {
  const source = heldSource();
  const asOthers = {
    ...driver,
    read: (body: string, { at }: Question) => ({ rows: [body], total: 1, next: at }),
  } as unknown as HttpDriver;
  await withServer(source.answer, one, async (client) => {
    const options = { freshSinceMs: 0, signal: never };
    const questions = [7, 8].map((key) => questionOf({ at: { token: [key] } }));
    const reads = questions.map((asked) => client.read('portal_a', asOthers, asked, options));
    await source.asked(1);
    source.release();
    const following = (await Promise.all(reads)).map(({ page }) => page.next);
    assert.deepEqual(following, [{ token: [7] }, { token: [8] }]);
    assert.deepEqual(source.counts(), [1, 0]);
  });
});

test('a read that must be new joins no earlier read', async () => {
  const source = heldSource();
  await withServer(source.answer, one, async (client) => {
    const old = read(client);
    await source.asked(1);
    const fresh = read(client, Date.now() + 1);
    await source.asked(2);
    source.release();
    await Promise.all([old, fresh]);
    assert.deepEqual(source.counts(), [2, 0]);
  });
});

test('client credentials: one token for all who wait, one new token when it is answered 401', async () => {
  const tokens: string[] = [];
  let valid = 'token-1';
  let rejected = 0;
  const source: Answer = (request, response) => {
    if (request.url === '/token') {
      const [kind, value = ''] = request.headers.authorization?.split(' ') ?? [];
      assert.equal(kind, 'Basic');
      assert.equal(Buffer.from(value, 'base64').toString(), 'me:s%3Acret');
      tokens.push(`token-${tokens.length + 1}`);
      response.end(JSON.stringify({ access_token: tokens.at(-1), expires_in: 3600 }));
      return;
    }
    const isValid = request.headers.authorization === `Bearer ${valid}`;
    if (!isValid) rejected += 1;
    setTimeout(() => response.writeHead(isValid ? 200 : 401).end('rows'), ANSWER_MS / 4);
  };
  const addresses = (url: string) => ({
    portal_a: {
      url,
      headers: {},
      oauth: { token_url: `${url}/token`, client_id: 'me', client_secret: 's:cret' },
    },
  });
  await withServer(
    source,
    addresses,
    async (client) => {
      await Promise.all([read(client), read(client, Date.now() + 1e6), read(client, 0)]).catch(
        () => undefined,
      );
      assert.equal(tokens.length, 1);
      valid = 'token-2';
      const again = await Promise.all(
        Array.from({ length: 4 }, (_read, index) => read(client, Date.now() + 1e6 + index)),
      );
      assert.equal(again.length, 4);
      assert.equal(tokens.length, 2, 'one new token for four rejected requests');
      assert.ok(rejected >= 1);
    },
    { UPSTREAM_CACHE_S: 0 },
  );
});

test('a source that rejects a new token as well fails the request, without endless retries', async () => {
  let tokens = 0;
  let asked = 0;
  const source: Answer = (request, response) => {
    if (request.url === '/token') {
      tokens += 1;
      response.end(JSON.stringify({ access_token: `token-${tokens}` }));
      return;
    }
    asked += 1;
    response.writeHead(401).end();
  };
  const addresses = (url: string) => ({
    portal_a: {
      url,
      headers: {},
      oauth: { token_url: `${url}/token`, client_id: 'me', client_secret: 'secret' },
    },
  });
  await withServer(source, addresses, async (client) => {
    await assert.rejects(
      read(client),
      (error) => error instanceof SourceError && error.kind === 'refused',
    );
    assert.deepEqual([tokens, asked], [2, 2]);
  });
});

test('two instances of one driver have separate paces and caches', async () => {
  const asked: string[] = [];
  const answer: Answer = (request, response) => {
    asked.push(String(request.headers['x-feed']));
    response.end(String(request.headers['x-feed']));
  };
  const addresses = (url: string) => ({
    feed_one: { url, headers: { 'x-feed': 'one' }, concurrency: 1, rate_per_s: 1 },
    feed_two: { url, headers: { 'x-feed': 'two' } },
  });
  await withServer(answer, addresses, async (client) => {
    const beganMs = Date.now();
    const first = await read(client, 0, never, 'feed_one');
    const second = await read(client, 0, never, 'feed_two');
    assert.deepEqual([first.page.rows, second.page.rows], [['one'], ['two']]);
    await read(client, Date.now() + 1e6, never, 'feed_one');
    assert.ok(Date.now() - beganMs > 500, 'one request a second');
    assert.deepEqual(asked, ['one', 'two', 'one']);
  });
});

test('a cached page is parsed again from its stored bytes', async () => {
  let asked = 0;
  const answer: Answer = (_request, response) => {
    asked += 1;
    response.end('rows');
  };
  await withServer(answer, one, async (client) => {
    const first = await read(client);
    const second = await read(client);
    assert.deepEqual(second.page, first.page);
    assert.notEqual(second.page, first.page, 'the parsed page is not what is kept');
    assert.equal(asked, 1);
  });
});

test('cached pages are measured in bytes, not in characters', async () => {
  const CHARS = 600;
  let asked = 0;
  const answer: Answer = (_request, response) => {
    asked += 1;
    // Two bytes each.
    response.end('é'.repeat(CHARS));
  };
  const paged = {
    ...driver,
    request: ({ at }: Question) => ({
      method: 'GET',
      path: `/${JSON.stringify(at)}`,
      headers: {},
      body: null,
    }),
  } as HttpDriver;
  const options = { freshSinceMs: 0, signal: never };
  await withServer(
    answer,
    one,
    async (client) => {
      for (const page of [1, 2, 1]) {
        await client.read('portal_a', paged, questionOf({ at: { page } }), options);
      }
      assert.equal(asked, 3, 'two pages of 1,200 bytes do not fit in 1,800');
    },
    { UPSTREAM_CACHE_BYTES: 3 * CHARS },
  );
});
