/** One series: what it rests on, its plot, what is missing from it, and its table. */
import type { Money, StatisticsAnswer, StatisticsCell, StatisticsSeries } from '#client/index.js';
import type { Coverage } from '#contract/statistics.js';
import { Table, type TableColumn } from '../pages/table.js';
import { RightView } from '../results/rights.js';
import { cents, count, counted, decimal, money, percent } from '../text/format.js';
import { LINES_MAX, type Line, linesOf, type SeriesPeriod } from './lines.js';
import type { Measure } from './measures.js';
import { SeriesPlot } from './series-plot.js';
import {
  basisText,
  COVERAGE_WORDS,
  groupText,
  lineStyle,
  periodText,
  readText,
  seriesTitle,
} from './words.js';

interface Props {
  readonly series: StatisticsSeries;
  readonly answer: StatisticsAnswer;
  readonly measure: Measure;
}

export function SeriesView({ series, answer, measure }: Props) {
  const { periods } = series;
  const { by, group, kind } = answer;
  const lines = linesOf(periods, measure);
  const title = seriesTitle(series);
  return (
    <section className="series" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p className="hint">{`${basisText(series, kind)}. ${readText(periods, by)}`}</p>
      </header>
      <figure>
        <figcaption>{measure.title}</figcaption>
        <SeriesPlot {...{ periods, lines, measure, by, group }} />
        <Legend {...{ lines, periods, group }} />
      </figure>
      <Missing {...{ periods, measure, answer }} />
      <FigureTable {...{ series, answer }} />
      {series.attribution !== null && (
        <p className="hint">
          <RightView {...series} attribution={series.attribution} />
        </p>
      )}
    </section>
  );
}

interface LegendProps {
  readonly lines: readonly Line[];
  readonly periods: readonly SeriesPeriod[];
  readonly group: string | null;
}

/** What the marks mean: only those that are there. */
function Legend({ lines, periods, group }: LegendProps) {
  const points = lines.flatMap(({ runs }) => runs.flat());
  const has = (wanted: Coverage) => periods.some(({ coverage }) => coverage === wanted);
  const filled = periods.flatMap(({ cells }) => cells.filter((cell) => cell.count > 0));
  const groups = new Set(filled.map((cell) => cell.group));
  return (
    <ul className="series-legend">
      {group !== null &&
        lines.map((line, nth) => (
          <li key={line.group} style={lineStyle(nth)}>
            <i className="series-mark" /> {groupText(line.group, group)}
          </li>
        ))}
      {group !== null && groups.size > LINES_MAX && (
        <li>{`${counted(groups.size - LINES_MAX, 'more group')} in the table`}</li>
      )}
      {group === null && points.some(({ range }) => range !== null) && (
        <li>
          <i className="series-mark band" /> half of the prices
        </li>
      )}
      {points.some(({ complete }) => !complete) && (
        <li>
          <i className="series-mark partial" /> read in part: counts are lower bounds
        </li>
      )}
      {has('unread') && (
        <li>
          <i className="series-mark unread" /> not read: nothing is known, which is not the same as
          no homes
        </li>
      )}
    </ul>
  );
}

interface MissingProps extends Omit<Props, 'series'> {
  readonly periods: readonly SeriesPeriod[];
}

/** Periods that were read, and still have no value of the measure. */
function Missing({ periods, measure, answer }: MissingProps) {
  const { by, group, homes_for_median_min: least } = answer;
  const without = periods.filter(
    ({ coverage, cells }) =>
      coverage !== 'unread' && cells.every((cell) => measure.value(cell) === null),
  );
  if (without.length === 0) return null;
  const names = without.map(({ period }) => periodText(period, by)).join(', ');
  const isMedian = measure.id !== 'price_cut_share';
  return (
    <p className="hint">
      {`No ${measure.title.toLowerCase()} in ${names}.`}
      {isMedian &&
        ` A median needs ${count(least)} homes whose values are known${group === null ? '' : ', in each group'}.`}
    </p>
  );
}

interface FigureLine {
  readonly period: string;
  readonly coverage: SeriesPeriod['coverage'];
  /** Null where nobody read the period. */
  readonly cell: StatisticsCell | null;
}

function FigureTable({ series, answer }: Pick<Props, 'series' | 'answer'>) {
  const lines = series.periods.toReversed().flatMap(({ period, coverage, cells }): FigureLine[] => {
    if (cells.length === 0) return [{ period, coverage, cell: null }];
    return cells.map((cell) => ({ period, coverage, cell }));
  });
  const columns: readonly TableColumn<FigureLine>[] = [
    ['Time', ({ period }) => periodText(period, answer.by)],
    ...(answer.group === null ? [] : [groupColumn(answer.group)]),
    ['Read', ({ coverage }) => <Read coverage={coverage} />],
    ...FIGURES.filter(([, text]) =>
      lines.some(({ cell }) => cell !== null && text(cell) !== null),
    ).map(
      ([title, text]): TableColumn<FigureLine> => [
        title,
        ({ cell }) => (cell === null ? '' : (text(cell) ?? '–')),
        'numeric',
      ],
    ),
  ];
  return (
    <Table
      caption={`${seriesTitle(series)}: figures by ${answer.by}, newest first`}
      name="series-table"
      rows={lines}
      keyOf={({ period, cell }) => `${period} ${cell?.group ?? ''}`}
      columns={columns}
    />
  );
}

const groupColumn = (group: string): TableColumn<FigureLine> => [
  group === 'beds' ? 'Bedrooms' : 'Type',
  ({ cell }) => (cell === null || cell.count === 0 ? '' : groupText(cell.group, group)),
];

const Read = ({ coverage }: Pick<FigureLine, 'coverage'>) => (
  <span className={coverage === 'complete' ? undefined : 'badge'}>
    {coverage in COVERAGE_WORDS ? COVERAGE_WORDS[coverage as Coverage] : coverage}
  </span>
);

/** Columns of the table; one that no line has a value of is left out. */
const FIGURES: readonly (readonly [
  title: string,
  text: (cell: StatisticsCell) => string | null,
])[] = [
  ['Homes', (cell) => count(cell.count)],
  ['Priced', (cell) => count(cell.priced_count)],
  ['25th percentile', ({ p25 }) => textOf(p25, whole)],
  ['Median price', ({ median_price }) => textOf(median_price, whole)],
  ['75th percentile', ({ p75 }) => textOf(p75, whole)],
  ['Per sqft', (cell) => textOf(cell.median_price_per_sqft, cents)],
  ['Sale to asking', (cell) => textOf(cell.median_sale_to_list, percent)],
  ["Not at arm's length", (cell) => textOf(cell.not_arms_length_count, count)],
  ['New', (cell) => textOf(cell.new_count, count)],
  ['Removed', (cell) => textOf(cell.removed_count, count)],
  ['Price cut', (cell) => textOf(cell.price_cut_share, percent)],
  ['Days on market', (cell) => textOf(cell.median_days_on_market, decimal)],
] as const;

const textOf = <V,>(value: V | null, format: (value: V) => string): string | null =>
  value === null ? null : format(value);

/** Half a dollar of a quartile says nothing. */
const whole = ({ amount, currency }: Money): string =>
  money({ amount: Math.round(amount), currency });
