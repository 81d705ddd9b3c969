/** What a file of market series holds: values by measure, lines left out by cause. */
import { importError } from '#base/operator-error.js';
import type { SeriesRecord } from '#collect/open/read-series.js';
import type { SeriesReport } from '#contract/import-report.js';
import { Tally } from '../files/tally.js';

/** Lines that are named of each measure. */
const LINES_SHOWN = 3;
const MONTHS = 12;
const FIRST_YEAR = 1900;
const MONTHS_MAX = 201 * MONTHS;

interface MeasureCounts {
  values: number;
  missing: number;
  unreadable: number;
  readonly unreadable_lines: number[];
}

/** Gathers a report while lines pass; it keeps counts, and a bit for each region and period. */
export class SeriesReporting {
  readonly #tally = new Tally();
  readonly #measures = new Map<string, MeasureCounts>();
  readonly #seen = new Map<string, Uint8Array>();
  #excluded = 0;
  #values = 0;
  #earliest: string | null = null;
  #latest: string | null = null;

  /**
   * Counts a line; false where it has no values to store. `region` is null where no such region is
   * known.
   */
  take(record: SeriesRecord, region: string | null): boolean {
    this.#excluded += record.excluded;
    const { dropped, line, values, missing, unreadable } = record;
    // A last record stands for excluded lines alone.
    if (dropped === null && record.region === '') return false;
    this.#tally.count();
    const cause = dropped ?? (region === null ? 'a region that does not exist' : null);
    if (cause !== null) this.#tally.drop(cause, line);
    if (cause !== null || region === null) return false;
    if (!this.#isNew(region, values)) {
      this.#tally.drop('the region and period of an earlier line', line);
      return false;
    }
    for (const [measure, count = 0] of Object.entries(missing)) this.#of(measure).missing += count;
    for (const [measure, count = 0] of Object.entries(unreadable)) {
      const counts = this.#of(measure);
      counts.unreadable += count;
      if (counts.unreadable_lines.length < LINES_SHOWN) counts.unreadable_lines.push(line);
    }
    for (const [measure, period] of values) {
      this.#of(measure).values += 1;
      if (this.#earliest === null || period < this.#earliest) this.#earliest = period;
      if (this.#latest === null || period > this.#latest) this.#latest = period;
    }
    this.#values += values.length;
    return values.length > 0;
  }

  /** The report. Throws OperatorError where most lines cannot be used, or no value was found. */
  report(): SeriesReport {
    const { records, dropped } = this.#tally.report();
    if (this.#values === 0) {
      throw importError(
        'The file has no values in the columns of the measures. Nothing was imported.',
      );
    }
    return {
      records,
      excluded: this.#excluded,
      dropped,
      rows: this.#values,
      regions: this.#seen.size,
      measures: [...this.#measures].map(([measure, counts]) => ({ measure, ...counts })),
      earliest: this.#earliest,
      latest: this.#latest,
    };
  }

  #of(measure: string): MeasureCounts {
    const known = this.#measures.get(measure);
    if (known !== undefined) return known;
    const made = { values: 0, missing: 0, unreadable: 0, unreadable_lines: [] };
    this.#measures.set(measure, made);
    return made;
  }

  /** Whether no line before had a value of this region for one of these periods. */
  #isNew(region: string, values: SeriesRecord['values']): boolean {
    if (values.length === 0) return true;
    const seen = this.#seen.get(region) ?? new Uint8Array(MONTHS_MAX / 8 + 1);
    this.#seen.set(region, seen);
    const places = values.map(([, period]) => placeOf(period));
    if (places.some((place) => ((seen[place >> 3] ?? 0) >> (place & 7)) & 1)) return false;
    for (const place of places) seen[place >> 3] = (seen[place >> 3] ?? 0) | (1 << (place & 7));
    return true;
  }
}

/** The number of a month. */
const placeOf = (period: string): number =>
  (Number(period.slice(0, 4)) - FIRST_YEAR) * MONTHS + Number(period.slice(5, 7)) - 1;
