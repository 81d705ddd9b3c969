/** The tool for an area over time: medians and counts by month, of each source and dataset. */
import {
  STATISTICS_OPERATIONS,
  type StatisticsBody,
  type StatisticsCell,
  type StatisticsQuery,
} from '#contract/operations/statistics.js';
import { showStatistics } from '#service/areas/show-statistics.js';
import { toQueryText } from '#service/watches/query-text.js';
import { LIST, membersFrom, TABLE, TEXT, WHOLE } from './answers.js';
import { operationArguments } from './arguments.js';
import { SEARCH } from './search-tools.js';
import type { Table, Tool, ToolAnswer } from './tool.js';

const [STATISTICS] = STATISTICS_OPERATIONS;
/** The newest periods and cells of one answer. */
const LINES_SHOWN = 60;

export const GET_AREA_HISTORY: Tool = {
  name: 'get_area_history',
  title: 'An area over time',
  description:
    'Free. Median prices, counts, price cuts and days on market of a ZIP, city or county by month, from what is stored, one series for each source or dataset. Say which periods are unread or partial: they show no decline.',
  arguments: operationArguments(STATISTICS, [], SEARCH),
  required: ['kind'],
  answer: {
    ...membersFrom('AreaStatistics', 'from', 'to', 'homes_for_median_min', 'not_known_then'),
    credits: WHOLE,
    published: LIST,
    older_left_out: WHOLE,
    next: TEXT,
    ...TABLE,
  },
  run: async (call, sent) => {
    const { app, caller, readQuery } = call;
    const query = readQuery(STATISTICS, toQueryText(sent.query())) as StatisticsQuery;
    return historyAnswer(await showStatistics(app, caller, query, call));
  },
};

function historyAnswer(found: StatisticsBody): ToolAnswer {
  const { from, to, homes_for_median_min, published, not_known_then } = found;
  const lines = linesOf(found);
  const shown = lines.slice(-LINES_SHOWN);
  const facts = {
    credits: 0,
    from,
    to,
    homes_for_median_min,
    ...(published.length > 0 && { published: published.map(newestOf) }),
    ...(not_known_then.length > 0 && { not_known_then }),
    ...(shown.length < lines.length && { older_left_out: lines.length - shown.length }),
    ...(lines.length + published.length + not_known_then.length === 0 && { next: NOTHING }),
  };
  return lines.length === 0 ? { facts } : { facts, table: tableOf(shown) };
}

const NOTHING =
  'Nothing of this area is stored: a search (search_listings, create_watch) begins its history.';

const newestOf = ({ dataset, measure, licence, values }: StatisticsBody['published'][number]) => ({
  dataset,
  measure,
  licence,
  ...values.at(-1),
});

type Line = Readonly<Record<string, unknown>> & { readonly period: string };

/** A line for each cell, and one for each period without any; oldest first. */
const linesOf = ({ series }: StatisticsBody): readonly Line[] =>
  series
    .flatMap(({ source, dataset, periods }) =>
      periods.flatMap(({ period, coverage, cells }): Line[] => {
        const of = { series: dataset ?? source, period, coverage };
        return cells.length === 0 ? [of] : cells.map((cell) => ({ ...of, ...amountsOf(cell) }));
      }),
    )
    .toSorted((a, b) => (a.period < b.period ? -1 : Number(a.period > b.period)));

const amountsOf = ({ median_price, p25, p75, ...cell }: StatisticsCell) => ({
  ...cell,
  median_price: median_price?.amount ?? null,
  p25: p25?.amount ?? null,
  p75: p75?.amount ?? null,
});

const COLUMNS = [
  'series',
  'period',
  'coverage',
  'group',
  'count',
  'median_price',
  'p25',
  'p75',
  'median_price_per_sqft',
  'median_sale_to_list',
  'new_count',
  'removed_count',
  'price_cut_share',
  'median_days_on_market',
];

/** Columns without a value are left out. */
function tableOf(rows: readonly Line[]): Table {
  const columns = COLUMNS.filter((name) => rows.some((row) => (row[name] ?? null) !== null));
  return { columns, rows };
}
