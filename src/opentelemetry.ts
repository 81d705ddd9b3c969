/**
 * Spans of calls, collections and source requests, by OpenTelemetry's SDK (docs/decisions/0048).
 * Nothing is registered or patched globally. Attributes follow the stable semantic conventions of
 * HTTP; our own start with `rowhouse.`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type HrTime,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { Clock } from '#base/clock.js';
import type { Log } from '#base/log.js';
import type {
  AskSpan,
  EndedCollection,
  TracedAsk,
  TracedCall,
  TracedCollection,
  TracedRequest,
  Traces,
} from '#base/traces.js';
import type { TraceSettings } from './config-traces.js';
import { isSampled, openProvider, type TraceParts } from './opentelemetry-provider.js';

export type { TraceParts } from './opentelemetry-provider.js';

/** Health checks are not traced: they say nothing about callers. */
const QUIET_ROUTES = new Set(['/healthz', '/readyz']);
/** Other methods become `_OTHER`, so that callers cannot invent span names. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);
const SERVER_ERROR = 500;
const CLIENT_ERROR = 400;

/** Starts tracing; nothing is sent before the first span. */
export function collectTraces(settings: TraceSettings, parts: TraceParts): Traces {
  const provider = openProvider(settings, parts);
  const spans = new Spans(provider.getTracer('rowhouse', parts.version), parts.clock);
  return {
    begin: (request, work) => spans.begin(request, work),
    called: (request, call) => spans.called(request, call),
    current: () => spans.current(),
    collect: (collection, work) => spans.collect(collection, work),
    asking: (request) => spans.asking(request),
    log: (log) => spans.log(log),
    close: () => provider.shutdown().catch(() => undefined),
  };
}

interface Begun {
  readonly span: Span;
  readonly beganMs: number;
}

class Spans {
  readonly #tracer: Tracer;
  readonly #clock: Clock;
  readonly #calls = new WeakMap<TracedRequest, Begun>();
  readonly #running = new AsyncLocalStorage<Span>();

  constructor(tracer: Tracer, clock: Clock) {
    this.#tracer = tracer;
    this.#clock = clock;
  }

  begin(request: TracedRequest, work: () => void): void {
    const begun = this.#beginCall(request, this.#clock.nowMs());
    this.#calls.set(request, begun);
    this.#running.run(begun.span, work);
  }

  called(request: TracedRequest, call: TracedCall): string | undefined {
    const route = call.route();
    if (route !== undefined && QUIET_ROUTES.has(route)) return undefined;
    const { tookMs } = call;
    const { span, beganMs } =
      this.#calls.get(request) ?? this.#beginCall(request, this.#clock.nowMs() - tookMs);
    if (span.isRecording()) describeCall(span, call, route);
    span.end(timeOf(beganMs + tookMs));
    return idOf(span);
  }

  current(): string | null {
    const span = this.#running.getStore();
    return span === undefined ? null : traceparentOf(span.spanContext());
  }

  collect<T>(
    { collection_id, route, attempts, asked_by }: TracedCollection,
    work: (note: (ended: EndedCollection) => void) => Promise<T>,
  ): Promise<T> {
    const attributes = {
      'rowhouse.collection_id': collection_id,
      'rowhouse.route': route,
      'rowhouse.attempt': attempts,
    };
    const links = linksOf(asked_by);
    const startTime = timeOf(this.#clock.nowMs());
    const options = { attributes, links, startTime, root: true };
    const span = this.#tracer.startSpan(`collect ${route}`, options, ROOT_CONTEXT);
    const note = (ended: EndedCollection) => {
      if (!span.isRecording()) return;
      span.addLinks(linksOf(ended.asked_by?.slice(asked_by.length) ?? []));
      span.setAttribute('rowhouse.outcome', ended.outcome);
      if (ended.rows !== undefined) span.setAttribute('rowhouse.rows', ended.rows);
      if (ended.outcome === 'failed') fail(span, ended.outcome);
      span.end(timeOf(this.#clock.nowMs()));
    };
    return this.#running.run(span, work, note).finally(() => note({ outcome: 'failed' }));
  }

  asking({ source, method, upstream }: TracedAsk): () => AskSpan {
    const parent = this.#running.getStore();
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
    return () => {
      const span = this.#tracer.startSpan(
        method,
        { kind: SpanKind.CLIENT, startTime: timeOf(this.#clock.nowMs()) },
        context,
      );
      if (span.isRecording())
        span.setAttributes({
          'http.request.method': method,
          ...serverOf(upstream),
          'rowhouse.source': source,
        });
      let failed: string | undefined;
      return {
        answered: (status) => {
          span.setAttribute('http.response.status_code', status);
          failed = status >= CLIENT_ERROR ? String(status) : undefined;
        },
        ended: (outcome) => {
          span.setAttribute('rowhouse.outcome', outcome);
          if (outcome !== 'ok') fail(span, failed ?? outcome);
          span.end(timeOf(this.#clock.nowMs()));
        },
      };
    };
  }

  log(log: Log): Log {
    const named = (fields: Readonly<Record<string, unknown>>) => {
      const trace_id = this.#runningId();
      return trace_id === undefined ? fields : { ...fields, trace_id };
    };
    return {
      info: (fields, message) => log.info(named(fields), message),
      warn: (fields, message) => log.warn(named(fields), message),
      error: (fields, message) => log.error(named(fields), message),
    };
  }

  #runningId(): string | undefined {
    const span = this.#running.getStore();
    return span && idOf(span);
  }

  /** Continues the caller's trace. Ignores `tracestate` and baggage, as nothing forwards them. */
  #beginCall({ headers }: TracedRequest, beganMs: number): Begun {
    const parent = contextOf(headers.traceparent);
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const options = { kind: SpanKind.SERVER, startTime: timeOf(beganMs) };
    return { span: this.#tracer.startSpan('call', options, context), beganMs };
  }
}

function describeCall(span: Span, call: TracedCall, route: string | undefined): void {
  const { requestId, path, status, accountId, credits } = call;
  const method = METHODS.has(call.method) ? call.method : '_OTHER';
  span.updateName([method === '_OTHER' ? 'HTTP' : method, route].join(' ').trim());
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    'rowhouse.request_id': requestId,
    // A path outside our routes may contain anything.
    ...(route !== undefined && { 'http.route': route, 'url.path': path }),
    ...(accountId !== undefined && { 'rowhouse.account_id': accountId }),
    ...(credits !== undefined && { 'rowhouse.credits': credits }),
  });
  if (status >= SERVER_ERROR) fail(span, String(status));
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Host and port of an address, without its path (it names homes) or credentials. */
function serverOf(address: string): Attributes {
  const { protocol, hostname, port } = new URL(address);
  const standard = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? standard : Number(port) };
}

/** Milliseconds since the epoch in the SDK's own time format. */
const timeOf = (ms: number): HrTime => {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
};

/** The trace id, if the trace is sampled. */
function idOf(span: Span): string | undefined {
  const { traceId, traceFlags } = span.spanContext();
  return isSampled(traceFlags) ? traceId : undefined;
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;

/** The span context in a `traceparent` header; null if it is missing or invalid. */
function contextOf(traceparent: string | readonly string[] | undefined): SpanContext | null {
  const parsed = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return parsed && { ...parsed, isRemote: true };
}

const linksOf = (traceparents: readonly string[]): Link[] =>
  traceparents.flatMap((one) => {
    const context = contextOf(one);
    return context === null ? [] : [{ context }];
  });
