/** The state of each source and feed for operators: its circuit, pause and current pace. */
import type { SourceStateBody, SourceStatesBody } from '#contract/operator.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { listSourceStates, type SourceState } from '#store/source-states.js';
import type { Parts } from '../app.js';
import { circuitOf } from './show-sources.js';

/** Every source, followed by its feeds where it has several. */
export async function showSourceStates(
  app: Parts<'clock' | 'db' | 'client'>,
): Promise<SourceStatesBody> {
  const stored = await listSourceStates(app.db);
  const states = SOURCES.flatMap((source) =>
    namesOf(app, source).map((feed) => sourceStateBody(app, source, feed, stored)),
  );
  return { states: await Promise.all(states) };
}

/** Null for the source as a whole, where its feeds have other names. */
function namesOf(app: Parts<'client'>, source: SourceName): (string | null)[] {
  const feeds = app.client.feeds(source);
  return feeds.length === 0 || feeds.includes(source) ? [source] : [null, ...feeds];
}

async function sourceStateBody(
  app: Parts<'clock' | 'client'>,
  source: SourceName,
  feed: string | null,
  stored: readonly SourceState[],
): Promise<SourceStateBody> {
  const known = stored.find((row) => row.source === (feed ?? source));
  const pace = feed === null ? null : await app.client.pace(source, feed);
  return {
    source,
    feed,
    ...circuitOf(known, false, app.clock.nowMs()),
    last_success_at: known?.last_success_at?.toISOString() ?? null,
    last_failure_at: known?.last_failure_at?.toISOString() ?? null,
    last_error: known?.last_error ?? null,
    paused_at: known?.paused_at?.toISOString() ?? null,
    paused_reason: known?.paused_reason ?? null,
    pace: pace && { rate_per_s: pace.perS, last_minute: pace.minute, last_hour: pace.hour },
  };
}
