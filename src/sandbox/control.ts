/** The sandbox's own endpoints under /__sandbox: faults, habits, truth and counts. */
import { KINDS } from '#contract/values.js';
import { readFaultOrder } from './faults.js';
import { countOf, faultOf, type House } from './house.js';
import { jsonReply, type Reply } from './http.js';
import type { Habits, Portal, PortalRequest, TruthQuestion } from './portal.js';
import { membersOf, readJson } from './text.js';
import { SOLD_DAYS_MAX } from './world/sales.js';

/** Ids that one truth names; a larger box is refused. */
const TRUTH_IDS_MAX = 2_000_000;
const SOLD_DAYS_DEFAULT = 90;
const ORDERS = ['none', 'price', 'south'] as const;

/** Answers a request whose path below /__sandbox is `request.path`. */
export async function answerControl(house: House, request: PortalRequest): Promise<Reply> {
  const { method, path } = request;
  const reading = method === 'GET';
  if (!reading && method !== 'POST') return jsonReply(405, { error: 'GET or POST' });
  if (path === '/faults') return reading ? faults(house) : setFault(house, request.body);
  if (path === '/world') return reading ? habits(house) : setHabits(house, request.body);
  if (path === '/stats') return reading ? stats(house) : resetStats(house);
  if (path === '/truth' && reading) return truth(house, request.query);
  return jsonReply(404, { error: 'faults, world, stats or truth' });
}

const bad = (error: string): Reply => jsonReply(400, { error });

function faults(house: House): Reply {
  const now = [...house.portals.keys()].map((source) => [source, faultOf(house, source)]);
  return jsonReply(200, { faults: Object.fromEntries(now) as unknown });
}

function setFault(house: House, body: string): Reply {
  const sources = [...house.portals.keys()];
  const order = readFaultOrder(readJson(body), sources);
  if (typeof order === 'string') return bad(order);
  for (const source of order.source === 'all' ? sources : [order.source]) {
    house.faults.set(source, order.fault);
  }
  return faults(house);
}

const habits = (house: House): Reply => jsonReply(200, house.habits);

function setHabits(house: House, body: string): Reply {
  const asked = membersOf(readJson(body));
  if (asked === undefined) return bad('send a JSON object with order, relaxed or hidden');
  const order = ORDERS.find((name) => name === (asked['order'] ?? house.habits.order));
  const relaxed = rateOf(asked['relaxed'] ?? house.habits.relaxed);
  const hidden = rateOf(asked['hidden'] ?? house.habits.hidden);
  if (order === undefined) return bad(`order must be one of ${ORDERS.join(', ')}`);
  if (relaxed === undefined || hidden === undefined) return bad('rates are from 0 to 1');
  house.habits = { order, relaxed, hidden } satisfies Habits;
  return habits(house);
}

const rateOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;

function stats(house: House): Reply {
  const counts = [...house.portals.keys()].map((source) => [source, { ...countOf(house, source) }]);
  return jsonReply(200, { sources: Object.fromEntries(counts) as unknown });
}

function resetStats(house: House): Reply {
  house.counts.clear();
  return stats(house);
}

async function truth(house: House, query: URLSearchParams): Promise<Reply> {
  const source = query.get('source') ?? '';
  const portal = house.portals.get(source);
  if (portal === undefined)
    return bad(`source must be one of ${[...house.portals.keys()].join(', ')}`);
  const question = readTruth(query);
  if (typeof question === 'string') return bad(question);
  const ids = await idsOf(portal, question);
  if (ids === undefined) return bad(`the box holds more than ${TRUTH_IDS_MAX} ids`);
  return jsonReply(200, { source, kind: question.kind, count: ids.length, ids });
}

async function idsOf(portal: Portal, question: TruthQuestion): Promise<string[] | undefined> {
  const ids: string[] = [];
  for await (const id of portal.truth(question)) {
    if (ids.length === TRUTH_IDS_MAX) return undefined;
    ids.push(id);
  }
  return ids.sort();
}

function readTruth(query: URLSearchParams): TruthQuestion | string {
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
