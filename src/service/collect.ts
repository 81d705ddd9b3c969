import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { type Position, START } from '#domain/position.js';
import type { Reading } from '#domain/reading.js';
import { readerOf } from '#sources/index.js';
import { SourceError } from '#sources/source.js';
import { findArea } from './find-area.js';
import type { House } from './house.js';
import { type Page, pageOf } from './page.js';
import { isSorted, readSorted } from './sorted-rows.js';
import type { Task } from './task.js';
import { walk } from './walk.js';
import { type WalkInput, WalkState } from './walk-state.js';

/**
 * Reads one page of a search from its source: boxes → pages → rows → sanity gate → notes → summary →
 * one immutable result. Throws SourceError when the source gives nothing that can be delivered.
 */
export async function collect(
  house: House,
  route: SearchRoute,
  task: Task,
  signal: AbortSignal,
): Promise<Page> {
  const area = findArea(house.geo, route, task.location);
  const reader = readerOf(route.source, route.kind);
  if (reader === undefined)
    throw new SourceError('unconfigured', `${route.source} cannot be read.`);
  const state = new WalkState(task.position, house.limits.PAGE_ROWS + 1);
  const input = {
    house,
    source: route.source,
    siteBase: house.upstreams.siteBase(route.source),
    reader,
    area,
    filters: task.filters,
    freshSinceMs: task.freshSinceMs,
    signal,
  };
  const taken = isSorted(route.kind, task.filters.sort)
    ? await takeSorted(input, state, route.kind, task)
    : await takeRows(input, state, house.limits.PAGE_ROWS);
  const counted = area.exact && state.countsRows;
  return pageOf(house, route.kind, task, { ...taken, state, counted });
}

interface Taken {
  readonly readings: readonly Reading<Row>[];
  /** Where the next page begins; null when this one is the last. */
  readonly next: Position | null;
}

/**
 * Takes a full page and looks one row further, so that the last page knows that it is the last. When
 * the source fails for a while in the middle, the page ends early and the next one goes on there.
 */
async function takeRows(input: WalkInput, state: WalkState, pageRows: number): Promise<Taken> {
  const readings: Reading<Row>[] = [];
  try {
    for await (const { reading, before } of walk(input, state)) {
      if (readings.length === pageRows) return { readings, next: before };
      readings.push(reading);
      state.wanted -= 1;
    }
    return { readings, next: null };
  } catch (error) {
    const mayPass =
      error instanceof SourceError && (error.kind === 'down' || error.kind === 'busy');
    if (!mayPass || readings.length === 0 || input.signal.aborted) throw error;
    state.missing.push('the source failed in the middle; the next page goes on from there');
    return { readings, next: state.position };
  }
}

/** A page of a search that was read whole; the position counts rows of the order. */
async function takeSorted(
  input: WalkInput,
  state: WalkState,
  kind: Kind,
  task: Task,
): Promise<Taken> {
  const { PAGE_ROWS, SNAPSHOT_ROWS_MAX } = input.house.limits;
  const snapshot = await readSorted(input, kind, task.search, SNAPSHOT_ROWS_MAX);
  for (const [cause, count] of snapshot.dropped) state.dropped.set(cause, count);
  state.missing.push(...snapshot.missing);
  state.reportedTotal = snapshot.reportedTotal;
  state.oldestReadMs = snapshot.oldestReadMs;
  const from = task.position.row;
  const readings = snapshot.rows.slice(from, from + PAGE_ROWS);
  const more = snapshot.rows.length > from + PAGE_ROWS;
  return { readings, next: more ? { ...START, row: from + PAGE_ROWS } : null };
}
