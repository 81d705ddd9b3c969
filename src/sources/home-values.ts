/** Values of a home that all sources write alike, in any member. */
import type { Location, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { splitUnit } from '#domain/street-address.js';
import { plain, shapeOf } from './raw-values.js';

const STATE = /^[A-Za-z]{2}$/;
/** With four more digits, or with the hyphen alone that programs leave where these are empty. */
const ZIP = /^(\d{5})(?:-?\d{4}|-)?$/;
/** What programs write for an empty ZIP: no post office has it. */
const NO_ZIP = '00000';

/** The postal code of a state. */
export const stateIn = (text: string): string | Absent =>
  STATE.test(text) ? text.toUpperCase() : absent('unreadable', shapeOf(text));

/** The ZIP in a text that may have four more digits. */
export function zipIn(text: string): string | Absent {
  const zip = ZIP.exec(text)?.[1];
  return zip === undefined ? absent('unreadable', shapeOf(text)) : realZip(zip);
}

/** Five digits as a ZIP, unless they stand for none. */
export const realZip = (zip: string): string | Absent =>
  zip === NO_ZIP ? absent('not_reported', `The source sent its placeholder ${zip}.`) : zip;

/**
 * Whether a street names the same unit as the one that the source sends beside it; null where it
 * names none. Sources write a unit with and without its designator and building: "Unit 4", "# 4".
 */
export function unitsAgree(sent: unknown, street: unknown): boolean | null {
  if (typeof sent !== 'string' || typeof street !== 'string') return null;
  const [own, other] = [unitCode(sent.trim()), unitCode(splitUnit(street).unit ?? '')];
  return own === '' || other === '' ? null : own.endsWith(other) || other.endsWith(own);
}

/** The identifier of a unit: "4" of "Unit 4", "# 4" and "4". */
const unitCode = (unit: string): string => plain(/[^\s#]+$/.exec(unit)?.[0] ?? '');

type Side = number | Absent | undefined;

/** The point of a home; undefined if a coordinate is missing. */
export function pointAt(lat: number | Absent, lng: number | Absent): Location | Absent;
export function pointAt(lat: Side, lng: Side): Location | Absent | undefined;
export function pointAt(lat: Side, lng: Side): Location | Absent | undefined {
  if (isAbsent(lat)) return lat;
  if (isAbsent(lng)) return lng;
  if (lat === undefined || lng === undefined) return undefined;
  const onEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);
  return onEarth ? { lat, lng } : absent('implausible', `The source sent ${lat}, ${lng}.`);
}

/** The number of bedrooms: 0 is a studio, except on land. */
export function bedsIn(beds: number, type: PropertyType | Absent): number | Absent {
  if (beds < 0) return absent('implausible', `The source sent ${beds}.`);
  return beds === 0 && type === 'land' ? absent('not_applicable') : beds;
}
