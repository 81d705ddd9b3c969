/** Readings made into a page: the bytes that every delivery of it shares. */
import { gzipSync } from 'node:zlib';
import { type Result, SCHEMA_VERSION } from '#contract/envelope.js';
import type { Row } from '#contract/rows.js';
import type { Completeness, Kind } from '#contract/values.js';
import { writeCursor } from '#domain/cursor.js';
import { countFilled } from '#domain/fill.js';
import { dataNotes, Notes } from '#domain/notes.js';
import type { Position } from '#domain/position.js';
import type { Reading } from '#domain/reading.js';
import { summarise } from '#domain/summary.js';
import type { HomePlace } from '#store/home-places.js';
import type { House } from './house.js';
import type { Task } from './task.js';
import type { WalkState } from './walk-state.js';

/** One page of a search as it will be sent, from the result's `count` member on. */
export interface Page {
  readonly tailGzip: Buffer;
  readonly rowCount: number;
  readonly pastEnd: boolean;
  readonly completeness: Completeness;
  readonly collectedAtMs: number;
  /** Rows in which each field is filled. */
  readonly filled: Readonly<Record<string, number>>;
  /** Where the homes of the page are. */
  readonly places: readonly HomePlace[];
  /** What to collect for the next page; null after the last. */
  readonly nextTask: Task | null;
}

/** What a walk took for one page. */
interface Taken {
  readonly readings: readonly Reading<Row>[];
  /** Where the next page begins; null when this one is the last. */
  readonly next: Position | null;
  readonly state: WalkState;
  /** Whether the source counts exactly the asked area. */
  readonly counted: boolean;
}

/** The result from its `count` member on. */
type Tail = Omit<Result, 'source' | 'query'>;

/** Rows, notes, summary and cursor as the bytes that every delivery shares. */
export function pageOf(
  house: House,
  kind: Kind,
  task: Task,
  { readings, next, state, counted }: Taken,
): Page {
  const notes = new Notes();
  const rows = readings.map((reading) => notes.take(reading));
  const data = dataNotes(state.dropped, state.missing, rows.length);
  const collectedAtMs = collectedMs(house, state);
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
  } satisfies Tail;
  return {
    tailGzip: bytesOf(tail),
    rowCount: rows.length,
    pastEnd: task.continued && rows.length === 0,
    completeness: data.completeness,
    collectedAtMs,
    filled: countFilled(rows),
    places: placesOf(rows),
    nextTask: next === null ? null : { ...task, position: next, continued: true, freshSinceMs: 0 },
  };
}

/** The one row of a lookup: no summary, no further page. */
export function pageOfHome(house: House, reading: Reading<Row>, state: WalkState): Page {
  const notes = new Notes();
  const rows = [notes.take(reading)];
  const collectedAtMs = collectedMs(house, state);
  const tail: Tail = {
    count: rows.length,
    reported_total: null,
    next_cursor: null,
    collected_at: new Date(collectedAtMs).toISOString(),
    schema_version: SCHEMA_VERSION,
    completeness: 'complete',
    summary: null,
    data: rows,
    field_notes: notes.list(),
  };
  return {
    tailGzip: bytesOf(tail),
    rowCount: rows.length,
    pastEnd: false,
    completeness: 'complete',
    collectedAtMs,
    filled: countFilled(rows),
    places: placesOf(rows),
    nextTask: null,
  };
}

/** The tail begins inside an object that the envelope's head has opened. */
const bytesOf = (tail: Tail): Buffer => gzipSync(`,${JSON.stringify(tail).slice(1)}}`);

const collectedMs = (house: House, state: WalkState): number =>
  Math.min(state.oldestReadMs, house.clock.nowMs());

const placesOf = (rows: readonly Row[]): HomePlace[] =>
  rows.map(({ source_id, address, location }) => ({
    source_id,
    zip: address.zip,
    lat: location?.lat ?? null,
    lng: location?.lng ?? null,
  }));

function cursorOf(house: House, task: Task, position: Position): string {
  const scope = { secret: house.secret ?? '', search: task.search };
  return writeCursor(scope, position, house.clock.nowMs());
}
