/** Values of a home that all sources write alike, in any member. */
import { usd } from '#contract/field.js';
import type { Location, Money, PropertyType } from '#contract/values.js';
import { discloses } from '#domain/disclosure.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { splitUnit, tidied } from '#domain/street-address.js';
import { plain, shapeOf, textOr } from './raw-values.js';
import { NOT_APPLICABLE } from './reasons.js';

const STATE = /^[A-Za-z]{2}$/;
/** With four more digits, or with the hyphen alone that programs leave where these are empty. */
const ZIP = /^(\d{5})(?:-?\d{4}|-)?$/;
/** What programs write for an empty ZIP: no post office has it. */
const NO_ZIP = '00000';

/** The postal code of a state. */
export function stateIn(text: string | Absent): string | Absent {
  if (isAbsent(text)) return text;
  return STATE.test(text) ? text.toUpperCase() : absent('unreadable', shapeOf(text));
}

/** The ZIP in a text that may have four more digits. */
export function zipIn(text: string | Absent): string | Absent {
  if (isAbsent(text)) return text;
  const zip = ZIP.exec(text)?.[1];
  return zip === undefined ? absent('unreadable', shapeOf(text)) : realZip(zip);
}

/** Five digits as a ZIP, unless they stand for none. */
export const realZip = (zip: string): string | Absent =>
  zip === NO_ZIP ? absent('not_reported', `The source sent its placeholder ${zip}.`) : zip;

/**
 * The street line and the unit beside it, which the line may repeat. Only a home that shares a
 * building is expected to have a unit.
 */
export function streetAndUnit(
  street: string | Absent,
  sent: string | Absent,
  type: PropertyType | Absent,
): { readonly line1: string | Absent; readonly unit: string | Absent } {
  const { line1, unit: ending } = isAbsent(street)
    ? { line1: street, unit: undefined }
    : splitUnit(street, isAbsent(sent) ? undefined : tidied(sent));
  if (!isAbsent(sent)) return { line1, unit: tidied(sent) };
  const isShared = type === 'condo' || type === 'apartment';
  const none = sent.absent === 'not_reported' && !isShared ? NOT_APPLICABLE : sent;
  return { line1, unit: ending ?? none };
}

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

/** A room, size or year that is missing: land has none. */
export const emptyRoom = (gap: Absent, type: PropertyType | Absent): Absent =>
  gap.absent === 'not_reported' && type === 'land' ? NOT_APPLICABLE : gap;

export function yearIn(year: number | Absent, type: PropertyType | Absent): number | Absent {
  if (isAbsent(year)) return emptyRoom(year, type);
  return Number.isInteger(year) ? year : absent('unreadable', shapeOf(year));
}

/** Areas are whole square feet in the contract. */
export const wholeArea = (area: number): number => Math.max(1, Math.round(area));

export const dollarsIn = (amount: number | Absent): Money | Absent =>
  isAbsent(amount) ? amount : usd(amount);

/** Why a sale of a state has no price. */
export const privatePrice = (state: string): Absent =>
  absent('not_disclosed', `${state} is a non-disclosure state: sale prices are not public.`);

/** The same for a sale anywhere; where prices are public, in these words. */
export const undisclosed = (state: string | Absent, otherwise: string): Absent =>
  isAbsent(state) || discloses(state) ? absent('not_disclosed', otherwise) : privatePrice(state);

/** The id of a home that is a number or a text. */
export function idIn(id: unknown): string | undefined {
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? String(id) : undefined;
  return textOr(id);
}

/** The address of a home's page: as sent if absolute, else below the source's site. */
export const pageAddress = (siteBase: string, sent: string): string =>
  /^https?:\/\//i.test(sent) ? sent : `${siteBase.replace(/\/+$/, '')}/${sent.replace(/^\/+/, '')}`;
