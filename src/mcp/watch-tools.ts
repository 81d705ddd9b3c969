/** The tools of watches: a search that is read on a schedule, and its changes. */

import type { EventBody } from '#contract/operations/events.js';
import { NewWatch, type WatchBody, type WatchEstimate } from '#contract/operations/watches.js';
import {
  EVENTS_LIMIT_MAX,
  type HomeChange,
  INTERVAL_S_DEFAULT,
  INTERVAL_S_MAX,
  INTERVAL_S_MIN,
} from '#contract/watches.js';
import { apiError, outOfRange } from '#domain/api-error.js';
import { hashOf } from '#domain/hash.js';
import { isUuid } from '#domain/uuid.js';
import { requireScopes } from '#service/accounts/require-scope.js';
import { readEvents } from '#service/events/read-events.js';
import { createWatch, removeWatch } from '#service/watches/manage.js';
import { FLAG, membersFrom, TABLE, TEXT, WHOLE } from './answers.js';
import type { Arguments } from './arguments.js';
import { changeColumns } from './rows.js';
import { LIKE_SEARCH, searchRouteOf } from './search-tools.js';
import type { Tool, ToolAnswer } from './tool.js';
import { explained } from './withheld.js';

export const CREATE_WATCH: Tool = {
  name: 'create_watch',
  title: 'Watch a search',
  description:
    'Runs a search (arguments as for search_listings) on a schedule and logs its changes. Each run costs one credit per page. Without confirm it returns only the price and stores nothing; show it to the user first.',
  arguments: {
    ...LIKE_SEARCH,
    interval_s: {
      type: 'integer',
      min: INTERVAL_S_MIN,
      max: INTERVAL_S_MAX,
      description: `Seconds between runs, ${INTERVAL_S_DEFAULT} when omitted`,
    },
    max_credits_per_run: {
      type: 'integer',
      min: 1,
      max: 1_000_000,
      description: 'A run that would cost more pauses the watch; required to confirm',
    },
    name: { type: 'text', description: 'A display name' },
    confirm: { type: 'flag', description: 'Create the watch' },
  },
  required: ['route'],
  writes: 'stores',
  answer: {
    ...membersFrom('Watch', 'watch_id', 'route', 'query', 'state', 'schedule', 'next_run_at'),
    ...membersFrom('WatchPrice', 'estimate'),
    stored: FLAG,
    credits: WHOLE,
    repeat: TEXT,
    next: TEXT,
  },
  run: async (call, sent) => {
    const { app, caller } = call;
    requireScopes(caller, ['watches']);
    const asked = bodyOf(sent);
    call.checkBody(NewWatch, asked);
    if (!sent.flag('confirm')) {
      const { body } = await createWatch(app, caller, { ...asked, estimate: true }, null);
      return priceAnswer((body as { readonly estimate: WatchEstimate }).estimate);
    }
    if (asked.max_credits_per_run === undefined) {
      throw apiError('invalid_body', {
        param: 'max_credits_per_run',
        message:
          'A watch needs a limit: send max_credits_per_run, the maximum cost of one run in credits.',
      });
    }
    // The same watch is never created twice, however late the call is repeated.
    const made = await createWatch(app, caller, asked, `watch-${hashOf(asked)}`);
    return madeAnswer(made.body as WatchBody, made.replayed);
  },
};

function bodyOf(sent: Arguments): NewWatch {
  const name = sent.text('name');
  // A watch has no order.
  const { sort: _sort, ...query } = sent.query();
  return {
    route: searchRouteOf(sent).id,
    query,
    ...(name !== null && { name }),
    ...(sent.has('interval_s') && { interval_s: sent.integer('interval_s', INTERVAL_S_DEFAULT) }),
    ...(sent.has('max_credits_per_run') && {
      max_credits_per_run: sent.integer('max_credits_per_run', 1),
    }),
  };
}

function priceAnswer(estimate: WatchEstimate): ToolAnswer {
  const { credits_per_run: run, credits_per_month: month } = estimate;
  const price =
    run === null
      ? 'The number of pages is unknown: limit a run with max_credits_per_run. search_listings counts it, if the source gives a total.'
      : `It costs about ${run} ${run === 1 ? 'credit' : 'credits'} per run and ${month} per month.`;
  return {
    facts: {
      stored: false,
      credits: 0,
      estimate,
      next: `${price} Nothing is stored yet: call again with confirm true to create the watch.`,
    },
  };
}

function madeAnswer(watch: WatchBody, isRepeat: boolean): ToolAnswer {
  const { watch_id, route, query, state, schedule, next_run_at, estimate } = watch;
  return {
    facts: {
      stored: true,
      ...(isRepeat && { repeat: 'this watch already exists' }),
      watch_id,
      route,
      query,
      state,
      schedule,
      next_run_at,
      estimate,
      next: `list_events with this watch_id shows its changes. It runs until end_watch deletes it.`,
    },
  };
}

export const END_WATCH: Tool = {
  name: 'end_watch',
  title: 'End a watch',
  description: 'Deletes a watch: it no longer runs or costs credits. Its events remain. Free.',
  arguments: { watch_id: { type: 'text', description: 'From create_watch or an event' } },
  required: ['watch_id'],
  writes: 'deletes',
  answer: { ended: FLAG, credits: WHOLE, ...membersFrom('Watch', 'watch_id') },
  run: async ({ app, caller }, sent) => {
    requireScopes(caller, ['watches']);
    const watch_id = watchIdOf(sent) ?? '';
    await removeWatch(app, caller, watch_id);
    return { facts: { ended: true, credits: 0, watch_id } };
  },
};

const EVENTS_DEFAULT = 5;
const EVENTS_MAX = Math.min(50, EVENTS_LIMIT_MAX);

export const LIST_EVENTS: Tool = {
  name: 'list_events',
  title: 'Changes',
  description:
    'The log of watches, oldest first: homes that appeared, changed, left or returned, as CSV with the old values in previous. Free. Continue with after = next_after.',
  arguments: {
    after: {
      type: 'integer',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      description: 'next_after of the last response; all events when omitted',
    },
    watch_id: { type: 'text', description: 'Only events of this watch' },
    limit: {
      type: 'integer',
      min: 1,
      max: EVENTS_MAX,
      description: `Events, ${EVENTS_DEFAULT} when omitted; each has up to 20 homes`,
    },
  },
  required: [],
  answer: {
    ...membersFrom('Events', 'events', 'next_after', 'last_seq'),
    credits: WHOLE,
    next: TEXT,
    ...TABLE,
  },
  run: async ({ app, caller, readmit, silent }, sent) => {
    const found = await readEvents(app, {
      accountId: caller.account_id,
      after: sent.has('after') ? sent.integer('after', 0) : null,
      limit: sent.integer('limit', EVENTS_DEFAULT),
      watchId: watchIdOf(sent),
      type: null,
      waitS: 0,
      readmit,
      silent,
    });
    const { events, next_after, last_seq } = found;
    const homes = events.flatMap(homesOf);
    const facts = {
      credits: 0,
      next_after,
      last_seq,
      events: events.map(factsOf),
      ...(next_after < last_seq && { next: `More events follow: after ${next_after}.` }),
    };
    if (homes.length === 0) return { facts };
    return { facts, table: { columns: changeColumns(homes), rows: homes } };
  },
};

function watchIdOf(sent: Arguments): string | null {
  const id = sent.text('watch_id');
  if (id === null) return null;
  if (isUuid(id)) return id.toLowerCase();
  throw outOfRange('watch_id', 'the watch_id from create_watch or an event');
}

/** An event without its homes, which follow as rows. */
function factsOf({ seq, type, timestamp, watch_id, data }: EventBody): object {
  const { changes, ...rest } = data;
  const homes = Array.isArray(changes) ? { homes: changes.length } : {};
  return { seq, type, timestamp, watch_id, ...rest, ...homes };
}

/** The homes of an event, each with the number of the event and its change. */
function homesOf({ seq, data }: EventBody): readonly object[] {
  const changes = Array.isArray(data.changes) ? (data.changes as readonly HomeChange[]) : [];
  return changes.map(({ kind, row, previous, previous_source_id }) => ({
    ...explained(row),
    seq,
    change: kind,
    previous,
    previous_source_id,
  }));
}
