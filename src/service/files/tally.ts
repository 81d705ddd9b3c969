/** Counts the records of a file that is imported, and those that are dropped, by cause. */
import type { ImportReport } from '#contract/import-report.js';
import { broken } from './read-text.js';

export type TallyReport = Pick<ImportReport, 'records' | 'dropped'>;

/** Lines named for each cause. */
const LINES_SHOWN = 3;

export class Tally {
  #records = 0;
  readonly #causes = new Map<string, { records: number; readonly lines: number[] }>();

  count(): void {
    this.#records += 1;
  }

  drop(cause: string, line: number, records = 1): void {
    const known = this.#causes.get(cause) ?? { records: 0, lines: [] };
    known.records += records;
    if (known.lines.length < LINES_SHOWN) known.lines.push(line);
    this.#causes.set(cause, known);
  }

  get counts(): TallyReport {
    const dropped = [...this.#causes].map(([cause, found]) => ({ cause, ...found }));
    return { records: this.#records, dropped };
  }

  /** The counts. Throws OperatorError when nothing or little is left: then it is the wrong file. */
  report(): TallyReport {
    const { records, dropped } = this.counts;
    const gone = dropped.reduce((sum, one) => sum + one.records, 0);
    if (records === 0) throw broken('It is empty.');
    if (gone * 2 >= records) {
      throw broken(`${gone} of ${records} records are unusable: ${causesIn(dropped)}.`);
    }
    return { records, dropped };
  }
}

/** Why records were dropped, in words. */
export const causesIn = (dropped: TallyReport['dropped']): string =>
  dropped
    .map(({ cause, records, lines }) => `${cause} (${records}, first on line ${lines[0]})`)
    .join('; ');
