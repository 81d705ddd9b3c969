/** Figures of imported sales: a series for each dataset. */
import { groupBy } from '#base/group-by.js';
import { ownTurn } from '#base/own-turn.js';
import { SOURCES, takesFiles } from '#contract/sources.js';
import { apiError } from '#domain/api-error.js';
import { isoMonthOf } from '#domain/days.js';
import {
  type Cell,
  emptyCell,
  type MonthOfSales,
  periodOf,
  saleCells,
} from '#domain/statistics.js';
import { type DatasetVersion, versionsAt } from '#store/imports.js';
import { countSales, findSaleMonths } from '#store/sale-months.js';
import type { Parts } from '../app.js';
import { rightsIn, textIn } from '../datasets/rights.js';
import type { Series, StatisticsAsk } from './series.js';

/** Sales that one answer sums up. */
const SALES_MAX = 500_000;

/**
 * A series for each dataset with sales in the area, by the version that was current at the moment
 * asked for; datasets that came later are named.
 */
export async function importedSeries(
  app: Parts<'db'>,
  ask: StatisticsAsk,
): Promise<{ readonly series: readonly Series[]; readonly notKnownThen: readonly string[] }> {
  const sources = SOURCES.filter(takesFiles);
  const versions = await versionsAt(app.db, sources, ask.knownBefore);
  const { area, from, to } = ask;
  const [anywhen, within] = await Promise.all([
    countSales(app.db, versions, area.table, null),
    countSales(app.db, versions, area.table, { from, to }),
  ]);
  const here = versions.filter(({ import_id }) => anywhen.has(import_id));
  const known = here.filter(({ was_current }) => was_current);
  requireBounded(known.reduce((sum, { import_id }) => sum + (within.get(import_id) ?? 0), 0));
  const months = await findSaleMonths(app.db, known, area.table, { from, to });
  const series: Series[] = [];
  for (const one of known) {
    const own = months.filter(({ import_id }) => import_id === one.import_id);
    series.push(await seriesOf(one, own, ask));
  }
  return {
    series,
    notKnownThen: here.filter((one) => !one.was_current).map(({ dataset }) => dataset),
  };
}

function requireBounded(sales: number): void {
  if (sales <= SALES_MAX) return;
  throw apiError('location_too_large', {
    param: 'from',
    message: `The area has ${sales} sales in these months; at most ${SALES_MAX} are summed up. Send a later from, or a smaller area.`,
  });
}

async function seriesOf(
  { source, dataset, mapping, settled_at, report }: DatasetVersion,
  months: readonly MonthOfSales[],
  { by, group, periods }: StatisticsAsk,
): Promise<Series> {
  const cells: Cell[] = [];
  for (const own of groupBy(months, ({ month }) => periodOf(month, by)).values()) {
    cells.push(...saleCells(own, by, group));
    await ownTurn();
  }
  const [earliest, latest] = [textIn(report, 'earliest') ?? '', textIn(report, 'latest') ?? ''];
  return {
    basis: 'records',
    source,
    dataset,
    ...rightsIn(mapping),
    known_since: settled_at.toISOString(),
    periods: periods.map(({ period, first, last }) => {
      // A dataset covers whole months from its first one to the day of its last sale.
      const begins = `${isoMonthOf(earliest)}-01`;
      if (last < begins || first > latest) return { period, coverage: 'unread', cells: [] };
      const own = cells.filter((cell) => cell.period === period);
      return {
        period,
        coverage: first >= begins && last <= latest ? 'complete' : 'partial',
        cells: own.length === 0 ? [emptyCell(period)] : own,
      };
    }),
  };
}
