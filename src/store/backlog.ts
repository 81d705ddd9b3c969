import type { Db } from './db.js';

export interface StoredBacklog {
  readonly queued: number;
  readonly running: number;
  readonly oldest_queued_at: Date | null;
  readonly pending_requests: number;
  readonly credits_reserved: number;
}

/** What is queued and running on all nodes. Reads only work in flight and reserved credits. */
export async function readBacklog(db: Db): Promise<StoredBacklog> {
  const rows = await db.rows<StoredBacklog>(
    `select count(*) filter (where state = 'queued')::int as queued,
            count(*) filter (where state = 'running')::int as running,
            min(created_at) filter (where state = 'queued') as oldest_queued_at,
            (select count(*) from requests where status = 'pending')::int as pending_requests,
            (select coalesce(sum(reserved), 0) from reserved_credits where reserved > 0)::int
              as credits_reserved
     from collections
     where state in ('queued', 'running')`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
}
