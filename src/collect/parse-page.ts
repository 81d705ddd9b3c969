/** A page of a source with its rows parsed once: typed, checked for sanity, with their county. */
import type { Row } from '#contract/rows.js';
import type { RowRead } from '#domain/parsed-row.js';
import { checkSanity } from '#domain/sanity.js';
import type { Question, SourcePage } from '#sources/driver.js';
import type { AreaSearch } from './area-search.js';
import { checkAnswer, type FieldFaults } from './check-answer.js';
import { fillCounty } from './fill-county.js';
import type { PageRead } from './source-client.js';

/** A page as every later step sees it: counting, splitting and reading share the parsed rows. */
export interface ParsedPage {
  readonly page: Omit<SourcePage, 'rows'> & { readonly rows: readonly RowRead<Row>[] };
  /** When the source was read. */
  readonly readAtMs: number;
  /** Fields of which the page carries less than it should. */
  readonly faults: FieldFaults;
}

/** The rows of a page that was read, in its order, compared with what the source normally sends. */
export function parsePage(
  search: AreaSearch,
  question: Question,
  { page, readAtMs }: PageRead,
): ParsedPage {
  const reads = page.rows.map((raw) => parseRow(search, raw, readAtMs));
  const { rows, faults } = checkAnswer(search, question, page.rows, reads);
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
