/** What rows of mapped homes share, whether they were sold or are for sale. */
import type { Location } from '#contract/values.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { NOT_REPORTED } from '../reasons.js';

/** The point of a home. 0, 0 is how publishers spell an empty one. */
export function locationOf(
  lat: number | Absent,
  lng: number | Absent,
  origin: string,
): Location | Absent {
  if (isAbsent(lat)) return lat;
  if (isAbsent(lng)) return lng;
  if (lat === 0 && lng === 0) return NOT_REPORTED;
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isOnEarth ? { lat, lng } : absent('implausible', `The ${origin} has ${lat}, ${lng}.`);
}
