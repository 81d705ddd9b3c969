/** What a walk is handed, what it yields, and what it learns on the way. */
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/values.js';
import type { Area } from '#domain/area.js';
import type { Position } from '#domain/position.js';
import type { DropCause, Reading } from '#domain/reading.js';
import type { Filters } from '#domain/search.js';
import type { Reader } from '#sources/source.js';
import type { House } from './house.js';

export interface WalkInput {
  readonly house: House;
  readonly source: SourceName;
  readonly siteBase: string;
  readonly reader: Reader;
  readonly area: Area;
  readonly filters: Filters;
  /** Upstream pages read before this moment are passed over. */
  readonly freshSinceMs: number;
  readonly signal: AbortSignal;
}

export interface FoundRow {
  readonly reading: Reading<Row>;
  readonly before: Position;
}

/** What the walk learned beside its rows. */
export class WalkState {
  position: Position;
  /** Rows dropped so far, by cause. */
  readonly dropped = new Map<DropCause, number>();
  /** What is known to be missing, a sentence each. */
  readonly missing: string[] = [];
  /** When the oldest page used was read. */
  oldestReadMs = Number.POSITIVE_INFINITY;
  /** Rows the source reported for the cover. */
  reportedTotal: number | null = null;
  /** False when the source does not say how many rows a search has. */
  countsRows = true;
  /** Rows the page still wants: how far it is worth reading ahead. */
  wanted: number;

  constructor(position: Position, wanted: number) {
    this.position = position;
    this.wanted = wanted;
  }

  drop(cause: DropCause): void {
    this.dropped.set(cause, (this.dropped.get(cause) ?? 0) + 1);
  }
}
