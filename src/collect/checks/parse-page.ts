/** A page of a source with its rows parsed once: typed, checked for sanity, with their county. */
import type { Row } from '#contract/rows.js';
import type { RowRead } from '#domain/parsed-row.js';
import { checkSanity } from '#domain/sanity.js';
import type { Question } from '#sources/driver.js';
import type { AreaSearch } from '../area/area-search.js';
import { fillCounty } from '../places/fill-county.js';
import type { PageRead } from '../upstream/source-client.js';
import { checkAnswer } from './check-answer.js';
import type { ParsedPage } from './parsed-page.js';
import { placeOf, seenBefore } from './seen-before.js';

/** The rows of a page that was read, in its order. */
export const parseRows = (search: AreaSearch, { page, readAtMs }: PageRead): RowRead<Row>[] =>
  page.rows.map((raw) => parseRow(search, raw, readAtMs));

/** The page with these rows of it, compared with what the source normally sends. */
export function checkRows(
  search: AreaSearch,
  question: Question,
  { page, readAtMs, cached }: PageRead,
  reads: readonly RowRead<Row>[],
): ParsedPage {
  const { history, client, source, kind, asker } = search;
  const of = `${client.origin(source)} ${kind} `;
  const before = seenBefore(
    history,
    of,
    { place: placeOf(reads), area: JSON.stringify(search.area.test), asker },
    cached === true,
  );
  const checked = { ...search, history: before };
  const { rows, faults } = checkAnswer(checked, question, page.rows, reads);
  return { page: { ...page, rows }, readAtMs, faults };
}

function parseRow(
  { driver, client, source, geo }: AreaSearch,
  raw: unknown,
  readAtMs: number,
): RowRead<Row> {
  const read = driver.toRow(raw, {
    collectedAtMs: readAtMs,
    siteBase: client.siteBase(source),
    pointOfZip: (zip) => geo.zip(zip),
  });
  if ('dropped' in read) return read;
  const source_url = client.publicPage(source, read.row.source_url);
  return { row: checkSanity(fillCounty(geo, { ...read.row, source_url }), readAtMs) };
}
