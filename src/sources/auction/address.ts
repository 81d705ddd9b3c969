/** Where a home is: its address in parts, and its point. */
import type { ListingRow } from '#contract/rows.js';
import type { Location, PropertyType } from '#contract/values.js';
import type { Absent, ParsedRow } from '#domain/parsed-row.js';
import { splitUnit } from '#domain/street-address.js';
import { pointAt, stateIn, zipIn } from '../home-values.js';
import { listOf, rawOf, textOf, textOr } from '../raw-values.js';
import { NOT_APPLICABLE, NOT_ON_PAGE, NOT_REPORTED } from '../reasons.js';
import { signedOf } from './figures.js';
import type { View } from './view.js';

type AddressRead = ParsedRow<ListingRow<'auction', 'auctions'>>['address'];

/** The second display line: "Pueblo, CO 81003, Pueblo County". */
const SECOND_LINE = /^(.+), ([A-Za-z]{2}) (\d{5})(?:-\d{4})?(?:, (.+))?$/;
const ONE_HOME: readonly unknown[] = ['single_family', 'land', 'manufactured', 'multi_family'];

/** Parts are left as the source writes them, which for streets and cities is often UPPER CASE. */
export function addressOf(view: View, type: PropertyType | Absent): AddressRead {
  const street = streetOf(view);
  const { line1, unit } =
    typeof street === 'string' ? splitUnit(street) : { line1: street, unit: undefined };
  return {
    line1,
    unit: unit ?? (ONE_HOME.includes(type) ? NOT_APPLICABLE : NOT_REPORTED),
    city: cityOf(view),
    state: stateOf(view),
    zip: zipOf(view),
    county: countyOf(view),
    county_fips: NOT_ON_PAGE,
  };
}

/** The street line as sent, unit included. */
export const streetOf = ({ row, seller }: View): string | Absent =>
  textOf(seller.street_description) ?? textOf(listOf(row.formatted_address)[0]) ?? NOT_REPORTED;

export const cityOf = (view: View): string | Absent =>
  textOf(view.seller.municipality) ?? shown(view, 1) ?? NOT_REPORTED;

export const stateOf = (view: View): string | Absent =>
  stateIn(textOf(view.seller.country_primary_subdivision) ?? shown(view, 2) ?? NOT_REPORTED);

export const zipOf = (view: View): string | Absent =>
  zipIn(textOf(view.seller.postal_code) ?? shown(view, 3) ?? NOT_REPORTED);

/** The county without the word, as the source sends it; only the display line adds the word. */
const countyOf = (view: View): string | Absent =>
  textOf(view.seller.country_secondary_subdivision) ??
  shown(view, 4)?.replace(/ county$/i, '') ??
  NOT_REPORTED;

/** The point of the home. */
export function locationOf({ summary }: View): Location | Absent {
  const point = rawOf(rawOf(summary.address).coordinates);
  return pointAt(signedOf(point.lat), signedOf(point.lon)) ?? NOT_REPORTED;
}

/** A part of the displayed address, for a listing without its address in parts. */
const shown = ({ row }: View, part: number): string | undefined =>
  textOr(listOf(row.formatted_address)[1])?.match(SECOND_LINE)?.[part];
