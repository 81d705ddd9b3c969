/**
 * Reads an open set page by page until its count agrees; where it was left off is all that it needs
 * to continue.
 */
import { importError } from '#base/operator-error.js';
import type { SourceName } from '#contract/sources.js';
import { type OpenSet, readsPoint, type SetPart, spelledColumns } from '#sources/open/open-set.js';
import {
  changedSet,
  type SetDescription,
  type SetPage,
  type SetPageAsk,
  type SetProtocol,
} from '#sources/open/protocol.js';
import { PROTOCOLS } from '#sources/open/protocols.js';
import type { AskSet, ReadPage, SetPosition } from './ask-set.js';
import { type RangeRead, rangePages } from './key-ranges.js';

/** Open sets are imported as sales of this source. */
export const SET_SOURCE: SourceName = 'records';

function readerOf({ name, protocol }: SetPart): SetProtocol {
  if (protocol !== 'file') return PROTOCOLS[protocol];
  throw importError(`${name} is a file, which has no rows to ask for.`);
}

/** What the server says of a set, and what differs from its file. */
export interface Described {
  readonly description: SetDescription;
  readonly count: number;
  /** The columns to read, spelled as the server does. */
  readonly columns: readonly string[];
}

/** A set of fewer or more rows than its file expects, by more than this share, is worth a word. */
const EXPECTED_SHARE = 0.3;

/** What is said of a number of rows or lines that the file of a set does not expect. */
export const unexpectedCount = (
  { rows_expected: expected }: OpenSet,
  count: number,
  what: 'rows' | 'lines',
): readonly string[] =>
  Math.abs(count - expected) > expected * EXPECTED_SHARE
    ? [`It has ${count} ${what}; ${expected} were expected.`]
    : [];

/**
 * Asks the server for the description and the number of rows. Throws OperatorError where columns
 * are missing.
 */
export async function describeSet(ask: AskSet, set: SetPart): Promise<Described> {
  const protocol = readerOf(set);
  const said = await ask(protocol.describe(set), (body) => protocol.readDescription(body, set));
  const { wanted } = set;
  const description = readsPoint(wanted) ? said : { ...said, point: null };
  const columns = columnsFrom(set, wanted, description);
  const count = await ask(protocol.count({ set, description, since: null }), protocol.readCount);
  return { description, count, columns };
}

function columnsFrom(
  set: SetPart,
  wanted: readonly string[],
  { columns, point }: SetDescription,
): readonly string[] {
  if (point === null && readsPoint(wanted)) {
    throw importError(`${set.name} has no points, and its mapping reads them.`);
  }
  const { found, missing } = spelledColumns(wanted, columns);
  if (missing.length > 0) {
    throw importError(
      `${set.name} no longer has the columns ${missing.join(', ')}. It has ${columns.slice(0, 60).join(', ')}. Correct the mapping in the file of the set.`,
    );
  }
  return found;
}

/** How the server's own words differ from the file of a set, a sentence each. */
export function differencesOf(set: OpenSet, { description, count }: Described): readonly string[] {
  const { licence, columns } = description;
  const gone = (set.refused_columns ?? []).filter(
    (name) => !columns.some((column) => column.toLowerCase() === name.toLowerCase()),
  );
  return [
    ...unexpectedCount(set, count, 'rows'),
    ...(licence === null || set.licence.includes(licence)
      ? []
      : [
          `Its server names the licence "${licence.slice(0, 200)}"; the file has "${set.licence}".`,
        ]),
    ...(gone.length === 0 ? [] : [`It no longer has the columns ${gone.join(', ')}.`]),
  ];
}

export interface SetReadOrder {
  readonly set: SetPart;
  readonly described: Described;
  /** Only what changed after this time; null for all. */
  readonly since: string | null;
  readonly from: SetPosition;
}

/**
 * The pages behind a position. A page shorter than requested is not the end: the end is a page
 * without rows, or the last key. Throws SourceError, and OperatorError where they do not end.
 */
export async function* readPages(ask: AskSet, order: SetReadOrder): AsyncGenerator<ReadPage> {
  const { set, described, since, from } = order;
  const { description, columns } = described;
  const protocol = readerOf(set);
  const bounds = { set, description, since };
  const full = Math.min(set.page_rows ?? description.pageRows, description.pageRows);
  const counted = since === null ? described.count : null;
  const read = { ask, protocol, bounds, columns, from, full, counted };
  const { keys } = protocol;
  const found =
    description.sorts || keys === undefined ? sortedPages(read) : rangePages(read, keys);
  let pages = 0;
  for await (const page of found) {
    yield page;
    pages += 1;
    if (pages > described.count + PAGES_SPARE) throw importError(`${set.name} does not end.`);
  }
}

async function* sortedPages(read: RangeRead): AsyncGenerator<ReadPage> {
  const { ask, protocol, bounds, columns, from, full } = read;
  let { after, rows } = from;
  for (;;) {
    const asked: SetPageAsk = { ...bounds, columns, after, last: null, rows: full };
    const page: SetPage = await ask(protocol.page(asked), (body) => protocol.readPage(body, asked));
    if (page.rows.length === 0) {
      if (page.isCut === true) throw changedSet('it cuts an answer without rows');
      return;
    }
    after = page.after;
    rows += page.rows.length;
    yield { page: page.rows, after, rows };
  }
}

/** No page is empty, so a set has no more pages than rows; some may be added while it is read. */
const PAGES_SPARE = 10_000;

/** The number of rows now: of all, or of those that changed after a time. */
export function countSet(
  ask: AskSet,
  set: SetPart,
  { description }: Described,
  since: string | null,
): Promise<number> {
  const { count, readCount } = readerOf(set);
  return ask(count({ set, description, since }), readCount);
}
