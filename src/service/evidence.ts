import { micro } from '#domain/box.js';
import { priceOf } from '#domain/filters.js';
import { valueOr } from '#domain/reading.js';
import type { Evidence } from '#domain/region.js';
import type { WalkInput } from './walk-state.js';

/** What one upstream row tells a cut; nothing when the row would be dropped. */
export function evidenceOf(input: WalkInput, raw: unknown, collectedAtMs: number): Evidence {
  const read = input.reader.toRow(raw, { collectedAtMs, siteBase: input.siteBase });
  if ('dropped' in read) return { x: null, y: null, price: null, beds: null };
  const point = valueOr(read.row.location);
  return {
    x: point === null ? null : micro(point.lng),
    y: point === null ? null : micro(point.lat),
    price: priceOf(read.row),
    beds: valueOr(read.row.beds),
  };
}
