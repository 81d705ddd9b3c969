/** The questions of a benchmark with the truth of each, a pure function of the seed and the day. */
import { assert } from '#base/assert.js';
import type { Kind, ListingStatus } from '#contract/values.js';
import { isoDate } from '../data/calendar.js';
import { hashText, unit } from '../data/chance.js';
import type { Portal, PortalName, TruthRow } from '../portal.js';
import type { SandboxState } from '../state.js';
import { type AreaDraws, membershipIn, openDraws, type QuestionArea } from './draw-areas.js';
import { fitOf } from './fit-filters.js';
import type { PlannedFault, PortalBenchmark, QuestionFilters, QuestionPlan } from './plan.js';

/** A question as clients see it. */
export interface BenchmarkQuestion {
  readonly id: string;
  readonly portal: PortalName;
  readonly kind: Kind;
  readonly statuses: readonly ListingStatus[];
  /** Of sold homes: how many days back, and the first of these days. */
  readonly sold_within_days?: number;
  readonly sold_since?: string;
  /** What the homes of the area must have besides; none when absent. */
  readonly filters?: QuestionFilters;
  readonly area: QuestionArea;
}

/** A question with what only the scorer knows. */
export interface ExamQuestion extends BenchmarkQuestion {
  readonly rowsPerRequest: number;
  readonly fault?: PlannedFault;
  /** By id: the rows of a right answer. */
  readonly rows: ReadonlyMap<string, TruthRow>;
  /**
   * By id: rows that an answer may have and need not have. They are on the border of the area, or
   * the portal does not show a value that a filter needs.
   */
  readonly border: ReadonlyMap<string, TruthRow>;
  /** By id: rows of the area that do not fit, each with the filter that excludes it. */
  readonly unfit: ReadonlyMap<string, string>;
}

const SOLD_DAYS_USUAL = 90;
/** Draws of one area before the one with the nearest number of rows is taken. */
const DRAWS_MAX = 60;
/** Rows of one area, fit or not; a larger one is drawn again. */
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
  const { kind, fault, filters } = plan;
  const [min, max] = plan.rows;
  const statuses = plan.statuses ?? statusesOf(kind, benchmark.pending);
  const soldWithinDays = plan.soldWithinDays ?? SOLD_DAYS_USUAL;
  const asked = { kind, statuses, soldWithinDays, filters: filters ?? {} };
  const from = draws.candidates(
    (plot) => benchmark.covers?.(plot) !== false && (plan.tower !== true || plot.tower > 0),
    max === 0,
  );
  let best: (Truth & Pick<ExamQuestion, 'area'>) | undefined;
  let distance = Number.POSITIVE_INFINITY;
  const drawn = new Set<string>();
  for (let draw = 0; draw < DRAWS_MAX && distance > 0; draw += 1) {
    const area = draws.draw(from, plan.form, `${word} ${draw}`);
    // One city has few counties, and each is drawn many times.
    const text = JSON.stringify(area ?? null);
    if (area === undefined || drawn.has(text)) continue;
    drawn.add(text);
    const truth = await truthIn(state, portal, asked, area);
    if (truth === undefined) continue;
    const { size } = truth.rows;
    const away = Math.max(min - size, size - max, 0);
    if (away < distance) [best, distance] = [{ area, ...truth }, away];
  }
  assert(best !== undefined, `the synthetic data has an area for a question about ${name}`);
  return {
    portal: name,
    kind,
    statuses,
    ...(kind === 'sold' && soldRange(state, soldWithinDays)),
    ...(filters !== undefined && { filters }),
    rowsPerRequest: benchmark.rowsPerRequest,
    ...(fault !== undefined && { fault }),
    ...best,
  };
}

const soldRange = ({ data }: SandboxState, days: number) => ({
  sold_within_days: days,
  sold_since: isoDate(data.day() - days),
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

type Truth = Pick<ExamQuestion, 'rows' | 'border' | 'unfit'>;

interface Asked extends Pick<BenchmarkQuestion, 'kind' | 'statuses'> {
  readonly soldWithinDays: number;
  readonly filters: QuestionFilters;
}

/** The rows of an area; undefined when there are too many. */
async function truthIn(
  { data }: SandboxState,
  portal: Portal,
  { kind, statuses, soldWithinDays, filters }: Asked,
  area: QuestionArea,
): Promise<Truth | undefined> {
  const membership = membershipIn(data.geo, area);
  const [west, south, east, north] = area.box;
  const rows = new Map<string, TruthRow>();
  const border = new Map<string, TruthRow>();
  const unfit = new Map<string, string>();
  // Homes under contract are in the truth as well, so that one too many is named by its status.
  const question = { kind, west, south, east, north, soldWithinDays, pending: kind === 'listings' };
  for await (const row of portal.groundTruth(question)) {
    const where = membership(row);
    if (where === 'outside') continue;
    const found = fitOf(filters, row);
    if (!statuses.includes(row.status)) unfit.set(row.id, 'statuses');
    else if (found.fit === 'outside') unfit.set(row.id, found.filter);
    else (where === 'inside' && found.fit === 'fits' ? rows : border).set(row.id, row);
    if (rows.size + unfit.size > AREA_ROWS_MAX) return undefined;
  }
  return { rows, border, unfit };
}
