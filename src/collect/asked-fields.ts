/** Which fields a search itself asks odd values of. */
const FILTER_OF: Readonly<Record<string, RegExp>> = {
  list_price: /_price$/,
  rent_monthly: /_price$/,
  sale_price: /_price$/,
  living_area_sqft: /^sqft_/,
  property_type: /^property_type$/,
  'extras.home_type_raw': /^property_type$/,
  'extras.property_type_raw': /^property_type$/,
  'extras.property_type_code': /^property_type$/,
  beds: /^beds_/,
  baths: /^baths_/,
  'extras.year_built': /^year_built_/,
};

/** Whether the search itself asks for odd values of a field. */
export function isFiltered(field: string, filters: object): boolean {
  const asked = FILTER_OF[field];
  return asked !== undefined && Object.keys(filters).some((name) => asked.test(name));
}
