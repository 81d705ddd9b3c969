/** What the series of statistics are made by, and made of. */

import type { StatisticsQuery, StatisticsSeries } from '#contract/operations/statistics.js';
import type { CellGroup, Coverage, Period } from '#contract/statistics.js';
import type { Cell, periodsOf } from '#domain/statistics.js';
import type { NamedArea } from './asked-area.js';

/** What the series of an answer are made by. */
export interface StatisticsAsk {
  readonly area: NamedArea;
  readonly kind: StatisticsQuery['kind'];
  /** YYYY-MM. */
  readonly from: string;
  readonly to: string;
  readonly by: Period;
  readonly group: CellGroup | null;
  readonly periods: ReturnType<typeof periodsOf>;
  /** What became known after this moment is left out. */
  readonly knownBefore: Date;
}

/** A series before its figures are written as the contract has them. */
export type Series = Omit<StatisticsSeries, 'periods'> & {
  readonly periods: readonly {
    readonly period: string;
    readonly coverage: Coverage;
    readonly cells: readonly Cell[];
  }[];
};
