/** One request to a portal: its latency, its fault if one strikes, its answer. */

import { hashText, unit } from './data/chance.js';
import { cut, drift, emptyFields, type Fault, strikes } from './faults.js';
import { JSON_TYPE, jsonReply, type SandboxReply } from './http.js';
import { faultIn } from './odd-places.js';
import type { Portal, PortalAnswer, PortalRequest } from './portal.js';
import { countOf, faultOf, type SandboxState } from './state.js';

const LATENCY_SALT = 511;
const CHALLENGE_PAGE =
  '<!doctype html><html><head><title>One moment</title></head>' +
  '<body><h1>Please show that you are a person</h1><div id="px-captcha"></div></body></html>';
const NOT_FOUND_PAGE = '<!doctype html><html><body><pre>Cannot GET this</pre></body></html>';
const HTML = 'text/html; charset=utf-8';

/** The reply, or undefined when the fault is to never answer. */
export async function answerPortal(
  state: SandboxState,
  source: string,
  request: PortalRequest,
): Promise<SandboxReply | undefined> {
  const portal = state.portals.get(source);
  if (portal === undefined) return jsonReply(404, { error: 'no such portal' });
  const nth = (state.nths.get(source) ?? 0) + 1;
  state.nths.set(source, nth);
  const count = countOf(state, source);
  count.requests += 1;
  const ordered = faultOf(state, source);
  const fault = strikes(ordered, state.seed, hashText(source, 0), nth)
    ? ordered
    : placeFault(state, portal, request);
  if (fault !== undefined) count.struck += 1;
  const reply = await replyWith(state, portal, request, fault);
  count.bytes += reply === undefined ? 0 : Buffer.byteLength(reply.text);
  return reply;
}

/** The reply of a portal under a fault, after its latency. */
export async function replyWith(
  state: SandboxState,
  portal: Portal,
  request: PortalRequest,
  fault?: Fault,
): Promise<SandboxReply | undefined> {
  await pause(state, request, fault);
  const mode = fault?.mode ?? 'ok';
  if (mode === 'hang') return untilClosed(state);
  const plain = plainFault(mode);
  const own = portal.faults?.includes(mode) === true ? mode : undefined;
  return plain ?? spelled(portal, await portal.answer(request, own), mode);
}

/** The fault of the requested place. */
function placeFault(
  { faultyPlaces }: SandboxState,
  portal: Portal,
  request: PortalRequest,
): Fault | undefined {
  const asked = faultyPlaces.length === 0 ? undefined : portal.areaOf?.(request);
  return asked === undefined ? undefined : faultIn(faultyPlaces, asked);
}

/** Latency is drawn from the request, so that equal requests take equally long. */
async function pause(state: SandboxState, request: PortalRequest, fault?: Fault): Promise<void> {
  const { latencyMinMs, latencyMaxMs, seed, clock, closing } = state;
  const text = `${request.method} ${request.path}?${request.query.toString()} ${request.body}`;
  const draw = latencyMaxMs === 0 ? 0 : unit(hashText(text, seed), LATENCY_SALT);
  const ms = latencyMinMs + Math.round(draw * (latencyMaxMs - latencyMinMs));
  const total = ms + (fault?.latency_ms ?? 0);
  if (total > 0) await clock.sleep(total, closing.signal);
}

/** Faults that never reach the portal. */
function plainFault(mode: string): SandboxReply | undefined {
  if (mode === 'error') return { status: 500, text: 'internal error' };
  if (mode === 'refuse') return { status: 403, text: 'access denied' };
  if (mode === 'busy') {
    return { status: 429, text: 'too many requests', headers: { 'retry-after': '1' } };
  }
  if (mode === 'busy_silent') return { status: 429, text: 'too many requests' };
  if (mode === 'not_found') return { status: 404, text: NOT_FOUND_PAGE, type: HTML };
  if (mode !== 'challenge') return undefined;
  return { status: 200, text: CHALLENGE_PAGE, type: HTML };
}

function spelled(portal: Portal, answer: PortalAnswer, mode: string): SandboxReply {
  const { status, headers = {}, document, page } = answer;
  if (document !== undefined) {
    const text = mode === 'cut' ? cut(document.text) : document.text;
    return { status, text, type: document.type, headers };
  }
  const json =
    mode === 'drift'
      ? drift(answer.json, portal.drifted)
      : mode === 'empty_fields'
        ? emptyFields(answer.json, portal.emptied)
        : answer.json;
  const text = (page?.before ?? answer.prefix ?? '') + JSON.stringify(json) + (page?.after ?? '');
  const type = page === undefined ? JSON_TYPE : HTML;
  return { status, text: mode === 'cut' ? cut(text) : text, type, headers };
}

function untilClosed(state: SandboxState): Promise<undefined> {
  return new Promise((resolve) => {
    const { signal } = state.closing;
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
