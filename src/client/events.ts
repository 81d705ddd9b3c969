/** The event log of the account: one page, or everything from now on. */

import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import type { DeliveriesBody } from '#contract/operations/endpoints.js';
import type { EventBody, EventsBody } from '#contract/operations/events.js';
import type { OrOther } from '#contract/values.js';
import type { EventType, HomeChange } from '#contract/watches.js';
import type { WithMeta } from './answers.js';
import { bound, sleep, TIMER_MS_MAX } from './bound.js';
import type { CallOptions } from './job.js';
import { answerOf, type SendCall } from './send.js';

interface Filter {
  /** Events per call, up to 500; 100 when left out. */
  readonly limit?: number | undefined;
  /** Only events of this watch. */
  readonly watch?: string | undefined;
  readonly type?: OrOther<EventType> | undefined;
}

export interface EventsQuery extends Filter {
  /** Number of the last event that you have; all stored events when left out. */
  readonly after?: number | undefined;
  /** Seconds to hold the answer while no events exist, up to 20. */
  readonly wait?: number | undefined;
}

export interface NewestQuery extends Filter {
  /** Only events before this number: the previous page's `next_before`. */
  readonly before?: number | undefined;
}

export interface FollowOptions extends Filter {
  /** Number of the last event that you have; all stored events when left out. */
  readonly after?: number | undefined;
  /** Ends the iteration; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each page before its events: `next_after` is where to resume. */
  readonly onPage?: ((page: EventsAnswer) => void) | undefined;
}

export type EventsAnswer = WithMeta<EventsBody>;
export type DeliveriesAnswer = WithMeta<DeliveriesBody>;

/** The event log. Throws RowhouseError. */
export interface Events {
  /** The events after a number, in order. Free. */
  page(query?: EventsQuery, options?: CallOptions): Promise<EventsAnswer>;
  /** The newest events, newest first; `next_before` leads to the ones before them. Free. */
  newest(query?: NewestQuery, options?: CallOptions): Promise<EventsAnswer>;
  /**
   * Every event after a number, then each new one when it is written, without end. The first call
   * fails like any other; later outages are waited out, unless the client has `retries: 0`.
   */
  follow(options?: FollowOptions): AsyncGenerator<EventBody, void, undefined>;
  /** Sends one event again to the enabled endpoints for its type. Free. */
  redeliver(seq: number, options?: CallOptions): Promise<DeliveriesAnswer>;
}

/** The homes of a `watch.changed` event; empty for other events. */
export const changesOf = (event: EventBody): readonly HomeChange[] =>
  event.type === 'watch.changed' ? (event.data.changes as readonly HomeChange[]) : [];

/** The methods; `persist` repeats a call until it is answered. */
export function eventsOf(send: SendCall, persist: SendCall): Events {
  return {
    page: (query = {}, options = {}) => pageOf(send, query, options),
    newest: ({ before = Number.MAX_SAFE_INTEGER, limit, watch, type } = {}, options = {}) =>
      answerOf(send({ path: '/events', query: { before, limit, watch, type } }, options)),
    follow: (options = {}) => followOf(send, persist, options),
    redeliver: (seq, options = {}) =>
      answerOf(send({ method: 'POST', path: `/events/${seq}/redeliver` }, options)),
  };
}

const pageOf = (
  send: SendCall,
  { after, limit, watch, type, wait }: EventsQuery,
  options: CallOptions,
): Promise<EventsAnswer> =>
  answerOf(send({ path: '/events', query: { after, limit, watch, type, wait } }, options));

/** An empty poll that returned sooner was not held: the service stops, or a proxy does not wait. */
const HELD_MS_MIN = 1_000;

async function* followOf(
  send: SendCall,
  persist: SendCall,
  { signal, onPage, ...filter }: FollowOptions,
): AsyncGenerator<EventBody, void, undefined> {
  let { after } = filter;
  let via = send;
  for (;;) {
    const calledAt = performance.now();
    // Held, the first call would outlast a short timeout of the client, which is no failure.
    const wait = via === send ? 0 : WAIT_SECONDS_MAX;
    const page = await pageOf(via, { ...filter, after, wait }, { signal });
    onPage?.(page);
    yield* page.events;
    after = page.next_after;
    via = persist;
    if (page.events.length === 0) await pause(calledAt + HELD_MS_MIN - performance.now(), signal);
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const limit = bound(TIMER_MS_MAX, signal, () => undefined);
  await sleep(ms, limit.signal).finally(() => limit.end());
}
