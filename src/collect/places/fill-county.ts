/**
 * The county of a row: its name and its FIPS code always describe the same county, and the name has
 * one form, the Census Bureau's ("Travis County", "Orleans Parish", "Baltimore city").
 *
 * 1. If the source sends no county, or a name that no county of the state has, the row gets the one
 *    looked up: from the home's point, else from its ZIP.
 * 2. A name that fits the county looked up is that county. A name without its kind may fit both a
 *    county and a city ("Richmond" in Virginia), so there the place decides.
 * 3. Another county sent by the source is used where it can be right: the point lies within 1.5 km
 *    of it, or without a point the ZIP reaches it, or it is the ZIP's own county.
 * 4. Otherwise nothing shows which is wrong: both fields are null.
 */
import type { Row } from '#contract/rows.js';
import { type Box, MICRO } from '#domain/box.js';
import { normalName } from '#domain/names.js';
import { type Absent, absent, isAbsent, type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { CountyName, Geo } from '#geo/geo.js';

type Address = ParsedRow<Row>['address'];

export function fillCounty(geo: Geo, row: ParsedRow<Row>): ParsedRow<Row> {
  const county = countyOf(geo, row);
  if (county === undefined) return row;
  const { county: name, county_fips } = row.address;
  const filled = isAbsent(county) ? { name: county, fips: county } : county;
  if (name === filled.name && county_fips === filled.fips) return row;
  const address: Address = { ...row.address, county: filled.name, county_fips: filled.fips };
  return { ...row, address };
}

/** The county, or why it is unknown; undefined when neither the source nor the place has one. */
function countyOf(geo: Geo, row: ParsedRow<Row>): CountyName | Absent | undefined {
  const found = countyOfPlace(geo, row);
  const name = valueOr(row.address.county);
  const fips = valueOr(row.address.county_fips);
  if (name === null && fips === null) return found;
  if (found !== undefined && fits(found, name) && (fips === null || fips === found.fips)) {
    return found;
  }
  const sent = countiesSent(geo, row.address);
  const same = sent.find((county) => county.fips === found?.fips);
  if (same !== undefined) return same;
  const [only, ...others] = sent;
  if (only === undefined) return found ?? unknown(name, fips);
  if (found === undefined) return others.length === 0 ? only : unknown(name, fips);
  const right = sent.find((county) => mayBeRight(geo, row, county));
  return right ?? absent('implausible', `The source sent ${only.name}, not ${found.name}.`);
}

function countyOfPlace(geo: Geo, { location, address }: ParsedRow<Row>): CountyName | undefined {
  const point = valueOr(location);
  const zip = valueOr(address.zip);
  if (point !== null) return geo.countyOf(point.lat, point.lng, zip);
  return zip === null ? undefined : geo.countyOfZip(zip);
}

/** Whether a name as sources write it is the county's, with or without its kind. */
function fits(county: CountyName, name: string | null): boolean {
  if (name === null || name === county.name) return true;
  const full = normalName(county.name);
  const sent = normalName(name);
  return (
    sent === full || sent === full.replace(KIND, '') || sent === full.replace(CITY, 'city of $1')
  );
}

const KIND =
  / (?:county|city|parish|borough|census area|municipality|municipio|planning region|city and borough)$/;
const CITY = /^(.+) city$/;

/**
 * The counties that the source can mean: one, or several for a county that Connecticut had until
 * 2022. Empty where the source's name and code contradict each other or are unknown.
 */
function countiesSent(geo: Geo, address: Address): readonly CountyName[] {
  const name = valueOr(address.county);
  const fips = valueOr(address.county_fips);
  const state = valueOr(address.state);
  const named = name === null || state === null ? undefined : geo.county(name, state);
  const coded = fips === null ? undefined : geo.countyName(fips);
  if (coded !== undefined) {
    return named === undefined || named.fips.includes(coded.fips) || fits(coded, name)
      ? [coded]
      : [];
  }
  return (named?.fips ?? []).flatMap((code) => geo.countyName(code) ?? []);
}

/** Whether the row's place allows the county: near its border, or by the ZIP. */
function mayBeRight(
  geo: Geo,
  { location, address }: ParsedRow<Row>,
  { fips }: CountyName,
): boolean {
  const point = valueOr(location);
  const zip = valueOr(address.zip);
  if (point !== null && geo.boxMeetsCounty(boxOfPoint(point), fips)) return true;
  const known = zip === null ? undefined : geo.zip(zip);
  if (known === undefined) return false;
  return known.county_fips === fips || (point === null && geo.boxMeetsCounty(known.cover, fips));
}

function boxOfPoint({ lat, lng }: { lat: number; lng: number }): Box {
  const x = Math.round(lng * MICRO);
  const y = Math.round(lat * MICRO);
  return { w: x, s: y, e: x + 1, n: y + 1 };
}

const unknown = (name: string | null, fips: string | null): Absent =>
  absent(
    'unreadable',
    `The source sent ${[name, fips].filter((part) => part !== null).join(', ')}.`,
  );
