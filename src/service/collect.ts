import { gzipSync } from 'node:zlib';
import { SCHEMA_VERSION } from '#contract/envelope.js';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Completeness, Kind } from '#contract/values.js';
import { writeCursor } from '#domain/cursor.js';
import { countFilled } from '#domain/fill.js';
import { dataNotes, Notes } from '#domain/notes.js';
import { type Position, START } from '#domain/position.js';
import type { Reading } from '#domain/reading.js';
import { summarise } from '#domain/summary.js';
import { readerOf } from '#sources/index.js';
import { SourceError } from '#sources/source.js';
import { findArea } from './find-area.js';
import type { House } from './house.js';
import { isSorted, readSorted } from './sorted-rows.js';
import type { Task } from './task.js';
import { walk } from './walk.js';
import { type WalkInput, WalkState } from './walk-state.js';

/** One page of a search as it will be sent, from the result's `count` member on. */
export interface Page {
  readonly tailGzip: Buffer;
  readonly rowCount: number;
  readonly pastEnd: boolean;
  readonly completeness: Completeness;
  readonly collectedAtMs: number;
  /** Rows in which each field is filled. */
  readonly filled: Readonly<Record<string, number>>;
  /** What to collect for the next page; null after the last. */
  readonly nextTask: Task | null;
}

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

/** Rows, notes, summary and cursor as the bytes that every delivery shares. */
function pageOf(
  house: House,
  kind: Kind,
  task: Task,
  { readings, next, state, counted }: Taken & { state: WalkState; counted: boolean },
): Page {
  const notes = new Notes();
  const rows = readings.map((reading) => notes.take(reading));
  const data = dataNotes(state.dropped, state.missing, rows.length);
  const collectedAtMs = Math.min(state.oldestReadMs, house.clock.nowMs());
  const tail = {
    count: rows.length,
    reported_total: counted ? state.reportedTotal : null,
    next_cursor: next === null ? null : cursorOf(house, task, next),
    collected_at: new Date(collectedAtMs).toISOString(),
    schema_version: SCHEMA_VERSION,
    completeness: data.completeness,
    summary: summarise(kind, rows),
    data: rows,
    field_notes: [...notes.list(), ...data.notes],
  };
  return {
    // The tail begins inside an object that the envelope's head has opened.
    tailGzip: gzipSync(`,${JSON.stringify(tail).slice(1)}}`),
    rowCount: rows.length,
    pastEnd: task.continued && rows.length === 0,
    completeness: data.completeness,
    collectedAtMs,
    filled: countFilled(rows),
    nextTask: next === null ? null : { ...task, position: next, continued: true, freshSinceMs: 0 },
  };
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

function cursorOf(house: House, task: Task, position: Position): string {
  const scope = { secret: house.secret ?? '', search: task.search };
  return writeCursor(scope, position, house.clock.nowMs());
}
