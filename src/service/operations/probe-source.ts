/**
 * Tests a source for an operator with one search of a ZIP, sent the same way and at the same pace
 * as any other. Reports what was sent, what came back, and whether the source works. Nothing is
 * charged, stored or learned: no caller ever sees what a probe has read.
 */
import { OperatorError } from '#base/operator-error.js';
import type { AreaSearch } from '#collect/area/area-search.js';
import { FieldHistory } from '#collect/checks/field-history.js';
import { type Probe, probe } from '#collect/checks/probe.js';
import { NO_HOMES } from '#collect/pages/home-store.js';
import { areaSearch, feedsOfKind } from '#collect/sources.js';
import { MASK, maskOf } from '#collect/upstream/mask-secrets.js';
import {
  PROBE_NAMES_MAX,
  PROBE_REQUESTS_MAX,
  PROBE_ROWS_MAX,
  PROBE_S_MAX,
  PROBE_SENT_CHARS_MAX,
} from '#contract/limits.js';
import type { ProbedRequest } from '#contract/operator.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { SOURCES, takesFiles } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { readQuery } from '#domain/query.js';
import { findArea } from '#geo/find-area.js';
import { listFieldShares } from '#store/field-shares.js';
import { listSourceStates } from '#store/source-states.js';
import { type App, now, type Parts } from '../app.js';
import { placeStoreOf } from '../search/learned-places.js';
import { requireUnpaused } from '../search/source-circuit.js';
import { withinTime } from '../work/under-lease.js';
import { conclusionOf, unconfiguredConclusion } from './probe-conclusion.js';

export interface ProbeOrder {
  readonly zip: string;
  /** The first kind of the source when omitted. */
  readonly kind: Kind | undefined;
  /** The version of the service, for the report. */
  readonly version: string;
}

/** Probes a source, or one feed of it. Throws OperatorError and, for an invalid ZIP, ApiError. */
export async function probeSource(app: App, name: string, order: ProbeOrder, gone: AbortSignal) {
  const route = routeOf(app, name, order.kind);
  const { source, kind } = route;
  const { location, filters } = readQuery(route, `zip=${order.zip}`);
  const area = findArea(app.geo, route, location);
  const feeds = name === source ? feedsOfKind(app.client, source, kind) : [name];
  await requireUnpaused(app, [source, ...feeds]);
  const addresses = feeds.flatMap((feed) => app.client.addressOf(source, feed) ?? []);
  const about = {
    source,
    kind,
    zip: order.zip,
    feeds,
    upstream: app.client.isSandbox(source) ? 'sandbox' : feeds.length === 0 ? 'none' : 'configured',
    options: Object.assign({}, ...addresses.map(optionsOf)) as Readonly<Record<string, string>>,
    version: order.version,
    at: now(app),
    held_back_until: await heldBackUntil(app, feeds),
    bounds: { requests: PROBE_REQUESTS_MAX, rows: PROBE_ROWS_MAX, seconds: PROBE_S_MAX },
  };
  if (feeds.length === 0) return { ...about, ...unconfiguredConclusion(source) };
  const search = { source, area, filters, asker: '', freshSinceMs: 0, ...(await memoryOf(app)) };
  const found = await withinTime(
    app,
    PROBE_S_MAX,
    AbortSignal.any([gone, app.stopping]),
    (signal) => probe(areaSearch(kind, { ...search, signal }, feeds), about.bounds),
  );
  const kept = feeds.filter((feed) => app.client.replica(source, feed) !== null);
  return masked({ ...about, ...reportOf(found, kept) }, maskOf(addresses));
}

/** The search route for a name and kind. Throws OperatorError. */
function routeOf({ client }: Parts<'client'>, name: string, kind: Kind | undefined): SearchRoute {
  const source = SOURCES.find((one) => one === name || client.feeds(one).includes(name));
  if (source === undefined) {
    const names = SOURCES.flatMap((one) => [...new Set([one, ...client.feeds(one)])]);
    throw new OperatorError(`No source or feed has this name. They are ${names.join(', ')}.`);
  }
  if (takesFiles(source)) {
    throw new OperatorError(
      `${source} has no upstream to probe: its rows come from imported files. "rowhouse ${source} list" shows them.`,
    );
  }
  if (client.isCore(source)) {
    throw new OperatorError(
      `${source} is read by another installation. Probe it there; nothing was sent.`,
    );
  }
  const routes = SEARCH_ROUTES.filter((route) => route.source === source);
  const route = routes.find(
    (one) =>
      one.kind === (kind ?? one.kind) &&
      (name === source || feedsOfKind(client, source, one.kind).includes(name)),
  );
  if (route !== undefined) return route;
  throw new OperatorError(`${source} has no ${kind}: --kind may be ${kindsOf(routes)}.`);
}

const kindsOf = (routes: readonly SearchRoute[]): string =>
  routes.map(({ kind }) => kind).join(', ');

/** The options of an upstream; what it adds to every query may contain a key. */
const optionsOf = ({ options = {} }: { readonly options?: Readonly<Record<string, string>> }) =>
  'query' in options ? { ...options, query: MASK } : options;

/** Until when searches are paused because the source failed; null when they are not. */
async function heldBackUntil(
  app: Parts<'clock' | 'db'>,
  feeds: readonly string[],
): Promise<Date | null> {
  const states = await listSourceStates(app.db);
  const open = states.flatMap(({ source, open_until }) =>
    feeds.includes(source) && open_until !== null && open_until > now(app) ? [open_until] : [],
  );
  return open.sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/** What searches have learned, read-only. */
async function memoryOf(app: App) {
  const { clock, geo, client } = app;
  const history = new FieldHistory(await listFieldShares(app.db));
  const nothing = async () => undefined;
  const places: AreaSearch['places'] = {
    ...placeStoreOf(app),
    keepPlace: nothing,
    keepAudit: nothing,
    keepAreaForm: nothing,
    noteExtents: () => undefined,
  };
  return { clock, geo, client, history, places, homes: NO_HOMES };
}

function reportOf(found: Probe, kept: readonly string[]) {
  const { requests, ended, rows, total, dropped, faults, missing, members, fields } = found;
  return {
    requests,
    kept_here: kept,
    ended: ended instanceof Error ? 'failed' : (ended ?? 'complete'),
    rows: rows.length,
    total,
    dropped,
    members: {
      rows: members.rows,
      missing: members.missing,
      not_read: members.not_read.slice(0, PROBE_NAMES_MAX),
      not_read_count: members.not_read.length,
    },
    fields,
    withheld: Object.fromEntries(faults),
    notes: missing,
    ...conclusionOf(found, kept),
  };
}

/** The same report without secrets; long requests are shortened. */
function masked<T extends { readonly requests: readonly ProbedRequest[] }>(
  report: T,
  mask: (text: string) => string,
): T {
  const shown = JSON.parse(JSON.stringify(report), (_name, value: unknown) =>
    typeof value === 'string' ? mask(value) : value,
  ) as T;
  const requests = shown.requests.map((sent) => ({
    ...sent,
    path: cut(sent.path),
    body: sent.body === null ? null : cut(sent.body),
  }));
  return { ...shown, requests };
}

/** A parameter that lists fields, and a query's text, whose beginning says more than its end. */
const LONG_PARAMETER = /(?<=[?&])([^&]{240})[^&]+/g;
const LONG_QUERY = /("query":"(?:[^"\\]|\\.){300})(?:[^"\\]|\\.)+/;

function cut(text: string): string {
  const short = text.replace(LONG_PARAMETER, '$1…').replace(LONG_QUERY, '$1…');
  const end = short.length > PROBE_SENT_CHARS_MAX ? '…' : '';
  return short.slice(0, PROBE_SENT_CHARS_MAX) + end;
}
