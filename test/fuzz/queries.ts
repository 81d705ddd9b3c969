/** Paths, methods and query strings of every route. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { BASE_PATH } from '#contract/envelope.js';
import { LOCATION_FORMS, PARAMS } from '#contract/params.js';
import { OPERATIONS } from '#contract/resources.js';
import { LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import type { Answer } from '../support/open-test-app.js';
import { oddText, written } from './arbitraries.js';
import type { Fuzzer, OpenFuzzer } from './fuzzer.js';
import { checkSearch } from './second-reading.js';
import { CANARY_MARK, type FuzzWorld, openWorld } from './world.js';

/** How a text is written into a query string. */
type Spelling = 'encoded' | 'plus' | 'twice' | 'raw' | 'overlong' | 'broken';

interface Part {
  readonly name: string;
  readonly value: string;
  readonly spelling: Spelling;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly parts: readonly Part[];
  readonly between: string;
}

/** Values that exist, few of each, so that many searches are equal. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  zip: ['78704', '10025', '78701', '00000'],
  city: ['Austin', 'New York', 'Nowhere'],
  state: ['TX', 'ny', 'ZZ'],
  county: ['Travis', 'New York County'],
  bbox: ['-97.77,30.23,-97.75,30.25', '-180,-90,180,90', '-73.98,40.78,-73.95,40.81'],
  lat: ['30.24', '40.79', '-90', '0'],
  lng: ['-97.76', '-73.97', '180'],
  radius_mi: ['0.1', '1'],
  min_price: ['0', '100000'],
  max_price: ['900000', '2147483647'],
  beds_min: ['0', '2', '10'],
  baths_min: ['1', '1.5'],
  sqft_min: ['500'],
  sqft_max: ['5000'],
  property_type: ['condo', 'land,condo', 'single_family'],
  year_built_min: ['1950'],
  year_built_max: ['2020'],
  arms_length: ['true', 'unknown,true'],
  sort: ['newest', 'price_low', 'price_high'],
  sold_within_days: ['7', '14', '90', '1095'],
  address: ['1 Main St, Austin, TX', '1 Main St, 78704', 'Broadway 5'],
  url: ['https://www.example.com/homedetails/1_zpid/', 'http://example.com:99999/'],
  source_id: ['1', 'a1', '~'],
  wait: ['0', '1'],
  after: ['0', '5'],
  before: ['1', '99'],
  limit: ['1', '500'],
  type: ['watch.changed', 'endpoint.test'],
  status: ['failed', 'pending'],
  watch: ['01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57'],
};
const NAMES = [
  ...Object.keys(PARAMS),
  ...OPERATIONS.flatMap(({ query = {} }) => Object.keys(query)),
  ...Object.keys(GOOD),
];
const UUID = '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57';

const spelling = (): fc.Arbitrary<Spelling> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant('encoded' as const) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Spelling>('plus', 'twice', 'raw', 'overlong', 'broken'),
    },
  );

/** A parameter, in most cases one of these names. */
const part = (names: readonly string[]): fc.Arbitrary<Part> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...(names.length === 0 ? NAMES : names)).chain((name) =>
        fc.record({
          name: fc.constant(name),
          value: fc.oneof(fc.constantFrom(...(GOOD[name] ?? ['1'])), oddText()),
          spelling: spelling(),
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        name: fc.oneof(fc.constantFrom(...NAMES), oddText()),
        value: oddText(),
        spelling: spelling(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(CANARY_MARK, '(long)').map((value) => ({
        name: 'city',
        value,
        spelling: 'encoded' as const,
      })),
    },
  );

interface Place {
  readonly path: string;
  readonly params: readonly string[];
}

const place = (path: string, params: readonly string[] = []): Place => ({ path, params });
const SEARCHES = SEARCH_ROUTES.map(({ path, params }) => place(BASE_PATH + path, params));
const OTHERS = [
  ...LOOKUP_ROUTES.map(({ path, params }) => place(BASE_PATH + path, params)),
  place(`${BASE_PATH}/jobs/${UUID}`, ['wait']),
  place(`${BASE_PATH}/jobs/${UUID}/rows.csv`),
  place(`${BASE_PATH}/openapi.json`),
  ...OPERATIONS.map(({ path, query = {} }) => place(BASE_PATH + pathOf(path), Object.keys(query))),
  place('/mcp'),
  place('/healthz'),
];

function pathOf(template: string): string {
  return template
    .replace('{seq}', '7')
    .replace('{source}', 'portal_a')
    .replace(/\{\w+\}/, UUID);
}

const call = (): fc.Arbitrary<Call> =>
  fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...SEARCHES) },
      { weight: 6, arbitrary: fc.constantFrom(...OTHERS) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...OTHERS), oddEnd()).map(joined) },
    )
    .chain(({ path, params }) =>
      fc.record({
        method: fc.oneof(
          { weight: 20, arbitrary: fc.constant('GET') },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
        ),
        path: fc.constant(path),
        parts: fc.oneof(
          { weight: 12, arbitrary: fc.array(part(params), { maxLength: 4 }) },
          {
            // Such a search is often read from the sources: it costs as much as twenty others.
            weight: params.includes('zip') ? 1 : 0,
            arbitrary: withPlace(fc.array(part(params), { maxLength: 2 })),
          },
        ),
        between: fc.oneof(
          { weight: 20, arbitrary: fc.constant('&') },
          { weight: 1, arbitrary: fc.constantFrom(';', '&&', '?', '&=&', '#') },
        ),
      }),
    );

const METHODS = ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const;
const MIDDLES = ['/', '//', '/../', '/%2e%2e/', '%00', '.', ''] as const;

const oddEnd = (): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...MIDDLES), oddText()).map(([middle, end]) => middle + encoded(end));

const joined = ([{ path, params }, end]: readonly [Place, string]): Place => ({
  path: path + end,
  params,
});

/** Parts behind one whole location form, so that more of them is read. */
const withPlace = (more: fc.Arbitrary<Part[]>): fc.Arbitrary<Part[]> =>
  fc
    .tuple(fc.constantFrom(...Object.values(LOCATION_FORMS)), fc.nat({ max: 3 }), more)
    .map(([names, nth, parts]) => [
      ...names.map((name) => {
        const values = GOOD[name] ?? [];
        return { name, value: values[nth % values.length] ?? '', spelling: 'encoded' as const };
      }),
      ...parts,
    ]);

const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));

function spelt(text: string, how: Spelling): string {
  switch (how) {
    case 'encoded':
      return encoded(text);
    case 'plus':
      return encoded(text).replaceAll('%20', '+');
    case 'twice':
      return encodeURIComponent(encoded(text));
    case 'raw':
      // What a request line can hold: visible characters, and bytes above them.
      return text.replaceAll(/[^\x21-\x7e\x80-\xff]/g, '.');
    case 'overlong':
      return `%C0%AF%FF${encoded(text)}`;
    case 'broken':
      return `%zz%${encoded(text)}%`;
  }
}

function targetOf({ path, parts, between }: Call): string {
  if (parts.length === 0) return path;
  const texts = parts.map(
    ({ name, value, spelling: how }) => `${spelt(name, how)}=${spelt(written(value), how)}`,
  );
  // The parser of HTTP rejects longer request heads before any of this.
  return `${path}?${texts.join(between)}`.slice(0, HEAD_MAX);
}

const HEAD_MAX = 60_000;

export const QUERIES: Fuzzer = {
  name: 'queries',
  about: 'paths, methods and query strings of every route',
  share: 12,
  open: async (options): Promise<OpenFuzzer<Call>> => {
    const world = await openWorld(options);
    const headers = { authorization: `Bearer ${world.account.api_key}`, host: 'localhost' };
    return {
      cases: call(),
      check: async (input) => {
        const sent = { method: input.method, target: targetOf(input), headers };
        const answer = await world.ask(sent);
        const search = SEARCH_ROUTES.find(({ path }) => BASE_PATH + path === input.path);
        if (search !== undefined && input.method === 'GET') {
          checkSearch(search, sent.target, answer);
        }
        await checkAgain(world, sent, answer);
      },
      checkAll: world.checkCharges,
      close: world.close,
    };
  },
};

/** Rejected calls are rejected again in the same words; a page is the same page from the cache. */
async function checkAgain(
  world: FuzzWorld,
  sent: Parameters<FuzzWorld['ask']>[0],
  first: Answer,
): Promise<void> {
  if (sent.method !== 'GET' || sent.target.includes('/v1/events')) return;
  if (first.statusCode >= 400 && first.statusCode < 500) {
    // Every fourth: the answer costs as much as the case.
    if (sent.target.length % 4 !== 0) return;
    assert.equal((await world.ask(sent)).body, first.body);
    return;
  }
  if (first.statusCode !== 202) return;
  const settled = await world.settle(first);
  if (settled.statusCode !== 200) return;
  const { status, result } = settled.json<{ status: string; result: object | null }>();
  if (status !== 'complete') return;
  const again = await world.ask(sent);
  const second = again.json<{ cached: boolean; result: object | null }>();
  assert.deepEqual(second.result, result);
  assert.equal(second.cached, true);
}
