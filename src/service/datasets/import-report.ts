/** The report of an import: rows, records dropped by cause, fill rate of each field, examples. */
import { fieldsOf, type RowField } from '#collect/checks/row-fields.js';
import type { ImportedRow } from '#collect/tables/import-rows.js';
import { DAY_MS } from '#contract/durations.js';
import type { ImportReport } from '#contract/import-report.js';
import { isoDay } from '#domain/days.js';
import { Notes } from '#domain/notes.js';
import { Tally } from '../files/tally.js';

/** Rows shown in full. */
const EXAMPLES_MAX = 3;
/** The window of a search that does not name one. */
const DEFAULT_WINDOW_DAYS = 90;

/** Builds a report while rows pass; it stores counts and examples only. */
export class Reporting {
  readonly #tally = new Tally();
  #taken = 0;
  #repeated = 0;
  #unreadable = 0;
  #recent = 0;
  #earliest: string | null = null;
  #latest: string | null = null;
  readonly #since: string;
  readonly #notes = new Notes();
  #fields: readonly RowField[] = [];
  readonly #examples: ImportReport['examples'][number][] = [];

  constructor(nowMs: number) {
    this.#since = isoDay(nowMs - DEFAULT_WINDOW_DAYS * DAY_MS);
  }

  take(imported: ImportedRow): void {
    this.#tally.count();
    if ('dropped' in imported) {
      if (imported.unreadable) this.#unreadable += 1;
      this.#tally.drop(imported.dropped, imported.line);
      return;
    }
    this.#taken += 1;
    const row = this.#notes.take(imported.row);
    const { day } = imported.stored;
    if (this.#earliest === null || day < this.#earliest) this.#earliest = day;
    if (this.#latest === null || day > this.#latest) this.#latest = day;
    if (day >= this.#since) this.#recent += 1;
    // Searches link such a row to the site of the service, which is not a page of the home.
    const source_url = row.source_url === '/' ? null : row.source_url;
    if (this.#examples.length < EXAMPLES_MAX) this.#examples.push({ ...row, source_url });
    if (this.#taken === 1) this.#fields = fieldsOf(imported.row);
  }

  /** Accepted rows that turned out to repeat another. */
  repeated(cause: string, lines: readonly number[]): void {
    this.#repeated += lines.length;
    for (const line of lines) this.#tally.drop(cause, line);
  }

  /** Whether so many records are unreadable that the mapping or the file must be wrong. */
  isMostlyUnreadable(): boolean {
    return this.#unreadable * 2 >= this.#tally.counts.records;
  }

  report(): ImportReport {
    const { records, dropped } = this.#tally.counts;
    return {
      records,
      rows: this.#taken - this.#repeated,
      unreadable: this.#unreadable,
      dropped,
      fields: this.#fields.map(({ name }) => this.#fill(name)),
      earliest: this.#earliest,
      latest: this.#latest,
      rows_of_last_90_days: this.#recent,
      examples: this.#examples,
    };
  }

  /** Each absence of a field was recorded with its reason. */
  #fill(field: string): ImportReport['fields'][number] {
    const reasons = this.#notes.counts(field);
    const empty = reasons.reduce((sum, [, rows]) => sum + rows, 0);
    return {
      field,
      filled: this.#taken - empty,
      empty,
      reasons: Object.fromEntries(reasons),
    };
  }
}
