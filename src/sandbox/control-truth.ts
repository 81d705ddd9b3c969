/** The endpoint /__sandbox/truth: the homes that a perfect collector finds in a box at a time. */
import { KINDS } from '#contract/values.js';
import { MOMENT_WORDS, readMoment } from './control-clock.js';
import { SOLD_DAYS_MAX } from './data/sales.js';
import { jsonReply, type SandboxReply } from './http.js';
import type { GroundTruthQuery, Portal, TruthRow } from './portal.js';
import type { SandboxState } from './state.js';

/** Maximum homes of one ground truth; a box with more is rejected. */
const GROUND_TRUTH_ROWS_MAX = 2_000_000;
const SOLD_DAYS_DEFAULT = 90;

const bad = (error: string): SandboxReply => jsonReply(400, { error });

/** Answers with ids, or with rows when `rows=true`. */
export async function answerTruth(
  state: SandboxState,
  query: URLSearchParams,
): Promise<SandboxReply> {
  const source = query.get('source') ?? '';
  const portal = state.portals.get(source);
  if (portal === undefined)
    return bad(`source must be one of ${[...state.portals.keys()].join(', ')}`);
  const asked = readQuestion(query);
  if (typeof asked === 'string') return bad(asked);
  const question = { ...asked, atMs: asked.atMs ?? state.world.nowMs() };
  const rows = await truthOf(portal, question);
  if (rows === undefined) return bad(`the box holds more than ${GROUND_TRUTH_ROWS_MAX} ids`);
  const shown = query.get('rows') === 'true' ? { rows } : { ids: rows.map(({ id }) => id) };
  const at = new Date(question.atMs).toISOString();
  return jsonReply(200, { source, kind: question.kind, at, count: rows.length, ...shown });
}

/** The rows of a ground truth by id; undefined when the box has too many. */
export async function truthOf(
  portal: Portal,
  question: GroundTruthQuery,
): Promise<readonly TruthRow[] | undefined> {
  const rows: TruthRow[] = [];
  for await (const row of portal.groundTruth(question)) {
    if (rows.length === GROUND_TRUTH_ROWS_MAX) return undefined;
    rows.push(row);
  }
  return rows.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

function readQuestion(query: URLSearchParams): GroundTruthQuery | string {
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
  const at = query.get('at');
  const atMs = at === null ? undefined : readMoment(at);
  if (at !== null && atMs === undefined) return MOMENT_WORDS;
  const pending = query.get('pending') === 'true';
  const box = { west, south, east, north };
  return { kind, ...box, soldWithinDays, pending, ...(atMs !== undefined && { atMs }) };
}

function numberOf(text: string | null): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
