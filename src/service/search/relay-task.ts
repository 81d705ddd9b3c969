/** The task of a search that another installation answers, and its page (docs/edges.md). */
import { assert } from '#base/assert.js';
import { type RelayedResult, relay } from '#collect/core/relay.js';
import type { FoundHome } from '#collect/pages/find-home.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { changedAnswer, SourceError } from '#collect/sources.js';
import type { LookupRoute, Route } from '#contract/routes.js';
import { ApiError } from '#domain/api-error.js';
import { RELAYED_CHARS_MAX, relayedCursor, relayedPosition } from '#domain/cursor.js';
import { countFilled } from '#domain/fill.js';
import { hopOf, writeHops } from '#domain/hops.js';
import type { ReadLookup } from '#domain/lookup.js';
import type { App } from '../app.js';
import type { Relay, Task } from './task.js';

/**
 * The page of a task as the core sends it. `idempotencyKey` names the collection: whoever runs it
 * again asks for the same request. Throws SourceError and ApiErrors.
 */
export async function relayTask(
  app: Pick<App, 'client' | 'clock' | 'secret'>,
  route: Route,
  { relay: asked, position, freshSinceMs }: Task & { readonly relay: Relay },
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<CollectedPage> {
  assert(app.secret !== null, 'a service without a secret starts no search');
  const cursor = relayedCursor(position);
  const { cursor: _sent, ...query } = asked.query;
  const ageMs = app.clock.nowMs() - freshSinceMs;
  const result = await relay(
    app,
    {
      route,
      query: { ...query, ...(cursor !== null && { cursor }) },
      idempotencyKey,
      via: writeHops([...asked.hops, hopOf(app.secret)]),
      maxAgeS: freshSinceMs === 0 ? null : Math.max(0, Math.floor(ageMs / 1000)),
    },
    signal,
  );
  return pageOf(route, result, app.clock.nowMs());
}

/** A home of a batch. The core charges its key once, however often it is requested. */
export interface KeyedLookup extends ReadLookup {
  readonly idempotency_key: string;
}

/** Homes of a batch, in their order: the core is asked for each, and what fails is its outcome. */
export async function relayHomes(
  app: Pick<App, 'client' | 'clock' | 'secret'>,
  route: LookupRoute,
  task: Task,
  homes: readonly KeyedLookup[],
  signal: AbortSignal,
): Promise<readonly FoundHome[]> {
  const found: FoundHome[] = [];
  for (const { by, value, idempotency_key } of homes) {
    const asked = { ...task, relay: { query: { [by]: value }, hops: [] } };
    try {
      found.push({ page: await relayTask(app, route, asked, idempotency_key, signal) });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError || error instanceof SourceError)) throw error;
      found.push({ error });
    }
  }
  return found;
}

function pageOf(route: Route, result: RelayedResult, nowMs: number): CollectedPage {
  const { next_cursor: cursor, collected_at, data: rows, count: _count, ...page } = result;
  if (cursor !== null && cursor.length > RELAYED_CHARS_MAX) {
    throw changedAnswer(route.source)('its core sends a cursor that is too long to pass on');
  }
  return {
    ...page,
    rows,
    collectedAtMs: Math.min(Date.parse(collected_at), nowMs),
    filled: countFilled(rows),
    lost: [],
    next: cursor === null ? null : relayedPosition(cursor),
  };
}
