/** The event log of an account, read from the reader's position. */

import type { EventBody, EventsBody } from '#contract/operations/events.js';
import { routeById } from '#contract/routes.js';
import { apiError } from '#domain/api-error.js';
import {
  type BackQuestion,
  type EventsQuestion,
  listEvents,
  listEventsBack,
  type StoredEvent,
  sequenceOf,
} from '#store/events.js';
import { isWatchable } from '../accounts/feeds.js';
import type { App, Parts } from '../app.js';

/** A lost notification is noticed by polling this often. */
const LOOK_EVERY_MS = 2_000;

export interface LogQuestion extends Omit<EventsQuestion, 'after'> {
  /** The number of the last event that the reader has; null: from the oldest retained event. */
  readonly after: number | null;
  readonly accountId: string;
  /** Seconds to hold the response while there are no events. */
  readonly waitS: number;
  /** Checks that the caller may still call; throws when its key was revoked meanwhile. */
  readonly readmit: () => unknown;
  /** Aborts when the caller has closed its sending side. */
  readonly silent: AbortSignal;
}

/**
 * Events of an account after a number, in order; holds up to `waitS` seconds for the next one.
 * Throws 410 events_expired where events between the number and the oldest one were removed.
 */
export async function readEvents(app: App, question: LogQuestion): Promise<EventsBody> {
  const untilMs = app.clock.nowMs() + question.waitS * 1000;
  for (;;) {
    const heard = hear(app, question.accountId);
    try {
      // Listens before it reads, so that an event in between is not missed.
      const found = await look(app, question);
      const leftMs = untilMs - app.clock.nowMs();
      const isOver = leftMs <= 0 || question.silent.aborted || app.stopping.aborted;
      const isBeyond = found.next_after < (question.after ?? 0);
      if (found.events.length > 0 || isOver || isBeyond) return found;
      const any = AbortSignal.any([heard.signal, question.silent, app.stopping]);
      await app.clock.sleep(Math.min(leftMs, LOOK_EVERY_MS), any);
    } finally {
      heard.end();
    }
    await question.readmit();
  }
}

/** Aborts when an account's log gets an event, or when who may read it has changed. */
function hear(app: Parts<'caches' | 'notifications'>, accountId: string) {
  const heard = new AbortController();
  const hearing = (id: string | null) => {
    if (id === null || id === accountId) heard.abort();
  };
  const ends = [app.notifications.on('logged', hearing), app.caches.access.onChange(hearing)];
  return {
    signal: heard.signal,
    end: () => {
      for (const end of ends) end();
    },
  };
}

async function look(app: Parts<'db' | 'client'>, question: LogQuestion): Promise<EventsBody> {
  const { last_seq, ended_seq } = await sequenceOf(app.db, question.accountId);
  const after = question.after ?? ended_seq;
  if (after < ended_seq) throw apiError('events_expired', { param: 'after' });
  const events = await listEvents(app.db, question.accountId, { ...question, after });
  const newest = events.at(-1)?.seq ?? 0;
  // The list may have an event that was written after the number was read.
  const last = Math.max(last_seq, newest);
  // All events up to the last were read, including those that the filters left out. A caller who
  // is beyond it, as after a backup was restored, continues from it.
  const next = events.length < question.limit ? last : newest;
  return {
    events: events.map((event) => eventBody(app, event)),
    next_after: next,
    next_before: after > ended_seq ? after + 1 : null,
    last_seq: last,
  };
}

/** Events of an account before a number, newest first; at once, down to the oldest retained one. */
export async function readEventsBack(
  app: Parts<'db' | 'client'>,
  accountId: string,
  question: Omit<BackQuestion, 'after'>,
): Promise<EventsBody> {
  const { last_seq: last, ended_seq: after } = await sequenceOf(app.db, accountId);
  const events = await listEventsBack(app.db, accountId, { ...question, after });
  // The list may have an event that was written after the number was read.
  const last_seq = Math.max(last, events[0]?.seq ?? 0);
  const oldest = events.length < question.limit ? undefined : events.at(-1)?.seq;
  return {
    events: events.map((event) => eventBody(app, event)),
    next_after: Math.max(after, Math.min(question.before - 1, last_seq)),
    next_before: oldest === undefined || oldest === after + 1 ? null : oldest,
    last_seq,
  };
}

/** An event as the API returns it. */
export const eventBody = (
  app: Pick<App, 'client'>,
  { seq, event_id, type, created_at, watch_id, data }: StoredEvent,
): EventBody => ({
  seq,
  event_id,
  type,
  timestamp: created_at.toISOString(),
  watch_id,
  data: shownData(app, data),
});

/** An event's data, without rows of a source that has been licensed since they were stored. */
export function shownData(
  app: Pick<App, 'client'>,
  data: StoredEvent['data'],
): StoredEvent['data'] {
  const route = routeById(String(data.route));
  const isShown = !('changes' in data) || route === undefined || isWatchable(app, route.source);
  return isShown ? data : { ...data, changes: [], withheld: 'watch_not_allowed' };
}
