/** Under which route a call is counted, and which of them the alert of slow calls leaves out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from './architecture/read-tree.js';
import { sharedApp } from './support/open-test-app.js';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });

/** How many calls were timed, by route. */
async function timedCalls(): Promise<ReadonlyMap<string, number>> {
  const { body } = await t.admin.inject({ method: 'GET', url: '/metrics' });
  const lines = body.matchAll(/^rowhouse_call_seconds_count\{route="(\w+)"\} (\d+)$/gm);
  return new Map([...lines].map(([, route = '', count]) => [route, Number(count)]));
}

/** The routes under which the calls of some work were counted. */
async function routesOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const was = await timedCalls();
  await work();
  const is = await timedCalls();
  return [...is].filter(([route, count]) => count > (was.get(route) ?? 0)).map(([route]) => route);
}

const ID = '01a22a7b-64fe-79db-af0d-0a28654741a1';
const CALLS: readonly (readonly [string, string])[] = [
  ['/v1/account', 'account'],
  ['/v1/watches', 'watches'],
  [`/v1/watches/${ID}/runs`, 'watch_runs'],
  [`/v1/homes/${ID}`, 'home'],
  [`/v1/homes/${ID}/comparables`, 'home_comparables'],
  [`/v1/jobs/${ID}`, 'jobs'],
  ['/v1/ogc/collections', 'layers'],
  ['/v1/nothing', 'other'],
  ['/nothing', 'other'],
];

test('a call is counted under the id of its operation', async () => {
  const { api_key } = await t.account();
  for (const [path, route] of CALLS) {
    assert.deepEqual(await routesOf(() => t.get(path, api_key)), [route], path);
  }
});

test('calls that are held on purpose are left out of the alert of slow calls', async () => {
  const { api_key } = await t.account();
  const [, left = ''] =
    /RowhouseCallsSlow\n.*\n.*bucket\{route!~"([a-z|_]+)"/.exec(
      textOf('deploy/prometheus-rules.yml'),
    ) ?? [];
  const held = await routesOf(async () => {
    const poll = t.get('/v1/events?wait=1', api_key);
    await t.clock.sleep(100);
    t.clock.advance(1_000);
    assert.equal((await poll).statusCode, 200);
    await t.get(`/v1/jobs/${ID}?wait=1`, api_key);
  });
  assert.deepEqual(
    held.filter((route) => !left.split('|').includes(route)),
    [],
  );
  assert.ok(left.split('|').includes('mcp'), 'a tool waits for its search');
});

test('probes are left out of the alert of failing calls, on both of its sides', async () => {
  const probes = (await routesOf(async () => {
    await t.get('/healthz');
    await t.get('/readyz');
  })) as string[];
  const [, rule = ''] =
    /RowhouseCallsFail\n([\s\S]+?)\n +for:/.exec(textOf('deploy/prometheus-rules.yml')) ?? [];
  const left = [...rule.matchAll(/route!~"([a-z|]+)"/g)].map(([, names = '']) => names.split('|'));
  assert.deepEqual(left, [probes, probes]);
});
