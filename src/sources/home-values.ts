/** Values of a home that all sources write alike, in any member. */
import type { Location, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { shapeOf } from './raw-values.js';

const STATE = /^[A-Za-z]{2}$/;
const ZIP = /^(\d{5})(?:-?\d{4})?$/;

/** The postal code of a state. */
export const stateIn = (text: string): string | Absent =>
  STATE.test(text) ? text.toUpperCase() : absent('unreadable', shapeOf(text));

/** The ZIP in a text that may have four more digits. */
export const zipIn = (text: string): string | Absent =>
  ZIP.exec(text)?.[1] ?? absent('unreadable', shapeOf(text));

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
