/** A page of a source, its rows parsed once: typed, checked for sanity, with their county. */
import type { Row } from '#contract/rows.js';
import type { RowRead } from '#domain/parsed-row.js';
import { checkSanity } from '#domain/sanity.js';
import type { Driver, Question, RowContext } from '#sources/driver.js';
import type { AreaSearch } from '../area/area-search.js';
import { fillCounty } from '../places/fill-county.js';
import { withLikelyPoint } from '../places/point-of-zip.js';
import type { PageRead, SourceClient } from '../upstream/source-client.js';
import { checkAnswer } from './check-answer.js';
import type { ParsedPage } from './parsed-page.js';
import { placeOf, seenBefore } from './seen-before.js';

/** What of a search the parsing and the checks of its pages use. */
export interface PageSearch
  extends Pick<AreaSearch, 'source' | 'kind' | 'driver' | 'geo' | 'history' | 'asker'> {
  readonly client: Pick<SourceClient, 'origin' | 'siteBase' | 'publicPage'>;
  readonly area: Pick<AreaSearch['area'], 'test'>;
}

/**
 * A row as its driver parses it, with sane values and its county. The point of a table's row is
 * compared with its ZIP here; rows that a source sends are compared as pages.
 */
export function parseRow(
  { driver, geo }: Pick<AreaSearch, 'geo'> & { readonly driver: Pick<Driver, 'toRow' | 'over'> },
  raw: unknown,
  context: RowContext,
): RowRead<Row> {
  const read = driver.toRow(raw, context);
  if ('dropped' in read) return read;
  const row = driver.over === 'http' ? read.row : withLikelyPoint(read.row, (zip) => geo.zip(zip));
  return { row: checkSanity(fillCounty(geo, row), context.collectedAtMs) };
}

/** The parsed rows of a page, in its order. */
export function parseRows(search: PageSearch, { page, readAtMs, feed }: PageRead): RowRead<Row>[] {
  const { client, source, geo } = search;
  const context: RowContext = {
    collectedAtMs: readAtMs,
    siteBase: client.siteBase(source),
    feed,
    pointOfZip: (zip) => geo.zip(zip),
  };
  return page.rows.map((raw) => {
    const read = parseRow(search, raw, context);
    if ('dropped' in read) return read;
    return { row: { ...read.row, source_url: client.publicPage(source, read.row.source_url) } };
  });
}

/** The page with its rows compared with what the source normally sends. */
export function checkRows(
  search: PageSearch,
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
