/** Figures of an area over time (docs/statistics.md). */
import type { Money } from '../field.js';
import {
  arrayOf,
  choiceOf,
  count,
  day,
  decimal,
  instant,
  meaningsOf,
  named,
  objectOf,
  openText,
  orNull,
  plain,
  refTo,
  text,
  type ValueOf,
  whole,
} from '../schema.js';
import { MEASURES } from '../series.js';
import { BASES, CELL_GROUPS, COVERAGES, PERIODS, STATISTICS_KINDS } from '../statistics.js';
import { type AskOf, type Operation, PLACE } from './operation.js';

const MONTH = String.raw`^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$`;
const month = (description: string) => text(description, { pattern: MONTH });
const money = (description: string) => orNull(plain<Money>({ ...refTo('Money'), description }));

const StatisticsCell = named(
  'StatisticsCell',
  objectOf({
    group: orNull(
      text('The value that the homes share; null without `group`, and for homes without a value.'),
    ),
    count: count('Homes sold; homes that were offered on some day of the period.'),
    priced_count: count('Those whose prices are used. A median needs five.'),
    median_price: money('Median price: sale price, last asking price, or monthly rent.'),
    p25: money('A quarter of the prices is lower.'),
    p75: money('A quarter of the prices is higher.'),
    median_price_per_sqft: orNull(decimal('Median of price by living area, US dollars.')),
    not_arms_length_count: orNull(
      count("Sales that the publisher does not call at arm's length; their prices are not used."),
    ),
    median_sale_to_list: orNull(
      decimal(
        'Median of the sale price by the last asking price that the same source showed of the home.',
      ),
    ),
    new_count: orNull(count('Homes whose listing started in the period, according to the source.')),
    removed_count: orNull(count('Homes that complete runs of watches no longer saw.')),
    price_cut_share: orNull(decimal('Share of the homes whose price was reduced: 0 to 1.')),
    median_days_on_market: orNull(decimal('Median days from the start to the removal.')),
  }),
);
export type StatisticsCell = ValueOf<typeof StatisticsCell>;

const StatisticsSeries = named(
  'StatisticsSeries',
  objectOf({
    basis: meaningsOf('What the figures rest on.', BASES),
    source: text('Name of the source.'),
    dataset: orNull(text('The imported dataset.')),
    licence: orNull(text('Licence or terms of the dataset.')),
    licence_url: orNull(text('Where the licence is written.')),
    attribution: orNull(text('What its publisher wants shown beside the figures.')),
    known_since: orNull(instant('When the dataset was imported.')),
    periods: arrayOf(
      objectOf({
        period: month('The month, or the first month of the quarter: YYYY-MM.'),
        coverage: meaningsOf('How much of the period was read.', COVERAGES),
        cells: arrayOf(refTo(StatisticsCell)),
      }),
    ),
  }),
);
export type StatisticsSeries = ValueOf<typeof StatisticsSeries>;

const PublishedFigures = named(
  'PublishedFigures',
  objectOf({
    dataset: text('The imported dataset.'),
    licence: text('Licence or terms of the dataset.'),
    licence_url: text('Where the licence is written.'),
    attribution: text('What its publisher wants shown beside the figures.'),
    measure: openText(
      Object.entries(MEASURES)
        .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
        .join(' '),
      Object.keys(MEASURES),
    ),
    values: arrayOf(
      objectOf({
        period: text('First day of the period.', { format: 'date' }),
        value: decimal('Its value, in the unit of the measure.'),
      }),
    ),
  }),
);
export type PublishedFigures = ValueOf<typeof PublishedFigures>;

const AreaStatistics = named(
  'AreaStatistics',
  objectOf({
    kind: choiceOf(STATISTICS_KINDS, 'Kind of homes.'),
    from: month('First month.'),
    to: month('Last month.'),
    by: choiceOf(PERIODS, 'Length of a period.'),
    group: orNull(text('`property_type`, `beds`, or null.')),
    as_of: orNull(text('The day that the figures were known on.', { format: 'date' })),
    homes_for_median_min: whole('No median, quartile or price per area rests on fewer homes.'),
    series: arrayOf(refTo(StatisticsSeries), {
      description: 'One for each dataset and source, never mixed.',
    }),
    published: arrayOf(refTo(PublishedFigures), {
      description: 'Figures that others computed and the operator imported.',
    }),
    not_known_then: arrayOf(text('Datasets of which no version from `as_of` or before is stored.')),
  }),
);
export type StatisticsBody = ValueOf<typeof AreaStatistics>;

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
      kind: choiceOf(STATISTICS_KINDS, 'Homes sold, for sale or for rent. Required.', {
        type: 'string',
      }),
      from: month('First month, YYYY-MM; eleven months before `to` when omitted.'),
      to: month('Last month, YYYY-MM; the present one when omitted.'),
      by: choiceOf(PERIODS, 'Length of a period; `month` when omitted.', {
        type: 'string',
      }),
      group: choiceOf(CELL_GROUPS, 'Splits each period by this field.', {
        type: 'string',
      }),
      as_of: day('Only what was known at the end of this day (UTC).'),
    },
    required: ['kind'],
    status: 200,
    answer: AreaStatistics,
  },
] as const satisfies readonly Operation[];

export type StatisticsQuery = AskOf<(typeof STATISTICS_OPERATIONS)[0]>;
