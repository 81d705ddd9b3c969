/** What counties and their equivalents are called, and what people call them. */

/** The name a row shows. GeoNames' name where it has one, in the Census Bureau's word order. */
export function fullName(fips: string, short: string, geonames: string | undefined): string {
  if (CITY_COUNTIES.has(fips)) return `${short} city`;
  const kept = OWN_NAMES.get(fips);
  if (kept) return kept;
  if (fips.startsWith('72')) return `${short} Municipio`;
  if (fips.startsWith('69')) return short.endsWith('Islands') ? `${short} Municipality` : short;
  if (fips.startsWith('60')) return `${short} District`;
  if (geonames === undefined) return short;
  // The atlas has the short name with its accents and full stops, GeoNames the kind of county.
  const kind = KINDS.find((each) => geonames.endsWith(` ${each}`));
  if (!kind) throw new Error(`county ${fips} is named ${geonames}: what kind of county is it?`);
  return `${short} ${kind}`;
}

/** Every spelling under which a county may be asked for, best first. */
export function countyForms(fips: string, short: string, full: string): string[] {
  if (CITY_COUNTIES.has(fips)) return [full, `City of ${short}`, short];
  const kinds = KINDS_BY_STATE.get(fips.slice(0, 2)) ?? ['County'];
  return [full, short, ...kinds.map((kind) => `${short} ${kind}`)];
}

/** Cities that belong to no county: Baltimore, St. Louis and those of Virginia. */
export const CITY_COUNTIES = new Set(
  `24510 29510 51510 51520 51530 51540 51550 51570 51580 51590 51595 51600 51610 51620 51630 51640
  51650 51660 51670 51678 51680 51683 51685 51690 51700 51710 51720 51730 51735 51740 51750 51760
  51770 51775 51790 51800 51810 51820 51830 51840`.split(/\s+/),
);

const KINDS = [
  'City and Borough',
  'Census Area',
  'Planning Region',
  'Municipality',
  'Borough',
  'Parish',
  'County',
];

const KINDS_BY_STATE = new Map([
  ['02', ['Borough', 'Census Area', 'Municipality', 'City and Borough', 'County']],
  ['22', ['Parish', 'County']],
  ['60', ['District']],
  ['69', ['Municipality', 'Island']],
  ['72', ['Municipio', 'Municipality', 'County']],
  ['78', ['Island', 'County']],
]);

const OWN_NAMES = new Map([
  ['02275', 'Wrangell City and Borough'],
  ['06075', 'San Francisco County'],
  ['11001', 'District of Columbia'],
  ['32510', 'Carson City'],
]);

/** Names beyond the official one. Spelling variants without a space need no entry. */
export const COUNTY_ALIASES: readonly (readonly [fips: string, aliases: readonly string[]])[] = [
  ['06075', ['City and County of San Francisco']],
  ['11001', ['Washington', 'Washington DC', 'DC']],
  ['32510', ['City of Carson City', 'Carson']],
  ['36005', ['The Bronx', 'The Bronx County']],
  ['36047', ['Brooklyn', 'Brooklyn County']],
  ['36061', ['Manhattan', 'Manhattan County']],
  ['36085', ['Staten Island', 'Staten Island County']],
];

/**
 * The eight counties Connecticut had until 2022, and the planning regions that took over their
 * towns. The borders differ, so a region may reach beyond the county that was asked for.
 */
export const OLD_CONNECTICUT: readonly (readonly [name: string, fips: readonly string[]])[] = [
  ['fairfield', ['09120', '09140', '09190']],
  ['hartford', ['09110', '09140', '09160']],
  ['litchfield', ['09140', '09160', '09190']],
  ['middlesex', ['09130']],
  ['new haven', ['09140', '09170']],
  ['new london', ['09130', '09150', '09180']],
  ['tolland', ['09110', '09150']],
  ['windham', ['09150', '09180']],
];
