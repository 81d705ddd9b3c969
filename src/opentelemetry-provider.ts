/** The tracer provider: samples spans, queues them, exports them over OTLP/HTTP and logs losses. */
import { TraceFlags } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Log } from '#base/log.js';
import type { TraceSettings } from './config-traces.js';

export interface TraceParts {
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'random'>;
  readonly log: Log;
  /** The package's version, sent as `service.version`. */
  readonly version: string;
  /** Time limit of the shutdown. It also caps one export, which always gets at least a second. */
  readonly drainS: number;
}

/** Spans that may wait to be exported; further ones are dropped. */
const QUEUE_SPANS_MAX = 2_048;
const BATCH_SPANS_MAX = 512;
const SEND_EVERY_MS = 5_000;
const SEND_MS_MIN = 1_000;
const SEND_MS_MAX = 5_000;
/** Concurrent exports: at shutdown the whole queue, and one that is already in flight. */
const SENDS_MAX = 1 + QUEUE_SPANS_MAX / BATCH_SPANS_MAX;

/** The tracer provider of this process; it sends nothing before the first span. */
export function openProvider(settings: TraceSettings, parts: TraceParts): TracerProvider {
  const { serviceName, resource } = settings;
  const { random } = parts.ids;
  const own = { ...resource, 'service.name': serviceName, 'service.version': parts.version };
  const sendMs = Math.min(SEND_MS_MAX, Math.max(SEND_MS_MIN, parts.drainS * 1000));
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: { ...settings.headers },
    timeoutMillis: sendMs,
    concurrencyLimit: SENDS_MAX,
  });
  const processor = new BatchSpanProcessor({
    exporter: loggedOnce(exporter, parts.log),
    maxQueueSize: QUEUE_SPANS_MAX,
    maxExportBatchSize: BATCH_SPANS_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: sendMs,
  });
  return new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(own)),
    sampler: withItsCalls(samplerOf(settings)),
    idGenerator: {
      generateTraceId: () => word(random) + word(random) + word(random) + word(random, 1),
      generateSpanId: () => word(random) + word(random, 1),
    },
    spanProcessors: [processor],
  });
}

/** 32 random bits in hex. An all-zero id is invalid, so one word of each id is at least 1. */
const word = (random: () => number, least = 0): string =>
  (least + Math.floor(random() * (2 ** 32 - least))).toString(16).padStart(8, '0');

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const [, root = sampler] = sampler.split('parentbased_');
  const own =
    root === 'always_off'
      ? new AlwaysOffSampler()
      : root === 'always_on'
        ? new AlwaysOnSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return root === sampler ? own : new ParentBasedSampler({ root: own });
}

/** A collection is sampled if one of the calls that requested it is. */
const withItsCalls = (sampler: Sampler): Sampler => ({
  shouldSample: (context, id, name, kind, attributes, links) => {
    if (links.length === 0) return sampler.shouldSample(context, id, name, kind, attributes, links);
    const isTaken = links.some((link) => isSampled(link.context.traceFlags));
    return {
      decision: isTaken ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    };
  },
  toString: () => sampler.toString(),
});

/** Logs a line when spans are first lost, and one when they are accepted again. */
function loggedOnce(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) {
          if (lost > 0) log.info({ spans_lost: lost }, 'traces are accepted again');
          lost = 0;
        } else {
          if (lost === 0) log.warn({ why: whyLost(result.error) }, LOST);
          lost += spans.length;
        }
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

const LOST =
  'traces cannot be sent and are lost; calls continue. Check OTEL_EXPORTER_OTLP_ENDPOINT';
const WHY_CHARS_MAX = 200;

/** A collector's error may be long and may echo what was sent, so it is truncated. */
const whyLost = (error: Error | undefined): string =>
  (error?.message ?? 'unknown').slice(0, WHY_CHARS_MAX);

/** Whether spans of a context are sampled. */
export const isSampled = (flags: number): boolean => (flags & TraceFlags.SAMPLED) !== 0;
