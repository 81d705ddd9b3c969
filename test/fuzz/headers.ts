/** Headers of calls: keys, conditions, idempotency keys, origins, encodings. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { oddText } from './arbitraries.js';
import type { Fuzzer, OpenFuzzer } from './fuzzer.js';
import { CANARY_MARK, type FuzzWorld, openWorld } from './world.js';

interface Call {
  readonly target: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly key: 'own' | 'none' | 'odd';
}

const KEY = 'authorization';
/** Values that mean something, by the header that takes them. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  host: ['localhost', 'evil.example', 'localhost:99999', '[::1]'],
  origin: ['https://allowed.example', 'https://evil.example', 'null', 'http://localhost'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'none'],
  'idempotency-key': ['k1', 'k2', 'k'.repeat(128), 'k'.repeat(129), 'a b'],
  'cache-control': ['no-cache', 'max-age=0', 'max-age=86400', 'max-age=99999999999', 'no-store, x'],
  'if-none-match': ['*', 'W/"x"', '"x", W/"y"', '"'],
  'accept-encoding': ['gzip', 'gzip;q=0', 'identity;q=0, *;q=0', 'br, gzip;q=0.5', '*'],
  accept: ['text/csv', '*/*', 'application/json;q=0'],
  'content-type': ['application/json', 'text/plain', 'application/json; charset=utf-16', ';'],
  'content-length': ['0', '5'],
  'transfer-encoding': ['identity'],
  expect: ['100-continue', '200-ok'],
  range: ['bytes=0-1', 'bytes=-1'],
  'x-request-id': ['mine', '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57'],
  'x-forwarded-for': ['127.0.0.1'],
  'x-forwarded-host': ['evil.example'],
  'x-http-method-override': ['DELETE'],
  cookie: ['a=b', 'authorization=x'],
  te: ['trailers'],
  [CANARY_MARK]: ['1'],
};
const NAMES = Object.keys(GOOD);

/** What an HTTP parser lets through: bytes without line ends, NUL or surrounding spaces. */
const asHeader = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .trim();

const header = () =>
  fc
    .constantFrom(...NAMES)
    .chain((name) =>
      fc.tuple(
        fc.constant(name),
        fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...(GOOD[name] ?? [''])) },
          { weight: 1, arbitrary: oddText().map(asHeader) },
        ),
      ),
    );

const call = (): fc.Arbitrary<Call> =>
  fc.record({
    target: fc.nat({ max: 5 }),
    headers: fc.array(header(), { maxLength: 4 }),
    key: fc.oneof(
      { weight: 6, arbitrary: fc.constant('own' as const) },
      { weight: 1, arbitrary: fc.constantFrom('none' as const, 'odd' as const) },
    ),
  });

const ALLOWED = 'https://allowed.example';

export const HEADERS: Fuzzer = {
  name: 'headers',
  about: 'headers of calls',
  share: 6,
  open: async (options): Promise<OpenFuzzer<Call>> => {
    const world = await openWorld(options);
    const { api_key } = world.account;
    const search = '/v1/portal_a/listings?zip=78704&beds_min=1';
    const own = { authorization: `Bearer ${api_key}`, host: 'localhost' };
    const settled = await world.settle(await world.ask({ target: search, headers: own }));
    const { request_id } = settled.json<{ request_id: string }>();
    const job = `/v1/jobs/${request_id}`;
    const targets = [search, search, job, `${job}/rows.csv`, '/v1/account', '/v1/openapi.json'];
    return {
      cases: call(),
      check: (input) => check(world, targets[input.target] ?? search, input),
      checkAll: world.checkCharges,
      close: world.close,
    };
  },
};

async function check(world: FuzzWorld, target: string, { headers, key }: Call): Promise<void> {
  const { api_key } = world.account;
  const sent = Object.fromEntries(headers);
  sent.host ??= 'localhost';
  if (key === 'own') sent[KEY] = `Bearer ${api_key}`;
  // Every change of a key is another key, or none.
  if (key === 'odd') sent[KEY] = `Bearer ${api_key.slice(0, -1)}${sent.host.slice(0, 3)}`;
  const answer = await world.ask({ target, headers: sent });
  const { statusCode: status, headers: got } = answer;
  const said = `${target} ${JSON.stringify(sent)}: ${status} ${answer.body.slice(0, 200)}`;
  const code = status >= 400 ? answer.json<{ error: { code: string } }>().error.code : null;
  if (key !== 'own' && target !== '/v1/openapi.json') {
    assert.ok(code === 'invalid_api_key' || code === 'origin_not_allowed', said);
  } else assert.notEqual(code, 'invalid_api_key', said);
  checkOrigin(sent, got['access-control-allow-origin'], code, said);
  assert.notEqual(got['x-request-id'], sent['x-request-id'], said);
  const idempotency = sent['idempotency-key'];
  const isShaped = idempotency === undefined || /^[\x21-\x7e]{1,128}$/.test(idempotency);
  assert.ok(isShaped || status >= 400 || target === '/v1/openapi.json', said);
  if (code !== null && isShaped && key === 'own') {
    assert.ok(['origin_not_allowed', 'idempotency_conflict'].includes(code), said);
  }
  if (status === 304) assert.ok(sent['if-none-match'] !== undefined, said);
  if (got['content-encoding'] !== undefined) {
    assert.equal(got['content-encoding'], 'gzip', said);
    assert.match(String(sent['accept-encoding']), /gzip|\*/i, said);
  }
  if (status === 202) await world.settle(answer);
}

/** Only an allowed site or the called address gets through; no answer names any other. */
function checkOrigin(
  { origin, host }: Record<string, string>,
  named: unknown,
  code: string | null,
  said: string,
): void {
  assert.ok(named === undefined || (named === ALLOWED && origin === ALLOWED), said);
  const isOwn = origin === `http://${host}` || origin === `https://${host}`;
  if (origin !== undefined && origin !== ALLOWED && !isOwn) {
    assert.equal(code, 'origin_not_allowed', said);
  }
}
