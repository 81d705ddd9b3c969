/** Every change of every source and kind, and what it came to. */
import assert from 'node:assert/strict';
import { FieldHistory, type LearnedSignal } from '#collect/checks/field-history.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { KINDS, type Kind } from '#contract/values.js';
import { FIRST_PAGE } from '#domain/position.js';
import type { Geo } from '#geo/geo.js';
import { driverOf } from '#sources/index.js';
import { accent, BEHAVIOURS, ENCODINGS, type Shape, shapeOf } from './behaviours.js';
import { MEMBER_CHANGES, type MemberChange, PROBES } from './changes.js';
import { type Change, collectChanged, NO_CHANGE } from './collect-changed.js';
import { EACH, nameOf, type Path, pathsIn } from './members.js';
import { outcomeOf, type Result } from './outcome.js';
import {
  firstAsk,
  NOW_MS,
  openWorld,
  type PortalWorld,
  type World,
  withChanged,
  withEmptyLists,
} from './world.js';

export interface Case extends Result {
  readonly source: SourceName;
  readonly kind: Kind;
  /** The name of the change in its table. */
  readonly change: string;
  /** The member that was changed; empty for what a source does as a whole. */
  readonly member: string;
}

/** Rows of the area whose members are changed. */
const MEMBER_ROWS = 40;
/** Pages of the area with a changed source: more than two if pages are small, otherwise two. */
const PAGES = 2.4;
const ROWS_BEYOND_PAGE_MAX = 150;
const OLD_DAYS = 30;

const OTHERS = Object.keys(MEMBER_CHANGES).filter((name) => !PROBES.includes(name));

/** The sources and kinds that are read over HTTP. */
export const ROUTES = SOURCES.flatMap((source) =>
  KINDS.flatMap((kind) => (driverOf(source, kind)?.over === 'http' ? [{ source, kind }] : [])),
);

interface MembersTaken {
  /** Of the changes that are not among `PROBES`, each member gets one in this many, in turn. */
  readonly every?: number;
  /** Whether no later page is needed to judge a case. */
  isJudged?(one: Case): boolean;
}

/** Changes of the members read: `PROBES` of each, and all other changes or some. */
export async function memberCases(
  geo: Geo,
  source: SourceName,
  kind: Kind,
  { every = 1, isJudged = () => false }: MembersTaken = {},
): Promise<Case[]> {
  const world = await openWorld({ geo, source, kind, rows: MEMBER_ROWS });
  assert.ok(world !== null);
  const base = await baseOf(world, NO_CHANGE);
  const later = laterPages(geo, source, kind);
  const before = await learnedFrom([{ world, base }, ...(await allOf(later))]);
  const cases: Case[] = [];
  const unread: Path[] = [];
  const members = { first: { world, base }, later, before, unread, isJudged };
  let read = 0;
  // Paths outside lists first: then it is known which lists are not read at all.
  const paths = pathsIn(await firstAnswer(world)).sort((a, b) => lists(a) - lists(b));
  for (const path of paths) {
    if (unread.some((above) => above.every((step, at) => step === path[at]))) continue;
    const results = new Map<string, Case | null>();
    const take = async (names: readonly string[]) => {
      for (const name of names) results.set(name, await memberCase(members, path, name));
    };
    await take(PROBES);
    // A member is read when any of a few changes of it shows.
    if ([...results.values()].every((result) => result === null || result.outcome === 'same')) {
      unread.push(path);
      continue;
    }
    await take(OTHERS.filter((_name, at) => (at + read) % every === 0));
    read += 1;
    cases.push(...[...results.values()].filter((result) => result !== null));
  }
  return cases;
}

const lists = (path: Path): number => path.filter((step) => step === EACH).length;

const NOTHING: MemberChange = () => undefined;

/** Pages of other places that are read after a silent one: unlike places add up to a proof. */
const LATER_PAGES = 4;
type Later = ReturnType<typeof laterPages>;

const allOf = (later: Later): Promise<Unchanged[]> =>
  Promise.all(Array.from({ length: LATER_PAGES }, (_page, at) => later(at + 1)));

/** How often each place was read before the source changed. */
const READ_BEFORE = 20;

/** What the service has learned of the source before it changed: every reading shows the same. */
async function learnedFrom(pages: readonly Unchanged[]): Promise<readonly LearnedSignal[]> {
  const history = new RecordedHistory();
  for (const { world } of pages) await collectChanged(world, NO_CHANGE, {}, { history });
  const first = [...history.judged];
  for (let time = 1; time < READ_BEFORE; time += 1) {
    for (const seen of first) history.judge(...seen);
  }
  return history.takeLearned();
}

/** Keeps what it was asked to judge. */
class RecordedHistory extends FieldHistory {
  readonly judged: Parameters<FieldHistory['judge']>[] = [];

  override judge(...seen: Parameters<FieldHistory['judge']>): ReturnType<FieldHistory['judge']> {
    this.judged.push(seen);
    return super.judge(...seen);
  }
}

interface Unchanged {
  readonly world: PortalWorld;
  readonly base: CollectedPage;
}

/** The pages of other places, each made when it is first needed. */
function laterPages(geo: Geo, source: SourceName, kind: Kind) {
  const made = new Map<number, Promise<Unchanged>>();
  const make = async (nth: number): Promise<Unchanged> => {
    const world = await openWorld({ geo, source, kind, rows: MEMBER_ROWS, nth });
    assert.ok(world !== null);
    return { world, base: await baseOf(world, NO_CHANGE) };
  };
  return (nth: number): Promise<Unchanged> => {
    const page = made.get(nth) ?? make(nth);
    made.set(nth, page);
    return page;
  };
}

interface Members {
  readonly first: Unchanged;
  readonly later: Later;
  readonly before: readonly LearnedSignal[];
  readonly unread: readonly Path[];
  isJudged(one: Case): boolean;
}

/**
 * The outcome of a changed member; null when the answers do not change. If the first page shows
 * nothing, `detail` names the later page on which the change is noticed.
 */
async function memberCase(
  { first, later, before, unread, isJudged }: Members,
  path: Path,
  change: string,
): Promise<Case | null> {
  // A change within rows is made to shorter answers: without the lists that are not read.
  const left = lists(path) === 0 ? [] : unread.filter((other) => lists(other) === 0);
  const history = new FieldHistory(before);
  const apply = MEMBER_CHANGES[change] ?? NOTHING;
  const shortened = (world: PortalWorld) =>
    left.length === 0 ? world : withEmptyLists(world, left);
  const changed = (world: PortalWorld) => withChanged(shortened(world), [path], apply);
  const collect = (base: CollectedPage, world: World) =>
    outcomeOf(base, () => collectChanged(world, NO_CHANGE, {}, { history }));
  const world = changed(first.world);
  // What the unchanged page was made of is among the answers so far.
  const [given, made] = [await shortened(first.world).answers(), await world.answers()];
  if (made.every((answer, at) => answer === given[at])) return null;
  const { source, kind } = world;
  const result = {
    source,
    kind,
    change,
    member: nameOf(path),
    ...(await collect(first.base, world)),
  };
  if (result.outcome !== 'silent' || isJudged(result)) return result;
  for (let nth = 1; nth <= LATER_PAGES; nth += 1) {
    const { world, base } = await later(nth);
    const { outcome, detail } = await collect(base, changed(world));
    if (outcome !== 'loud' && outcome !== 'partial') continue;
    return { ...result, detail: `${result.detail}; noticed on page ${nth + 1}: ${detail}` };
  }
  return result;
}

/** Every change of what the source does as a whole. */
export async function behaviourCases(geo: Geo, source: SourceName, kind: Kind): Promise<Case[]> {
  const driver = driverOf(source, kind);
  assert.ok(driver !== undefined);
  const page = driver.capabilities.paging.rows;
  const rows = Math.min(Math.ceil(page * PAGES), page + ROWS_BEYOND_PAGE_MAX);
  const world = await openWorld({ geo, source, kind, rows });
  const old = await openWorld({ geo, source, kind, rows, ageDays: OLD_DAYS });
  assert.ok(world !== null && old !== null);
  const base = await baseOf(world, NO_CHANGE);
  const shape = await shapeIn(world);
  const cases: Case[] = [];
  const add = async (change: string, against: CollectedPage, made: Change) => {
    const result = await outcomeOf(against, () => collectChanged(world, made));
    cases.push({ source, kind, change, member: '', ...result });
  };
  for (const [change, make] of Object.entries(BEHAVIOURS)) {
    if (change.startsWith('count') && shape.counts.length === 0) continue;
    await add(change, base, make(shape, old));
  }
  const edit = accent(base.rows);
  const accented = await baseOf(world, { edit });
  for (const [change, send] of Object.entries(ENCODINGS)) {
    await add(change, accented, { edit, send });
  }
  return cases;
}

async function baseOf(world: World, change: Change): Promise<CollectedPage> {
  const page = await collectChanged(world, change);
  assert.equal(
    page.completeness,
    'complete',
    `${world.source} ${world.kind} ${JSON.stringify(page.field_notes)}`,
  );
  assert.ok(page.rows.length > 30, `${page.rows.length} rows`);
  assert.equal(page.next, null);
  return page;
}

async function firstAnswer(world: World): Promise<unknown> {
  return JSON.parse((await world.answer(world.driver.request(firstQuestion(world)))).json);
}

const firstQuestion = (world: World) => ({
  area: firstAsk(world),
  filters: {},
  subfilter: {},
  at: FIRST_PAGE,
  nowMs: NOW_MS,
});

async function shapeIn(world: World): Promise<Shape> {
  const question = firstQuestion(world);
  const { prefix, json } = await world.answer(world.driver.request(question));
  const { rows, total } = world.driver.read(prefix + json, question);
  const shape = shapeOf(JSON.parse(json), rows.length, total);
  assert.ok(shape.lists.length > 0, 'the lists of rows are found');
  return shape;
}
