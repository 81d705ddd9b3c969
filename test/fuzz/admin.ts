/** The operator's listener: parameters, queries, bodies and headers of every route. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { SOURCES } from '#contract/sources.js';
import { ADMIN_ROUTES } from '#http/admin/routes.js';
import { ADMIN_TOKEN, type TestAccount } from '../support/open-test-app.js';
import { editedBytes, editedJson, oddText, oddValue, written } from './arbitraries.js';
import type { Fuzzer, OpenFuzzer } from './fuzzer.js';
import { CANARY_MARK, openWorld } from './world.js';

interface Call {
  readonly route: number;
  readonly params: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
  readonly bytes: Buffer | null;
  readonly operator: string | null;
  readonly token: string;
}

const DAY = '2026-11-20';
/** What stands for the id of the account that is changed, and of its key. */
const OWN = '(own account)';
const OWN_KEY = '(own key)';

const GOOD: Readonly<Record<string, readonly unknown[]>> = {
  account_id: [OWN, '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57'],
  key_id: [OWN_KEY, '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57'],
  request_id: ['01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57'],
  older_than_job: ['01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57'],
  name: ['Ada', '  x'],
  plan_credits: [0, 10, 1_000_000_000],
  extra_credits: [0, 5],
  rate_limit: [1, 60],
  max_pending: [1, 20],
  label: ['ci'],
  expires: ['2027-01-31', 'never', '2020-01-01'],
  test: [true, false],
  amount: [1, 1_000_000_000],
  kind: ['extra', 'plan'],
  status: ['active', 'suspended'],
  feed: ['mls', 'mls/one', 'portal_a'],
  granted: [true, false],
  feed_or_source: [...SOURCES, 'mls/one'],
  source: [...SOURCES],
  dataset: ['none', 'fuzzed'],
  // A pause would stop the searches of other fuzzers.
  paused_reason: [null],
  file_name: ['x.csv'],
  check: ['true'],
  job_status: ['pending', 'complete', 'failed'],
  by: ['account', 'day', 'route'],
  from: [DAY],
  to: [DAY],
  older_than: ['7', '999999999999999'],
};

const membersOf = (schema: object | undefined): readonly string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const call = (): fc.Arbitrary<Call> =>
  fc.nat({ max: ADMIN_ROUTES.length - 1 }).chain((nth) => {
    const route = ADMIN_ROUTES[nth];
    assert.ok(route !== undefined);
    const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const taken = Object.fromEntries(
      membersOf(route.body).map((name) => [name, GOOD[name]?.[0] ?? 'x']),
    );
    const queries = membersOf(route.query);
    return fc.record({
      route: fc.constant(nth),
      params: fc.tuple(
        ...names.map((name) =>
          fc.oneof(
            { weight: 3, arbitrary: fc.constantFrom(...(GOOD[name] ?? ['x'])).map(asText) },
            { weight: 1, arbitrary: oddText() },
          ),
        ),
      ),
      query: fc.array(
        fc
          .constantFrom(...(queries.length === 0 ? ['odd'] : queries))
          .chain((name) =>
            fc.tuple(
              fc.constant(name),
              fc.oneof(fc.constantFrom(...(GOOD[name] ?? ['1'])).map(asText), oddText()),
            ),
          ),
        { maxLength: 3 },
      ),
      body: bodyFor(taken, route.url.endsWith('/pause')),
      bytes: fc.oneof(
        { weight: 8, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: editedBytes(Buffer.from(JSON.stringify(taken))) },
      ),
      operator: fc.option(oddText(), { freq: 4 }),
      token: fc.oneof(
        { weight: 12, arbitrary: fc.constant(ADMIN_TOKEN) },
        { weight: 1, arbitrary: fc.constantFrom('', 'x', `${ADMIN_TOKEN}x`) },
      ),
    });
  });

/** A pause takes any text: there only what is taken as it is, or what is none. */
const bodyFor = (taken: object, isPause: boolean): fc.Arbitrary<unknown> =>
  isPause
    ? fc.constantFrom<unknown>(taken, {}, [], { paused_reason: 5 }, { paused_reason: '\n' })
    : fc.oneof(
        { weight: 1, arbitrary: fc.constant(taken) },
        { weight: 6, arbitrary: editedJson(taken) },
        { weight: 1, arbitrary: oddValue() },
        { weight: 1, arbitrary: fc.constant({ ...taken, name: CANARY_MARK }) },
      );

export const ADMIN: Fuzzer = {
  name: 'admin',
  about: "the operator's listener",
  share: 4,
  open: async (options): Promise<OpenFuzzer<Call>> => {
    const world = await openWorld(options);
    const own = await world.t.account();
    const before = await world.t.app.db.rows('select count(*) from accounts');
    assert.equal(before.length, 1);
    return {
      cases: call(),
      check: async (input) => {
        const route = ADMIN_ROUTES[input.route];
        assert.ok(route !== undefined);
        const sentBody = input.bytes ?? written(JSON.stringify(input.body) ?? '');
        const answer = await world.askAdmin({
          method: route.method,
          target: targetOf(route.url, input, own),
          headers: {
            host: 'localhost',
            authorization: `Bearer ${input.token}`,
            ...(route.method === 'POST' && { 'content-type': 'application/json' }),
            ...(input.operator !== null && { 'rowhouse-operator': inHeader(input.operator) }),
          },
          ...(route.method === 'POST' && { body: named(sentBody, own) }),
        });
        // An address that is too long is rejected before anybody looks at the token.
        if (input.token !== ADMIN_TOKEN) assert.match(String(answer.statusCode), /^4(?:01|14)$/);
      },
      checkAll: world.checkCharges,
      close: world.close,
    };
  },
};

const inHeader = (text: string): string => text.replaceAll(/[^\t\x20-\x7e]/g, '?').trim();

const named = (body: string | Buffer, { account_id, key_id }: TestAccount): string | Buffer =>
  typeof body === 'string' ? body.replaceAll(OWN, account_id).replaceAll(OWN_KEY, key_id) : body;

function targetOf(
  url: string,
  { params, query }: Call,
  { account_id, key_id }: TestAccount,
): string {
  let at = 0;
  const own = (text: string): string =>
    text === OWN ? account_id : text === OWN_KEY ? key_id : text;
  const path = url.replaceAll(/:\w+/g, () => {
    const value = own(params[at] ?? '');
    at += 1;
    return encoded(value);
  });
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(own(value))}`);
  return `/admin${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
