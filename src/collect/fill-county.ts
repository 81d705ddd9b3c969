import type { Row } from '#contract/rows.js';
import { isAbsent, type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { Geo } from '#geo/geo.js';

/**
 * A county that the source does not give is looked up from the home's point, else from its ZIP; the
 * source's own value stays.
 */
export function fillCounty(geo: Geo, row: ParsedRow<Row>): ParsedRow<Row> {
  const { address } = row;
  if (!isAbsent(address.county) && !isAbsent(address.county_fips)) return row;
  const point = valueOr(row.location);
  const zip = valueOr(address.zip);
  const found =
    point === null
      ? zip === null
        ? undefined
        : geo.countyOfZip(zip)
      : geo.countyOf(point.lat, point.lng, zip);
  if (found === undefined) return row;
  const county = isAbsent(address.county) ? found.name : address.county;
  return { ...row, address: { ...address, county, county_fips: found.fips } };
}
