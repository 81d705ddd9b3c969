/** Answers of webhook receivers, byte by byte: delivered, to be retried, or given up. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { DAY_MS } from '#contract/durations.js';
import type { DeliveriesBody, EndpointBody } from '#contract/operations/endpoints.js';
import { serveEndpoint } from '#service/webhooks/serve-endpoint.js';
import { send } from '../support/watching.js';
import { addEndpoint, claimTurn, log } from '../support/webhooks.js';
import { editedBytes, oddText, written } from './arbitraries.js';
import { Canary, type Fuzzer, type OpenFuzzer } from './fuzzer.js';
import { openWorld } from './world.js';

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** How the bytes are changed; null where they are sent as they are. */
  readonly bytes: Buffer | null;
  readonly end: 'closes' | 'resets' | 'says nothing';
}

const HEADERS = [
  'retry-after',
  'content-length',
  'transfer-encoding',
  'location',
  'connection',
  'x-odd',
];

const header = () =>
  fc.tuple(
    fc.constantFrom(...HEADERS),
    fc.oneof(
      fc.constantFrom(
        '0',
        '5',
        '-1',
        '99999999999',
        'Fri, 31 Dec 9999 23:59:59 GMT',
        'soon',
        'chunked',
      ),
      oddText().map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
    ),
  );

const wire = (status: number, headers: Answer['headers'], body: string): string => {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const text = written(body);
  const has = headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding');
  const length = has ? '' : `content-length: ${Buffer.byteLength(text)}\r\n`;
  return `HTTP/1.1 ${status} Odd\r\n${lines.join('')}${length}\r\n${text}`;
};

const answer = (): fc.Arbitrary<Answer> =>
  fc
    .record({
      status: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 200, max: 599 }) },
        { weight: 2, arbitrary: fc.constantFrom(200, 204, 301, 410, 429, 503) },
        { weight: 1, arbitrary: fc.constantFrom(100, 101, 103, 199, 600, 999, 0) },
      ),
      headers: fc.array(header(), { maxLength: 3 }),
      body: fc.oneof(oddText(), fc.constant('(long)')),
      end: fc.oneof(
        { weight: 10, arbitrary: fc.constant('closes' as const) },
        { weight: 1, arbitrary: fc.constantFrom('resets' as const, 'says nothing' as const) },
      ),
    })
    .chain((made) =>
      fc.record({
        ...(Object.fromEntries(
          Object.entries(made).map(([name, value]) => [name, fc.constant(value)]),
        ) as unknown as { [K in keyof typeof made]: fc.Arbitrary<(typeof made)[K]> }),
        bytes: fc.oneof(
          { weight: 3, arbitrary: fc.constant(null) },
          {
            weight: 1,
            arbitrary: editedBytes(
              Buffer.from(wire(made.status, made.headers, made.body.slice(0, 20))),
            ),
          },
        ),
      }),
    );

export const WEBHOOKS: Fuzzer = {
  name: 'webhooks',
  about: 'answers of webhook receivers',
  share: 1,
  open: async (options): Promise<OpenFuzzer<Answer>> => {
    const world = await openWorld(options);
    const { t } = world;
    let next: Answer | undefined;
    const server = createServer((socket) => reply(socket, () => next));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    return {
      cases: answer(),
      check: async (input) => {
        next = input;
        const account = await t.account();
        const key = account.api_key;
        const { endpoint_id } = await addEndpoint(t, key, `http://127.0.0.1:${port}/hook`);
        await log(t, account, ['watch.changed']);
        const began = t.clock.nowMs();
        await turnOf(t.app, endpoint_id);
        const path = `/v1/endpoints/${endpoint_id}`;
        const shown = (await send(t, key, 'GET', path)).json<EndpointBody>();
        const { deliveries } = (
          await send(t, key, 'GET', `${path}/deliveries`)
        ).json<DeliveriesBody>();
        await send(t, key, 'DELETE', path);
        if (options.canary && shown.last_attempt?.code === 204) throw new Canary('204 was counted');
        checkDelivery(input, shown, deliveries, began, t.clock.nowMs());
        world.requireQuiet();
      },
      checkAll: world.checkLedger,
      close: async () => {
        server.close();
        await world.close();
      },
    };
  },
};

/** Serves the endpoint once, and others that happen to have work. */
async function turnOf(app: Parameters<typeof claimTurn>[0], endpointId: string): Promise<void> {
  for (let turns = 0; turns < TURNS_MAX; turns += 1) {
    const endpoint = await claimTurn(app);
    if (endpoint === undefined) break;
    await serveEndpoint(app, endpoint, new AbortController().signal);
    if (endpoint.endpoint_id === endpointId) return;
  }
  assert.fail('the endpoint had no turn');
}

const TURNS_MAX = 20;
const HEAD_END = '\r\n\r\n';

/** Answers a connection's one request, once its body is there. */
function reply(socket: Socket, answerOf: () => Answer | undefined): void {
  let read = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    read += chunk.toString('latin1');
    if (!read.includes(HEAD_END) || !read.endsWith('}')) return;
    read = '';
    const made = answerOf();
    if (made === undefined || made.end === 'says nothing') {
      socket.end();
      return;
    }
    const bytes = made.bytes ?? Buffer.from(wire(made.status, made.headers, made.body), 'utf8');
    if (made.end === 'resets') socket.write(bytes, () => socket.resetAndDestroy());
    else socket.end(bytes);
  });
}

/** The first retry is after five seconds, a fifth earlier or later. */
const FIRST_MS = 6_000;

/** docs/webhooks.md, "When a delivery fails", read a second time. */
function checkDelivery(
  input: Answer,
  shown: EndpointBody,
  deliveries: DeliveriesBody['deliveries'],
  beganMs: number,
  endedMs: number,
): void {
  const attempt = shown.last_attempt;
  assert.ok(attempt !== null, 'there was an attempt');
  const { code, error } = attempt;
  const said = `${JSON.stringify(shown)} ${JSON.stringify(deliveries)}`.slice(0, 900);
  // What was sent whole is what is recorded; of other answers, that there is one of three ends.
  const isWhole = input.bytes === null && input.end === 'closes' && isPlain(input);
  if (isWhole) assert.equal(code, input.status, said);
  assert.ok(code === null || (code >= 100 && code <= 999), said);
  assert.ok(error === null || !/node|undici|\.js|127\.0\.0\.1|ECONN/.test(error), said);
  if (code !== null && code >= 200 && code <= 299) {
    assert.deepEqual([error, shown.state, deliveries.length], [null, 'enabled', 0], said);
    return;
  }
  assert.ok(error !== null, said);
  const [delivery, ...more] = deliveries;
  assert.ok(delivery !== undefined && more.length === 0, said);
  assert.equal(delivery.attempts, 1, said);
  if (code === 410) {
    assert.deepEqual([shown.state, shown.disabled_reason], ['disabled', 'gone'], said);
    assert.deepEqual([delivery.status, delivery.next_at], ['failed', null], said);
    return;
  }
  assert.deepEqual([shown.state, delivery.status], ['enabled', 'pending'], said);
  const nextMs = Date.parse(delivery.next_at ?? '');
  assert.ok(nextMs >= beganMs && nextMs <= endedMs + DAY_MS + FIRST_MS, said);
  const [, after] = input.headers.find(([name]) => name === 'retry-after') ?? [];
  if (isWhole && after !== undefined && /^\d{1,9}$/.test(after)) {
    assert.ok(nextMs >= beganMs + Math.min(Number(after) * 1000, DAY_MS), said);
  }
}

/** An answer that HTTP allows: nothing else promises its status. */
const isPlain = ({ status, headers }: Answer): boolean =>
  status >= 200 &&
  status <= 599 &&
  headers.every(
    ([name, value]) =>
      (name === 'retry-after' || name === 'location') && /^[\x21-\x7e][\x20-\x7e]*$/.test(value),
  ) &&
  new Set(headers.map(([name]) => name)).size === headers.length;
