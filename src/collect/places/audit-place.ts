/**
 * Audits a source's own place: reads it, reads the same area by boxes (or, where the source knows
 * no boxes, by all places that cover it), and counts the homes that the place leaves out. A place's
 * response never shows what lies outside its outline.
 */
import { START } from '#domain/position.js';
import { type AreaSearch, areaForm, Progress } from '../area/area-search.js';
import { readArea } from '../area/read-area.js';
import { placeOf } from './learn-extents.js';
import type { PlaceAudit } from './place-store.js';

/** Larger areas are not audited. */
const HOMES_MAX = 10_000;

/**
 * Reads the area of a search by its place and by boxes, without filters, and stores the result.
 * Null when no place answers for it, or when either reading is incomplete. Throws SourceError.
 */
export async function auditPlace(search: AreaSearch): Promise<PlaceAudit | null> {
  const name = placeOf(search.area);
  if (name === null) return null;
  const byPlace = new Progress(START, HOMES_MAX);
  const shown = await idsOf({ ...search, filters: {}, via: 'place' }, byPlace);
  if (shown === null || byPlace.position.via?.by !== 'place') return null;
  const byBoxes = new Progress(START, HOMES_MAX);
  const all = await idsOf({ ...search, filters: {}, via: 'boxes' }, byBoxes);
  if (all === null) return null;
  const outside = [...all].filter((id) => !shown.has(id)).length;
  const audit = { homes: all.size, outside };
  if (areaForm(search) === 'named_place') {
    // Nothing was looked up: the audit is stored under the places requested.
    const { token } = byPlace.position.via;
    const place = { token, label: name.name, box: null };
    await search.places.keepPlace(search.source, name, { status: 'good', place });
  }
  await search.places.keepAudit(search.source, name, audit);
  return audit;
}

/** The ids of the whole area; null if there are too many or some are known to be missing. */
async function idsOf(search: AreaSearch, progress: Progress): Promise<ReadonlySet<string> | null> {
  const ids = new Set<string>();
  for await (const { row } of readArea(search, progress)) {
    ids.add(row.source_id);
    if (ids.size > HOMES_MAX) return null;
  }
  return progress.missing.length === 0 ? ids : null;
}
