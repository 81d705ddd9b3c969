/** Charging cache hits, many at once: window, balance, request row and ledger entry in one statement. */
import { planPeriod } from '#domain/credits.js';
import { minuteOf } from '#domain/rate.js';
import type { Db } from './db.js';

/** One call that is answered from a stored result. */
export interface Hit {
  readonly request_id: string;
  readonly account_id: string;
  readonly key_id: string;
  readonly route: string;
  readonly digest: string;
  /** The query as echoed, JSON text. */
  readonly query: string;
  readonly result_id: string;
  readonly rate_limit_per_minute: number;
}

export interface HitOutcome {
  /** Calls of the account in this minute, this one included. */
  readonly calls: number;
  /** `limited`: over the window; `unpaid`: no bucket held enough, so nothing but the window moved. */
  readonly outcome: 'charged' | 'limited' | 'unpaid';
}

interface AccountOutcome {
  readonly account_id: string;
  readonly calls: number;
  readonly admitted: number;
  readonly paid: boolean;
}

/**
 * Every lock is taken in the order of accounts and one balance row an account, so that two batches, or
 * a batch and a transaction that holds an account's lock, never wait for each other in a circle. A
 * bucket that cannot pay for all admitted calls of its account pays for none: they are charged one by
 * one then. Plan credits that were not granted yet this month are no bucket. What hits of one page share is
 * taken from arrays by its number: a join would let the planner think of one row, and loop over all pairs.
 */
const CHARGE = `
with hit as materialized (
  select h.*, ($7::text[])[page] as route, ($8::text[])[page] as digest, ($9::text[])[page] as query,
    ($10::uuid[])[page] as result_id
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::int[])
    as h (request_id, account_id, key_id, rate_limit, place, page)
), grouped as materialized (
  select account_id, count(*)::int as n, min(rate_limit) as rate_limit from hit group by account_id
), counted as (
  insert into rate_windows (account_id, minute, calls)
  select account_id, $11, n from grouped order by account_id
  on conflict (account_id, minute) do update set calls = rate_windows.calls + excluded.calls
  returning account_id, calls
), wanted as materialized (
  select g.account_id, c.calls, least(g.n, greatest(0, g.rate_limit - (c.calls - g.n))) as admitted
  from grouped g join counted c on c.account_id = g.account_id
), offered as (
  select w.account_id, w.admitted, b.bucket, b.period, b.available,
    bool_or(b.bucket = 'plan') over (partition by w.account_id) as granted
  from wanted w
  join balances b on b.account_id = w.account_id and (b.period = $12 or b.period = '')
  where w.admitted > 0
), chosen as materialized (
  select distinct on (account_id) account_id, admitted, bucket, period from offered
  where granted and available >= admitted
  order by account_id, bucket desc
), locked as materialized (
  select b.account_id from balances b
  join chosen c on c.account_id = b.account_id and c.bucket = b.bucket and c.period = b.period
  order by b.account_id
  for update of b
), paid as (
  update balances b set available = b.available - c.admitted
  from chosen c
  where (select count(*) from locked) > 0 and b.account_id = c.account_id and b.bucket = c.bucket and b.period = c.period
    and b.available >= c.admitted
  returning b.account_id, b.bucket, b.period, c.admitted
), stored as (
  insert into requests (request_id, account_id, key_id, route, digest, query, status, cached, credits,
    result_id, created_at, settled_at)
  select h.request_id, h.account_id, h.key_id, h.route, h.digest, h.query, 'complete', true, 1, h.result_id, $13, $13
  from hit h join paid p on p.account_id = h.account_id
  where h.place <= p.admitted
), entered as (
  insert into ledger_entries (account_id, kind, bucket, period, available_delta, reserved_delta,
    request_id, created_at, route)
  select h.account_id, 'capture', p.bucket, p.period, -1, 0, h.request_id, $13, h.route
  from hit h join paid p on p.account_id = h.account_id
  where h.place <= p.admitted
)
select w.account_id, w.calls, w.admitted, p.account_id is not null as paid
from wanted w left join paid p on p.account_id = w.account_id`;

/**
 * Counts and charges the hits, all or none of an account; one outcome a hit, in order. The window is
 * counted whatever the outcome (decisions §1, rung 8; §3, exactly once).
 */
export async function chargeHits(db: Db, hits: readonly Hit[], at: Date): Promise<HitOutcome[]> {
  const places = new Map<string, number>();
  const place = hits.map(({ account_id }) => {
    const next = (places.get(account_id) ?? 0) + 1;
    places.set(account_id, next);
    return next;
  });
  const { pages, pageOf } = pagesOf(hits);
  const rows = await db.rows<AccountOutcome>(
    CHARGE,
    [
      hits.map((hit) => hit.request_id),
      hits.map((hit) => hit.account_id),
      hits.map((hit) => hit.key_id),
      hits.map((hit) => hit.rate_limit_per_minute),
      place,
      pageOf,
      pages.map((hit) => hit.route),
      pages.map((hit) => hit.digest),
      pages.map((hit) => hit.query),
      pages.map((hit) => hit.result_id),
      minuteOf(at.getTime()),
      planPeriod(at.getTime()),
      at,
    ],
    'charge_hits',
  );
  const accounts = new Map(rows.map((row) => [row.account_id, row]));
  return hits.map(({ account_id }, index) => {
    const account = accounts.get(account_id);
    const nth = place[index] ?? 1;
    if (account === undefined) return { calls: nth, outcome: 'unpaid' };
    const calls = account.calls - (places.get(account_id) ?? 0) + nth;
    if (nth > account.admitted) return { calls, outcome: 'limited' };
    return { calls, outcome: account.paid ? 'charged' : 'unpaid' };
  });
}

/** Hits of one page and one echo are told apart by their callers only: what they share is sent once. */
function pagesOf(hits: readonly Hit[]): { pages: readonly Hit[]; pageOf: readonly number[] } {
  const pages: Hit[] = [];
  const known = new Map<string, Map<string, number>>();
  const pageOf = hits.map((hit) => {
    const echoes = known.get(hit.result_id) ?? new Map<string, number>();
    known.set(hit.result_id, echoes);
    // Arrays of SQL count from 1, and push gives the new length.
    const page = echoes.get(hit.query) ?? pages.push(hit);
    echoes.set(hit.query, page);
    return page;
  });
  return { pages, pageOf };
}
