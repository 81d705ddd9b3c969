/** The homes of lookup batches: what each is looked up by, and what became of it. */
import type { Candidate } from '#contract/envelope.js';
import type { HomeOutcome } from '#contract/lookups.js';
import type { LookupParam } from '#contract/params.js';
import type { AskedPlace } from '#domain/search.js';
import type { Db } from './db.js';
import { hasRow } from './first-row.js';

export interface StoredBatchHome {
  readonly nth: number;
  readonly by: LookupParam;
  readonly value: string;
  readonly place: AskedPlace | null;
  readonly outcome: HomeOutcome;
  readonly detail: string | null;
  readonly candidates: readonly Candidate[] | null;
  readonly source_id: string | null;
  readonly request_id: string | null;
  readonly credits: number;
}

/** A batch that a process works on. */
export interface HeldBatch {
  readonly batch_id: string;
  readonly lease_id: string | null;
}

const HOME_COLUMNS =
  'nth, by, value, place, outcome, detail, candidates, source_id, request_id, credits';

/** Homes and credits of a batch by outcome. */
export interface OutcomeCount {
  readonly batch_id: string;
  readonly outcome: HomeOutcome;
  readonly homes: number;
  readonly credits: number;
}

export const countOutcomes = (db: Db, batchIds: readonly string[]): Promise<OutcomeCount[]> =>
  db.rows<OutcomeCount>(
    `select batch_id, outcome, count(*)::integer as homes, sum(credits)::integer as credits
     from lookup_batch_homes where batch_id = any($1::uuid[])
     group by batch_id, outcome order by batch_id, outcome`,
    [batchIds],
  );

/** The homes of a batch after one of them, in order. */
export const listBatchHomes = (
  db: Db,
  batchId: string,
  after: number,
  limit: number,
): Promise<StoredBatchHome[]> =>
  db.rows<StoredBatchHome>(
    `select ${HOME_COLUMNS} from lookup_batch_homes where batch_id = $1 and nth > $2
     order by nth limit $3`,
    [batchId, after, limit],
  );

/** The first pending homes of the first area of a batch that has some, in order. */
export const listNextArea = (db: Db, batchId: string, limit: number): Promise<StoredBatchHome[]> =>
  db.rows<StoredBatchHome>(
    `select ${HOME_COLUMNS} from lookup_batch_homes
     where batch_id = $1 and outcome = 'pending' and place = (
       select place from lookup_batch_homes where batch_id = $1 and outcome = 'pending'
       order by nth limit 1
     ) order by nth limit $2`,
    [batchId, limit],
  );

/** The job that a home of a batch was charged as; undefined before it was found. */
export async function findCharged(
  db: Db,
  batchId: string,
  sourceId: string,
): Promise<string | undefined> {
  const [found] = await db.rows<{ request_id: string }>(
    `select request_id from lookup_batch_homes
     where batch_id = $1 and source_id = $2 and request_id is not null order by nth limit 1`,
    [batchId, sourceId],
  );
  return found?.request_id;
}

/** Records what became of a pending home; false when the lease was lost. */
export const noteOutcome = (
  db: Db,
  { batch_id, lease_id }: HeldBatch,
  nth: number,
  to: Pick<StoredBatchHome, 'outcome'> &
    Partial<
      Pick<StoredBatchHome, 'detail' | 'candidates' | 'source_id' | 'request_id' | 'credits'>
    >,
): Promise<boolean> =>
  hasRow(
    db,
    `update lookup_batch_homes h
     set outcome = $4, detail = $5, candidates = $6, source_id = $7, request_id = $8, credits = $9
     from lookup_batches b
     where h.batch_id = $1 and h.nth = $3 and h.outcome = 'pending'
       and b.batch_id = h.batch_id and b.lease_id = $2 and b.state = 'running'
     returning 1`,
    [
      batch_id,
      lease_id,
      nth,
      to.outcome,
      to.detail ?? null,
      to.candidates === undefined || to.candidates === null ? null : JSON.stringify(to.candidates),
      to.source_id ?? null,
      to.request_id ?? null,
      to.credits ?? 0,
    ],
  );

/** Gives pending homes of a batch, or all of them, one outcome; nothing when the lease was lost. */
export async function noteRest(
  db: Db,
  { batch_id, lease_id }: HeldBatch,
  outcome: HomeOutcome,
  detail: string,
  numbers: readonly number[] | null = null,
): Promise<void> {
  await db.rows(
    `update lookup_batch_homes h set outcome = $3, detail = $4
     from lookup_batches b
     where h.batch_id = $1 and h.outcome = 'pending' and ($5::integer[] is null or h.nth = any($5))
       and b.batch_id = h.batch_id and b.lease_id = $2 and b.state = 'running'`,
    [batch_id, lease_id, outcome, detail, numbers],
  );
}
