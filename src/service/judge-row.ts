/** Whether an upstream row belongs to the search: sanity, county, area, filters, repeats. */
import type { Row } from '#contract/rows.js';
import { placeRow } from '#domain/area.js';
import { inBox } from '#domain/box.js';
import { fitFilters, fitsNarrow } from '#domain/filters.js';
import { type Reading, valueOr } from '#domain/reading.js';
import type { Region } from '#domain/region.js';
import { checkSanity } from '#domain/sanity.js';
import { knowsBoxes } from '#sources/source.js';
import { fillCounty } from './fill-county.js';
import type { WalkInput, WalkState } from './walk-state.js';

/** The row when it belongs to the search and was not met before; else why not. */
export function judge(
  input: WalkInput,
  state: WalkState,
  region: Region,
  raw: unknown,
  readAtMs: number,
  seen: Set<string>,
  behindUs: boolean,
): Reading<Row> | 'relaxed' | 'dropped' {
  const read = input.reader.toRow(raw, { collectedAtMs: readAtMs, siteBase: input.siteBase });
  if ('dropped' in read) {
    if (!behindUs) state.drop(read.dropped);
    return read.dropped === 'relaxed' ? 'relaxed' : 'dropped';
  }
  const source_url = input.house.upstreams.publicPage(input.source, read.row.source_url);
  const placed = fillCounty(input.house.geo, { ...read.row, source_url });
  const row = checkSanity(placed, readAtMs);
  const cause = seen.has(row.source_id) ? 'duplicate' : causeToDrop(input, region, row, readAtMs);
  seen.add(row.source_id);
  if (behindUs) return 'dropped';
  if (cause === 'elsewhere') return 'dropped';
  if (cause !== null) {
    state.drop(cause);
    return 'dropped';
  }
  return row;
}

/** `elsewhere` is no loss and no drop: another region of the same walk holds the row. */
function causeToDrop(input: WalkInput, region: Region, row: Reading<Row>, readAtMs: number) {
  const point = valueOr(row.location);
  const asked = knowsBoxes(input.reader.caps) ? region.box : null;
  if (asked !== null && point !== null && !inBox(asked, point.lat, point.lng)) {
    return 'outside_area';
  }
  const placed = placeRow(input.area.test, row, asked);
  if (placed !== 'inside') return placed === 'outside' ? 'outside_area' : 'unplaceable';
  const fit = fitFilters(input.filters, row, readAtMs);
  if (fit !== 'fits') return fit === 'outside' ? 'outside_filters' : 'unverifiable';
  return fitsNarrow(region.narrow, region.unpriced, row) ? null : 'elsewhere';
}
