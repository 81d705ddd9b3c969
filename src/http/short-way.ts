/**
 * The short way of the hottest call: a plain search whose page is in memory is counted, charged and
 * answered in one batch, before the framework sees it. It is all rungs of the ladder at once for a call
 * that none of them can refuse; whatever is not plain, or could not be charged in the batch, goes down
 * the ladder.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ROUTE_PRICE } from '#domain/credits.js';
import { knownCaller } from '#service/admit-caller.js';
import { CACHE_HIT, hitHeaders } from '#service/answer.js';
import { answerHit, type Delivery, type HitAnswer, type HitCall } from '#service/answer-hit.js';
import type { House } from '#service/house.js';
import type { Call } from './call.js';
import { endCall } from './end-call.js';
import { isThere } from './presence.js';
import { rateFields, rateHeaders } from './respond.js';
import { NO_SNIFF, NO_STORE } from './safe-headers.js';
import { sendAnswer } from './send-answer.js';
import { searchRouteAt } from './steps/find-target.js';
import { type Fields, writeTail } from './write-tail.js';

/** What the short way knows of a call that it hands to the ladder. */
interface Begun {
  readonly requestId: string;
  /** The window in which the call was counted, or the fault that it met there. */
  readonly counted: Pick<HitAnswer, 'window'> | { readonly fault: unknown };
}

const begun = new WeakMap<IncomingMessage, Begun>();

/** The id that a call was given on the short way; undefined when it did not come by it. */
export const idOfShortWay = (request: IncomingMessage): string | undefined =>
  begun.get(request)?.requestId;

/** Listens before the ladder. */
export function takeShortWay(house: House, ladder: RequestListener): RequestListener {
  return (request, response) => {
    const call = isShort(house, request) ? readHit(house, request) : null;
    if (call === null || !answerShort(house, call, request, response, ladder))
      ladder(request, response);
  };
}

/** False when the page is not in memory: then nothing was begun. */
function answerShort(
  house: House,
  call: HitCall,
  request: IncomingMessage,
  response: ServerResponse,
  ladder: RequestListener,
): boolean {
  const { requestId } = call;
  const beganMs = house.clock.nowMs();
  const handOver = (counted: Begun['counted']) => {
    begun.set(request, { requestId, counted });
    if (response.headersSent) response.destroy();
    else ladder(request, response);
  };
  return answerHit(
    house,
    call,
    ({ window, delivery }) => {
      if (delivery === null) {
        handOver({ window });
        return;
      }
      const fields = fieldsOf(requestId, window, delivery);
      if (house.stopping.aborted) fields.push('connection', 'close');
      const accept = request.headers['accept-encoding'];
      writeTail(response, fields, accept, delivery.head, delivery.tail);
      end(house, request, requestId, beganMs);
    },
    (fault) => handOver({ fault }),
    () => isThere(request),
  );
}

/**
 * The step of the ladder where a call of the short way comes back: it was counted there. One whose key
 * had to be looked up first is tried here.
 */
export function tryHit(call: Call): void | Promise<void> {
  const { request, target, caller, house } = call;
  const counted = begun.get(request.raw)?.counted;
  if (counted !== undefined) {
    if ('fault' in counted) throw counted.fault;
    tellWindow(call, counted.window);
    return undefined;
  }
  if (target?.to !== 'search' || caller?.status !== 'active') return undefined;
  if (!isPlain(house, request.raw)) return undefined;
  return tryPage(call, { ...call, caller, route: target.route });
}

function tryPage(call: Call, hit: HitCall): Promise<void> {
  return new Promise<HitAnswer | null>((done, failed) => {
    const { raw } = call.request;
    if (!answerHit(call.house, hit, done, failed, () => isThere(raw))) done(null);
  }).then((answer) => {
    if (answer === null) return;
    tellWindow(call, answer.window);
    if (answer.delivery !== null) sendDelivery(call, hit.requestId, answer.delivery);
  });
}

function tellWindow(call: Call, window: HitAnswer['window']): void {
  call.window = window;
  call.reply.headers(rateHeaders(window));
}

function sendDelivery(call: Call, requestId: string, { head, tail, age }: Delivery): void {
  const about = { request_id: requestId, http: 200, credits: ROUTE_PRICE, etag: null } as const;
  sendAnswer(call, { ...about, head, tail, headers: hitHeaders(age) });
}

/** Nothing asked for but the page: headers that change what is charged or found go down the ladder. */
const isPlain = ({ secret }: House, { headers }: IncomingMessage): boolean =>
  headers['idempotency-key'] === undefined &&
  headers['cache-control'] === undefined &&
  secret !== null;

/** A plain call of which no rung can think otherwise: none of a browser's page, none after the stop began. */
const isShort = (house: House, request: IncomingMessage): boolean =>
  isPlain(house, request) &&
  request.method === 'GET' &&
  request.headers.host !== undefined &&
  request.headers.origin === undefined &&
  request.headers['sec-fetch-site'] === undefined &&
  !house.stopping.aborted;

/** Null when the path is no search, or the key is not in memory. */
function readHit(house: House, { url = '', headers }: IncomingMessage): HitCall | null {
  const mark = url.indexOf('?');
  const route = mark < 0 ? undefined : searchRouteAt(url.slice(0, mark));
  if (route === undefined) return null;
  const caller = knownCaller(house, headers.authorization);
  if (caller?.status !== 'active') return null;
  return { requestId: house.ids.uuid(), caller, route, queryText: url.slice(mark + 1) };
}

function fieldsOf(requestId: string, window: HitAnswer['window'], { age }: Delivery): Fields {
  const fields: Fields = rateFields(window);
  fields.push('x-request-id', requestId, 'x-credits-charged', String(ROUTE_PRICE));
  fields.push('cache-control', NO_STORE, 'cache-status', CACHE_HIT, 'age', String(age));
  fields.push('vary', 'Accept-Encoding', 'x-content-type-options', NO_SNIFF);
  return fields;
}

function end(house: House, { url }: IncomingMessage, requestId: string, beganMs: number): void {
  const tookMs = house.clock.nowMs() - beganMs;
  endCall(house, {
    requestId,
    method: 'GET',
    url,
    status: 200,
    tookMs,
    cacheStatus: CACHE_HIT,
    replayed: false,
  });
}
