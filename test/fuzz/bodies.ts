/** JSON bodies of the resources: watches, endpoints and what is sent again. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { EndpointBody } from '#contract/operations/endpoints.js';
import type { WatchBody } from '#contract/operations/watches.js';
import { OPERATIONS } from '#contract/resources.js';
import { nameOf } from '#contract/schema.js';
import { editedBytes, editedJson, oddText, oddValue, written } from './arbitraries.js';
import type { Fuzzer, OpenFuzzer } from './fuzzer.js';
import { CANARY_MARK, type FuzzWorld, openWorld } from './world.js';

interface Call {
  readonly operation: number;
  readonly body: unknown;
  /** The body as bytes that are no JSON any more. */
  readonly bytes: Buffer | null;
  readonly type: string;
  readonly key: string | null;
}

/** Bodies that are taken, with every member that there is. */
const TAKEN: Readonly<Record<string, object>> = {
  NewWatch: {
    route: 'portal_a_listings',
    query: { zip: '78704', beds_min: 2, property_type: ['condo', 'land'] },
    name: 'Quarry',
    interval_s: 900,
    events: ['added', 'removed'],
    fields: ['list_price'],
    min_price_change: 5,
    max_credits_per_run: 3,
    runs_until_removed: 2,
    estimate: false,
  },
  WatchChanges: {
    query: { zip: '78701' },
    name: 'Other',
    times: ['07:00', '19:30'],
    time_zone: 'America/Chicago',
    state: 'paused',
  },
  NewEndpoint: { url: 'http://127.0.0.1:9/hook', name: 'Hook', types: ['watch.changed'] },
  EndpointChanges: { url: 'http://127.0.0.1:9/other', name: '', state: 'disabled' },
  Replay: { after: 0 },
};

interface Made {
  readonly watch: string;
  readonly endpoint: string;
}

/** What is sent where. */
const CALLS: readonly {
  readonly method: 'POST' | 'PATCH';
  readonly body: string;
  readonly path: (made: Made) => string;
}[] = [
  { method: 'POST', body: 'NewWatch', path: () => '/v1/watches' },
  { method: 'PATCH', body: 'WatchChanges', path: ({ watch }) => `/v1/watches/${watch}` },
  { method: 'POST', body: 'NewEndpoint', path: () => '/v1/endpoints' },
  { method: 'PATCH', body: 'EndpointChanges', path: ({ endpoint }) => `/v1/endpoints/${endpoint}` },
  { method: 'POST', body: 'Replay', path: ({ endpoint }) => `/v1/endpoints/${endpoint}/replay` },
];

/** The members of each body, by its name. */
const SCHEMAS = new Map(
  OPERATIONS.flatMap(({ body }) =>
    body === undefined ? [] : [[nameOf(body), Object.keys(body.properties as object)]],
  ),
);

const call = (): fc.Arbitrary<Call> =>
  fc.nat({ max: CALLS.length - 1 }).chain((operation) => {
    const name = CALLS[operation]?.body ?? 'Replay';
    const taken = TAKEN[name] ?? {};
    const text = Buffer.from(JSON.stringify(taken));
    return fc.record({
      operation: fc.constant(operation),
      body: fc.oneof(
        { weight: 10, arbitrary: editedJson(taken) },
        {
          weight: 3,
          arbitrary: withMember(SCHEMAS.get(name) ?? [], taken),
        },
        { weight: 1, arbitrary: oddValue() },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(taken, { ...taken, name: CANARY_MARK }) },
      ),
      bytes: fc.oneof(
        { weight: 8, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: editedBytes(text) },
      ),
      type: fc.oneof(
        { weight: 20, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'application/json; charset=utf-8',
            'text/plain',
            'APPLICATION/JSON',
            'x',
          ),
        },
      ),
      key: fc.oneof(
        { weight: 10, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom('same', 'other', ' ') },
      ),
    });
  });

const withMember = (names: readonly string[], taken: object): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...names, '__proto__', 'constructor'), fc.oneof(oddValue(), oddText()))
    .map(([name, value]) => Object.defineProperty({ ...taken }, name, { value, enumerable: true }));

export const BODIES_SENT: Fuzzer = {
  name: 'bodies',
  about: 'JSON bodies of watches and endpoints',
  share: 5,
  open: async (options): Promise<OpenFuzzer<Call>> => {
    const world = await openWorld(options);
    const send = sending(world);
    const made = await fresh(send);
    return {
      cases: call(),
      check: async (input) => {
        const operation = CALLS[input.operation];
        assert.ok(operation !== undefined);
        const body = input.bytes ?? written(JSON.stringify(input.body) ?? '');
        const answer = await send(operation.method, operation.path(made), body, {
          'content-type': input.type,
          ...(input.key !== null && { 'idempotency-key': input.key }),
        });
        const shown =
          answer.statusCode < 300 ? answer.json<Partial<WatchBody & EndpointBody>>() : {};
        // A watch is kept under its Idempotency-Key: deleted, it cannot be asked for again.
        if (answer.statusCode === 201) {
          const id = shown.watch_id ?? shown.endpoint_id;
          const gone = await send('DELETE', `${operation.path(made)}/${id}`);
          assert.equal(gone.statusCode, 204, gone.body);
        }
        if (operation.method === 'PATCH' && answer.statusCode === 200) {
          const again = await send('GET', operation.path(made));
          assert.deepEqual(again.json(), shown, 'what was changed is what is shown');
        }
        assert.notEqual(answer.statusCode, 404, answer.body);
      },
      checkAll: world.checkCharges,
      close: world.close,
    };
  },
};

type Send = ReturnType<typeof sending>;

const sending =
  ({ ask, account }: FuzzWorld) =>
  (
    method: string,
    target: string,
    body?: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    ask({
      method,
      target,
      headers: { authorization: `Bearer ${account.api_key}`, host: 'localhost', ...headers },
      ...(body !== undefined && { body }),
    });

async function fresh(send: Send): Promise<Made> {
  const json = { 'content-type': 'application/json' };
  const watch = await send('POST', '/v1/watches', JSON.stringify(TAKEN.NewWatch), json);
  const endpoint = await send('POST', '/v1/endpoints', JSON.stringify(TAKEN.NewEndpoint), json);
  return {
    watch: watch.json<WatchBody>().watch_id,
    endpoint: endpoint.json<EndpointBody>().endpoint_id,
  };
}
