/**
 * The portal's own places: ZIPs with ids of its own. The completion of its search field names them
 * by another type than its search accepts.
 */
import type { Geo, Zip } from '#geo/geo.js';

const FOUND_ZIP = '4';
const ASKED_ZIP = '2';
/** ZIPs have five digits, so that ids never collide. */
const LAST = 100_000;

const numberOf = (zip: string): number => LAST - Number(zip);

/** The completion of the search field: the ZIP in the words, or nothing. */
export function suggestions(geo: Geo, words: string): object {
  const zip = geo.zip(words.trim());
  if (zip === undefined) return { sections: [], responseTime: 1 };
  const place = {
    id: `${FOUND_ZIP}_${numberOf(zip.zip)}`,
    type: FOUND_ZIP,
    name: zip.zip,
    subName: `${zip.city}, ${zip.state}, USA`,
    url: `/zipcode/${zip.zip}`,
    active: true,
    countryCode: 'US',
  };
  return { sections: [{ name: 'Places', rows: [place] }], exactMatch: place, responseTime: 1 };
}

/** The ZIP of a region; undefined when id and type are not a region of the portal. */
export const regionOf = (geo: Geo, query: URLSearchParams): Zip | undefined =>
  query.get('region_type') === ASKED_ZIP
    ? geo.zip(String(LAST - Number(query.get('region_id'))).padStart(5, '0'))
    : undefined;
