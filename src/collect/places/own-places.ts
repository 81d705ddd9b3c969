/** The source's own places to request, if it knows no boxes and a few places contain the area. */
import { type LearnedExtent, ownPlacesOf } from '#domain/extent.js';
import type { AreaSearch } from '../area/area-search.js';
import { isDropped } from './find-place.js';
import { placeOf } from './learn-extents.js';

/** At most this many places are requested at once; otherwise all that cover the area are read. */
const ASKED_MAX = 24;

/** The ids of the places that a ZIP touches according to maps; empty where that is not known. */
export const listedIds = ({
  driver,
  area,
}: Pick<AreaSearch, 'driver' | 'area'>): readonly string[] =>
  area.test.by === 'zip' ? (driver.placesOfZip?.(area.test.zip) ?? []) : [];

/**
 * The ids of the places that contain the area's homes: those it touches, and those its rows named.
 * Where the former are unknown, the latter suffice once the whole cover was read. Null when all
 * places that cover the area have to be read: too little is known, a row named an unknown place, or
 * an answer was for another place.
 */
export async function idsToAsk(
  search: AreaSearch,
  extent: LearnedExtent | null,
): Promise<readonly string[] | null> {
  if (search.via === 'boxes' || (await isDropped(search))) return null;
  const listed = listedIds(search);
  if (listed.length === 0) {
    const own = extent === null ? null : ownPlacesOf(extent, search.clock.nowMs());
    return own === null ? null : together(search, namedIds(search, own));
  }
  const named = namedIds(search, extent?.own ?? []);
  const isWhole = !named.includes(null) || (await isAudited(search));
  return isWhole ? together(search, [...listed, ...named.filter((id) => id !== null)]) : null;
}

/** The id to request each place by; null for an unknown place. */
const namedIds = ({ driver }: AreaSearch, names: readonly string[]): (string | null)[] =>
  names.map((name) => driver.idsOfPlace?.(name)[0] ?? null);

/** Whether an audit found no home of the area beyond its places. */
async function isAudited({ places, source, area }: AreaSearch): Promise<boolean> {
  const name = placeOf(area);
  const known = name === null ? null : await places.findPlace(source, name);
  return known !== null && known.status === 'good' && known.audited;
}

/** Ids that together return all homes of some places; null if one is unknown or they are many. */
function together(
  { driver }: AreaSearch,
  ids: readonly (string | null)[],
): readonly string[] | null {
  const known = new Set(ids.filter((id) => id !== null));
  if (known.size === 0 || ids.includes(null)) return null;
  // A place inside another requested one is in that one's answer.
  const asked = [...known].filter(
    (id) => driver.placesAbove?.(id).some((above) => known.has(above)) !== true,
  );
  return asked.length <= ASKED_MAX ? asked : null;
}
