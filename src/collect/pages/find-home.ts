import { assert } from '#base/assert.js';
import { groupBy } from '#base/group-by.js';
import type { Candidate } from '#contract/envelope.js';
import type { Row } from '#contract/rows.js';
import { type ApiError, apiError } from '#domain/api-error.js';
import { streetForms } from '#domain/lookup.js';
import { type ParsedRow, valueOr } from '#domain/parsed-row.js';
import { START } from '#domain/position.js';
import { SourceError } from '#sources/driver.js';
import { type AreaSearch, Progress } from '../area/area-search.js';
import { readArea } from '../area/read-area.js';
import { findFirstPrices } from './home-extras.js';
import { type CollectedPage, homePage } from './page.js';

/** A home that a lookup requests. */
export type AskedHome = { readonly source_id: string } | { readonly street: string };

/** The page of a home, or why there is none. */
export type FoundHome =
  | { readonly page: CollectedPage }
  | { readonly error: ApiError | SourceError };

/** address_ambiguous carries up to 5 candidates (docs/errors.md#address_ambiguous). */
const CANDIDATES_MAX = 5;

/**
 * Finds one home. Throws ApiErrors address_not_found and address_ambiguous, and SourceError when
 * the source returns nothing or only part of the area: a home not found there may exist.
 */
export async function findHome(
  searches: readonly AreaSearch[],
  home: AskedHome,
): Promise<CollectedPage> {
  const [found] = await findHomes(searches, [home]);
  assert(found !== undefined, 'each home has an outcome');
  if ('error' in found) throw found.error;
  return found.page;
}

/**
 * Finds homes of one area, in their order: each search reads the area once for another kind of
 * row, for those homes that no earlier one has. Where the source fails, homes that were found
 * before stay found.
 */
export async function findHomes(
  searches: readonly AreaSearch[],
  homes: readonly AskedHome[],
): Promise<readonly FoundHome[]> {
  const outcomes = new Map<AskedHome, FoundHome>();
  for (const search of searches) {
    const open = homes.filter((home) => !outcomes.has(home));
    if (open.length === 0) break;
    const read = await matchRows(search, open);
    for (const home of open) {
      const found = await outcomeOf(search, read, home);
      if (found !== null) outcomes.set(home, found);
    }
  }
  return homes.map((home) => outcomes.get(home) ?? { error: apiError('address_not_found') });
}

/** Rows that fit a home: those that are it with its unit, and all. */
interface Matches {
  readonly exact: readonly ParsedRow<Row>[];
  readonly all: readonly ParsedRow<Row>[];
}
const NONE: Matches = { exact: [], all: [] };

/** Null where another kind of row may have the home. */
async function outcomeOf(
  search: AreaSearch,
  { matches, progress, failure }: Awaited<ReturnType<typeof matchRows>>,
  home: AskedHome,
): Promise<FoundHome | null> {
  const { exact, all } = matches.get(home) ?? NONE;
  // An id names one home; of a street more homes may follow in what was not read.
  if (failure !== null && !('source_id' in home && exact.length > 0)) return { error: failure };
  const chosen = exact.length > 0 ? exact : all;
  const [row, ...others] = chosen;
  if (row === undefined) return isWhole(progress) ? null : { error: notShown(search.source) };
  if (others.length > 0) {
    return { error: apiError('address_ambiguous', { candidates: candidates(chosen) }) };
  }
  const { homes, source, kind } = search;
  const firsts = await findFirstPrices(homes, source, kind, [row]);
  return { page: homePage(kind, row, progress, firsts, search.clock.nowMs()) };
}

const isWhole = ({ missing, dropped }: Progress): boolean =>
  missing.length === 0 && !dropped.has('unreadable');

const notShown = (source: string): SourceError =>
  new SourceError(
    'down',
    `${source} did not show the entire area, so the home may still exist. Nothing was charged; try again later.`,
  );

/** Reads the area until its end, or until every home that has an id is found. */
async function matchRows(search: AreaSearch, homes: readonly AskedHome[]) {
  const progress = new Progress(START, Number.POSITIVE_INFINITY);
  const asked = groupBy(homes, nameOf);
  const matches = new Map<AskedHome, { exact: ParsedRow<Row>[]; all: ParsedRow<Row>[] }>();
  const add = (name: string, row: ParsedRow<Row>, isExact: boolean) => {
    for (const home of asked.get(name) ?? []) {
      const known = matches.get(home) ?? { exact: [], all: [] };
      matches.set(home, known);
      if (known.all.some(({ source_id }) => source_id === row.source_id)) continue;
      known.all.push(row);
      if (isExact) known.exact.push(row);
    }
  };
  const areIds = homes.every((home) => 'source_id' in home);
  let failure: SourceError | null = null;
  try {
    for await (const { row } of readArea(search, progress)) {
      add(nameOf({ source_id: row.source_id }), row, true);
      if (areIds) {
        if (matches.size === homes.length) break;
        continue;
      }
      const { exact, all } = streetForms(partsOf(row));
      const isExact = new Set(exact);
      for (const street of new Set(all)) add(nameOf({ street }), row, isExact.has(street));
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    failure = error;
  }
  return { matches, progress, failure };
}

const nameOf = (home: AskedHome): string =>
  'source_id' in home ? `id ${home.source_id}` : `street ${home.street}`;

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
