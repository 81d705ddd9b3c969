/**
 * Audits a source's own place: reads it, reads the same area by boxes (or by all places that cover it, where the
 * source knows no boxes), and counts the homes that the place leaves out. Nothing in the answers of a place shows what lies outside its outline.
 */
import { START } from '#domain/position.js';
import { type AreaSearch, areaForm, Progress } from '../area/area-search.js';
import { readArea } from '../area/read-area.js';
import { placeOf } from './learn-extents.js';
import type { PlaceAudit } from './place-store.js';

/** Larger areas are not audited. */
const HOMES_MAX = 10_000;

/**
 * Reads the area of a search by its place and by boxes, without filters, and keeps what was found. Null when
 * no place answers for it, or when one of the readings did not come to its end. Throws SourceError.
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
    // Nothing was looked up: the audit is kept of what was asked for.
    const { token } = byPlace.position.via;
    const place = { token, label: name.name, box: null };
    await search.places.keepPlace(search.source, name, { status: 'good', place });
  }
  await search.places.keepAudit(search.source, name, audit);
  return audit;
}

/** The ids of a whole reading; null when it did not end, or when something is known to be missing. */
async function idsOf(search: AreaSearch, progress: Progress): Promise<ReadonlySet<string> | null> {
  const ids = new Set<string>();
  for await (const { row } of readArea(search, progress)) {
    ids.add(row.source_id);
    if (ids.size > HOMES_MAX) return null;
  }
  return progress.missing.length === 0 ? ids : null;
}
