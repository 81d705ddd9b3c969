/** Sent and pending deliveries to endpoints: events of the log by their numbers. */
import type { DeliveryStatus } from '#contract/webhooks.js';
import { valuesIn } from './columns.js';
import type { Db } from './db.js';
import type { Endpoint, LastAttempt } from './endpoints.js';
import type { StoredEvent } from './events.js';
import { first, hasRow } from './first-row.js';

export interface Delivery extends LastAttempt {
  readonly endpoint_id: string;
  readonly seq: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly created_at: Date;
  readonly next_at: Date | null;
}

/** A delivery with its event's id and type; null when the event is no longer stored. */
export interface ShownDelivery extends Delivery {
  readonly event_id: string | null;
  readonly type: string | null;
}

/** An event to send once more; null when it is no longer stored. */
export interface DueDelivery {
  readonly seq: number;
  readonly attempts: number;
  readonly event: StoredEvent | null;
}

const LIST = `d.endpoint_id, d.seq, d.status, d.attempts, d.created_at, d.next_at, d.last_at, d.last_code,
  d.last_ms, d.last_error`;
const EVENT = 'e.seq, e.event_id, e.type, e.watch_id, e.created_at, e.data';

/** Whether event `e` is for endpoint `p`: a test is for one only, and none gets its own end. */
const IS_FOR_ENDPOINT = `(case e.type
    when 'endpoint.test' then e.data->>'endpoint_id' = p.endpoint_id::text
    when 'endpoint.disabled' then e.type = any(p.types) and e.data->>'endpoint_id' <> p.endpoint_id::text
    else e.type = any(p.types)
  end)`;

/** Events up to a number that are for an endpoint and not yet sent to it, in log order. */
export const listUnsent = (
  db: Db,
  { endpoint_id }: Pick<Endpoint, 'endpoint_id'>,
  upTo: number,
  limit: number,
): Promise<StoredEvent[]> =>
  db.rows<StoredEvent>(
    `select ${EVENT} from endpoints p
     join events e on e.account_id = p.account_id and e.seq >= p.next_seq
     where p.endpoint_id = $1 and e.seq <= $2 and ${IS_FOR_ENDPOINT}
     order by e.seq limit $3`,
    [endpoint_id, upTo, limit],
  );

/** Due deliveries of an endpoint, in log order. */
export async function listDue(
  db: Db,
  { endpoint_id, account_id }: Pick<Endpoint, 'endpoint_id' | 'account_id'>,
  now: Date,
  limit: number,
): Promise<DueDelivery[]> {
  const rows = await db.rows<StoredEvent & { readonly attempts: number; readonly due_seq: number }>(
    `select d.seq as due_seq, d.attempts, ${EVENT}
     from deliveries d left join events e on e.account_id = $2 and e.seq = d.seq
     where d.endpoint_id = $1 and d.status = 'pending' and d.next_at <= $3
     order by d.seq limit $4`,
    [endpoint_id, account_id, now, limit],
  );
  return rows.map(({ due_seq, attempts, ...event }) => ({
    seq: due_seq,
    attempts,
    event: event.event_id === null ? null : event,
  }));
}

/** An attempt as it is recorded by the process that holds the lease. */
export interface Recorded {
  readonly endpoint_id: string;
  readonly lease_id: string | null;
  readonly seq: number;
  readonly at: Date;
  readonly code: number | null;
  readonly ms: number;
  readonly error: string | null;
  /** Nothing is sent to the endpoint until then. */
  readonly held_until: Date | null;
  /** Whether this is the endpoint's first attempt at this event. */
  readonly is_first: boolean;
}

/** How an attempt ended for its event. */
export interface DeliveryState {
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly next_at: Date | null;
}

/** Moves the endpoint past an event at its first attempt; nothing when the lease was lost. */
const MOVED_ON = `with mine as (
    update endpoints set last_at = $4, last_code = $5, last_ms = $6, last_error = $7,
      held_until = $8,
      next_seq = case when $9::boolean then greatest(next_seq, $3::bigint + 1) else next_seq end,
      failing_since = case when $7::text is null then null else coalesce(failing_since, $4) end
    where endpoint_id = $1 and lease_id = $2
    returning failing_since
  )`;

/** Its values, in order. */
const RECORDED = 'endpoint_id, lease_id, seq, at, code, ms, error, held_until, is_first';

/** Records an event that was accepted at its first attempt; false when the lease was lost. */
export const recordFirst = (db: Db, attempt: Recorded): Promise<boolean> =>
  hasRow(db, `${MOVED_ON} select 1 from mine`, valuesIn(RECORDED, attempt));

/**
 * Records any other attempt in the delivery of its event, and creates it if missing. Undefined when
 * the lease was lost, else since when no attempt of the endpoint has succeeded.
 */
export const recordAttempt = (
  db: Db,
  attempt: Recorded,
  { status, attempts, next_at }: DeliveryState,
): Promise<{ readonly failing_since: Date | null } | undefined> =>
  first<{ failing_since: Date | null }>(
    db,
    `${MOVED_ON}, stored as (
       insert into deliveries (endpoint_id, seq, status, attempts, created_at, next_at,
         last_at, last_code, last_ms, last_error)
       select $1, $3, $10, $11, $4, $12, $4, $5, $6, $7 from mine
       on conflict (endpoint_id, seq) do update set status = $10, attempts = $11, next_at = $12,
         last_at = $4, last_code = $5, last_ms = $6, last_error = $7
     )
     select failing_since from mine`,
    [...valuesIn(RECORDED, attempt), status, attempts, next_at],
  );

/** Fails deliveries that can no longer be sent. */
export async function endDeliveries(
  db: Db,
  endpointId: string,
  seqs: readonly number[],
  error: string,
): Promise<void> {
  await db.rows(
    `update deliveries set status = 'failed', next_at = null, last_error = $3
     where endpoint_id = $1 and seq = any($2::bigint[])`,
    [endpointId, seqs, error],
  );
}

/** Moves an endpoint past expired events, which a failed delivery of the last one reports. */
export async function skipExpired(
  db: Db,
  { endpoint_id, lease_id }: Pick<Endpoint, 'endpoint_id' | 'lease_id'>,
  lastSeq: number,
  at: Date,
  error: string,
): Promise<void> {
  await db.rows(
    `with mine as (
       update endpoints set next_seq = $3::bigint + 1
       where endpoint_id = $1 and lease_id = $2 and next_seq <= $3
       returning 1
     )
     insert into deliveries (endpoint_id, seq, status, attempts, created_at, last_at, last_error)
     select $1, $3, 'failed', 0, $4, $4, $5 from mine
     on conflict do nothing`,
    [endpoint_id, lease_id, lastSeq, at, error],
  );
}

/** The newest stored deliveries of an endpoint, newest event first. */
export const listDeliveries = (
  db: Db,
  { endpoint_id, account_id }: Pick<Endpoint, 'endpoint_id' | 'account_id'>,
  status: string | null,
  limit: number,
): Promise<ShownDelivery[]> =>
  db.rows<ShownDelivery>(
    `select ${LIST}, e.event_id, e.type
     from deliveries d left join events e on e.account_id = $2 and e.seq = d.seq
     where d.endpoint_id = $1 and ($3::text is null or d.status = $3)
     order by d.seq desc limit $4`,
    [endpoint_id, account_id, status, limit],
  );

/**
 * Makes an event due again at the enabled endpoints it is for, except where its first attempt is
 * due.
 */
export const sendAgain = (db: Db, accountId: string, seq: number, now: Date) =>
  db.rows<Delivery>(
    `insert into deliveries as d (endpoint_id, seq, status, attempts, created_at, next_at)
     select p.endpoint_id, e.seq, 'pending', 0, $3, $3
     from endpoints p join events e on e.account_id = p.account_id
     where p.account_id = $1 and p.state = 'enabled' and e.seq = $2 and p.next_seq > $2
       and ${IS_FOR_ENDPOINT}
     order by p.endpoint_id
     on conflict (endpoint_id, seq) do update set status = 'pending', attempts = 0, next_at = $3
     returning ${LIST}`,
    [accountId, seq, now],
  );

/** Deletes the deliveries of events after a number, so that all of them are sent again. */
export async function forgetAfter(tx: Db, endpointId: string, after: number): Promise<void> {
  await tx.rows('delete from deliveries where endpoint_id = $1 and seq > $2', [endpointId, after]);
}
