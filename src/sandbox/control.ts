/** The sandbox's control endpoints under /__sandbox: faults, behaviour, clock, truth and counts. */
import { setClock, showClock } from './control-clock.js';
import { answerTruth } from './control-truth.js';
import { readFaultOrder } from './faults.js';
import { jsonReply, type SandboxReply } from './http.js';
import type { Behaviour, PortalRequest } from './portal.js';
import { countOf, faultOf, type SandboxState } from './state.js';
import { membersOf, readJson } from './text.js';

const ORDERS = ['none', 'price', 'south'] as const;

/** Answers a request whose path below /__sandbox is `request.path`. */
export async function answerControl(
  state: SandboxState,
  request: PortalRequest,
): Promise<SandboxReply> {
  const { method, path } = request;
  const reading = method === 'GET';
  if (!reading && method !== 'POST') return jsonReply(405, { error: 'GET or POST' });
  if (path === '/faults') return reading ? faults(state) : setFault(state, request.body);
  if (path === '/world') return reading ? behaviour(state) : setBehaviour(state, request.body);
  if (path === '/clock') return reading ? showClock(state) : setClock(state, request.body);
  if (path === '/stats') return reading ? stats(state) : resetStats(state);
  if (path === '/truth' && reading) return answerTruth(state, request.query);
  return jsonReply(404, { error: 'faults, world, clock, stats or truth' });
}

const bad = (error: string): SandboxReply => jsonReply(400, { error });

function faults(state: SandboxState): SandboxReply {
  const now = [...state.portals.keys()].map((source) => [source, faultOf(state, source)]);
  return jsonReply(200, { faults: Object.fromEntries(now) as unknown });
}

function setFault(state: SandboxState, body: string): SandboxReply {
  const sources = [...state.portals.keys()];
  const own = [...state.portals.values()].flatMap((portal) => portal.faults ?? []);
  const order = readFaultOrder(readJson(body), sources, own);
  if (typeof order === 'string') return bad(order);
  for (const source of order.source === 'all' ? sources : [order.source]) {
    state.faults.set(source, order.fault);
  }
  return faults(state);
}

const behaviour = (state: SandboxState): SandboxReply => jsonReply(200, state.behaviour);

function setBehaviour(state: SandboxState, body: string): SandboxReply {
  const asked = membersOf(readJson(body));
  if (asked === undefined)
    return bad('send a JSON object with order, relaxed, hidden, undated, channels or boxes');
  const order = ORDERS.find((name) => name === (asked['order'] ?? state.behaviour.order));
  const relaxed = rateOf(asked['relaxed'] ?? state.behaviour.relaxed);
  const hidden = rateOf(asked['hidden'] ?? state.behaviour.hidden);
  const undated = rateOf(asked['undated'] ?? state.behaviour.undated ?? 0);
  const channels = rateOf(asked['channels'] ?? state.behaviour.channels ?? 0);
  if (order === undefined) return bad(`order must be one of ${ORDERS.join(', ')}`);
  if (
    relaxed === undefined ||
    hidden === undefined ||
    undated === undefined ||
    channels === undefined
  )
    return bad('rates are from 0 to 1');
  const boxes = asked['boxes'] ?? state.behaviour.boxes;
  if (typeof boxes !== 'boolean') return bad('boxes is true or false');
  state.behaviour = { order, relaxed, hidden, undated, channels, boxes } satisfies Behaviour;
  return behaviour(state);
}

const rateOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;

function stats(state: SandboxState): SandboxReply {
  const counts = [...state.portals.keys()].map((source) => [source, { ...countOf(state, source) }]);
  return jsonReply(200, { sources: Object.fromEntries(counts) as unknown });
}

function resetStats(state: SandboxState): SandboxReply {
  state.counts.clear();
  return stats(state);
}
