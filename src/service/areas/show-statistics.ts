/** Figures of an area over time, from what is stored (docs/statistics.md). */
import { groupBy } from '#base/group-by.js';
import { DAY_MS } from '#contract/durations.js';
import { usd } from '#contract/field.js';
import type {
  PublishedFigures,
  StatisticsBody,
  StatisticsCell,
  StatisticsQuery,
} from '#contract/operations/statistics.js';
import type { Measure } from '#contract/series.js';
import { outOfRange } from '#domain/api-error.js';
import { isoDay, isoMonthOf } from '#domain/days.js';
import {
  type Cell,
  HOMES_FOR_MEDIAN_MIN,
  lastMonthOf,
  laterMonth,
  monthsFrom,
  periodOf,
  periodsOf,
} from '#domain/statistics.js';
import { findSeries } from '#store/market-series.js';
import type { Owner } from '../accounts/admit-caller.js';
import type { App, Parts } from '../app.js';
import type { Waiter } from '../caller-gone.js';
import type { Reader } from '../homes/find-matches.js';
import { inReadTurn } from '../read-turns.js';
import { namedArea } from './asked-area.js';
import { listingSeries, soldSeries } from './collected-series.js';
import { importedSeries } from './imported-series.js';
import type { StatisticsAsk } from './series.js';

const MONTHS_DEFAULT = 12;
/** Months of one answer: 20 years. */
export const MONTHS_MAX = 240;

/** Throws the API error of the first mistake in the query. */
export async function showStatistics(
  app: App,
  { account_id }: Pick<Owner, 'account_id'>,
  query: StatisticsQuery,
  waiter: Pick<Waiter, 'readmit'>,
): Promise<StatisticsBody> {
  const ask = askOf(app, query);
  return inReadTurn(app, account_id, waiter, (reader) => statisticsOf(app, reader, query, ask));
}

async function statisticsOf(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
  reader: Reader,
  query: StatisticsQuery,
  ask: StatisticsAsk,
): Promise<StatisticsBody> {
  const { kind, from, to, by, group } = ask;
  const imported = kind === 'sold' ? await importedSeries(app, ask) : NOTHING;
  const collected = await (kind === 'sold' ? soldSeries : listingSeries)(app, reader, ask);
  return {
    kind,
    from,
    to,
    by,
    group,
    as_of: query.as_of ?? null,
    homes_for_median_min: HOMES_FOR_MEDIAN_MIN,
    series: [...imported.series, ...collected].map((series) => ({
      ...series,
      periods: series.periods.map((one) => ({ ...one, cells: one.cells.map(cellBody) })),
    })),
    published: query.as_of === undefined ? await publishedFigures(app, ask) : [],
    not_known_then: imported.notKnownThen,
  };
}

const NOTHING = { series: [], notKnownThen: [] };

function askOf(app: Parts<'clock' | 'geo'>, query: StatisticsQuery): StatisticsAsk {
  const nowMs = app.clock.nowMs();
  const { kind, by = 'month', group = null, as_of } = query;
  const last = query.to ?? isoMonthOf(isoDay(nowMs));
  const first = query.from ?? laterMonth(last, 1 - MONTHS_DEFAULT);
  // Whole quarters, so that none has figures of some of its months.
  const [from, to] = [periodOf(first, by), lastMonthOf(last, by)];
  const months = monthsFrom(from, to);
  if (months < 1 || months > MONTHS_MAX) {
    throw outOfRange('from', `at most ${MONTHS_MAX} months before to, and not after it`);
  }
  const asOfMs = as_of === undefined ? nowMs : Date.parse(`${as_of}T00:00:00Z`) + DAY_MS;
  return {
    area: namedArea(app, query),
    kind,
    from,
    to,
    by,
    group,
    periods: periodsOf(from, to, by),
    knownBefore: new Date(Math.min(asOfMs, nowMs)),
  };
}

function cellBody({ period: _period, median_price, p25, p75, ...cell }: Cell): StatisticsCell {
  const money = (amount: number | null) => (amount === null ? null : usd(amount));
  return { ...cell, median_price: money(median_price), p25: money(p25), p75: money(p75) };
}

/** The measures of market series that say something of a kind. */
const MEASURES_OF: Readonly<Record<StatisticsQuery['kind'], readonly Measure[]>> = {
  sold: [
    'median_sale_price',
    'price_per_sqft',
    'homes_sold',
    'days_on_market',
    'sale_to_list',
    'home_value_index',
    'price_index',
  ],
  listings: [
    'median_list_price',
    'list_price_per_sqft',
    'active_listings',
    'new_listings',
    'pending_sales',
    'months_of_supply',
    'price_cut_count',
  ],
  rentals: ['rent_index'],
};

async function publishedFigures(
  app: Parts<'db'>,
  { area, kind, from, periods }: StatisticsAsk,
): Promise<PublishedFigures[]> {
  if (area.region === null) return [];
  const found = await findSeries(app.db, {
    region_kind: area.region.kind,
    region: area.region.name,
    measures: MEASURES_OF[kind],
    from: `${from}-01`,
    to: periods.at(-1)?.last ?? '',
  });
  const series = groupBy(found, ({ dataset, measure }) => `${dataset} ${measure}`);
  return [...series.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { period: _period, value: _value, ...of } = first;
    return [{ ...of, values: own.map(({ period, value }) => ({ period, value })) }];
  });
}
