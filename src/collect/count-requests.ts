/** Requests to sources, counted by their outcome. */
import type { Clock } from '#base/clock.js';
import type { Metrics } from '#base/metrics.js';
import type { SourceName } from '#contract/sources.js';
import { SourceError } from '#sources/driver.js';

export type UpstreamMetrics = Pick<Metrics, 'asked'>;
export const UNCOUNTED: UpstreamMetrics = { asked: () => undefined };

/** Counts one request by its outcome; a failed one is not timed. */
export function counted(
  metrics: UpstreamMetrics,
  clock: Clock,
  source: SourceName,
  send: () => Promise<string>,
): Promise<string> {
  const beganMs = clock.nowMs();
  return send().then(
    (body) => {
      metrics.asked(source, 'ok', (clock.nowMs() - beganMs) / 1000);
      return body;
    },
    (error: unknown) => {
      metrics.asked(source, error instanceof SourceError ? error.kind : 'fault', null);
      throw error;
    },
  );
}
