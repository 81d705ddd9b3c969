/** One request to a source, at the source's pace and counted; temporary failures are retried. */
import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from 'cockatiel';
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import type { Metrics } from '#base/metrics.js';
import { ownTurn } from '#base/own-turn.js';
import { type AskSpan, type Traces, UNTRACED } from '#base/traces.js';
import type { SourceName } from '#contract/sources.js';
import { type HttpDriver, SourceError, type UpstreamRequest } from '#sources/driver.js';
import { sendOnce } from './exchange.js';
import type { Upstream } from './upstream.js';

/** Observers of requests to sources. */
export interface Watchers {
  readonly metrics: Pick<Metrics, 'asked'>;
  readonly traces: Pick<Traces, 'asking'>;
}
export const UNWATCHED: Watchers = { metrics: { asked: () => undefined }, traces: UNTRACED };

/** A request on its way. */
interface Sent {
  readonly upstream: Upstream;
  readonly source: SourceName;
  readonly request: UpstreamRequest;
  readonly signal: AbortSignal;
  readonly explain?: HttpDriver['explain'];
}

/** Sends a request until `read` can use its answer. Throws SourceError. */
export type Send = <T>(
  sent: Sent,
  read: (body: string) => T,
) => Promise<{ readonly value: T; readonly text: string }>;

export function openSender(limits: Limits, clock: Clock, { metrics, traces }: Watchers): Send {
  const policy = retryPolicy(limits);
  return ({ upstream, source, request, signal, explain }, read) => {
    const { method } = request;
    const name = upstream.address.core === true ? `The core of ${source}` : source;
    // Its turn may start in another request's callback, so its trace parent is captured here.
    const begin = traces.asking({ source, method, upstream: upstream.address.url });
    const send = () => {
      const span = begin();
      return counted(metrics, clock, source, span, () =>
        sendOnce(upstream, name, request, clock, signal, explain, span.answered),
      );
    };
    return policy.execute(async () => {
      const body = await upstream.pace.run(send, signal);
      if (body === undefined) throw tooLate(name);
      await ownTurn();
      return { value: read(body), text: body };
    }, signal);
  };
}

/** Counts one request by its outcome; a failed one is not timed. */
function counted(
  metrics: Watchers['metrics'],
  clock: Clock,
  source: SourceName,
  span: AskSpan,
  send: () => Promise<string>,
): Promise<string> {
  const beganMs = clock.nowMs();
  return send().then(
    (body) => {
      metrics.asked(source, 'ok', (clock.nowMs() - beganMs) / 1000);
      span.ended('ok');
      return body;
    },
    (error: unknown) => {
      const outcome = error instanceof SourceError ? error.kind : 'fault';
      metrics.asked(source, outcome, null);
      span.ended(outcome);
      throw error;
    },
  );
}

const BACKOFF = { initialDelay: 200, maxDelay: 5_000 };

/** Busy and broken answers may be temporary; rejections, changed formats and our bugs are not. */
function retryPolicy(limits: Limits): RetryPolicy {
  const mayPass = handleWhen(
    (error) => error instanceof SourceError && (error.kind === 'busy' || error.kind === 'down'),
  );
  return retry(mayPass, {
    maxAttempts: limits.UPSTREAM_ATTEMPTS_MAX - 1,
    backoff: new ExponentialBackoff(BACKOFF),
  });
}

export const tooLate = (source: string): SourceError =>
  new SourceError(
    'down',
    `${source} did not answer before the deadline of the job. Nothing was charged; try again later.`,
  );
