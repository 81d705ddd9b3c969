/** Ends reservations, many in one statement. */
import type { Db } from './db.js';

/** Captured, or released because the job failed, the page was past the end, or nobody read it. */
export type End = 'capture' | 'failed' | 'past_end' | 'unread';

export interface EndedReservation {
  readonly request_id: string;
  readonly credits: number;
}

/**
 * Ends reservations: captured (spent, and the request marked as charged) or released (returned to
 * their bucket). Returns the requests whose reservation ended here, and what it held; one without a
 * reservation, or whose reservation had already ended, is left out and unchanged. Needs no account
 * lock: the ledger's unique end decides between two that come together, and wallets, then reserved
 * credits, are locked in account order.
 */
export async function endReservations(
  db: Db,
  requestIds: readonly string[],
  end: End,
  at: Date,
): Promise<EndedReservation[]> {
  const kind = end === 'capture' ? end : 'release';
  return db.rows<EndedReservation>(
    END[kind],
    [[...requestIds].sort(), at, end === 'capture' ? null : end],
    `end_${kind}`,
  );
}

/** Requests are locked before entries, as a cleanup does, and in id order. */
const HELD = `
with held as materialized (
  select request_id from requests where request_id = any($1::uuid[]) order by request_id for update
)`;

/** The entries that end reservations, with the locks held; `$3` is why nothing was charged. */
const ended = (kind: 'capture' | 'release', available: '0' | 'reserved_delta') => `
${HELD}, ended as (
  insert into ledger_entries (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta,
    request_id, created_at, route, reason, key_id)
  select partition_id, account_id, '${kind}', bucket, period, ${available}, -reserved_delta, request_id, $2, route, $3, key_id
  from ledger_entries
  where request_id = any($1::uuid[]) and kind = 'reserve' and (select count(*) from held) >= 0
  order by request_id
  on conflict (request_id, partition_id) where kind in ('capture', 'release') do nothing
  returning account_id, bucket, period, request_id, key_id, -reserved_delta as credits
), sums as materialized (
  select account_id, bucket, period, sum(credits)::bigint as amount from ended
  group by account_id, bucket, period
)`;

/** Locks are taken in account order; `after` is what must be locked before. */
const freed = (after: string) => `
locked as materialized (
  select r.account_id from reserved_credits r
  join sums s on s.account_id = r.account_id and s.bucket = r.bucket and s.period = r.period
  where ${after}
  order by r.account_id, r.bucket, r.period
  for update of r
), freed as (
  update reserved_credits r set reserved = r.reserved - s.amount
  from sums s
  where (select count(*) from locked) > 0 and r.account_id = s.account_id and r.bucket = s.bucket and r.period = s.period
)`;

const CAPTURE = `${ended('capture', '0')}, ${freed('true')}, marked as (
  update requests q set credits = e.credits from ended e where q.request_id = e.request_id
)
select request_id, credits from ended`;

/** Plan credits of a past month return and expire at once; ceilings of keys have room again. */
const RELEASE = `${ended('release', 'reserved_delta')}, wallets_locked as materialized (
  select account_id from wallets where account_id in (select account_id from sums)
  order by account_id
  for update
), ${freed('(select count(*) from wallets_locked) > 0')}, returned as (
  update wallets w set
    extra = w.extra + coalesce((
      select s.amount from sums s where s.account_id = w.account_id and s.bucket = 'extra'
    ), 0),
    plan = w.plan + coalesce((
      select s.amount from sums s where s.account_id = w.account_id and s.bucket = 'plan' and s.period = w.period
    ), 0)
  where w.account_id in (select account_id from wallets_locked)
  returning w.account_id, w.period
), expired as (
  insert into ledger_entries
    (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, created_at)
  select first_uuid_at($2), s.account_id, 'expire', 'plan', s.period, -s.amount, 0, $2
  from sums s join returned w on w.account_id = s.account_id
  where s.bucket = 'plan' and s.period <> w.period
), keys_locked as materialized (
  select key_id from api_keys
  where credits_max is not null and key_id in (select key_id from ended)
    and (select count(*) from wallets_locked) > 0
  order by key_id
  for update
), keys_freed as (
  update api_keys k set credits_used = k.credits_used - s.amount
  from (select key_id, sum(credits)::bigint as amount from ended group by key_id) s
  where k.key_id in (select key_id from keys_locked) and k.key_id = s.key_id
)
select request_id, credits from ended`;

const END = { capture: CAPTURE, release: RELEASE };
