/** Facts of a home that its price is estimated from, and how alike two homes are by them. */

/** Facts; null where unknown. Those from `grade` on are an assessor's. */
export interface PricedFacts {
  readonly living_area_sqft: number | null;
  readonly lot_area_sqft: number | null;
  readonly year_built: number | null;
  readonly baths: number | null;
  readonly beds: number | null;
  readonly grade: number | null;
  readonly condition: number | null;
  readonly view: number | null;
  readonly waterfront: number | null;
  readonly basement_sqft: number | null;
  readonly year_renovated: number | null;
}

/** Areas of fewer square feet are not areas of homes. */
export const NEVER_LESS = 50;

/** No fact is known: a home of which some are is spread over it. */
export const NO_FACTS: PricedFacts = {
  living_area_sqft: null,
  lot_area_sqft: null,
  year_built: null,
  baths: null,
  beds: null,
  grade: null,
  condition: null,
  view: null,
  waterfront: null,
  basement_sqft: null,
  year_renovated: null,
};

export interface PricedHome {
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  /** Equal for two sales of one home; null where it is not known which home it is. */
  readonly home: string | null;
  /** Homes of another type have no say; null where unknown. */
  readonly property_type: string | null;
  readonly facts: PricedFacts;
}

/** A sale, or a rental with its monthly rent. */
export interface PastSale extends PricedHome {
  /** Days since the Unix epoch. */
  readonly day: number;
  readonly price: number;
}

/** A fact on the scale of the method. */
interface Dimension {
  readonly of: (facts: PricedFacts) => number | null;
  /** This difference makes two homes unlike. */
  readonly scale: number;
  /** Variance of the log price for a difference of one scale, everywhere in an area alike. */
  readonly slope: number;
}

const logOf = (value: number | null): number | null =>
  value === null || value <= 0 ? null : Math.log(value);

/** Homes of more bedrooms are not dearer for them. */
const BEDS_MAX = 8;
const RENOVATED_FROM = 1950;
const RENOVATION_YEARS = 60;

/** How recent a renovation is: 0 for none and up to 1. */
function renovation({ year_renovated }: PricedFacts): number | null {
  if (year_renovated === null) return null;
  return Math.min(1.2, Math.max(0, (year_renovated - RENOVATED_FROM) / RENOVATION_YEARS));
}

function basementShare({ basement_sqft, living_area_sqft }: PricedFacts): number | null {
  if (basement_sqft === null || living_area_sqft === null || living_area_sqft <= 0) return null;
  return basement_sqft / living_area_sqft;
}

/** Scales and slopes are fitted (docs/decisions/0070-comparables.md); a fact adds a row. */
export const DIMENSIONS: readonly Dimension[] = [
  { of: ({ living_area_sqft }) => logOf(living_area_sqft), scale: 0.35, slope: 0.15 },
  { of: ({ lot_area_sqft }) => logOf(lot_area_sqft), scale: 0.7, slope: 0.15 },
  { of: ({ year_built }) => year_built, scale: 15, slope: 0.15 },
  { of: ({ baths }) => baths, scale: 0.75, slope: 0.15 },
  { of: ({ beds }) => (beds === null ? null : Math.min(beds, BEDS_MAX)), scale: 1.7, slope: 0.15 },
  { of: ({ grade }) => grade, scale: 1, slope: 0.03 },
  { of: ({ condition }) => condition, scale: 1.2, slope: 0.03 },
  { of: ({ view }) => view, scale: 1.7, slope: 0.03 },
  { of: ({ waterfront }) => waterfront, scale: 0.4, slope: 0.03 },
  { of: basementShare, scale: 0.6, slope: 0.03 },
  { of: renovation, scale: 0.57, slope: 0.03 },
];
