/** All stored state of one seed, and its violations of ledger rules, a statement each. */
import { LEDGER_RULES } from '#store/audit.js';
import type { Pool } from '#store/db.js';

export interface RequestState {
  readonly request_id: string;
  readonly account_id: string;
  readonly status: 'pending' | 'complete' | 'failed';
  readonly credits: number;
  readonly cached: boolean;
  readonly idempotency_key: string | null;
  readonly page_hash: string;
  readonly collection_id: string | null;
  readonly result_id: string | null;
  readonly error: unknown;
  readonly settled_at: string | null;
}

export interface CollectionState {
  readonly collection_id: string;
  readonly page_hash: string;
  readonly max_age_s: number | null;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly result_id: string | null;
  readonly settled_at: string | null;
}

export interface ResultState {
  readonly result_id: string;
  readonly past_end: boolean;
  readonly bytes: string;
}

export interface EntryState {
  readonly account_id: string;
  readonly kind: 'grant' | 'reserve' | 'capture' | 'release' | 'expire' | 'adjust';
  readonly available_delta: number;
  readonly request_id: string | null;
}

export interface BalanceState {
  readonly account_id: string;
  readonly bucket: string;
  readonly period: string;
  readonly available: number;
  readonly reserved: number;
}

/** A rule of the ledger that what is stored breaks. */
interface Violation {
  readonly rule: string;
  readonly detail: string;
}

export interface State {
  readonly requests: readonly RequestState[];
  readonly collections: readonly CollectionState[];
  readonly results: readonly ResultState[];
  readonly entries: readonly EntryState[];
  readonly balances: readonly BalanceState[];
}

/** Every rule of `auditLedger`, in its order. */
const FINDS = LEDGER_RULES.map(
  ({ rule, find }, nth) =>
    `select ${nth} as nth, '${rule}' as rule, detail from (${find}) found_${nth}`,
).join(' union all ');

/** The ledger is read once: most of the statement's cost is opening its months repeatedly. */
const VIOLATIONS = `
  with ledger_entries as materialized (select * from public.ledger_entries),
    ledger as materialized (select * from public.ledger)
  select rule, detail from (${FINDS}) found order by nth limit 1`;

const READ = `
  select json_build_object(
    'requests', (select coalesce(json_agg(q order by q.request_id), '[]') from (
      select request_id, account_id, status, credits, cached, page_hash,
             collection_id, result_id, error, settled_at, idempotency_key
      from requests left join (select request_id, idempotency_key from idempotency_keys) k using (request_id)
      union all
      select request_id, account_id, 'complete', credits, true, page_hash, null, result_id, null, created_at, idempotency_key
      from hits join cached_pages using (page_id)
      left join (select request_id, idempotency_key from idempotency_keys) k using (request_id)) q),
    'collections', (select coalesce(json_agg(c order by c.collection_id), '[]') from (
      select collection_id, page_hash, max_age_s, state, result_id, settled_at from collections) c),
    'results', (select coalesce(json_agg(r order by r.result_id), '[]') from (
      select result_id, past_end, md5(body_gzip) as bytes from results) r),
    'entries', (select coalesce(json_agg(e order by e.entry_id, e.request_id), '[]') from (
      select entry_id, account_id, kind, available_delta, request_id from ledger
      where account_id = any($1)) e),
    'balances', (select coalesce(json_agg(b), '[]') from (
      select account_id, bucket, period, available, reserved from balances
      where account_id = any($1) order by account_id, bucket, period) b)
  )::text as state`;

/** The state as text, which is equal when nothing has changed. */
export async function readState(pool: Pool, accountIds: readonly string[]): Promise<string> {
  const rows = await pool.rows<{ state: string }>(READ, [accountIds], 'sim_state');
  return rows[0]?.state ?? '{}';
}

/** The first violation of a rule of the ledger. */
export async function readViolation(pool: Pool): Promise<Violation | undefined> {
  const [first] = await pool.rows<Violation>(VIOLATIONS, [], 'sim_violations');
  return first;
}
