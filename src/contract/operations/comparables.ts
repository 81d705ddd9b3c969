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
import {
  arrayOf,
  bodyOf,
  choiceOf,
  count,
  day,
  decimal,
  instant,
  meaningsOf,
  named,
  objectOf,
  orNull,
  plain,
  refTo,
  text,
  uuid,
  type ValueOf,
  whole,
} from '../schema.js';
import { ASKED_PROPERTY_TYPES } from '../values.js';
import type { Operation } from './operation.js';

const SQFT_MAX = 10_000_000;
const ROOMS_MAX = 100;
const KIND = choiceOf(
  PRICE_KINDS,
  'sale (default): sale prices. rent: monthly rents that rentals ask for.',
);

const money = (description: string) => plain<Money>({ ...refTo('Money'), description });

const ComparablesQuery = bodyOf('ComparablesQuery', {
  kind: KIND,
  address: text('Street, unit, city, state and ZIP in one line, of a home that is known here.', {
    minLength: 1,
    maxLength: ADDRESS_CHARS_MAX,
  }),
  lat: decimal('Latitude; with lng, instead of address.', { minimum: -90, maximum: 90 }),
  lng: decimal('Longitude.', { minimum: -180, maximum: 180 }),
  property_type: choiceOf(ASKED_PROPERTY_TYPES, 'Home type.'),
  beds: decimal('Bedrooms.', { minimum: 0, maximum: ROOMS_MAX }),
  baths: decimal('Bathrooms.', { minimum: 0, maximum: ROOMS_MAX }),
  living_area_sqft: whole('Living area in square feet.', { minimum: 1, maximum: SQFT_MAX }),
  lot_area_sqft: whole('Lot area in square feet.', { minimum: 1, maximum: SQFT_MAX }),
  year_built: whole('Year of construction.', { minimum: 1600, maximum: 2100 }),
});
/** A home described by its facts; what is sent takes precedence over what is stored. */
export type ComparablesQuery = ValueOf<typeof ComparablesQuery>;

const FACTS = {
  property_type: orNull(text('Home type.')),
  beds: orNull(decimal('Bedrooms.')),
  baths: orNull(decimal('Bathrooms.')),
  living_area_sqft: orNull(count('Living area in square feet.')),
  lot_area_sqft: orNull(count('Lot area in square feet.')),
  year_built: orNull(whole('Year of construction.')),
};

const ComparableSubject = named(
  'ComparableSubject',
  objectOf({
    home_id: orNull(uuid('ID of the home, if it is known.')),
    location: orNull(refTo<Location>('Location')),
    county_fips: orNull(text('County FIPS code.')),
    state: orNull(text('Two-letter state code.')),
    ...FACTS,
  }),
);
export type ComparableSubject = ValueOf<typeof ComparableSubject>;

const FactDifferences = named(
  'FactDifferences',
  objectOf({
    beds: orNull(decimal('Bedrooms more than the home has.')),
    baths: orNull(decimal('Bathrooms more.')),
    living_area_sqft: orNull(whole('Square feet of living area more.')),
    lot_area_sqft: orNull(whole('Square feet of lot more.')),
    year_built: orNull(whole('Years newer.')),
  }),
);

const Comparable = named(
  'Comparable',
  objectOf({
    source: text('Name of the source.'),
    source_id: text('ID of the sale, or of the home, at the source.'),
    dataset: orNull(text('The imported dataset; null for rows of other sources.')),
    date: orNull(
      day(
        'Date of the sale; of a rental, when its state began. Null where only the month is known.',
      ),
    ),
    month: text('Its month, YYYY-MM.'),
    price: money('Sale price; for rentals the monthly rent.'),
    price_now: money('The price at the level of today, by the trend of the county.'),
    distance_mi: decimal('Distance in miles.'),
    age_days: count('Days since.'),
    differences: refTo<ValueOf<typeof FactDifferences>>(FactDifferences),
    weight: decimal(
      'Exponent of `price_now` in the estimate; all weights together are 1. A negative one belongs to a sale that shows what a difference costs.',
    ),
  }),
);
export type ComparableRow = ValueOf<typeof Comparable>;

const CountyError = named(
  'CountyError',
  objectOf({
    county_fips: text('County FIPS code.'),
    tested: count('Sales of the last year that were tested.'),
    from: day('The first of them.'),
    to: day('The last.'),
    median_absolute_error: decimal('Half of the estimates were closer: a share of the price.'),
    within_5_percent: decimal('Share of estimates within 5 % of the price.'),
    within_10_percent: decimal('Within 10 %.'),
    within_20_percent: decimal('Within 20 %.'),
    bias: decimal('Median of the signed error; negative where estimates are too low.'),
    interval_held: decimal('Share of prices within the interval.'),
    method: text('Version of the method.'),
    computed_at: instant('When it was computed.'),
  }),
);
export type CountyErrorBody = ValueOf<typeof CountyError>;

const Interval = named(
  'PriceInterval',
  objectOf({
    low: refTo<Money>('Money'),
    high: refTo<Money>('Money'),
    share: decimal('The share of prices that it is promised to hold.'),
  }),
);

const Comparables = named(
  'Comparables',
  objectOf({
    kind: KIND,
    as_of: day('The day of the estimate, in UTC.'),
    method: text('Version of the method.'),
    subject: refTo<ComparableSubject>(ComparableSubject),
    estimate: orNull(money('The product of all `price_now`, each to the power of its weight.')),
    estimate_reason: orNull(meaningsOf('Why there is no estimate.', NO_ESTIMATE)),
    interval: orNull(refTo<ValueOf<typeof Interval>>(Interval)),
    interval_reason: orNull(meaningsOf('Why there is no interval.', NO_ERROR)),
    comparables: arrayOf(refTo<ComparableRow>(Comparable), {
      description: 'The sales of the largest weights, in their order.',
      maxItems: COMPARABLES_SHOWN,
    }),
    others: objectOf({
      count: count('Further sales that the estimate is made of.'),
      weight: decimal('The sum of their weights.'),
    }),
    error: orNull(refTo<CountyErrorBody>(CountyError)),
    error_reason: orNull(meaningsOf('Why there is no error.', NO_ERROR)),
  }),
);
export type ComparablesBody = ValueOf<typeof Comparables>;

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
