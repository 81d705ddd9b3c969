import type { Candidate } from '#contract/envelope.js';
import type { Row } from '#contract/rows.js';
import { apiError } from '#domain/api-error.js';
import { meetsStreet, namesHome } from '#domain/lookup.js';
import { type ParsedRow, valueOr } from '#domain/parsed-row.js';
import { START } from '#domain/position.js';
import { SourceError } from '#sources/driver.js';
import { type AreaSearch, Progress } from '../area/area-search.js';
import { readArea } from '../area/read-area.js';
import { findFirstPrices } from './home-extras.js';
import { type CollectedPage, homePage } from './page.js';

/** The one home that a lookup requests. */
export type AskedHome = { readonly source_id: string } | { readonly street: string };

/** address_ambiguous carries up to 5 candidates (docs/errors.md#address_ambiguous). */
const CANDIDATES_MAX = 5;

/**
 * Finds one home: each search reads the area for another kind of row, until one has it. Throws
 * ApiErrors address_not_found and address_ambiguous, and SourceError when the source returns
 * nothing or only part of the area: a home not found there may exist.
 */
export async function findHome(
  queryCache: readonly AreaSearch[],
  home: AskedHome,
): Promise<CollectedPage> {
  for (const search of queryCache) {
    const { found, progress } = await findHomes(search, home);
    const exact = found.filter((row) => names(home, row));
    const chosen = exact.length > 0 ? exact : found;
    const [row, ...others] = chosen;
    if (row === undefined) continue;
    if (others.length > 0) throw apiError('address_ambiguous', { candidates: candidates(chosen) });
    const { homes, source, kind } = search;
    const firsts = await findFirstPrices(homes, source, kind, [row]);
    return homePage(kind, row, progress, firsts, search.clock.nowMs());
  }
  throw apiError('address_not_found');
}

async function findHomes(search: AreaSearch, home: AskedHome) {
  const progress = new Progress(START, Number.POSITIVE_INFINITY);
  const found: ParsedRow<Row>[] = [];
  for await (const { row } of readArea(search, progress)) {
    if (!meets(home, row)) continue;
    found.push(row);
    if ('source_id' in home) break;
  }
  if (found.length === 0 && (progress.missing.length > 0 || progress.dropped.has('unreadable'))) {
    throw new SourceError(
      'down',
      `${search.source} did not show the entire area, so the home may still exist. Nothing was charged; try again later.`,
    );
  }
  return { found, progress };
}

const meets = (home: AskedHome, row: ParsedRow<Row>): boolean =>
  'source_id' in home ? row.source_id === home.source_id : meetsStreet(home.street, partsOf(row));

const names = (home: AskedHome, row: ParsedRow<Row>): boolean =>
  'source_id' in home || namesHome(home.street, partsOf(row));

function partsOf({ address }: ParsedRow<Row>) {
  return {
    line1: valueOr(address.line1) ?? '',
    unit: valueOr(address.unit),
    city: valueOr(address.city) ?? '',
    state: valueOr(address.state) ?? '',
  };
}

function candidates(rows: readonly ParsedRow<Row>[]): Candidate[] {
  return rows.slice(0, CANDIDATES_MAX).map((row) => {
    const { line1, unit, city, state } = partsOf(row);
    const street = unit === null ? line1 : `${line1} ${unit}`;
    const region = `${state} ${valueOr(row.address.zip) ?? ''}`.trim();
    const address = [street, city, region].filter((part) => part !== '').join(', ');
    return { address, source_id: row.source_id, source_url: row.source_url };
  });
}
