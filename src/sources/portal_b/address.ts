/** Where a home is: its address in parts, and its point. */
import type { SoldRow } from '#contract/rows.js';
import type { Location, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { isRaw, numberOf, type Raw, shapeOf } from '../raw-values.js';
import { gapIn, isWithheld, textIn, valueIn } from './values.js';

type AddressRead = ParsedRow<SoldRow<'portal_b'>>['address'];
type StreetAndUnit = readonly [line1: string | Absent, unit: string | Absent];

const NOT_ON_SEARCH_PAGE = absent('not_on_search_page');
const HIDDEN = absent('hidden_by_source');
const NOT_APPLICABLE = absent('not_applicable');

/** What the source writes in place of a street that it does not show. */
const UNDISCLOSED = /undisclosed|not disclosed|address (?:withheld|not available)/i;
const STATE = /^[A-Za-z]{2}$/;
const ZIP = /^(\d{5})(?:-?\d{4})?$/;
const DESIGNATOR = '(?:apt|apartment|unit|ste|suite|bldg|building|rm|room|spc|space|trlr|ph|fl)';
const PART = `(?:#\\s*[\\w/-]+|${DESIGNATOR}\\b\\.?\\s*#?\\s*(?:[\\w/-]*\\d[\\w/-]*|[a-z]))`;
/** A street line and the unit at its end: "401 Elm Ave #508", "12 Oak Rd Bldg 4 Apt C". */
const WITH_UNIT = new RegExp(`^(.+?)[\\s,]+(${PART}(?:[\\s,]+${PART})*)$`, 'i');
/** Spares most streets the slower pattern. */
const MAY_HAVE_UNIT = new RegExp(`#|[\\s,]${DESIGNATOR}\\b`, 'i');
/** "Highway #40": the number belongs to the road. */
const NUMBERED_ROAD = /\b(?:hwy|highway|route|rte|county rd|county road)$/i;

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
  return STATE.test(state) ? state.toUpperCase() : absent('unreadable', shapeOf(state));
}

/** Versions differ in which of the two members is plain and which is a value object. */
export function zipOf(raw: Raw): string | Absent {
  const zip = textIn(raw.zip);
  const postalCode = isAbsent(zip) ? textIn(raw.postalCode) : zip;
  if (isAbsent(postalCode)) {
    return isAbsent(zip) && zip.absent !== 'not_reported' ? zip : postalCode;
  }
  return ZIP.exec(postalCode)?.[1] ?? absent('unreadable', shapeOf(postalCode));
}

/** The point of the home. */
export function locationOf(raw: Raw): Location | Absent {
  const point = valueIn(raw.latLong);
  if (point === undefined || point === null) return gapIn(raw.latLong);
  if (!isRaw(point)) return absent('unreadable', shapeOf(point));
  const lat = numberOf(point.latitude) ?? gapIn(point);
  const lng = numberOf(point.longitude) ?? gapIn(point);
  if (isAbsent(lat)) return lat;
  if (isAbsent(lng)) return lng;
  const onEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);
  return onEarth ? { lat, lng } : absent('implausible', `The source sent ${lat}, ${lng}.`);
}

/** Whether the source keeps the street to itself. */
export function isStreetHidden(raw: Raw): boolean {
  const street = valueIn(raw.streetLine);
  return isWithheld(raw.streetLine) || (typeof street === 'string' && UNDISCLOSED.test(street));
}

function streetAndUnit(raw: Raw, type: PropertyType | Absent): StreetAndUnit {
  // A unit alone would give away a part of what is hidden.
  if (isStreetHidden(raw)) return [HIDDEN, HIDDEN];
  const street = textIn(raw.streetLine);
  const sent = textIn(raw.unitNumber);
  const unit = isAbsent(sent) ? sent : tidied(sent);
  if (isAbsent(street)) return [street, isAbsent(unit) ? noUnit(unit, type) : unit];
  const [line1, ending] = split(tidied(street), unit);
  return [line1, isAbsent(unit) ? (ending ?? noUnit(unit, type)) : unit];
}

/** The street line repeats the unit at its end; our line1 is the street alone. */
function split(street: string, unit: string | Absent): readonly [string, string | undefined] {
  if (!isAbsent(unit) && street.toLowerCase().endsWith(` ${unit.toLowerCase()}`)) {
    const line1 = street.slice(0, -unit.length).replace(/[\s,]+$/, '');
    if (line1 !== '') return [line1, unit];
  }
  if (!MAY_HAVE_UNIT.test(street)) return [street, undefined];
  const [, line1, ending] = WITH_UNIT.exec(street) ?? [];
  if (line1 === undefined || ending === undefined || NUMBERED_ROAD.test(line1)) {
    return [street, undefined];
  }
  return [line1, ending];
}

/** Only a home among others in one building is expected to have a unit. */
const noUnit = (gap: Absent, type: PropertyType | Absent): Absent =>
  gap.absent === 'not_reported' && type !== 'condo' ? NOT_APPLICABLE : gap;

const tidied = (text: string): string =>
  text.includes('  ') || text.includes('# ') ? text.replace(/\s+/g, ' ').replace(/# /g, '#') : text;
