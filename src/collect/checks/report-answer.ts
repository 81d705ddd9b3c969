import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { MICRO } from '#domain/box.js';
import { countFilled } from '#domain/fill.js';
import { Notes } from '#domain/notes.js';
import { FIRST_PAGE } from '#domain/position.js';
import type { Geo } from '#geo/geo.js';
import { barrierIn } from '#sources/barriers.js';
import { driverOf } from '#sources/index.js';
import { parseRow } from './parse-page.js';

/** The whole world: a report checks rows, not places. */
const WORLD = { w: -180 * MICRO, s: -90 * MICRO, e: 180 * MICRO, n: 90 * MICRO };

/**
 * What a driver reads from one answer: rows read, rows dropped by cause, and per field how many
 * rows have it and why the others do not. Null when no driver reads such answers. Throws
 * SourceError when the answer cannot be read at all.
 */
export function reportAnswer(
  geo: Geo,
  source: SourceName,
  kind: Kind,
  body: string,
  nowMs: number,
) {
  const driver = driverOf(source, kind);
  if (driver === undefined || driver.over !== 'http') return null;
  const barrier = barrierIn(source, { status: 200, headers: {}, body });
  if (barrier !== null) throw barrier;
  const area = { by: 'box', box: WORLD } as const;
  const page = driver.read(body, { area, filters: {}, subfilter: {}, at: FIRST_PAGE, nowMs });
  const dropped: Record<string, number> = {};
  const notes = new Notes();
  const rows: Row[] = [];
  for (const raw of page.rows) {
    const read = parseRow({ driver, geo }, raw, { collectedAtMs: nowMs, siteBase: '' });
    if ('dropped' in read) dropped[read.dropped] = (dropped[read.dropped] ?? 0) + 1;
    else rows.push(notes.take(read.row));
  }
  return {
    source,
    kind,
    rows_seen: page.rows.length,
    rows_read: rows.length,
    dropped,
    total: page.total,
    fields: fieldCounts(rows, notes),
  };
}

/** Per field, how many rows have it, and why the others do not. */
export const fieldCounts = (rows: readonly Row[], notes: Notes) =>
  Object.entries(countFilled(rows)).map(([field, filled]) => ({
    field,
    filled,
    empty: rows.length - filled,
    reasons: Object.fromEntries(notes.counts(field)),
  }));
