/** Figures of an area over time (docs/statistics.md). */
import type { Money } from '../field.js';
import * as s from '../schema.js';
import { MEASURES } from '../series.js';
import { BASES, CELL_GROUPS, COVERAGES, PERIODS, STATISTICS_KINDS } from '../statistics.js';
import { type AskOf, type Operation, PLACE } from './operation.js';

const MONTH = String.raw`^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$`;
const month = (description: string) => s.text(description, { pattern: MONTH });
const money = (description: string) =>
  s.orNull(s.plain<Money>({ ...s.refTo('Money'), description }));

const StatisticsCell = s.shapeOf('StatisticsCell', {
  group: s.orNull(
    s.text('The value that the homes share; null without `group`, and for homes without a value.'),
  ),
  count: s.count('Homes sold; homes that were offered on some day of the period.'),
  priced_count: s.count('Those whose prices are used. A median needs five.'),
  median_price: money('Median price: sale price, last asking price, or monthly rent.'),
  p25: money('A quarter of the prices is lower.'),
  p75: money('A quarter of the prices is higher.'),
  median_price_per_sqft: s.orNull(s.decimal('Median of price by living area, US dollars.')),
  not_arms_length_count: s.orNull(
    s.count("Sales that the publisher does not call at arm's length; their prices are not used."),
  ),
  median_sale_to_list: s.orNull(
    s.decimal(
      'Median of the sale price by the last asking price that the same source showed of the home.',
    ),
  ),
  new_count: s.orNull(
    s.count('Homes whose listing started in the period, according to the source.'),
  ),
  removed_count: s.orNull(s.count('Homes that complete runs of watches no longer saw.')),
  price_cut_share: s.orNull(s.decimal('Share of the homes whose price was reduced: 0 to 1.')),
  median_days_on_market: s.orNull(s.decimal('Median days from the start to the removal.')),
});
export type StatisticsCell = s.ValueOf<typeof StatisticsCell>;

const StatisticsSeries = s.shapeOf('StatisticsSeries', {
  basis: s.meaningsOf('What the figures rest on.', BASES),
  source: s.text('Name of the source.'),
  dataset: s.orNull(s.text('The imported dataset.')),
  licence: s.orNull(s.text('Licence or terms of the dataset.')),
  licence_url: s.orNull(s.text('Where the licence is written.')),
  attribution: s.orNull(s.text('What its publisher wants shown beside the figures.')),
  known_since: s.orNull(s.instant('When the dataset was imported.')),
  periods: s.arrayOf(
    s.objectOf({
      period: month('The month, or the first month of the quarter: YYYY-MM.'),
      coverage: s.meaningsOf('How much of the period was read.', COVERAGES),
      cells: s.arrayOf(s.refTo(StatisticsCell)),
    }),
  ),
});
export type StatisticsSeries = s.ValueOf<typeof StatisticsSeries>;

const PublishedFigures = s.shapeOf('PublishedFigures', {
  dataset: s.text('The imported dataset.'),
  licence: s.text('Licence or terms of the dataset.'),
  licence_url: s.text('Where the licence is written.'),
  attribution: s.text('What its publisher wants shown beside the figures.'),
  measure: s.openText(
    Object.entries(MEASURES)
      .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
      .join(' '),
    Object.keys(MEASURES),
  ),
  values: s.arrayOf(
    s.objectOf({
      period: s.text('First day of the period.', { format: 'date' }),
      value: s.decimal('Its value, in the unit of the measure.'),
    }),
  ),
});
export type PublishedFigures = s.ValueOf<typeof PublishedFigures>;

const AreaStatistics = s.shapeOf('AreaStatistics', {
  kind: s.choiceOf(STATISTICS_KINDS, 'Kind of homes.'),
  from: month('First month.'),
  to: month('Last month.'),
  by: s.choiceOf(PERIODS, 'Length of a period.'),
  group: s.orNull(s.text('`property_type`, `beds`, or null.')),
  as_of: s.orNull(s.text('The day that the figures were known on.', { format: 'date' })),
  homes_for_median_min: s.whole('No median, quartile or price per area rests on fewer homes.'),
  series: s.arrayOf(s.refTo(StatisticsSeries), {
    description: 'One for each dataset and source, never mixed.',
  }),
  published: s.arrayOf(s.refTo(PublishedFigures), {
    description: 'Figures that others computed and the operator imported.',
  }),
  not_known_then: s.arrayOf(
    s.text('Datasets of which no version from `as_of` or before is stored.'),
  ),
});
export type StatisticsBody = s.ValueOf<typeof AreaStatistics>;

export const STATISTICS_SCHEMAS = [
  AreaStatistics,
  StatisticsSeries,
  StatisticsCell,
  PublishedFigures,
];

export const STATISTICS_OPERATIONS = [
  {
    id: 'statistics',
    tag: 'Areas',
    method: 'GET',
    path: '/statistics',
    summary: 'Figures of an area over time',
    description:
      'Counts, medians, quartiles and prices per area by month or quarter, for a ZIP, a city or a county, from what is stored: imported sales, what collections saw, and published figures. Each series rests on one dataset or source, and says what of each period was read. Reads no source. Free.',
    query: {
      ...PLACE,
      kind: s.choiceOf(STATISTICS_KINDS, 'Homes sold, for sale or for rent. Required.', {
        type: 'string',
      }),
      from: month('First month, YYYY-MM; eleven months before `to` when omitted.'),
      to: month('Last month, YYYY-MM; the present one when omitted.'),
      by: s.choiceOf(PERIODS, 'Length of a period; `month` when omitted.', {
        type: 'string',
      }),
      group: s.choiceOf(CELL_GROUPS, 'Splits each period by this field.', {
        type: 'string',
      }),
      as_of: s.day('Only what was known at the end of this day (UTC).'),
    },
    required: ['kind'],
    status: 200,
    answer: AreaStatistics,
  },
] as const satisfies readonly Operation[];

export type StatisticsQuery = AskOf<(typeof STATISTICS_OPERATIONS)[0]>;
