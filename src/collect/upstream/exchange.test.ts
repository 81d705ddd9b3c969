import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { defaultLimits } from '#base/limits.js';
import { SourceError } from '#sources/driver.js';
import { type StreamedRequest, sendOnce } from './exchange.js';
import { localPaceStore, type PaceStore } from './pace.js';
import { openUpstream } from './upstream.js';

const SLOW_MS = 60_000;
const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

interface Sending {
  readonly answer?: RequestListener;
  /** undici's timeout, and ours. */
  readonly headersTimeout?: number;
  readonly timeoutS?: number;
  readonly signal?: AbortSignal;
  /** Takes the answer as it comes. */
  readonly receive?: StreamedRequest['receive'];
  /** Nobody listens at the address. */
  readonly closed?: boolean;
}

/** The outcome of sending, and how long the source is paused afterwards. */
async function sending(how: Sending): Promise<{ kind: string; message: string; heldMs: number }> {
  const server = createServer(how.answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  // Another test could listen by now on a port that was closed.
  const url = `http://127.0.0.1:${how.closed === true ? 1 : port}`;
  const pool = new Pool(url, { headersTimeout: how.headersTimeout ?? SLOW_MS });
  let heldMs = 0;
  const clock = { nowMs: () => NOW_MS, sleep: async () => undefined };
  const turns: PaceStore = {
    ...localPaceStore(clock.nowMs),
    hold: async (_source, ms) => {
      heldMs += ms;
    },
  };
  const request = {
    method: 'GET',
    path: '/',
    headers: {},
    body: null,
    ...(how.receive && { receive: how.receive }),
  } as const;
  const signal = how.signal ?? new AbortController().signal;
  const limits = defaultLimits();
  const timeouts = { ...limits, UPSTREAM_TIMEOUT_S: how.timeoutS ?? limits.UPSTREAM_TIMEOUT_S };
  const upstream = openUpstream('portal_a', { url, headers: {} }, timeouts, clock, turns);
  await upstream.pool.destroy();
  const ended = sendOnce({ ...upstream, pool }, 'portal_a', request, clock, signal);
  const error: unknown = await ended.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await pool.destroy();
  server.closeAllConnections();
  server.close();
  if (error === undefined) return { kind: 'ok', message: await ended, heldMs };
  assert.ok(error instanceof SourceError);
  return { kind: error.kind, message: error.message, heldMs };
}

/** The same at a source that answers 429 with this header. */
const busy = (retryAfter: string) =>
  sending({
    answer: (_request, response) => response.writeHead(429, { 'retry-after': retryAfter }).end(),
  });

test('the source is left alone for its Retry-After, sent as seconds or as a date', async () => {
  assert.deepEqual(pick(await busy('3')), ['busy', 3_000]);
  assert.deepEqual(pick(await busy('Sat, 21 Nov 2026 12:00:05 GMT')), ['busy', 5_000]);
});

test('a Retry-After longer than our timeout ends the retries', async () => {
  const rejected = await busy('3600');
  assert.deepEqual(pick(rejected), ['refused', 3_600_000]);
  assert.match(rejected.message, /3600 s/);
});

test('an unreadable Retry-After is ignored', async () => {
  assert.deepEqual(pick(await busy('soon')), ['busy', 0]);
});

const pick = ({ kind, heldMs }: { kind: string; heldMs: number }) => [kind, heldMs];

const silent: RequestListener = () => undefined;
const stopping = () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  return stop.signal;
};

for (const [what, how, description] of [
  ['our clock is first', { answer: silent, timeoutS: 0.05 }, /did not answer in time/],
  ["undici's clock is first", { answer: silent, headersTimeout: 50 }, /did not answer in time/],
  ['the job ends', { answer: silent, signal: stopping() }, /before the deadline/],
  ['nobody listens', { closed: true }, /cannot be reached/],
  ['the line breaks', { answer: ({ socket }) => socket.destroy() }, /broke the connection/],
] as const satisfies readonly (readonly [string, Sending, RegExp])[]) {
  test(`a source that gives no answer is down, and the message gives the cause: ${what}`, async () => {
    const { kind, message } = await sending(how);
    assert.equal(kind, 'down');
    assert.match(message, description);
  });
}

/** The text decoded from these bytes under this Content-Type. */
const reading = (bytes: Buffer, type: string) =>
  sending({
    answer: (_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes),
  });

test('text is read in the charset of its mark, its bytes or its header', async () => {
  const text = 'Cañon Ave';
  const forms: [Buffer, string][] = [
    [Buffer.from(text), 'application/json'],
    [Buffer.from(text), 'text/csv; charset=iso-8859-1'],
    [Buffer.from(text, 'latin1'), 'text/csv; charset=iso-8859-1'],
    [Buffer.from(`\ufeff${text}`, 'utf16le'), 'application/json'],
    [Buffer.from(`\ufeff${text}`), 'application/json'],
  ];
  for (const [bytes, type] of forms) {
    assert.deepEqual(await reading(bytes, type), { kind: 'ok', message: text, heldMs: 0 });
  }
});

test('bytes that are not valid in their charset fail the request and never become other letters', async () => {
  const { kind, message } = await reading(Buffer.from('Cañon Ave', 'latin1'), 'application/json');
  assert.equal(kind, 'changed');
  assert.match(message, /not valid utf-8/);
});

test('an answer may be compressed, and is bounded by what it unpacks to', async () => {
  const packed =
    (bytes: Buffer, encoding = 'gzip'): RequestListener =>
    (request, response) => {
      assert.equal(request.headers['accept-encoding'], 'gzip');
      response.setHeader('content-encoding', encoding);
      response.end(bytes);
    };
  const plain = await sending({ answer: packed(gzipSync('rows')) });
  assert.deepEqual([plain.kind, plain.message], ['ok', 'rows']);
  const large = await sending({ answer: packed(gzipSync(Buffer.alloc(2 ** 25))) });
  assert.deepEqual([large.kind, /more than \d+ bytes/.test(large.message)], ['changed', true]);
  const cut = await sending({ answer: packed(gzipSync('rows').subarray(0, 12)) });
  assert.equal(cut.kind, 'down');
  const other = await sending({ answer: packed(Buffer.from('rows'), 'br') });
  assert.match(other.message, /compression that was not requested/);
});

test('a file is received as it comes: larger than a response may be, and longer than one may take', async () => {
  const PIECES = 100;
  const piece = Buffer.alloc(1_048_576);
  let bytes = 0;
  const { kind, message } = await sending({
    answer: async (_request, response) => {
      for (let sent = 0; sent < PIECES; sent += 1) {
        if (!response.write(piece)) await new Promise((done) => response.once('drain', done));
        if (sent % 50 === 0) await new Promise((done) => setTimeout(done, 700));
      }
      response.end();
    },
    timeoutS: 1,
    receive: async ({ status, body }) => {
      assert.equal(status, 200);
      for await (const chunk of body) bytes += chunk.length;
    },
  });
  assert.deepEqual([kind, message, bytes], ['ok', '', PIECES * piece.length]);
  assert.ok(bytes > defaultLimits().UPSTREAM_BYTES_MAX);
});

test('a file that is refused, or breaks off, fails as any other response does', async () => {
  const receive: StreamedRequest['receive'] = async ({ body }) => {
    for await (const _chunk of body);
  };
  const refused = await sending({
    answer: (_request, response) => response.writeHead(403).end(),
    receive,
  });
  assert.deepEqual(pick(refused), ['refused', 0]);
  const broken = await sending({
    answer: (_request, response) => {
      response.writeHead(206, { 'content-length': '1000' });
      response.write('x', () => response.destroy());
    },
    receive,
  });
  assert.equal(broken.kind, 'down');
  assert.match(broken.message, /broke the connection/);
});
