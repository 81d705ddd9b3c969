/** Webhooks of a test: a recording consumer on loopback, endpoints, and turns run by hand. */
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  DeliveriesBody,
  EndpointBody,
  EndpointSecretBody,
} from '#contract/operations/endpoints.js';
import type { App } from '#service/app.js';
import { serveEndpoint } from '#service/webhooks/serve-endpoint.js';
import { newLease } from '#service/work/under-lease.js';
import { claimEndpoint, type Endpoint } from '#store/endpoints.js';
import { insertEvents } from '#store/events.js';
import type { TestAccount, TestApp } from './open-test-app.js';
import { send } from './watching.js';

/** For applications whose endpoints are on loopback. */
export const PRIVATE = { ROWHOUSE_WEBHOOK_PRIVATE: 'on' };

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Consumer {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Numbers of the events received, in the order in which they came. */
  seqs(): number[];
  /** What it answers from now on. */
  answer(how: (response: ServerResponse, received: Received) => void): void;
  close(): Promise<void>;
}

const taken = (response: ServerResponse): void => void response.writeHead(204).end();

/** Starts a consumer that takes everything. */
export async function startConsumer(): Promise<Consumer> {
  const received: Received[] = [];
  let how: (response: ServerResponse, one: Received) => void = taken;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url = '', headers } = request;
      const one = { path: url, headers, body: Buffer.concat(parts).toString() };
      received.push(one);
      how(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    seqs: () =>
      received.map(({ body }) => (JSON.parse(body) as { data: { seq: number } }).data.seq),
    answer: (next) => {
      how = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Answers every request with one status and headers. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(code, headers).end();

/** Adds an endpoint for all watch events of the account. */
export async function addEndpoint(
  app: TestApp,
  key: string,
  url: string,
  more: object = {},
): Promise<EndpointSecretBody> {
  const made = await send(app, key, 'POST', '/v1/endpoints', { url, ...more });
  assert.equal(made.statusCode, 201, made.body);
  return made.json<EndpointSecretBody>();
}

/** Writes events to the log of an account. */
export async function log(
  app: TestApp,
  { account_id }: Pick<TestAccount, 'account_id'>,
  types: readonly string[],
): Promise<void> {
  const events = types.map((type, at) => ({
    event_id: app.app.ids.uuid(),
    type,
    watch_id: null,
    data: { at },
  }));
  await insertEvents(app.app.db, account_id, events, new Date(app.clock.nowMs()));
}

/** The turn of an endpoint with work, which the test serves itself; undefined when none has any. */
export const claimTurn = (app: App): Promise<Endpoint | undefined> =>
  claimEndpoint(app.db, newLease(app, app.limits.LEASE_S));

const TURNS_MAX = 500;

/** Runs turns until no endpoint has work. */
export async function deliverAll(app: TestApp): Promise<void> {
  const signal = new AbortController().signal;
  for (let turns = 0; turns < TURNS_MAX; turns += 1) {
    const endpoint = await claimTurn(app.app);
    if (endpoint === undefined) return;
    await serveEndpoint(app.app, endpoint, signal);
  }
  assert.fail('endpoints have work without end');
}

/** An account with an endpoint at a consumer of its own, which is closed after the test. */
export async function opened(
  app: TestApp,
  t: { after(work: () => Promise<void>): void },
  more: object = {},
) {
  const consumer = await startConsumer();
  t.after(consumer.close);
  const account = await app.account();
  const endpoint = await addEndpoint(app, account.api_key, consumer.url, more);
  const path = `/v1/endpoints/${endpoint.endpoint_id}`;
  const get = (url: string) => send(app, account.api_key, 'GET', url);
  return {
    consumer,
    account,
    endpoint,
    path,
    key: account.api_key,
    shown: async () => (await get(path)).json<EndpointBody>(),
    deliveries: async (query = '') =>
      (await get(`${path}/deliveries${query}`)).json<DeliveriesBody>().deliveries,
  };
}
