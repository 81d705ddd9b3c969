/** The end of reservations, many at once in one statement (decisions §3). */
import { ROUTE_PRICE } from '#domain/credits.js';
import type { Db } from './db.js';

/** Captured, or released because the job failed, the page was past the end, or nobody read it. */
export type End = 'capture' | 'failed' | 'past_end' | 'unread';

/**
 * Ends reservations: captured (spent, and the request marked as charged) or released (given back to the
 * bucket they came from). Returns the requests whose reservation ended here; one that had none, or that
 * had ended already, is left out and nothing of it changes. Needs no account lock: the ledger's unique
 * end decides between two that come together, and balances are locked in the order of accounts.
 */
export async function endReservations(
  db: Db,
  requestIds: readonly string[],
  end: End,
  at: Date,
): Promise<string[]> {
  const kind = end === 'capture' ? end : 'release';
  const rows = await db.rows<{ request_id: string }>(
    END[kind],
    [[...requestIds].sort(), at, end === 'capture' ? null : end],
    `end_${kind}`,
  );
  return rows.map(({ request_id }) => request_id);
}

const endStatement = (kind: 'capture' | 'release', givenBack: 0 | 1) => `
with ended as (
  insert into ledger_entries (account_id, kind, bucket, period, available_delta, reserved_delta,
    request_id, created_at, route, reason)
  select account_id, '${kind}', bucket, period, ${givenBack * ROUTE_PRICE}, -${ROUTE_PRICE}, request_id, $2, route, $3
  from ledger_entries
  where request_id = any($1::uuid[]) and kind = 'reserve'
  order by request_id
  on conflict (request_id) where kind in ('capture', 'release') do nothing
  returning account_id, bucket, period, request_id
), sums as materialized (
  select account_id, bucket, period, count(*)::int * ${ROUTE_PRICE} as amount from ended
  group by account_id, bucket, period
), locked as materialized (
  select b.account_id from balances b
  join sums s on s.account_id = b.account_id and s.bucket = b.bucket and s.period = b.period
  order by b.account_id, b.bucket, b.period
  for update of b
), moved as (
  update balances b
  set reserved = b.reserved - s.amount, available = b.available + s.amount * ${givenBack}
  from sums s
  where (select count(*) from locked) > 0 and b.account_id = s.account_id and b.bucket = s.bucket and b.period = s.period
)${kind === 'capture' ? MARK_CHARGED : ''}
select request_id from ended`;

const MARK_CHARGED = `, marked as (
  update requests set credits = ${ROUTE_PRICE} where request_id in (select request_id from ended)
)`;

const END = { capture: endStatement('capture', 0), release: endStatement('release', 1) };
