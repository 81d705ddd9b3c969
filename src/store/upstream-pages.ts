/** Pages as sources sent them, for processes that share a database. Bodies are compressed. */
import type { Db } from './db.js';
import { first, rowCount } from './first-row.js';

export interface UpstreamPageRow {
  readonly body: Buffer;
  readonly read_at: Date;
}

/** The page that answered a request at `since` or later, or undefined. */
export const findUpstreamPage = (
  db: Db,
  requestHash: string,
  since: Date,
): Promise<UpstreamPageRow | undefined> =>
  first(
    db,
    `select body, read_at from upstream_pages where request_hash = $1 and read_at >= $2`,
    [requestHash, since],
    'find_upstream_page',
  );

/** Stores the page of a request; it replaces an older one. */
export async function keepUpstreamPage(
  db: Db,
  requestHash: string,
  { body, read_at }: UpstreamPageRow,
): Promise<void> {
  await db.rows(
    `insert into upstream_pages as p (request_hash, body, bytes, read_at) values ($1, $2, $3, $4)
     on conflict (request_hash) do update
     set body = excluded.body, bytes = excluded.bytes, read_at = excluded.read_at
     where p.read_at < excluded.read_at`,
    [requestHash, body, body.length, read_at],
    'keep_upstream_page',
  );
}

/**
 * Removes pages fetched before `before`, and the oldest ones while all together exceed `bytesMax`;
 * at most `limit`. Returns how many.
 */
export const deleteOldUpstreamPages = (
  db: Db,
  before: Date,
  bytesMax: number,
  limit: number,
): Promise<number> =>
  rowCount(
    db,
    `delete from upstream_pages where request_hash in (
       select request_hash from (
         select request_hash, read_at, sum(bytes) over (order by read_at desc, request_hash) as newer
         from upstream_pages
       ) as p
       where read_at < $1 or newer > $2
       order by read_at limit $3
     ) returning request_hash`,
    [before, bytesMax, limit],
  );
