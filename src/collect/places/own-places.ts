/** The places of its own that a source is asked for which knows no boxes, where they are fewer than those that cover an area. */
import { type LearnedExtent, ownPlacesOf } from '#domain/extent.js';
import type { AreaSearch } from '../area/area-search.js';
import { isDropped } from './find-place.js';
import { placeOf } from './learn-extents.js';

/** So many places of the source are asked for at once: with more, all that cover the area are read. */
const ASKED_MAX = 24;

/** The ids of the places that a ZIP touches as far as maps tell; none where that is not known. */
export const listedIds = ({
  driver,
  area,
}: Pick<AreaSearch, 'driver' | 'area'>): readonly string[] =>
  area.test.by === 'zip' ? (driver.placesOfZip?.(area.test.zip) ?? []) : [];

/**
 * The ids of the places in which the homes of the area lie: those that it touches, and those that its rows named. Where
 * the former are not known, the latter are enough once a reading of the whole cover has seen them. Null when all places
 * that cover the area have to be read: little is known, a row named a place that nobody knows, or an answer was for
 * another place.
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

/** The id that each place is asked for by; null for one that is not known. */
const namedIds = ({ driver }: AreaSearch, names: readonly string[]): (string | null)[] =>
  names.map((name) => driver.idsOfPlace?.(name)[0] ?? null);

/** Whether an audit has found no home of the area beyond its places. */
async function isAudited({ places, source, area }: AreaSearch): Promise<boolean> {
  const name = placeOf(area);
  const known = name === null ? null : await places.findPlace(source, name);
  return known !== null && known.status === 'good' && known.audited;
}

/** Ids that answer with all homes of some places, each once; null when one is not known, or when they are many. */
function together(
  { driver }: AreaSearch,
  ids: readonly (string | null)[],
): readonly string[] | null {
  const known = new Set(ids.filter((id) => id !== null));
  if (known.size === 0 || ids.includes(null)) return null;
  // A place that another one of them holds is in its answer.
  const asked = [...known].filter(
    (id) => driver.placesAbove?.(id).some((above) => known.has(above)) !== true,
  );
  return asked.length <= ASKED_MAX ? asked : null;
}
