import type { IncomingMessage } from 'node:http';
import { BASE_PATH, type ErrorBody } from '#contract/envelope.js';
import { LAYERS_PATH } from '#contract/layers.js';
import { JOBS_PATH, LOOKUP_ROUTES, MCP_PATH, SEARCH_ROUTES } from '#contract/routes.js';
import { hideApiKeys } from '#domain/api-key.js';
import type { Parts } from '#service/app.js';
import type { Caller } from './call.js';
import { operationIdAt, templateAt } from './steps/find-target.js';

const SEARCHES = new Map<string, string>(
  [...SEARCH_ROUTES, ...LOOKUP_ROUTES].map(({ id, path }) => [BASE_PATH + path, id]),
);
/** Paths counted separately besides the searches and operations; all others are counted as one. */
const NAMED = new Map<string, string>([
  ['/', 'console'],
  ['/healthz', 'healthz'],
  ['/readyz', 'readyz'],
  [`${BASE_PATH}/sources`, 'sources'],
  [`${BASE_PATH}/account`, 'account'],
  [`${BASE_PATH}/openapi.json`, 'openapi'],
  ['/docs', 'docs'],
  [MCP_PATH, 'mcp'],
]);
const JOBS = BASE_PATH + JOBS_PATH;

/** An answered call. */
export interface EndedCall {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly status: number;
  readonly tookMs: number;
  /** The answer's Cache-Status, and whether it was a replay: how a search was answered. */
  readonly cacheStatus: string | undefined;
  readonly replayed: boolean;
  /** The caller; undefined where no key was admitted. */
  readonly caller: Pick<Caller, 'account_id' | 'key_id'> | undefined;
  /** The error in the answer; undefined for other answers. */
  readonly error?: ErrorBody | undefined;
  /** The credits charged; undefined for answers without credits. */
  readonly credits: number | undefined;
}

const callers = new WeakMap<IncomingMessage, Caller>();

/** Records the caller of a request, for its line in the log. */
export const noteCaller = (request: IncomingMessage, caller: Caller): void => {
  callers.set(request, caller);
};

const errors = new WeakMap<IncomingMessage, ErrorBody>();

/** Records the error of a request's answer, for operators. */
export const noteError = (request: IncomingMessage, error: ErrorBody): void => {
  errors.set(request, error);
};

/** The error of a request's answer; undefined for other answers. */
export const errorOf = (request: IncomingMessage): ErrorBody | undefined => errors.get(request);

/** The caller of a request; undefined where no key was admitted. */
export const callerOf = (request: IncomingMessage): Caller | undefined => callers.get(request);

/**
 * Logs an answered call with the ids of its account and key, without its query string, which holds
 * cursors, and without keys, which some callers write into the path. Counts it under its route: few
 * names, never a path chosen by a caller. Ends its span.
 */
export function endCall(
  app: Parts<'clock' | 'failedCalls' | 'log' | 'metrics' | 'traces'>,
  call: EndedCall,
): void {
  const { request, requestId, status, tookMs, caller, credits, error } = call;
  const { method = '', url = '' } = request;
  const mark = url.indexOf('?');
  const path = hideApiKeys(mark < 0 ? url : url.slice(0, mark));
  const shown = path.slice(0, PATH_CHARS_MAX);
  const took_ms = Math.round(tookMs * 10) / 10;
  const { account_id, key_id } = caller ?? {};
  const trace_id = app.traces.called(request, {
    requestId,
    method,
    path: shown,
    route: () => (NAMED.has(path) ? path : templateAt(path)),
    status,
    tookMs,
    accountId: account_id,
    credits,
  });
  app.log.info(
    {
      request_id: requestId,
      method,
      path: shown,
      status,
      code: error?.code,
      took_ms,
      account_id,
      key_id,
      credits,
      trace_id,
    },
    'call',
  );
  noteFailure(app, call, shown);
  const search = SEARCHES.get(path);
  const route = search ?? NAMED.get(path) ?? operationIdAt(path, method) ?? groupOf(path);
  app.metrics.called(route, status, tookMs / 1000);
  const how = search === undefined ? null : howAnswered(call);
  if (search !== undefined && how !== null) app.metrics.searched(search, how);
}

const groupOf = (path: string): string => {
  if (path.startsWith(JOBS)) return 'jobs';
  return path.startsWith(LAYERS_PATH) ? 'layers' : 'other';
};

const SERVER_ERROR = 500;
/** How much of a path is logged, and remembered: callers write it, with or without a key. */
const PATH_CHARS_MAX = 200;

/** Remembers failed calls for the operator's page, and counts those that callers can correct. */
function noteFailure(
  app: Parts<'clock' | 'failedCalls'>,
  { request, requestId, status, error }: EndedCall,
  path: string,
): void {
  if (error === undefined) return;
  const { code, message } = error;
  const at = new Date(app.clock.nowMs()).toISOString();
  if (status < SERVER_ERROR) {
    app.failedCalls.reject({ code, status, at });
    return;
  }
  app.failedCalls.note({
    at,
    request_id: requestId,
    method: request.method ?? '',
    path,
    status,
    code,
    message,
  });
}

/** Null for an answer that is not an accepted search. */
function howAnswered({
  cacheStatus: cache,
  replayed,
}: EndedCall): 'hit' | 'miss' | 'collapsed' | 'replayed' | null {
  if (replayed) return 'replayed';
  if (cache === undefined) return null;
  if (cache.includes('hit')) return 'hit';
  return cache.includes('collapsed') ? 'collapsed' : 'miss';
}
