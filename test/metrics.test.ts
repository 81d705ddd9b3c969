/** /metrics checked against what was done; the dashboard queries only exported metrics. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { adminServer } from '#http/admin/server.js';
import { apiServer } from '#http/server.js';
import { openPool } from '#store/db.js';
import { ROOT, textOf } from './architecture/read-tree.js';
import { freshSearch, ROUTE } from './support/expect.js';
import { ADMIN_TOKEN, sharedApp } from './support/open-test-app.js';

const t = sharedApp({ limits: { READ_AHEAD: 0, UPSTREAM_ATTEMPTS_MAX: 1 } });

async function scrape(): Promise<string> {
  const answer = await t.admin.inject({ method: 'GET', url: '/metrics' });
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  return answer.body;
}

/** The value of a series; 0 when it is not there. */
async function value(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** How much each series grew by the work. */
async function growth(series: readonly string[], work: () => Promise<unknown>) {
  const was = await Promise.all(series.map(value));
  await work();
  const is = await Promise.all(series.map(value));
  return Object.fromEntries(series.map((name, n) => [name, (is[n] ?? 0) - (was[n] ?? 0)]));
}

test('a miss, its polls, a hit, a joined search and a replay are counted once each, with their credits', async () => {
  const { api_key } = await t.account();
  const path = freshSearch();
  const key = { 'idempotency-key': 'metrics-1' };
  const grown = await growth(
    [
      'rowhouse_searches_total{route="portal_a_listings",cache="miss"}',
      'rowhouse_searches_total{route="portal_a_listings",cache="collapsed"}',
      'rowhouse_searches_total{route="portal_a_listings",cache="hit"}',
      'rowhouse_searches_total{route="portal_a_listings",cache="replayed"}',
      'rowhouse_calls_total{route="portal_a_listings",status="202"}',
      'rowhouse_calls_total{route="jobs",status="200"}',
      'rowhouse_credits_captured_total',
      'rowhouse_collections_total{route="portal_a_listings",outcome="complete"}',
      'rowhouse_collection_seconds_count{route="portal_a_listings"}',
      'rowhouse_jobs_settled_total{route="portal_a_listings",outcome="complete"}',
    ],
    async () => {
      await t.hold();
      const first = await t.get(path, api_key, key);
      const joined = await t.get(path, api_key);
      t.release();
      for (const answer of [first, joined, first]) {
        const { poll_url } = answer.json<{ poll_url: string }>();
        assert.equal((await t.get(`${poll_url}?wait=20`, api_key)).statusCode, 200);
      }
      assert.equal((await t.get(path, api_key)).json<{ cached: boolean }>().cached, true);
      await t.get(path, api_key, key);
    },
  );
  assert.deepEqual(Object.values(grown), [1, 1, 1, 1, 2, 3, 3, 1, 1, 2], JSON.stringify(grown));
});

test('requests to a source are counted by outcome, and a failed collection as failed', async () => {
  const { api_key } = await t.account();
  const ok = 'rowhouse_upstream_requests_total{source="portal_a",outcome="ok"}';
  const down = 'rowhouse_upstream_requests_total{source="portal_a",outcome="down"}';
  const times = 'rowhouse_upstream_seconds_count{source="portal_a"}';
  const failed = 'rowhouse_jobs_settled_total{route="portal_a_listings",outcome="failed"}';
  const good = await growth([ok, times, down], () => t.settled(freshSearch(), api_key));
  assert.ok(good[ok] !== undefined && good[ok] > 0);
  assert.equal(good[times], good[ok]);
  assert.equal(good[down], 0);
  await t.faults('error');
  const bad = await growth([down, failed, times], () =>
    t.settled(`${ROUTE}?zip=78701&min_price=1`, api_key),
  );
  await t.faults('ok');
  assert.ok(bad[down] !== undefined && bad[down] > 0);
  assert.equal(bad[failed], 1);
  assert.equal(bad[times], 0, 'the time of a failure says nothing of the source');
});

test('gauges of waiting, running and held work are current at the scrape', async () => {
  const { api_key } = await t.account();
  await t.hold();
  assert.equal(await value('rowhouse_collections{state="queued"}'), 0);
  assert.equal(await value('rowhouse_queue_oldest_seconds'), 0);
  const { poll_url } = (await t.get(freshSearch(), api_key)).json<{ poll_url: string }>();
  t.clock.advance(7_000);
  const poll = t.get(`${poll_url}?wait=20`, api_key);
  for (let tries = 0; tries < 100 && (await value('rowhouse_polls_pending')) === 0; tries += 1);
  assert.equal(await value('rowhouse_polls_pending'), 1);
  assert.equal(await value('rowhouse_collections{state="queued"}'), 1);
  assert.ok((await value('rowhouse_queue_oldest_seconds')) >= 7);
  assert.equal(await value('rowhouse_requests_pending'), 1);
  assert.ok((await value('rowhouse_credits_reserved')) >= 1);
  assert.equal(await value('rowhouse_queue_max'), t.app.limits.QUEUE_MAX);
  t.release();
  await poll;
  assert.equal(await value('rowhouse_polls_pending'), 0);
  assert.equal(await value('rowhouse_requests_pending'), 0);
});

test('series stay few: paths that callers make up are one route, and nothing names an id or a key', async () => {
  const { api_key, account_id, key_id } = await t.account();
  for (let n = 0; n < 20; n += 1) await t.get(`/v1/made-up-${n}?cursor=secret-cursor`, api_key);
  await t.get(`/v1/jobs/${t.app.ids.uuid()}`, api_key);
  const text = await scrape();
  for (const word of ['made-up', 'secret-cursor', api_key, account_id, key_id])
    assert.ok(!text.includes(word), word);
  assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}/);
  assert.ok((await value('rowhouse_calls_total{route="other",status="404"}')) >= 20);
});

test('without a database the counters are still exported, and its gauges are not', async () => {
  const db = openPool({ host: '127.0.0.1', port: 9, connectionTimeoutMillis: 1_000 });
  const admin = adminServer({ ...t.app, db }, { token: ADMIN_TOKEN });
  const { body } = await admin.inject({ method: 'GET', url: '/metrics' });
  assert.match(body, /^rowhouse_database_up 0$/m);
  assert.match(body, /^rowhouse_calls_total\{/m);
  assert.doesNotMatch(
    body,
    /^rowhouse_(collections|queue_oldest_seconds|requests_pending)\b.* \d/m,
  );
  assert.equal(await value('rowhouse_database_up'), 1);
  await admin.close();
  await db.close();
});

test('/metrics needs no token, is not on the API listener, and opens nothing else', async () => {
  assert.equal((await t.get('/metrics')).statusCode, 404);
  for (const url of ['/admin/accounts', '/metrics/', '/metrics/../admin/accounts', '/nothing']) {
    const answer = await t.admin.inject({ method: 'GET', url });
    assert.equal(answer.statusCode, 401, url);
  }
  const post = await t.admin.inject({ method: 'POST', url: '/metrics' });
  assert.equal(post.statusCode, 401);
});

test('the dashboard asks only for metrics that are exported', async () => {
  t.app.metrics.watchProcess();
  const documented = new Set(
    [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const board = JSON.parse(textOf('deploy/grafana-rowhouse.json')) as Board;
  const queries = board.panels.flatMap(({ targets }) => targets?.map(({ expr }) => expr) ?? []);
  const asked = queries.flatMap((expr) => expr.match(/\b(rowhouse|nodejs|process)_\w+/g) ?? []);
  assert.ok(new Set(asked).size >= 15, 'most of the metrics have a panel');
  assert.deepEqual(
    asked.filter((name) => !documented.has(name)),
    [],
  );
  const undocumented = [...documented].filter(
    (name) => name.startsWith('rowhouse_') && !/_(sum|count)$/.test(name),
  );
  assert.deepEqual(
    undocumented.filter((name) => !asked.includes(name)),
    [],
    'metrics without a panel',
  );
});

test('each panel of the dashboard says what is good, in a unit, and names alerts and settings that exist', () => {
  const { panels } = JSON.parse(textOf('deploy/grafana-rowhouse.json')) as Board;
  const rules = textOf('deploy/prometheus-rules.yml');
  const settings = textOf('docs/operating.md');
  assert.ok(panels.length >= 20);
  for (const { title, description, fieldConfig } of panels) {
    assert.ok(title.length > 10, title);
    assert.ok(description.length > 80, `${title}: ${description}`);
    assert.ok((fieldConfig.defaults.unit ?? '') !== '', `${title} has no unit`);
    for (const [alert] of description.matchAll(/\bRowhouse[A-Z]\w+/g))
      assert.ok(rules.includes(`alert: ${alert}\n`), `${title}: ${alert}`);
    for (const [name] of description.matchAll(/\bROWHOUSE_\w+/g))
      assert.ok(settings.includes(`\`${name}\``), `${title}: ${name}`);
  }
  const named = panels.map(({ description }) => description).join(' ');
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  // Whether a node is there at all is a figure of Prometheus itself.
  assert.deepEqual(
    alerts.filter((name) => !named.includes(name)),
    ['RowhouseNodeDown'],
  );
  assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
});

interface Board {
  readonly panels: readonly {
    readonly title: string;
    readonly description: string;
    readonly fieldConfig: { readonly defaults: { readonly unit?: string } };
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

test('the alerts ask for figures that exist, and promtool finds them right', async (one) => {
  const rules = textOf('deploy/prometheus-rules.yml');
  const asked = new Set(
    [...rules.matchAll(/\b(?:rowhouse|nodejs)_[a-z0-9_]+/g)].map(([name]) => name),
  );
  assert.ok(asked.size >= 10, `figures found: ${asked.size}`);
  // A metric without labels exists before anything was counted; others have at least their help.
  const register = new Registry();
  collectDefaultMetrics({ register });
  const text = `${await scrape()}\n${await register.metrics()}`;
  const missing = [...asked].filter(
    (name) => !text.includes(`# HELP ${name.replace(/_bucket$/, '')} `),
  );
  assert.deepEqual(missing, []);
  const { error } = spawnSync('promtool', ['--version']);
  if (error !== undefined) return one.skip('promtool is not installed');
  for (const words of [
    ['check', 'rules', 'deploy/prometheus-rules.yml'],
    ['test', 'rules', 'test/deploy/prometheus-rules.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', words, {
      encoding: 'utf8',
      cwd: ROOT,
    });
    assert.equal(status, 0, stdout + stderr);
  }
});

test('the line of a call names its account, key and credits, and neither the key nor the query', async () => {
  const { api_key, account_id, key_id } = await t.account();
  const search = freshSearch();
  await t.settled(search, api_key);
  const lines: Record<string, unknown>[] = [];
  const quiet = () => undefined;
  const log = { info: (fields: object) => lines.push({ ...fields }), warn: quiet, error: quiet };
  const server = apiServer({ ...t.app, log }, { allowedOrigins: [] });
  try {
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const call = (path: string, key: string, more = {}) =>
      fetch(url + path, { headers: { authorization: `Bearer ${key}`, ...more } }).then((one) =>
        one.text(),
      );
    await call(search, api_key);
    await call(search, api_key, { 'idempotency-key': 'logged' });
    await call('/v1/account', api_key);
    await call('/v1/account', 'rh_live_wrong');
  } finally {
    await server.close();
  }
  const mine = { account_id, key_id };
  assert.deepEqual(
    lines.map(({ path, status, account_id: account, key_id: key, credits }) => ({
      path,
      status,
      account_id: account,
      key_id: key,
      credits,
    })),
    [
      { path: ROUTE, status: 200, ...mine, credits: 1 },
      { path: ROUTE, status: 200, ...mine, credits: 1 },
      { path: '/v1/account', status: 200, ...mine, credits: undefined },
      {
        path: '/v1/account',
        status: 401,
        account_id: undefined,
        key_id: undefined,
        credits: undefined,
      },
    ],
  );
  const text = JSON.stringify(lines);
  for (const secret of [api_key, 'max_price', 'rh_live_wrong']) assert.ok(!text.includes(secret));
});
