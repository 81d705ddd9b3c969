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
import { EACH, nameOf, type Path, pathsIn, slotsOf } from './members.js';
import { outcomeOf, type Result } from './outcome.js';
import { firstAsk, NOW_MS, openWorld, type World, withEmptyLists } from './world.js';

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

/** The sources and kinds that are read over HTTP. */
export const ROUTES = SOURCES.flatMap((source) =>
  KINDS.flatMap((kind) => (driverOf(source, kind)?.over === 'http' ? [{ source, kind }] : [])),
);

/** Changes of the members read: `PROBES` of each, and all changes of each `every`th member. */
export async function memberCases(
  geo: Geo,
  source: SourceName,
  kind: Kind,
  every = 1,
): Promise<Case[]> {
  const world = await openWorld({ geo, source, kind, rows: MEMBER_ROWS });
  assert.ok(world !== null);
  const base = await baseOf(world, NO_CHANGE);
  const later = laterPages(geo, source, kind);
  const before = await learnedFrom([{ world, base }, ...(await allOf(later))]);
  const cases: Case[] = [];
  const unread: Path[] = [];
  let read = 0;
  // Paths outside lists first: then it is known which lists are not read at all.
  const paths = pathsIn(await firstAnswer(world)).sort((a, b) => lists(a) - lists(b));
  for (const path of paths) {
    if (unread.some((above) => above.every((step, at) => step === path[at]))) continue;
    const results = new Map<string, Result | null>();
    const take = async (names: readonly string[]) => {
      for (const name of names) {
        results.set(
          name,
          await memberCase(
            { world, base },
            later,
            before,
            path,
            MEMBER_CHANGES[name] ?? NOTHING,
            unread,
          ),
        );
      }
    };
    await take(PROBES);
    // A member is read when any of a few changes of it shows.
    if ([...results.values()].every((result) => result === null || result.outcome === 'same')) {
      unread.push(path);
      continue;
    }
    if (read % every === 0) {
      await take(Object.keys(MEMBER_CHANGES).filter((name) => !results.has(name)));
    }
    read += 1;
    for (const [change, result] of results) {
      if (result !== null) cases.push({ source, kind, change, member: nameOf(path), ...result });
    }
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

/** What the service has learned of the source before it changed. */
async function learnedFrom(pages: readonly Unchanged[]): Promise<readonly LearnedSignal[]> {
  const history = new FieldHistory();
  for (let time = 0; time < READ_BEFORE; time += 1) {
    for (const { world } of pages) await collectChanged(world, NO_CHANGE, {}, { history });
  }
  return history.takeLearned();
}

interface Unchanged {
  readonly world: World;
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

/**
 * The outcome of a changed member; null when the answers do not change. If the first page shows
 * nothing, `detail` names the later page on which the change is noticed.
 */
async function memberCase(
  first: Unchanged,
  later: Later,
  before: readonly LearnedSignal[],
  path: Path,
  apply: MemberChange,
  unread: readonly Path[],
): Promise<Result | null> {
  // A change within rows is made to shorter answers: without the lists that are not read.
  const left = lists(path) === 0 ? [] : unread.filter((other) => lists(other) === 0);
  const history = new FieldHistory(before);
  let applied = false;
  const change = {
    edit: (root: unknown) => apply(slotsOf(root, path)),
    edited: () => {
      applied = true;
    },
  };
  const collect = ({ world, base }: Unchanged) => {
    const answers = left.length === 0 ? world : withEmptyLists(world, left);
    return outcomeOf(base, () => collectChanged(answers, change, {}, { history }));
  };
  const result = await collect(first);
  if (!applied) return null;
  if (result.outcome !== 'silent') return result;
  for (let nth = 1; nth <= LATER_PAGES; nth += 1) {
    const { outcome, detail } = await collect(await later(nth));
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
