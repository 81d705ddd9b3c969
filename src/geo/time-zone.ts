/** The time zone of a place, by its point: for dates that are made from moments. */
import tzLookup from '@photostructure/tz-lookup';

/** The IANA name of the zone at a point: "America/Chicago". Degrees. */
export const timeZoneAt = (lat: number, lng: number): string => tzLookup(lat, lng);

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The calendar date of a moment in a zone, YYYY-MM-DD. */
export function dateIn(timeZone: string, ms: number): string {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known.format(ms);
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  FORMATS.set(timeZone, format);
  return format.format(ms);
}
