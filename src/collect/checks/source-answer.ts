/** An answer while it is checked: its rows as sent and as parsed, and their faults. */
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { isAbsent, type ParsedRow, type RowRead } from '#domain/parsed-row.js';
import type { Geo } from '#geo/geo.js';
import type { Driver, Question } from '#sources/driver.js';
import type { Expectations, RowView } from '#sources/expectations.js';
import { isRaw } from '#sources/raw-values.js';
import { fieldNamed, valueAt } from './row-fields.js';
import type { SeenBefore } from './seen-before.js';

/** What the checks of an answer need from its search. */
export interface Checked {
  readonly source: SourceName;
  readonly kind: Kind;
  readonly driver: Pick<Driver, 'expectations'>;
  readonly history: SeenBefore;
  readonly geo: Geo;
}

/** A row as sent and as parsed. */
export interface Pair {
  readonly view: RowView;
  readonly row: ParsedRow<Row>;
}

/** A fault of some fields. */
export interface Finding {
  readonly fields: readonly string[];
  readonly why: string;
  /** Only some rows are affected: the values of the others are trusted. */
  readonly some?: boolean;
}

/** Most rows of a page that are judged: an evenly spread sample shows as much as all. */
const SAMPLE_ROWS_MAX = 100;

export class SourceAnswer {
  readonly source: SourceName;
  readonly history: SeenBefore;
  readonly geo: Geo;
  readonly expectations: Expectations;
  readonly question: Pick<Question, 'filters' | 'subfilter' | 'nowMs'>;
  /** The parsed rows, without what earlier checks withheld. */
  reads: readonly RowRead<Row>[];
  readonly #raws: readonly unknown[];
  #views: readonly (RowView | null)[] | null = null;
  #pairs: readonly Pair[] | null = null;
  #sizes: Sizes | null = null;

  constructor(
    { source, history, geo }: Checked,
    expectations: Expectations,
    question: SourceAnswer['question'],
    raws: readonly unknown[],
    reads: readonly RowRead<Row>[],
  ) {
    this.source = source;
    this.history = history;
    this.geo = geo;
    this.expectations = expectations;
    this.question = question;
    this.reads = reads;
    this.#raws = raws;
  }

  /** The rows as views of their source; null for dropped ones. */
  get views(): readonly (RowView | null)[] {
    this.#views ??= this.reads.map((read, index) => {
      const raw = this.#raws[index];
      return 'row' in read && isRaw(raw) ? this.expectations.view(raw) : null;
    });
    return this.#views;
  }

  get pairs(): readonly Pair[] {
    if (this.#pairs !== null) return this.#pairs;
    const pairs: Pair[] = [];
    for (const [index, read] of this.reads.entries()) {
      const view = this.views[index] ?? null;
      if ('row' in read && view !== null) pairs.push({ view, row: read.row });
    }
    this.#pairs = pairs;
    return pairs;
  }

  /** The field values of a sample of the pairs. */
  get sizes(): Sizes {
    this.#sizes ??= new Sizes(sampled(this.pairs));
    return this.#sizes;
  }
}

function sampled(pairs: readonly Pair[]): readonly Pair[] {
  if (pairs.length <= SAMPLE_ROWS_MAX) return pairs;
  const step = pairs.length / SAMPLE_ROWS_MAX;
  return Array.from(
    { length: SAMPLE_ROWS_MAX },
    (_pair, at) => pairs[Math.floor(at * step)],
  ).filter((pair) => pair !== undefined);
}

/** A value, comparable with those of other rows. */
export type Value = number | string | boolean;

/** The values of a page's fields, one per row, collected once. */
export class Sizes {
  readonly pairs: readonly Pair[];
  readonly #columns = new Map<string, readonly (Value | null)[]>();

  constructor(pairs: readonly Pair[]) {
    this.pairs = pairs;
  }

  of(name: string): readonly (Value | null)[] {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const field = fieldNamed(name);
    const made = this.pairs.map(({ row }) => sizeOf(valueAt(row, field)));
    this.#columns.set(name, made);
    return made;
  }
}

/** A field's number or amount, or a text that distinguishes points. */
function sizeOf(value: unknown): Value | null {
  if (typeof value !== 'object')
    return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
      ? value
      : null;
  if (value === null || isAbsent(value)) return null;
  if ('amount' in value && typeof value.amount === 'number') return value.amount;
  return 'lat' in value && 'lng' in value ? `${String(value.lat)},${String(value.lng)}` : null;
}
