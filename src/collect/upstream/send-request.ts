/** One request to a source, at the source's pace and counted; temporary failures are retried. */
import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from 'cockatiel';
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import type { Metrics } from '#base/metrics.js';
import { ownTurn } from '#base/own-turn.js';
import { type Traces, UNTRACED } from '#base/traces.js';
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
      const beganMs = clock.nowMs();
      const sent = sendOnce(upstream, name, request, clock, signal, explain, span.answered);
      const answer = sent.then((body) => ({ body, seconds: (clock.nowMs() - beganMs) / 1000 }));
      return noted(answer, (outcome) => {
        span.ended(outcome);
        if (outcome !== 'ok') metrics.asked(source, outcome, null);
      });
    };
    return policy.execute(async () => {
      const answer = await upstream.pace.run(send, signal);
      if (answer === undefined) throw tooLate(name);
      await ownTurn();
      const { body, seconds } = answer;
      // Counted once it is read: its format may have changed.
      const value = await noted(Promise.resolve(body).then(read), (outcome) =>
        metrics.asked(source, outcome, outcome === 'ok' ? seconds : null),
      );
      return { value, text: body };
    }, signal);
  };
}

/** Passes on how the work ended: `ok`, or the kind of its error. */
function noted<T>(work: Promise<T>, note: (outcome: string) => void): Promise<T> {
  return work.then(
    (value) => {
      note('ok');
      return value;
    },
    (error: unknown) => {
      note(error instanceof SourceError ? error.kind : 'fault');
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
