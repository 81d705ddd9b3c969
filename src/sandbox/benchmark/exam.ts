/** The questions of a benchmark with the truth of each, a pure function of the seed and the day. */
import { assert } from '#base/assert.js';
import type { Kind, ListingStatus } from '#contract/values.js';
import { isoDate } from '../data/calendar.js';
import { hashText, unit } from '../data/chance.js';
import type { Portal, PortalName, TruthRow } from '../portal.js';
import type { SandboxState } from '../state.js';
import { type AreaDraws, membershipIn, openDraws, type QuestionArea } from './draw-areas.js';
import type { PlannedFault, PortalBenchmark, QuestionPlan } from './plan.js';

/** A question as clients see it. */
export interface BenchmarkQuestion {
  readonly id: string;
  readonly portal: PortalName;
  readonly kind: Kind;
  readonly statuses: readonly ListingStatus[];
  /** Of sold homes: how many days back, and the first of these days. */
  readonly sold_within_days?: number;
  readonly sold_since?: string;
  readonly area: QuestionArea;
}

/** A question with what only the scorer knows. */
export interface ExamQuestion extends BenchmarkQuestion {
  readonly rowsPerRequest: number;
  readonly fault?: PlannedFault;
  /** By id: the rows of a right answer. */
  readonly rows: ReadonlyMap<string, TruthRow>;
  /** By id: rows on the border of the area, which an answer may have and need not have. */
  readonly border: ReadonlyMap<string, TruthRow>;
}

const SOLD_WITHIN_DAYS = 90;
/** Draws of one area before the one with the nearest number of rows is taken. */
const DRAWS_MAX = 60;
/** Rows of one area; a larger one is drawn again. */
const AREA_ROWS_MAX = 20_000;
const ORDER_SALT = 3;

/** Draws all questions. Their order is shuffled, so that it shows no fault. */
export async function makeExam(state: SandboxState): Promise<readonly ExamQuestion[]> {
  const draws = openDraws(state);
  const made: { readonly order: number; readonly drawn: Drawn }[] = [];
  for (const [name, portal] of state.portals) {
    const { benchmark } = portal;
    if (benchmark === undefined) continue;
    for (const [nth, plan] of benchmark.questions.entries()) {
      const word = `${name} ${nth}`;
      const asked = { name: name as PortalName, portal, benchmark, plan, word };
      const order = unit(hashText(word, state.seed), ORDER_SALT);
      made.push({ order, drawn: await drawQuestion(state, draws, asked) });
    }
  }
  made.sort((a, b) => a.order - b.order);
  return made.map(({ drawn }, at) => ({ id: `q${String(at + 1).padStart(2, '0')}`, ...drawn }));
}

type Drawn = Omit<ExamQuestion, 'id'>;

interface PlannedQuestion {
  readonly name: PortalName;
  readonly portal: Portal;
  readonly benchmark: PortalBenchmark;
  readonly plan: QuestionPlan;
  /** What the draws depend on besides the seed. */
  readonly word: string;
}

/** The question with the first area of as many rows as planned, or of the nearest number. */
async function drawQuestion(
  state: SandboxState,
  draws: AreaDraws,
  { name, portal, benchmark, plan, word }: PlannedQuestion,
): Promise<Drawn> {
  const { kind, fault } = plan;
  const [min, max] = plan.rows;
  const from = draws.candidates(
    (plot) => benchmark.covers?.(plot) !== false && (plan.tower !== true || plot.tower > 0),
    max === 0,
  );
  let best: Pick<ExamQuestion, 'area' | 'rows' | 'border'> | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (let draw = 0; draw < DRAWS_MAX && distance > 0; draw += 1) {
    const area = draws.draw(from, plan.form, `${word} ${draw}`);
    const truth = area === undefined ? undefined : await truthIn(state, portal, kind, area);
    if (area === undefined || truth === undefined) continue;
    const { size } = truth.rows;
    const away = Math.max(min - size, size - max, 0);
    if (away < distance) [best, distance] = [{ area, ...truth }, away];
  }
  assert(best !== undefined, `the synthetic data has an area for a question about ${name}`);
  return {
    portal: name,
    kind,
    statuses: statusesOf(kind, benchmark.pending),
    ...(kind === 'sold' && soldRange(state)),
    rowsPerRequest: benchmark.rowsPerRequest,
    ...(fault !== undefined && { fault }),
    ...best,
  };
}

const soldRange = ({ data }: SandboxState) => ({
  sold_within_days: SOLD_WITHIN_DAYS,
  sold_since: isoDate(data.day() - SOLD_WITHIN_DAYS),
});

function statusesOf(kind: Kind, hasPending: boolean): readonly ListingStatus[] {
  switch (kind) {
    case 'listings':
      return hasPending ? ['for_sale', 'pending'] : ['for_sale'];
    case 'auctions':
      return ['for_sale'];
    case 'rentals':
      return ['for_rent'];
    case 'sold':
      return ['sold'];
  }
}

/** The rows of an area; undefined when there are too many. */
async function truthIn(
  { data }: SandboxState,
  portal: Portal,
  kind: Kind,
  area: QuestionArea,
): Promise<Pick<ExamQuestion, 'rows' | 'border'> | undefined> {
  const membership = membershipIn(data.geo, area);
  const [west, south, east, north] = area.box;
  const truth = { rows: new Map<string, TruthRow>(), border: new Map<string, TruthRow>() };
  const question = { kind, west, south, east, north, soldWithinDays: SOLD_WITHIN_DAYS };
  for await (const row of portal.groundTruth({ ...question, pending: false })) {
    const where = membership(row);
    if (where !== 'outside') truth[where === 'inside' ? 'rows' : 'border'].set(row.id, row);
    if (truth.rows.size > AREA_ROWS_MAX) return undefined;
  }
  return truth;
}
