/** Requests to sources, counted by their outcome, and traced. */
import type { Clock } from '#base/clock.js';
import type { Metrics } from '#base/metrics.js';
import { type AskSpan, type Traces, UNTRACED } from '#base/traces.js';
import type { SourceName } from '#contract/sources.js';
import { SourceError } from '#sources/driver.js';

/** What watches requests to sources. */
export interface Watchers {
  readonly metrics: Pick<Metrics, 'asked'>;
  readonly traces: Pick<Traces, 'asking'>;
}
export const UNWATCHED: Watchers = { metrics: { asked: () => undefined }, traces: UNTRACED };

/** Counts one request by its outcome; a failed one is not timed. */
export function counted(
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
