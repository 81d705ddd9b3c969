/** Where a home is: its address in parts, and its point. */

import type { ListingRow } from '#contract/rows.js';
import type { Location, PropertyType } from '#contract/values.js';
import { isStandIn } from '#domain/home-key.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { splitUnit, tidied } from '#domain/street-address.js';
import { pointAt, stateIn, zipIn } from '../home-values.js';
import { numberOf, type Raw, rawOf, textOf, textOr } from '../raw-values.js';
import { isHidden, type View } from './view.js';

type AddressRead = ParsedRow<ListingRow<'portal_a', 'listings'>>['address'];

const UNDISCLOSED = /undisclosed/i;
/**
 * Matches "Summit Court, 12 Main St #4, Dover, NJ 07801": the street precedes the city, and may
 * have its unit after a comma.
 */
const ONE_LINE =
  /(?:^|, )([^,]+(?:, (?:#|(?:apt|apartment|unit|suite|ste)\b)[^,]+)?), ([^,]+), ([A-Z]{2})(?: (\d{5})(?:-\d{4})?)?$/i;
/** The unit of a rental without one: the largest signed 16-bit number. */
const NO_UNIT = '#32767';

export function addressOf(view: View, type: PropertyType | Absent): AddressRead {
  const [line1, unit] = streetAndUnit(view, type);
  return {
    line1,
    unit,
    city: cityOf(view),
    state: stateOf(view),
    zip: zipOf(view),
    county: absent('not_on_search_page'),
    county_fips: absent('not_on_search_page'),
  };
}

/** The street line as sent, unit included; undefined when the row has none. */
export const streetOf = ({ card, info }: View): string | Absent | undefined =>
  textOf(card.addressStreet, info.streetAddress) ?? inLine(card, 1);

export const cityOf = ({ card, info }: View): string | Absent =>
  textOf(card.addressCity, info.city) ?? inLine(card, 2) ?? absent('not_reported');

export const stateOf = ({ card, info }: View): string | Absent =>
  stateIn(textOf(card.addressState, info.state) ?? inLine(card, 3) ?? absent('not_reported'));

export const zipOf = ({ card, info }: View): string | Absent =>
  zipIn(textOf(card.addressZipcode, info.zipcode) ?? inLine(card, 4) ?? absent('not_reported'));

const CANADIAN_CODE = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i;

/** Whether the home lies in Canada: boxes at the border hold homes of both countries. */
export const isInCanada = ({ card, info }: View): boolean =>
  CANADIAN_CODE.test(textOr(card.addressZipcode, info.zipcode) ?? '');

/** The point of the home; an empty latLong means that it is unknown or hidden. */
export function locationOf(view: View): Location | Absent {
  const { card, info } = view;
  const point = rawOf(card.latLong);
  const lat = numberOf(point.latitude, info.latitude);
  const lng = numberOf(point.longitude, info.longitude);
  // Rural sales have no point even if their address is shown.
  return pointAt(lat, lng) ?? absent(hidesAddress(view) ? 'hidden_by_source' : 'not_reported');
}

/** Whether the source hides the address. */
function hidesAddress(view: View): boolean {
  const street = streetOf(view);
  return isHidden(view) || (typeof street === 'string' && UNDISCLOSED.test(street));
}

/** One part of a one-line address. */
const inLine = (card: Raw, part: number): string | undefined =>
  textOr(card.address)?.match(ONE_LINE)?.[part];

type StreetAndUnit = readonly [line1: string | Absent, unit: string | Absent];

function streetAndUnit(view: View, type: PropertyType | Absent): StreetAndUnit {
  const street = streetOf(view);
  if (hidesAddress(view)) {
    return [absent('hidden_by_source'), absent('hidden_by_source')];
  }
  if (typeof street !== 'string') {
    return [street ?? absent('not_reported'), unitOf(view, undefined, type)];
  }
  const { line1, unit } = splitUnit(street);
  return [line1, unitOf(view, unit, type)];
}

function unitOf(
  view: View,
  inStreet: string | undefined,
  type: PropertyType | Absent,
): string | Absent {
  // A building's street line ends in the unit of one of its homes, often a made-up one.
  if (view.form !== 'home') return absent('not_applicable', 'A building has several units.');
  const sent = textOf(view.info.unit, view.card.unit);
  const unit = inStreet ?? sent;
  if (isAbsent(unit)) return unit;
  const tidy = unit === undefined ? undefined : tidied(unit);
  if (tidy === NO_UNIT)
    return absent('not_reported', `The source sent its placeholder ${NO_UNIT}.`);
  if (tidy !== undefined && isStandIn(tidy))
    return absent('hidden_by_source', 'The source sent a placeholder in its place.');
  return (
    tidy ?? absent(type === 'condo' || type === 'apartment' ? 'not_reported' : 'not_applicable')
  );
}
