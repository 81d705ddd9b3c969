/**
 * Reads an open set page by page until its count agrees; where it was left off is all that it needs
 * to continue.
 */
import { importError } from '#base/operator-error.js';
import type { SourceName } from '#contract/sources.js';
import type { UpstreamRequest } from '#sources/driver.js';
import { type OpenSet, readsPoint, type SetPart, spelledColumns } from '#sources/open/open-set.js';
import {
  changedSet,
  type SetDescription,
  type SetKey,
  type SetPage,
  type SetPageAsk,
  type SetProtocol,
  type SetRow,
} from '#sources/open/protocol.js';
import { PROTOCOLS } from '#sources/open/protocols.js';

/** Open sets are imported as sales of this source. */
export const SET_SOURCE: SourceName = 'records';

function readerOf({ name, protocol }: SetPart): SetProtocol {
  if (protocol !== 'file') return PROTOCOLS[protocol];
  throw importError(`${name} is a file, which has no rows to ask for.`);
}

/** Sends a request at the pace of the set, and again where it may pass. Throws SourceError. */
export type AskSet = <T>(request: UpstreamRequest, read: (body: string) => T) => Promise<T>;

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

/** Where a read continues: behind this key, or after so many rows. */
export interface SetPosition {
  readonly after: SetKey | null;
  readonly rows: number;
}

export interface SetReadOrder {
  readonly set: SetPart;
  readonly described: Described;
  /** Only what changed after this time; null for all. */
  readonly since: string | null;
  readonly from: SetPosition;
}

export interface ReadPage extends SetPosition {
  readonly page: readonly SetRow[];
}

/**
 * The pages behind a position. A page shorter than requested is not the end: the end is a page
 * without rows, or the last key. Throws SourceError.
 */
export async function* readPages(ask: AskSet, order: SetReadOrder): AsyncGenerator<ReadPage> {
  const { set, described, since, from } = order;
  const { description, columns } = described;
  const protocol = readerOf(set);
  const bounds = { set, description, since };
  const keys =
    description.sorts || protocol.keys === undefined
      ? null
      : await ask(protocol.keys.request(bounds), protocol.keys.read);
  const full = Math.min(set.page_rows ?? description.pageRows, description.pageRows);
  let size = full;
  let { after, rows } = from;
  let pages = 0;
  for (;;) {
    const range = keys === null ? null : rangeOf(keys, after, size);
    if (range === undefined) return;
    const last = range?.last ?? null;
    const asked: SetPageAsk = { ...bounds, columns, after, last, rows: size };
    const page: SetPage = await ask(protocol.page(asked), (body) => protocol.readPage(body, asked));
    if (page.rows.length === 0 && range === null) {
      if (page.isCut === true) throw changedSet('it cuts an answer without rows');
      return;
    }
    // Cut with or without a sign, or a row is gone: a range of one key shows which.
    if (range !== null && page.rows.length < range.keys && size > 1) {
      size = Math.ceil(size / 2);
      continue;
    }
    if (page.rows.length === 0) size = full;
    after = page.after;
    rows += page.rows.length;
    pages += 1;
    yield { page: page.rows, after, rows };
    if (pages > described.count + PAGES_SPARE) throw importError(`${set.name} does not end.`);
  }
}

/** No page is empty, so a set has no more pages than rows; some may be added while it is read. */
const PAGES_SPARE = 10_000;

/** The next range: its last key, and how many it has; undefined at the end. */
function rangeOf(keys: readonly number[], after: SetKey | null, size: number) {
  const begin = after === null ? 0 : keys.findIndex((key) => key > Number(after));
  if (begin < 0) return undefined;
  const end = Math.min(begin + size, keys.length);
  const last = keys[end - 1];
  return last === undefined ? undefined : { last, keys: end - begin };
}

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
