/** Counts what an import of places did with the records of its file. */
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

  /** The report. Throws OperatorError when nothing or little is left: then it is the wrong file. */
  report(): TallyReport {
    const dropped = [...this.#causes].map(([cause, found]) => ({ cause, ...found }));
    const gone = dropped.reduce((sum, { records }) => sum + records, 0);
    if (this.#records === 0) throw broken('It is empty.');
    if (gone * 2 >= this.#records) {
      const causes = dropped.map(
        ({ cause, records, lines }) => `${cause} (${records}, first on line ${lines[0]})`,
      );
      throw broken(`${gone} of ${this.#records} records are unusable: ${causes.join('; ')}.`);
    }
    return { records: this.#records, dropped };
  }
}
