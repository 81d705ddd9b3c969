/** Traces as a collector gets them: what was done, how spans relate, and no secrets. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTraces } from '../src/config-traces.js';
import { systemClock, systemIds } from '../src/system.js';
import { openTraces } from '../src/traces.js';
import { envelopeOf, freshSearch, ROUTE, resultOf } from './support/expect.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import {
  type CollectedSpan,
  collectSpans,
  type TraceCollector,
} from './support/trace-collector.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

interface Traced {
  readonly t: TestApp;
  readonly collector: TraceCollector;
  readonly lines: Record<string, unknown>[];
}

/** An application whose traces go to a collector of the test; `sent` ends them. */
async function openTraced(env: Record<string, string> = {}): Promise<Traced> {
  const collector = await collectSpans();
  const lines: Record<string, unknown>[] = [];
  const keep = (fields: object, message: string) => lines.push({ ...fields, message });
  const log = { info: keep, warn: keep, error: keep };
  const settings = readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });
  // The application makes its clock itself; the traces are opened before it and get its time.
  const clock = { nowMs: () => t?.clock.nowMs() ?? 0, sleep: systemClock.sleep };
  const ids = systemIds(clock);
  const traces = await openTraces(settings, { clock, ids, log, version: '1.2.3', drainS: 10 });
  const t: TestApp = await openTestApp({
    limits: { READ_AHEAD: 0, UPSTREAM_ATTEMPTS_MAX: 1, PAGE_ROWS: 10 },
    traces: () => traces,
    log,
  });
  return { t, collector, lines };
}

let one: Traced;
let spans: readonly CollectedSpan[];
let secrets: readonly string[];
let ids: Record<string, string>;

const span = (id: string | undefined): CollectedSpan => {
  const found = spans.find(({ attributes }) => attributes['rowhouse.request_id'] === id);
  assert.ok(found !== undefined, `no span of ${id}`);
  return found;
};

before(async () => {
  one = await openTraced({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token-of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%2C1',
  });
  const { t } = one;
  const { account_id, api_key } = await t.account();
  const idOf = (answer: { headers: Record<string, unknown> }) =>
    String(answer.headers['x-request-id']);
  const path = `${ROUTE}?zip=78704&max_price=987654`;
  await t.hold();
  const miss = await t.get(path, api_key, {
    traceparent: TRACEPARENT,
    'idempotency-key': 'secret-idempotency',
  });
  const joined = await t.get(path, api_key, {
    tracestate: 'vendor=secret-state',
    baggage: 'who=secret-baggage',
  });
  t.release();
  const poll = await t.get(`${envelopeOf(miss).poll_url}?wait=20`, api_key);
  const rows = await t.get(`/v1/jobs/${envelopeOf(miss).request_id}/rows.csv`, api_key);
  const hit = await t.get(path, api_key, { traceparent: TRACEPARENT });
  const next = String(resultOf(hit).next_cursor);
  const paged = await t.settled(`${path}&cursor=${encodeURIComponent(next)}`, api_key);
  const wrongKey = await t.get(path, 'rh_live_secret-wrong-key');
  const wrongQuery = await t.get(`${ROUTE}?zip=secret-zip`, api_key);
  const unknown = await t.get('/v1/secret-path?x=secret-value', api_key);
  await t.get('/healthz');
  await t.faults('error');
  const failed = await t.get(`${ROUTE}?zip=78701&min_price=876543`, api_key, {
    traceparent: 'not a traceparent',
  });
  const failedPoll = await t.get(`${envelopeOf(failed).poll_url}?wait=20`, api_key);
  await t.faults('ok');
  ids = Object.fromEntries(
    Object.entries({
      miss,
      joined,
      poll,
      rows,
      hit,
      paged,
      wrongKey,
      wrongQuery,
      unknown,
      failed,
      failedPoll,
    }).map(([name, answer]) => [name, idOf(answer)]),
  );
  ids.account = account_id;
  secrets = [
    api_key,
    next,
    encodeURIComponent(next),
    'token-of-the-collector',
    ...'78704 78701 987654 876543 max_price min_price Austin secret'.split(' '),
    ...(resultOf(hit).data as { address: { line1: string | null } }[]).flatMap(
      ({ address }) => address.line1 ?? [],
    ),
  ];
  assert.deepEqual(
    secrets.filter((secret) => secret.length <= 4),
    [],
  );
  assert.ok(secrets.length > 15);
  await t.app.traces.close();
  spans = one.collector.spans;
});
after(async () => {
  await one.t.close();
  one.collector.close();
});

test('a hit, a miss, a poll and a file of rows are a server span each, by template, account and credits', () => {
  const expected = {
    'http.request.method': 'GET',
    'url.path': ROUTE,
    'http.route': ROUTE,
    'rowhouse.account_id': ids.account,
  };
  const miss = span(ids.miss);
  assert.deepEqual(
    [miss.name, miss.kind, miss.status, miss.attributes],
    [
      `GET ${ROUTE}`,
      SERVER,
      0,
      {
        ...expected,
        'http.response.status_code': 202,
        'rowhouse.request_id': ids.miss,
        'rowhouse.credits': 0,
      },
    ],
  );
  assert.deepEqual(span(ids.hit).attributes, {
    ...expected,
    'http.response.status_code': 200,
    'rowhouse.request_id': ids.hit,
    'rowhouse.credits': 1,
  });
  assert.equal(span(ids.poll).name, 'GET /v1/jobs/{request_id}');
  assert.equal(span(ids.rows).name, 'GET /v1/jobs/{request_id}/rows.csv');
  for (const { startMs, endMs } of spans) assert.ok(startMs > 0 && endMs >= startMs);
});

test("a call continues its caller's trace; without one, or with one that cannot be read, it begins its own", () => {
  for (const name of ['miss', 'hit']) {
    const { traceId, parentId } = span(ids[name]);
    assert.deepEqual([traceId, parentId], [TRACE, PARENT], name);
  }
  for (const name of ['joined', 'failed']) {
    const { traceId, parentId } = span(ids[name]);
    assert.match(traceId, /^[0-9a-f]{32}$/);
    assert.notEqual(traceId, TRACE);
    assert.equal(parentId, '');
  }
});

test('a collection is linked to every call that asked for it, and its requests to the source are below it', () => {
  const collected = spans.filter(({ links }) =>
    links.includes(`${TRACE} ${span(ids.miss).spanId}`),
  );
  assert.equal(collected.length, 1);
  const [collection] = collected;
  assert.ok(collection !== undefined);
  const joined = span(ids.joined);
  assert.deepEqual(collection.links.slice(1), [`${joined.traceId} ${joined.spanId}`]);
  const { 'rowhouse.collection_id': id, 'rowhouse.rows': rows, ...rest } = collection.attributes;
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  assert.ok(Number(rows) > 0);
  assert.deepEqual(rest, {
    'rowhouse.route': 'portal_a_listings',
    'rowhouse.attempt': 1,
    'rowhouse.outcome': 'complete',
  });
  assert.equal(collection.name, 'collect portal_a_listings');
  assert.notEqual(collection.traceId, TRACE);
  const below = spans.filter(({ parentId }) => parentId === collection.spanId);
  assert.ok(below.length > 0);
  const { hostname, port } = new URL(one.t.sandbox.url);
  for (const { name, kind, traceId, attributes } of below) {
    assert.deepEqual([kind, traceId], [CLIENT, collection.traceId]);
    assert.deepEqual(attributes, {
      'http.request.method': name,
      'server.address': hostname,
      'server.port': Number(port),
      'http.response.status_code': 200,
      'rowhouse.source': 'portal_a',
      'rowhouse.outcome': 'ok',
    });
  }
});

test("errors: the caller's have their status, a source's failure marks its request and its collection", () => {
  for (const [name, status] of [
    ['wrongKey', 401],
    ['wrongQuery', 422],
    ['unknown', 404],
  ] as const) {
    const { attributes, status: state } = span(ids[name]);
    assert.equal(attributes['http.response.status_code'], status);
    assert.equal(state, 0, "a caller's mistake is no error of the server");
  }
  assert.equal(span(ids.wrongKey).attributes['rowhouse.account_id'], undefined);
  const nowhere = span(ids.unknown);
  assert.equal(nowhere.name, 'GET');
  assert.equal(nowhere.attributes['url.path'], undefined);
  const collection = spans.find(({ links }) =>
    links.some((link) => link.endsWith(span(ids.failed).spanId)),
  );
  assert.deepEqual(
    [collection?.status, collection?.attributes['rowhouse.outcome']],
    [ERROR, 'failed'],
  );
  const asked = spans.filter(({ parentId }) => parentId === collection?.spanId);
  assert.ok(asked.length > 0);
  for (const { status, attributes } of asked) {
    assert.equal(status, ERROR);
    assert.equal(attributes['rowhouse.outcome'], 'down');
    assert.equal(attributes['error.type'], String(attributes['http.response.status_code']));
    assert.ok(Number(attributes['http.response.status_code']) >= 500);
  }
});

test('health checks have no spans, and the resource names the service', () => {
  assert.deepEqual(
    spans.filter(({ name }) => name.includes('healthz')),
    [],
  );
  const { 'service.name': name, 'service.version': version } = one.collector.resource;
  assert.deepEqual([name, version], ['rowhouse', '1.2.3']);
  assert.equal(one.collector.resource['deployment.environment.name'], 'test,1');
  assert.deepEqual([...new Set(one.collector.paths)], ['/v1/traces']);
  assert.equal(one.collector.headers[0]?.authorization, 'Bearer token-of-the-collector');
});

test('nothing of a key, a query, a cursor, an address or a made-up path is sent', () => {
  const sent = one.collector.bytes();
  assert.ok(sent.includes('rowhouse.request_id'));
  assert.deepEqual(
    secrets.filter((secret) => sent.includes(secret)),
    [],
  );
});

test('lines of the log name the trace of their call or collection', () => {
  const lineOf = (id: string | undefined) =>
    one.lines.find((line) => line.request_id === id && line.message === 'call');
  for (const name of ['miss', 'hit', 'wrongKey']) {
    assert.equal(lineOf(ids[name])?.trace_id, span(ids[name]).traceId, name);
  }
  const collected = one.lines.find(({ message }) => message === 'collected');
  const collection = spans.find(
    ({ attributes }) => attributes['rowhouse.collection_id'] === collected?.collection_id,
  );
  assert.ok(collection !== undefined);
  assert.equal(collected?.trace_id, collection.traceId);
});

test('a sampler takes a collection with the calls that asked for it, and none where it takes no call', async () => {
  const never = await openTraced({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
  const { api_key } = await never.t.account();
  await never.t.settled(freshSearch(), api_key);
  const path = freshSearch();
  const asked = await never.t.get(path, api_key, { traceparent: TRACEPARENT });
  await never.t.settled(path, api_key);
  await never.t.app.traces.close();
  const names = never.collector.spans.map(({ name }) => name);
  assert.equal(names.filter((name) => name.startsWith('collect')).length, 1);
  const calls = never.collector.spans.filter(({ kind }) => kind === SERVER);
  assert.deepEqual(
    calls.map(({ attributes }) => attributes['rowhouse.request_id']),
    [asked.headers['x-request-id']],
  );
  const untraced = never.lines.filter(({ message }) => message === 'call').slice(0, 1);
  assert.equal(untraced[0]?.trace_id, undefined);
  await never.t.close();
  never.collector.close();
});
