/**
 * The fast path of the hottest call: a plain search whose page is in memory is counted, charged and
 * answered in one batch, before the framework sees it. It combines all steps of the request
 * pipeline for a call that none of them can reject; any other call, or one that the batch could not
 * charge, goes through the request pipeline.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { knownCaller } from '#service/accounts/admit-caller.js';
import type { App, Parts } from '#service/app.js';
import {
  answerHit,
  type HitAnswer,
  type HitCall,
  type HitDelivery,
} from '#service/search/answer-hit.js';
import type { Call } from './call.js';
import { endCall } from './end-call.js';
import { isThere } from './presence.js';
import { rateFields, rateHeaders } from './respond.js';
import { NO_SNIFF, NO_STORE } from './safe-headers.js';
import { CACHE_STATUS, sendAnswer } from './send-answer.js';
import { searchRouteAt } from './steps/find-target.js';
import { type Fields, writeBody } from './write-body.js';

/** The state of a call that the fast path hands to the request pipeline. */
interface Begun {
  readonly requestId: string;
  /** The rate limit window in which the call was counted, or the error of that batch. */
  readonly counted: Pick<HitAnswer, 'window'> | { readonly error: unknown };
}

const begun = new WeakMap<IncomingMessage, Begun>();

/** The id that a call got on the fast path; undefined for other calls. */
export const idOfFastPath = (request: IncomingMessage): string | undefined =>
  begun.get(request)?.requestId;

/** Handles requests before the request pipeline. */
export function takeFastPath(app: App, pipeline: RequestListener): RequestListener {
  return (request, response) => {
    const call = isFast(app, request) ? readHit(app, request) : null;
    if (call === null || !answerFast(app, call, request, response, pipeline))
      pipeline(request, response);
  };
}

/** False when the page is not in memory: then nothing was counted. */
function answerFast(
  app: App,
  call: HitCall,
  request: IncomingMessage,
  response: ServerResponse,
  pipeline: RequestListener,
): boolean {
  const { requestId } = call;
  const beganMs = app.clock.nowMs();
  const handOver = (counted: Begun['counted']) => {
    begun.set(request, { requestId, counted });
    if (response.headersSent) response.destroy();
    else pipeline(request, response);
  };
  return answerHit(
    app,
    call,
    ({ window, delivery }) => {
      if (delivery === null) {
        handOver({ window });
        return;
      }
      const fields = fieldsOf(requestId, window, delivery);
      if (app.stopping.aborted) fields.push('connection', 'close');
      const accept = request.headers['accept-encoding'];
      writeBody(response, fields, accept, delivery.prefix, delivery.page);
      end(app, request, call, delivery, beganMs);
    },
    (error) => handOver({ error }),
    () => !isThere(request),
  );
}

/**
 * The step of the request pipeline where a call returns from the fast path, already counted. One
 * whose key had to be looked up first is tried here.
 */
export function tryHit(call: Call): void | Promise<void> {
  const { request, target, caller, app } = call;
  const counted = begun.get(request.raw)?.counted;
  if (counted !== undefined) {
    if ('error' in counted) throw counted.error;
    setWindow(call, counted.window);
    return undefined;
  }
  if (target?.to !== 'search' || caller?.status !== 'active') return undefined;
  if (!isPlain(app, request.raw)) return undefined;
  return tryPage(call, { ...call, caller, route: target.route });
}

function tryPage(call: Call, hit: HitCall): Promise<void> {
  return new Promise<HitAnswer | null>((done, failed) => {
    const { raw } = call.request;
    if (!answerHit(call.app, hit, done, failed, () => !isThere(raw))) done(null);
  }).then((answer) => {
    if (answer === null) return;
    setWindow(call, answer.window);
    if (answer.delivery !== null) sendDelivery(call, hit.requestId, answer.delivery);
  });
}

function setWindow(call: Call, window: HitAnswer['window']): void {
  call.window = window;
  call.reply.headers(rateHeaders(window));
}

function sendDelivery(
  call: Call,
  requestId: string,
  { credits, prefix, page, age }: HitDelivery,
): void {
  sendAnswer(call, {
    status: 'complete',
    request_id: requestId,
    credits,
    prefix,
    page,
    version: null,
    cache: { use: 'hit', age_s: age },
    replayed: false,
  });
}

/** Whether no header affects charge or result; calls with such headers go through the pipeline. */
const isPlain = ({ secret }: Parts<'secret'>, { headers }: IncomingMessage): boolean =>
  headers['idempotency-key'] === undefined &&
  headers['cache-control'] === undefined &&
  secret !== null;

/** A plain call that no step can reject: not from a browser's page, and not while stopping. */
const isFast = (app: Parts<'secret' | 'stopping'>, request: IncomingMessage): boolean =>
  isPlain(app, request) &&
  request.method === 'GET' &&
  request.headers.host !== undefined &&
  request.headers.origin === undefined &&
  request.headers['sec-fetch-site'] === undefined &&
  !app.stopping.aborted;

/** Null when the path is not a search, or the key is not in memory. */
function readHit(
  app: Parts<'ids' | 'caches'>,
  { url = '', headers }: IncomingMessage,
): HitCall | null {
  const mark = url.indexOf('?');
  const route = mark < 0 ? undefined : searchRouteAt(url.slice(0, mark));
  if (route === undefined) return null;
  const caller = knownCaller(app, headers.authorization);
  if (caller?.status !== 'active') return null;
  return { requestId: app.ids.uuid(), caller, route, queryText: url.slice(mark + 1) };
}

function fieldsOf(
  requestId: string,
  window: HitAnswer['window'],
  { credits, age }: HitDelivery,
): Fields {
  const fields: Fields = rateFields(window);
  fields.push('x-request-id', requestId, 'x-credits-charged', String(credits));
  fields.push('cache-control', NO_STORE, 'cache-status', CACHE_STATUS.hit, 'age', String(age));
  fields.push('vary', 'Accept-Encoding', 'x-content-type-options', NO_SNIFF);
  return fields;
}

function end(
  app: Parts<'clock' | 'failedCalls' | 'log' | 'metrics' | 'traces'>,
  request: IncomingMessage,
  { requestId, caller }: HitCall,
  { credits }: HitDelivery,
  beganMs: number,
): void {
  const tookMs = app.clock.nowMs() - beganMs;
  endCall(app, {
    request,
    requestId,
    status: 200,
    tookMs,
    cacheStatus: CACHE_STATUS.hit,
    replayed: false,
    caller,
    credits,
  });
}
