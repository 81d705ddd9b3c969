/** Where a home is: its address in parts, and its point. */
import type { SoldRow } from '#contract/rows.js';
import type { Location, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { pointAt, stateIn, streetAndUnit, zipIn } from '../home-values.js';
import { isRaw, numberOf, type Raw, shapeOf } from '../raw-values.js';
import { HIDDEN, NOT_ON_PAGE } from '../reasons.js';
import { gapIn, isWithheld, textIn, valueIn } from './values.js';

type AddressRead = ParsedRow<SoldRow<'portal_b'>>['address'];

/** Texts in place of a street that the source does not show. */
const UNDISCLOSED = /undisclosed|not disclosed|address (?:withheld|not available)/i;
export function addressOf(
  raw: Raw,
  type: PropertyType | Absent,
  state: string | Absent,
): AddressRead {
  // A unit alone would reveal part of the hidden address.
  const street = isStreetHidden(raw)
    ? { line1: HIDDEN, unit: HIDDEN }
    : streetAndUnit(textIn(raw.streetLine), textIn(raw.unitNumber), type);
  return {
    ...street,
    city: textIn(raw.city),
    state,
    zip: zipOf(raw),
    county: NOT_ON_PAGE,
    county_fips: NOT_ON_PAGE,
  };
}

export const stateOf = (raw: Raw): string | Absent => stateIn(textIn(raw.state));

/** Versions differ in which of the two members is plain and which is a value object. */
export function zipOf(raw: Raw): string | Absent {
  const zip = textIn(raw.zip);
  const postalCode = isAbsent(zip) ? textIn(raw.postalCode) : zip;
  if (isAbsent(postalCode) && isAbsent(zip) && zip.absent !== 'not_reported') return zip;
  return zipIn(postalCode);
}

/** The point of the home. */
export function locationOf(raw: Raw): Location | Absent {
  const point = valueIn(raw.latLong);
  if (point === undefined || point === null) return gapIn(raw.latLong);
  if (!isRaw(point)) return absent('unreadable', shapeOf(point));
  const lat = numberOf(point.latitude) ?? gapIn(point);
  return pointAt(lat, numberOf(point.longitude) ?? gapIn(point));
}

/** Whether the source hides the street. */
export function isStreetHidden(raw: Raw): boolean {
  const street = valueIn(raw.streetLine);
  return isWithheld(raw.streetLine) || (typeof street === 'string' && UNDISCLOSED.test(street));
}
