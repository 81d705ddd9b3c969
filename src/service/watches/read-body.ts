/** The bodies of watches: rules that their schema cannot express, and defaults. */

import type { NewWatch, Schedule, WatchChanges } from '#contract/operations/watches.js';
import { routeById, SEARCH_ROUTES, type SearchRoute, searchRouteById } from '#contract/routes.js';
import {
  CHANGE_KINDS,
  INTERVAL_S_DEFAULT,
  RUNS_UNTIL_REMOVED_DEFAULT,
  WATCHED_FIELDS,
} from '#contract/watches.js';
import { apiError } from '#domain/api-error.js';
import { readQuery } from '#domain/query.js';
import type { Watch } from '#store/watches.js';
import { feedsFor, isWatchable } from '../accounts/feeds.js';
import type { App, Parts } from '../app.js';
import { readSearch } from '../search/parse-search.js';
import { readingQuery, toQueryText } from './query-text.js';
import { isTimeZone } from './schedule.js';

/** What a caller sets on a watch. */
export type WatchSettings = Pick<
  Watch,
  | 'name'
  | 'query'
  | 'schedule'
  | 'events'
  | 'fields'
  | 'min_price_change'
  | 'max_credits_per_run'
  | 'runs_until_removed'
>;

interface Caller {
  readonly feeds: readonly string[];
}

const invalid = (param: string, message: string) => apiError('invalid_body', { param, message });

/** The search route with this id, as a watch names it: `portal_a_listings`, or its path. */
export function watchedRoute(app: Parts<'client'>, name: string): SearchRoute {
  const path = name.startsWith('/') ? name : `/${name}`;
  const route = searchRouteById(name) ?? SEARCH_ROUTES.find((one) => one.path === path);
  if (route === undefined) {
    const ids = SEARCH_ROUTES.map(({ id }) => id).join(', ');
    throw invalid('route', `route must be a search route: ${ids}.`);
  }
  if (!isWatchable(app, route.source)) {
    throw apiError('watch_not_allowed', { param: 'route' });
  }
  return route;
}

/** A new watch with its defaults. Throws the API error of the first rule broken. */
export function readNewWatch(
  app: App,
  caller: Caller,
  route: SearchRoute,
  body: NewWatch,
): WatchSettings {
  return {
    name: body.name ?? '',
    query: readWatchQuery(app, caller, route, body.query),
    schedule: readSchedule(body) ?? { interval_s: INTERVAL_S_DEFAULT },
    events: body.events ?? CHANGE_KINDS,
    fields: readFields(route, body.fields),
    min_price_change: body.min_price_change ?? 0,
    max_credits_per_run: body.max_credits_per_run ?? null,
    runs_until_removed: body.runs_until_removed ?? RUNS_UNTIL_REMOVED_DEFAULT,
  };
}

/** A watch with its changed members. */
export function readChanges(
  app: App,
  caller: Caller,
  watch: Watch,
  body: WatchChanges,
): WatchSettings {
  const route = routeOf(watch);
  return {
    name: body.name ?? watch.name,
    query: body.query === undefined ? watch.query : readWatchQuery(app, caller, route, body.query),
    schedule: readSchedule(body) ?? watch.schedule,
    events: body.events ?? watch.events,
    fields: body.fields === undefined ? watch.fields : readFields(route, body.fields),
    min_price_change: body.min_price_change ?? watch.min_price_change,
    max_credits_per_run:
      body.max_credits_per_run === undefined ? watch.max_credits_per_run : body.max_credits_per_run,
    runs_until_removed: body.runs_until_removed ?? watch.runs_until_removed,
  };
}

/** The route of a stored watch. */
export function routeOf({ route }: Pick<Watch, 'route'>): SearchRoute {
  const known = routeById(route);
  if (known === undefined || 'kinds' in known) throw apiError('watch_not_found');
  return known;
}

function readWatchQuery(
  app: App,
  { feeds }: Caller,
  route: SearchRoute,
  query: NewWatch['query'],
): Watch['query'] {
  for (const name of ['cursor', 'sort'] as const) {
    if (name in query) {
      throw invalid(`query.${name}`, `A watch collects all pages without an order: omit ${name}.`);
    }
  }
  const text = toQueryText(query);
  return readingQuery(() => {
    // The area and the licence are checked too, so that a run does not fail on them.
    readSearch(app, route, text, 0, feedsFor(app, route.source, feeds));
    return readQuery(route, text).normalizedQuery;
  });
}

function readSchedule({ interval_s, times, time_zone }: WatchChanges): Schedule | undefined {
  if (interval_s !== undefined && times !== undefined) {
    throw invalid('times', 'Send interval_s, or times with time_zone, not both.');
  }
  if (interval_s !== undefined) return { interval_s };
  if (times === undefined) {
    if (time_zone !== undefined) throw invalid('time_zone', 'time_zone needs times.');
    return undefined;
  }
  if (time_zone === undefined || !isTimeZone(time_zone)) {
    throw invalid('time_zone', 'times need time_zone, an IANA name such as America/Chicago.');
  }
  return { times: [...new Set(times)].sort(), time_zone };
}

function readFields(route: SearchRoute, fields: readonly string[] | undefined): readonly string[] {
  const known = WATCHED_FIELDS[route.kind];
  const unknown = fields?.find((field) => !known.includes(field));
  if (unknown !== undefined) {
    throw invalid(
      'fields',
      `"${unknown.slice(0, 40)}" is not watched on this route. The fields are ${known.join(', ')}.`,
    );
  }
  return fields ?? known;
}
