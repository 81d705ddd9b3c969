/** The metrics of one process, in prom-client (docs/decisions/0012). */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog, Metrics } from '#base/metrics.js';
import { SOURCES } from '#contract/sources.js';

/** Seconds. A call takes milliseconds; a poll is held for up to 20 s. */
const CALL_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 21];
const COLLECTION_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60, 120];
const UPSTREAM_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Metrics in a registry of their own. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const counted = openCounters(registry);
  const gauges = openGauges(registry);
  return {
    ...counted,
    pollBegan: () => {
      gauges.polls.inc();
      return () => gauges.polls.dec();
    },
    backlog: (now) => setBacklog(gauges, now),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    text: () => registry.metrics(),
  };
}

type Counted = Pick<
  Metrics,
  | 'called'
  | 'searched'
  | 'collected'
  | 'settled'
  | 'asked'
  | 'failed'
  | 'kept'
  | 'pulled'
  | 'homeShown'
  | 'sent'
  | 'captured'
>;

function openCounters(register: Registry): Counted {
  const registers = [register];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `rowhouse_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name: `rowhouse_${name}`, help, labelNames, buckets, registers });

  const calls = counter('calls_total', 'Calls answered', 'route', 'status');
  const callS = histogram('call_seconds', 'Response time of a call', CALL_BUCKETS, 'route');
  const queryCache = counter('searches_total', 'Searches accepted, by cache', 'route', 'cache');
  const jobs = counter('jobs_settled_total', 'Jobs settled', 'route', 'outcome');
  const collections = counter('collections_total', 'Collections ended', 'route', 'outcome');
  const collectionS = histogram(
    'collection_seconds',
    'Time a collection took',
    COLLECTION_BUCKETS,
    'route',
  );
  const upstream = counter('upstream_requests_total', 'Requests to a source', 'source', 'outcome');
  const upstreamS = histogram('upstream_seconds', 'Time of a page', UPSTREAM_BUCKETS, 'source');
  const failures = counter('source_failures_total', 'Failures of a source', 'source', 'kind');
  startAtZero(upstream, failures);
  const keptRows = counter('replica_rows_total', 'Rows of replicated feeds', 'feed', 'change');
  const pulls = counter('replica_pulls_total', 'Pulls of feeds', 'feed', 'what', 'outcome');
  const attempts = counter('webhook_attempts_total', 'Deliveries to endpoints', 'outcome');
  const apart = counter('home_contradictions_total', 'Rows of one address that a fact separated');
  const credits = counter('credits_captured_total', 'Credits captured');
  return {
    called: (route, status, seconds) => {
      calls.inc({ route, status });
      callS.observe({ route }, seconds);
    },
    searched: (route, how) => queryCache.inc({ route, cache: how }),
    collected: (route, outcome, seconds) => {
      collections.inc({ route, outcome });
      collectionS.observe({ route }, seconds);
    },
    settled: (route, outcome, count) => jobs.inc({ route, outcome }, count),
    asked: (source, outcome, seconds) => {
      upstream.inc({ source, outcome });
      if (seconds !== null) upstreamS.observe({ source }, seconds);
    },
    failed: (source, kind) => failures.inc({ source, kind }),
    kept: (feed, change, rows) => keptRows.inc({ feed, change }, rows),
    pulled: (feed, what, outcome) => pulls.inc({ feed, what, outcome }),
    sent: (outcome) => attempts.inc({ outcome }),
    homeShown: (count) => apart.inc(count),
    captured: (count) => credits.inc(count),
  };
}

/** An alert looks at their increase, which the first count of a new series does not show. */
function startAtZero(upstream: Counter, failures: Counter): void {
  for (const source of SOURCES) {
    upstream.inc({ source, outcome: 'changed' }, 0);
    failures.inc({ source, kind: 'changed' }, 0);
  }
}

function openGauges(register: Registry) {
  const registers = [register];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `rowhouse_${name}`, help, labelNames, registers });
  return {
    polls: gauge('polls_pending', 'Polls held by this process'),
    up: gauge('database_up', '1 while the database is available'),
    collections: gauge('collections', 'Collections queued or running, of all nodes', 'state'),
    queueMax: gauge('queue_max', 'Maximum of collections queued or running'),
    step: gauge('clock_step_seconds', 'Clock step being waited out'),
    oldest: gauge('queue_oldest_seconds', 'Age of the oldest queued collection'),
    requests: gauge('requests_pending', 'Pending jobs of all accounts'),
    reserved: gauge('credits_reserved', 'Credits reserved by pending and unread jobs'),
    circuit: gauge(
      'circuit_open',
      '1 while the circuit of a source or one of its feeds is open',
      'source',
    ),
    rows: gauge('replica_rows', 'Rows of a replicated feed', 'feed'),
    lag: gauge('replica_lag_seconds', 'Age of the last pull of a replicated feed', 'feed'),
    lost: gauge('lost_fields', 'Fields that a source no longer sends as before', 'route'),
  };
}

/** Without a database its gauges are removed: an old value would look current. */
function setBacklog(gauges: ReturnType<typeof openGauges>, now: Backlog | null): void {
  const { up, collections, queueMax, oldest, requests, reserved, circuit, rows, lag, lost } =
    gauges;
  up.set(now === null ? 0 : 1);
  gauges.step.set(now?.clock_step_s ?? 0);
  collections.reset();
  for (const labelled of [circuit, rows, lag, lost]) labelled.reset();
  for (const gauge of [queueMax, oldest, requests, reserved]) gauge.remove();
  if (now === null) return;
  collections.set({ state: 'queued' }, now.queued);
  collections.set({ state: 'running' }, now.running);
  queueMax.set(now.queue_max);
  oldest.set(now.oldest_queued_s);
  requests.set(now.pending_requests);
  reserved.set(now.credits_reserved);
  for (const [source, open] of Object.entries(now.circuits)) circuit.set({ source }, open);
  for (const [feed, kept] of Object.entries(now.replicas)) {
    rows.set({ feed }, kept.rows);
    if (kept.lag_s !== null) lag.set({ feed }, kept.lag_s);
  }
  for (const [route, fields] of Object.entries(now.lost_fields)) lost.set({ route }, fields);
}
