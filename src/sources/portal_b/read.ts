/**
 * Parses an answer's body into a page. The search's JSON has a prefix that prevents running it as a
 * script; the same search downloaded as CSV is read too.
 *
 * The source never says how many homes a search has, so a full page means that more may follow.
 * `nearbyHomes` are outside the requested area and belong to no search.
 */
import { inBox } from '#domain/box.js';
import { isAbsent } from '#domain/parsed-row.js';
import {
  boxOf,
  changedAnswer,
  elsewhereAnswer,
  pageNumber,
  type Question,
  SourceError,
  type SourcePage,
} from '../driver.js';
import { requireFormat } from '../format-fields.js';
import { type Raw, rawOf } from '../raw-values.js';
import { locationOf } from './address.js';
import { PREFIX, payloadIn } from './answer.js';
import { CSV_START, csvRows } from './csv.js';
import { withoutDaysSinceSale } from './days.js';
import { FORMAT_FIELDS } from './format-fields.js';
import { PAGE_ROWS } from './request.js';

const changed = changedAnswer('portal_b');

export function readPage(
  body: string,
  question: Pick<Question, 'area' | 'nowMs' | 'at'>,
): SourcePage {
  const page = pageNumber(question);
  const rows = rowsIn(body.trim());
  const raws = rows.map(rawOf);
  requireFormat('portal_b', raws, FORMAT_FIELDS, page);
  requireAskedArea(raws, question);
  const kept = withoutDaysSinceSale(raws, question.nowMs);
  const next = rows.length >= PAGE_ROWS ? { page: page + 1 } : null;
  return { rows: kept === raws ? rows : kept, total: null, next };
}

function rowsIn(text: string): readonly unknown[] {
  if (text.startsWith(CSV_START)) return csvRows(text);
  if (PREFIX.startsWith(text) || CSV_START.startsWith(text)) {
    throw new SourceError('down', 'portal_b sent a truncated response.');
  }
  return homesIn(payloadIn(text));
}

/** The list of homes, at its older place or its newer one. */
function homesIn(payload: Raw): readonly unknown[] {
  const older = payload.homes;
  const newer = rawOf(payload.originalHomes).homes;
  if (Array.isArray(older) && (older.length > 0 || !Array.isArray(newer))) return older;
  if (Array.isArray(newer)) return newer;
  throw changed('the list of homes is missing');
}

/**
 * A source that ignores the area returns another one, in full pages and without an error. Only full
 * pages are checked, so that a recorded page can be replayed for any requested area.
 */
function requireAskedArea(rows: readonly Raw[], question: Pick<Question, 'area'>): void {
  if (rows.length < PAGE_ROWS) return;
  const box = boxOf(question);
  let placed = 0;
  for (const row of rows) {
    const point = locationOf(row);
    if (isAbsent(point)) continue;
    if (inBox(box, point.lat, point.lng)) return;
    placed += 1;
  }
  if (placed === 0) return;
  throw elsewhereAnswer('portal_b');
}
