/**
 * Reads the rows of a server that neither sorts nor cuts, by ranges of their keys: of all keys,
 * which the server lists, else of those between the least and the greatest.
 */
import { SourceError } from '#sources/driver.js';
import {
  changedSet,
  type KeyEnds,
  type SetBounds,
  type SetKeys,
  type SetPage,
  type SetPageAsk,
  type SetProtocol,
} from '#sources/open/protocol.js';
import type { AskSet, ReadPage, SetPosition } from './ask-set.js';

/** What is read, and from where. */
export interface RangeRead {
  readonly ask: AskSet;
  readonly protocol: SetProtocol;
  readonly bounds: SetBounds;
  readonly columns: readonly string[];
  readonly from: SetPosition;
  /** Rows of one range, at most. */
  readonly full: number;
  /** Rows of the set, as its server counted them before; null where it did not. */
  readonly counted: number | null;
}

/** Throws SourceError. */
export async function* rangePages(read: RangeRead, keys: SetKeys): AsyncGenerator<ReadPage> {
  const known = await keysOf(read, keys);
  yield* 'least' in known ? pagesBetween(read, known) : pagesOf(read, known);
}

/**
 * All keys in ascending order, or the least and the greatest where the list fails or is short. A
 * list has no holes and costs a request, statistics cost a count for most ranges, and real servers
 * were seen to compute them of other rows: so they come second, and count for nothing unless as
 * many rows as there are lie between them.
 */
async function keysOf(
  { ask, protocol, bounds, counted }: RangeRead,
  keys: SetKeys,
): Promise<readonly number[] | KeyEnds> {
  const count = (more: object) =>
    ask(protocol.count({ ...bounds, ...more }), (body) => protocol.readCount(body));
  const list = await tried(ask(keys.list(bounds), (body) => keys.readList(body)));
  const isListed = !(list instanceof SourceError);
  if (!isListed && bounds.description.hasStatistics !== true) throw list;
  const now = await count({});
  if (isListed && list.length >= Math.min(now, counted ?? now)) return list;
  if (bounds.description.hasStatistics === true) {
    const ends = await tried(ask(keys.ends(bounds), (body) => keys.readEnds(body)));
    if (!(ends instanceof SourceError)) {
      const { least, greatest } = ends;
      if ((await count({ after: least - 1, last: greatest })) >= now) return ends;
    }
  }
  if (!isListed) throw list;
  throw changedSet(
    `it lists ${list.length} keys of ${now} rows, and gives no usable statistics of them`,
  );
}

/** What a server answered, or how it failed. */
async function tried<T>(answer: Promise<T>): Promise<T | SourceError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

function askRange(
  { ask, protocol, bounds, columns }: RangeRead,
  range: Pick<SetPageAsk, 'after' | 'rows'> & { readonly last: number },
): Promise<SetPage> {
  const asked: SetPageAsk = { ...bounds, columns, ...range };
  return ask(protocol.page(asked), (body) => protocol.readPage(body, asked));
}

async function* pagesOf(read: RangeRead, keys: readonly number[]): AsyncGenerator<ReadPage> {
  const { full, from } = read;
  let { after, rows } = from;
  let size = full;
  for (;;) {
    const range = rangeOf(keys, after, size);
    if (range === undefined) return;
    const page = await askRange(read, { after, last: range.last, rows: size });
    // Cut with or without a sign, or a row is gone: a range of one key shows which.
    if (page.rows.length < range.keys && size > 1) {
      size = Math.ceil(size / 2);
      continue;
    }
    if (page.rows.length === 0) size = full;
    after = range.last;
    rows += page.rows.length;
    yield { page: page.rows, after, rows };
  }
}

/** The next range: its last key, and how many it has; undefined at the end. */
function rangeOf(keys: readonly number[], after: SetPosition['after'], size: number) {
  const begin = after === null ? 0 : keys.findIndex((key) => key > Number(after));
  if (begin < 0) return undefined;
  const end = Math.min(begin + size, keys.length);
  const last = keys[end - 1];
  return last === undefined ? undefined : { last, keys: end - begin };
}

/**
 * Ranges of unlisted keys, which have holes: a range is whole if it has a row for each number, or
 * as many rows as the server counts in it. Ranges grow where they are nearly empty, and are halved
 * where the server cuts them, with or without a sign.
 */
async function* pagesBetween(
  read: RangeRead,
  { least, greatest }: KeyEnds,
): AsyncGenerator<ReadPage> {
  const { ask, protocol, bounds, full, from } = read;
  let after = Math.max(least - 1, Number(from.after ?? least - 1));
  let { rows } = from;
  let span = full;
  let most = full;
  while (after < greatest) {
    const last = Math.min(after + span, greatest);
    const numbers = last - after;
    const page = await askRange(read, { after, last, rows: span });
    const found = page.rows.length;
    const isWhole =
      found === numbers ||
      (page.isCut !== true &&
        found >=
          (await ask(protocol.count({ ...bounds, after, last }), (body) =>
            protocol.readCount(body),
          )));
    // A row that is counted and never shown is missing at the end: one number cannot be halved.
    if (!isWhole && numbers > 1) {
      span = Math.ceil(numbers / 2);
      if (found > 0) most = Math.min(most, found);
      continue;
    }
    if (found * 2 <= most) span = numbers * 2;
    after = last;
    rows += found;
    if (found > 0) yield { page: page.rows, after, rows };
  }
}
