/** Market series: what is measured, and for which kinds of regions. */

/** Each measure with its unit, the same for all datasets. */
export const MEASURES = {
  median_sale_price: 'Median price of homes sold, in dollars.',
  median_list_price: 'Median asking price, in dollars.',
  price_per_sqft: 'Median price of homes sold for a square foot, in dollars.',
  list_price_per_sqft: 'Median asking price for a square foot, in dollars.',
  homes_sold: 'Homes sold.',
  pending_sales: 'Homes that went under contract.',
  active_listings: 'Homes for sale.',
  new_listings: 'Homes that were newly listed.',
  days_on_market: 'Median days on the market.',
  sale_to_list: 'Sale price over the last asking price: 1 where they are equal.',
  months_of_supply: 'Months in which all homes for sale would be sold.',
  price_cut_count: 'Homes for sale whose asking price was reduced.',
  home_value_index: 'Typical value of a home, as its publisher estimates it, in dollars.',
  rent_index: 'Typical rent a month, as its publisher estimates it, in dollars.',
  price_index: 'Index of prices of the same homes; only its changes have a meaning.',
} as const;

export type Measure = keyof typeof MEASURES;

export const REGION_KINDS = ['zip', 'county_fips', 'city', 'state'] as const;
export type RegionKind = (typeof REGION_KINDS)[number];
