/** Where a home is: its address in parts, and its point. */
import type { SoldRow } from '#contract/rows.js';
import type { Location, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { splitUnit, tidied } from '#domain/street-address.js';
import { pointAt, stateIn, zipIn } from '../home-values.js';
import { isRaw, numberOf, type Raw, shapeOf } from '../raw-values.js';
import { gapIn, isWithheld, textIn, valueIn } from './values.js';

type AddressRead = ParsedRow<SoldRow<'portal_b'>>['address'];
type StreetAndUnit = readonly [line1: string | Absent, unit: string | Absent];

const NOT_ON_SEARCH_PAGE = absent('not_on_search_page');
const HIDDEN = absent('hidden_by_source');
const NOT_APPLICABLE = absent('not_applicable');

/** Texts in place of a street that the source does not show. */
const UNDISCLOSED = /undisclosed|not disclosed|address (?:withheld|not available)/i;
export function addressOf(
  raw: Raw,
  type: PropertyType | Absent,
  state: string | Absent,
): AddressRead {
  const [line1, unit] = streetAndUnit(raw, type);
  return {
    line1,
    unit,
    city: textIn(raw.city),
    state,
    zip: zipOf(raw),
    county: NOT_ON_SEARCH_PAGE,
    county_fips: NOT_ON_SEARCH_PAGE,
  };
}

export function stateOf(raw: Raw): string | Absent {
  const state = textIn(raw.state);
  if (isAbsent(state)) return state;
  return stateIn(state);
}

/** Versions differ in which of the two members is plain and which is a value object. */
export function zipOf(raw: Raw): string | Absent {
  const zip = textIn(raw.zip);
  const postalCode = isAbsent(zip) ? textIn(raw.postalCode) : zip;
  if (isAbsent(postalCode)) {
    return isAbsent(zip) && zip.absent !== 'not_reported' ? zip : postalCode;
  }
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

function streetAndUnit(raw: Raw, type: PropertyType | Absent): StreetAndUnit {
  // A unit alone would reveal part of the hidden address.
  if (isStreetHidden(raw)) return [HIDDEN, HIDDEN];
  const street = textIn(raw.streetLine);
  const sent = textIn(raw.unitNumber);
  const unit = isAbsent(sent) ? sent : tidied(sent);
  if (isAbsent(street)) return [street, isAbsent(unit) ? noUnit(unit, type) : unit];
  const { line1, unit: ending } = splitUnit(street, isAbsent(unit) ? undefined : unit);
  return [line1, isAbsent(unit) ? (ending ?? noUnit(unit, type)) : unit];
}

/** Only a home that shares a building is expected to have a unit. */
const noUnit = (gap: Absent, type: PropertyType | Absent): Absent =>
  gap.absent === 'not_reported' && type !== 'condo' ? NOT_APPLICABLE : gap;
