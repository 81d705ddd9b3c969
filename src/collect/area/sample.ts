import { micro } from '#domain/box.js';
import { priceOf } from '#domain/filters.js';
import { valueOr } from '#domain/parsed-row.js';
import type { SampleRow } from '#domain/split.js';
import type { ParsedPage } from '../checks/parsed-page.js';

/** The sample of a page's rows that a split uses; rows that would be dropped are left out. */
export function sampleOf({ page }: ParsedPage): SampleRow[] {
  return page.rows.map((read) => {
    if ('dropped' in read) return { x: null, y: null, price: null, beds: null };
    const point = valueOr(read.row.location);
    return {
      x: point === null ? null : micro(point.lng),
      y: point === null ? null : micro(point.lat),
      price: priceOf(read.row),
      beds: valueOr(read.row.beds),
    };
  });
}
