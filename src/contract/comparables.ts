/** Comparable sales and estimates (docs/comparables.md). */

/** Paths below BASE_PATH. */
export const COMPARABLES_PATH = '/comparables';
export const HOME_COMPARABLES_PATH = '/homes/{home_id}/comparables';

export const PRICE_KINDS = ['sale', 'rent'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** The sales listed in one answer; the others are counted. */
export const COMPARABLES_SHOWN = 25;
/** Below this many sales there is no estimate. */
export const COMPARABLES_MIN = 20;
/** Sales older than this, or beyond this distance, are not used. */
export const COMPARABLES_AGE_DAYS_MAX = 365;
export const COMPARABLES_MILES_MAX = 15;
/** The share of prices that an interval is promised to hold. */
export const INTERVAL_SHARE = 0.8;
/** Below this many tested sales of the county neither an error nor an interval is given. */
export const TESTED_SALES_MIN = 50;

/** Why there is no estimate. */
export const NO_ESTIMATE = {
  not_disclosed: 'Sale prices are not public in this state. Ask for kind=rent.',
  location_missing: 'The location of the home is unknown. Send lat and lng.',
  living_area_missing: 'The living area of the home is unknown. Send living_area_sqft.',
  too_few_sales: `Fewer than ${COMPARABLES_MIN} sales within ${COMPARABLES_MILES_MAX} miles and ${COMPARABLES_AGE_DAYS_MAX} days; of rentals, rentals with a current rent.`,
} as const;
export type NoEstimate = keyof typeof NO_ESTIMATE;

/** Why there is no interval, or no error. */
export const NO_ERROR = {
  no_estimate: 'The answer has no estimate.',
  not_computed: 'The error of the county is being computed. Ask again in a few minutes.',
  too_few_tests: `Fewer than ${TESTED_SALES_MIN} sales of the county in the last year could be tested.`,
  no_county: 'The location lies in no known county.',
} as const;
export type NoError = keyof typeof NO_ERROR;
