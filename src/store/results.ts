import { holdersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { column, first, rowCount } from './first-row.js';

export interface StoredResult {
  readonly result_id: string;
  readonly page_hash: string;
  readonly route: string;
  readonly collected_at: Date;
  readonly fresh_until: Date;
  readonly completeness: 'complete' | 'partial';
  readonly row_count: number;
  readonly past_end: boolean;
  readonly body_gzip: Buffer;
  /** What to collect for the next page; null after the last. */
  readonly next_task: unknown;
  /** The licensed feeds it was collected from; null where no licence was needed. */
  readonly feeds: readonly string[] | null;
}

const COLUMNS = `result_id, page_hash, route, collected_at, fresh_until, completeness, row_count, past_end,
  body_gzip, next_task, feeds`;

/** Stores a result; it never changes afterwards. */
export async function insertResult(
  db: Db,
  result: StoredResult & { readonly kept_until?: Date | null },
): Promise<void> {
  await db.rows(
    `insert into results (${COLUMNS}, kept_until) values (${holdersOf(COLUMNS)}, $12)`,
    [...valuesIn(COLUMNS, result), result.kept_until ?? null],
    'insert_result',
  );
}

/**
 * The newest result of a search that is still fresh and was collected at or after `since`, or
 * undefined. A result from the future, collected before the clock stepped back, is not fresh.
 */
export const findFreshResult = (
  db: Db,
  page_hash: string,
  now: Date,
  since: Date,
): Promise<StoredResult | undefined> =>
  first(
    db,
    `select ${COLUMNS} from results
     where page_hash = $1 and fresh_until > $2 and collected_at >= $3
       and collected_at <= $2 + interval '60 seconds'
     order by collected_at desc
     limit 1`,
    [page_hash, now, since],
    'find_fresh_result',
  );

/** The newest result of a search, however old; undefined when none is stored. */
export const findNewestResult = (db: Db, page_hash: string): Promise<StoredResult | undefined> =>
  first(
    db,
    `select ${COLUMNS} from results where page_hash = $1 order by collected_at desc limit 1`,
    [page_hash],
  );

/** The result with this id, or undefined. */
export const findResult = (db: Db, resultId: string): Promise<StoredResult | undefined> =>
  first(db, `select ${COLUMNS} from results where result_id = $1`, [resultId], 'find_result');

/** The bodies of results by their ids; none for those that are gone. */
export const findBodies = (
  db: Db,
  resultIds: readonly string[],
): Promise<Pick<StoredResult, 'result_id' | 'body_gzip'>[]> =>
  db.rows('select result_id, body_gzip from results where result_id = any($1::uuid[])', [
    resultIds,
  ]);

/** What is known of a result besides its rows. */
export type ResultFacts = Pick<
  StoredResult,
  'result_id' | 'completeness' | 'collected_at' | 'fresh_until' | 'next_task' | 'feeds'
>;
const FACTS = 'result_id, completeness, collected_at, fresh_until, next_task, feeds';

/** The facts of the newest result of a search, however old; undefined when none is stored. */
export const describeNewest = (db: Db, pageHash: string): Promise<ResultFacts | undefined> =>
  first(
    db,
    `select ${FACTS} from results where page_hash = $1 order by collected_at desc limit 1`,
    [pageHash],
  );

/** The facts of results by their ids; none for those that are gone. */
export async function describeResults(
  db: Db,
  resultIds: readonly string[],
): Promise<ReadonlyMap<string, ResultFacts>> {
  const rows = await db.rows<ResultFacts>(
    `select ${FACTS} from results
     where result_id = any($1::uuid[])`,
    [resultIds],
  );
  return new Map(rows.map((row) => [row.result_id, row]));
}

/**
 * Removes results that became stale before a time, and their cached pages; at most `limit` results.
 * Returns how many. A result is referenced only while it is fresh, so `staleBefore` is a whole
 * retention ago: nothing that references it can be read.
 */
export const deleteOldResults = (db: Db, staleBefore: Date, limit: number): Promise<number> =>
  rowCount(
    db,
    `with gone as (
       delete from results
       where result_id in (
         select result_id from results where fresh_until < $1 order by fresh_until limit $2
       )
       returning result_id
     ), pages as (
       delete from cached_pages where result_id in (select result_id from gone)
     )
     select result_id from gone`,
    [staleBefore, limit],
  );

/**
 * Empties results whose licence ends; at most `limit`. References to them stay. Skips results that
 * another cleanup is working on. Returns their ids.
 */
export const emptyResults = (db: Db, at: Date, limit: number): Promise<string[]> =>
  column(
    db,
    `update results set body_gzip = '', next_task = null, kept_until = null
     where result_id in (
       select result_id from results where kept_until < $1 order by kept_until limit $2
       for update skip locked
     )
     returning result_id`,
    [at, limit],
  );
