/** The sandbox's own endpoints under /__sandbox: faults, behaviour settings, ground truth and counts. */
import { KINDS } from '#contract/values.js';
import { SOLD_DAYS_MAX } from './data/sales.js';
import { readFaultOrder } from './faults.js';
import { jsonReply, type Reply } from './http.js';
import type { Behaviour, GroundTruthQuery, Portal, PortalRequest } from './portal.js';
import { countOf, faultOf, type SandboxState } from './state.js';
import { membersOf, readJson } from './text.js';

/** Most ids of one ground truth; a larger box is rejected. */
const GROUND_TRUTH_IDS_MAX = 2_000_000;
const SOLD_DAYS_DEFAULT = 90;
const ORDERS = ['none', 'price', 'south'] as const;

/** Answers a request whose path below /__sandbox is `request.path`. */
export async function answerControl(state: SandboxState, request: PortalRequest): Promise<Reply> {
  const { method, path } = request;
  const reading = method === 'GET';
  if (!reading && method !== 'POST') return jsonReply(405, { error: 'GET or POST' });
  if (path === '/faults') return reading ? faults(state) : setFault(state, request.body);
  if (path === '/world') return reading ? behaviour(state) : setBehaviour(state, request.body);
  if (path === '/stats') return reading ? stats(state) : resetStats(state);
  if (path === '/truth' && reading) return groundTruth(state, request.query);
  return jsonReply(404, { error: 'faults, world, stats or truth' });
}

const bad = (error: string): Reply => jsonReply(400, { error });

function faults(state: SandboxState): Reply {
  const now = [...state.portals.keys()].map((source) => [source, faultOf(state, source)]);
  return jsonReply(200, { faults: Object.fromEntries(now) as unknown });
}

function setFault(state: SandboxState, body: string): Reply {
  const sources = [...state.portals.keys()];
  const own = [...state.portals.values()].flatMap((portal) => portal.faults ?? []);
  const order = readFaultOrder(readJson(body), sources, own);
  if (typeof order === 'string') return bad(order);
  for (const source of order.source === 'all' ? sources : [order.source]) {
    state.faults.set(source, order.fault);
  }
  return faults(state);
}

const behaviour = (state: SandboxState): Reply => jsonReply(200, state.behaviour);

function setBehaviour(state: SandboxState, body: string): Reply {
  const asked = membersOf(readJson(body));
  if (asked === undefined) return bad('send a JSON object with order, relaxed or hidden');
  const order = ORDERS.find((name) => name === (asked['order'] ?? state.behaviour.order));
  const relaxed = rateOf(asked['relaxed'] ?? state.behaviour.relaxed);
  const hidden = rateOf(asked['hidden'] ?? state.behaviour.hidden);
  if (order === undefined) return bad(`order must be one of ${ORDERS.join(', ')}`);
  if (relaxed === undefined || hidden === undefined) return bad('rates are from 0 to 1');
  state.behaviour = { order, relaxed, hidden } satisfies Behaviour;
  return behaviour(state);
}

const rateOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;

function stats(state: SandboxState): Reply {
  const counts = [...state.portals.keys()].map((source) => [source, { ...countOf(state, source) }]);
  return jsonReply(200, { sources: Object.fromEntries(counts) as unknown });
}

function resetStats(state: SandboxState): Reply {
  state.counts.clear();
  return stats(state);
}

async function groundTruth(state: SandboxState, query: URLSearchParams): Promise<Reply> {
  const source = query.get('source') ?? '';
  const portal = state.portals.get(source);
  if (portal === undefined)
    return bad(`source must be one of ${[...state.portals.keys()].join(', ')}`);
  const question = readGroundTruth(query);
  if (typeof question === 'string') return bad(question);
  const ids = await idsOf(portal, question);
  if (ids === undefined) return bad(`the box holds more than ${GROUND_TRUTH_IDS_MAX} ids`);
  return jsonReply(200, { source, kind: question.kind, count: ids.length, ids });
}

async function idsOf(portal: Portal, question: GroundTruthQuery): Promise<string[] | undefined> {
  const ids: string[] = [];
  for await (const id of portal.groundTruth(question)) {
    if (ids.length === GROUND_TRUTH_IDS_MAX) return undefined;
    ids.push(id);
  }
  return ids.sort();
}

function readGroundTruth(query: URLSearchParams): GroundTruthQuery | string {
  const kind = KINDS.find((name) => name === query.get('kind'));
  if (kind === undefined) return `kind must be one of ${KINDS.join(', ')}`;
  const [west, south, east, north] = ['west', 'south', 'east', 'north'].map((name) =>
    numberOf(query.get(name)),
  );
  if (west === undefined || south === undefined || east === undefined || north === undefined) {
    return 'west, south, east and north are decimal degrees';
  }
  const soldWithinDays = numberOf(query.get('sold_within_days') ?? String(SOLD_DAYS_DEFAULT));
  if (soldWithinDays === undefined || soldWithinDays < 0 || soldWithinDays > SOLD_DAYS_MAX) {
    return `sold_within_days is from 0 to ${SOLD_DAYS_MAX}`;
  }
  const pending = query.get('pending') === 'true';
  return { kind, west, south, east, north, soldWithinDays, pending };
}

function numberOf(text: string | null): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
