/** Comparable sales and the estimate made of them (docs/comparables.md). */
import {
  COMPARABLES_PATH,
  COMPARABLES_SHOWN,
  HOME_COMPARABLES_PATH,
  INTERVAL_SHARE,
  NO_ERROR,
  NO_ESTIMATE,
  PRICE_KINDS,
} from '../comparables.js';
import type { Location, Money } from '../field.js';
import { ADDRESS_CHARS_MAX } from '../homes.js';
import * as s from '../schema.js';
import { ASKED_PROPERTY_TYPES } from '../values.js';
import type { Operation } from './operation.js';

const SQFT_MAX = 10_000_000;
const ROOMS_MAX = 100;
const KIND = s.choiceOf(
  PRICE_KINDS,
  'sale (default): sale prices. rent: monthly rents that rentals ask for.',
);

const money = (description: string) => s.plain<Money>({ ...s.refTo('Money'), description });

const ComparablesQuery = s.bodyOf('ComparablesQuery', {
  kind: KIND,
  address: s.text('Street, unit, city, state and ZIP in one line, of a home that is known here.', {
    minLength: 1,
    maxLength: ADDRESS_CHARS_MAX,
  }),
  lat: s.decimal('Latitude; with lng, instead of address.', { minimum: -90, maximum: 90 }),
  lng: s.decimal('Longitude.', { minimum: -180, maximum: 180 }),
  property_type: s.choiceOf(ASKED_PROPERTY_TYPES, 'Home type.'),
  beds: s.decimal('Bedrooms.', { minimum: 0, maximum: ROOMS_MAX }),
  baths: s.decimal('Bathrooms.', { minimum: 0, maximum: ROOMS_MAX }),
  living_area_sqft: s.whole('Living area in square feet.', { minimum: 1, maximum: SQFT_MAX }),
  lot_area_sqft: s.whole('Lot area in square feet.', { minimum: 1, maximum: SQFT_MAX }),
  year_built: s.whole('Year of construction.', { minimum: 1600, maximum: 2100 }),
});
/** A home described by its facts; what is sent takes precedence over what is stored. */
export type ComparablesQuery = s.ValueOf<typeof ComparablesQuery>;

const FACTS = {
  property_type: s.orNull(s.text('Home type.')),
  beds: s.orNull(s.decimal('Bedrooms.')),
  baths: s.orNull(s.decimal('Bathrooms.')),
  living_area_sqft: s.orNull(s.count('Living area in square feet.')),
  lot_area_sqft: s.orNull(s.count('Lot area in square feet.')),
  year_built: s.orNull(s.whole('Year of construction.')),
};

const ComparableSubject = s.shapeOf('ComparableSubject', {
  home_id: s.orNull(s.uuid('ID of the home, if it is known.')),
  location: s.orNull(s.refTo<Location>('Location')),
  county_fips: s.orNull(s.text('County FIPS code.')),
  state: s.orNull(s.text('Two-letter state code.')),
  ...FACTS,
});
export type ComparableSubject = s.ValueOf<typeof ComparableSubject>;

const FactDifferences = s.shapeOf('FactDifferences', {
  beds: s.orNull(s.decimal('Bedrooms more than the home has.')),
  baths: s.orNull(s.decimal('Bathrooms more.')),
  living_area_sqft: s.orNull(s.whole('Square feet of living area more.')),
  lot_area_sqft: s.orNull(s.whole('Square feet of lot more.')),
  year_built: s.orNull(s.whole('Years newer.')),
});

const Comparable = s.shapeOf('Comparable', {
  source: s.text('Name of the source.'),
  source_id: s.text('ID of the sale, or of the home, at the source.'),
  dataset: s.orNull(s.text('The imported dataset; null for rows of other sources.')),
  date: s.orNull(
    s.day(
      'Date of the sale; of a rental, when its state began. Null where only the month is known.',
    ),
  ),
  month: s.text('Its month, YYYY-MM.'),
  price: money('Sale price; for rentals the monthly rent.'),
  price_now: money('The price at the level of today, by the trend of the county.'),
  distance_mi: s.decimal('Distance in miles.'),
  age_days: s.count('Days since.'),
  differences: s.refTo<s.ValueOf<typeof FactDifferences>>(FactDifferences),
  weight: s.decimal(
    'Exponent of `price_now` in the estimate; all weights together are 1. A negative one belongs to a sale that shows what a difference costs.',
  ),
});
export type ComparableRow = s.ValueOf<typeof Comparable>;

const CountyError = s.shapeOf('CountyError', {
  county_fips: s.text('County FIPS code.'),
  tested: s.count('Sales of the last year that were tested.'),
  from: s.day('The first of them.'),
  to: s.day('The last.'),
  median_absolute_error: s.decimal('Half of the estimates were closer: a share of the price.'),
  within_5_percent: s.decimal('Share of estimates within 5 % of the price.'),
  within_10_percent: s.decimal('Within 10 %.'),
  within_20_percent: s.decimal('Within 20 %.'),
  bias: s.decimal('Median of the signed error; negative where estimates are too low.'),
  interval_held: s.decimal('Share of prices within the interval.'),
  method: s.text('Version of the method.'),
  computed_at: s.instant('When it was computed.'),
});
export type CountyErrorBody = s.ValueOf<typeof CountyError>;

const Interval = s.shapeOf('PriceInterval', {
  low: s.refTo<Money>('Money'),
  high: s.refTo<Money>('Money'),
  share: s.decimal('The share of prices that it is promised to hold.'),
});

const Comparables = s.shapeOf('Comparables', {
  kind: KIND,
  as_of: s.day('The day of the estimate, in UTC.'),
  method: s.text('Version of the method.'),
  subject: s.refTo<ComparableSubject>(ComparableSubject),
  estimate: s.orNull(money('The product of all `price_now`, each to the power of its weight.')),
  estimate_reason: s.orNull(s.meaningsOf('Why there is no estimate.', NO_ESTIMATE)),
  interval: s.orNull(s.refTo<s.ValueOf<typeof Interval>>(Interval)),
  interval_reason: s.orNull(s.meaningsOf('Why there is no interval.', NO_ERROR)),
  comparables: s.arrayOf(s.refTo<ComparableRow>(Comparable), {
    description: 'The sales of the largest weights, in their order.',
    maxItems: COMPARABLES_SHOWN,
  }),
  others: s.objectOf({
    count: s.count('Further sales that the estimate is made of.'),
    weight: s.decimal('The sum of their weights.'),
  }),
  error: s.orNull(s.refTo<CountyErrorBody>(CountyError)),
  error_reason: s.orNull(s.meaningsOf('Why there is no error.', NO_ERROR)),
});
export type ComparablesBody = s.ValueOf<typeof Comparables>;

export const COMPARABLE_SCHEMAS = [
  Comparables,
  ComparableSubject,
  Comparable,
  FactDifferences,
  Interval,
  CountyError,
];

const WHAT = `Up to ${COMPARABLES_SHOWN} past sales that the estimate is made of, with the weight of each, the estimate, an interval that holds ${INTERVAL_SHARE * 100} % of prices, and the error of the method in the county over the last year. Without enough sales there is no estimate but a reason. Asking prices are never used, and in states that do not publish prices there is no estimate of a sale. \`kind=rent\` does the same with the rents of current rentals. Rows of licensed feeds need a grant. Free.`;

export const COMPARABLE_OPERATIONS = [
  {
    tag: 'Homes',
    method: 'GET',
    status: 200,
    id: 'home_comparables',
    path: HOME_COMPARABLES_PATH,
    summary: 'Comparable sales of a home',
    description: WHAT,
    query: { kind: KIND },
    answer: Comparables,
  },
  {
    tag: 'Homes',
    method: 'POST',
    status: 200,
    id: 'comparables',
    path: COMPARABLES_PATH,
    summary: 'Comparable sales of a described home',
    description: `The same for a home by its facts, which are not stored. Send \`lat\` and \`lng\`, or the \`address\` of a known home. ${WHAT}`,
    scopes: [],
    body: ComparablesQuery,
    answer: Comparables,
  },
] as const satisfies readonly Operation[];
