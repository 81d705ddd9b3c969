/** Cache hits: counted and charged in batches, and found again as requests. */
import { planPeriod } from '#domain/credits.js';
import { minuteOf } from '#domain/rate.js';
import { firstUuidAt } from '#domain/uuid-time.js';
import { ascending } from './ascending.js';
import { intArray, uuidArray } from './binary-array.js';
import { arraysIn } from './columns.js';
import type { Db } from './db.js';
import { numberIn } from './first-row.js';
import type { RequestRow } from './requests.js';

/** What the hits of one page and one normalized query share. */
export interface CachedPageRow {
  readonly page_id: string;
  readonly route: string;
  readonly page_hash: string;
  /** The normalized query, JSON text. */
  readonly query: string;
  readonly result_id: string;
}

/** One call that is answered from a stored result. */
export interface Hit {
  readonly request_id: string;
  readonly account_id: string;
  readonly key_id: string;
  /** Calls per minute of its account; null when this call was counted and admitted before. */
  readonly rate_limit_per_minute: number | null;
  /** What it costs: the price of its route. */
  readonly credits: number;
  /** Stored before (insertCachedPages). */
  readonly page: CachedPageRow;
}

export interface HitOutcome {
  /** Calls of the account in this minute, this one included. */
  readonly calls: number;
  /** When the hit was counted: names its minute. */
  readonly atMs: number;
  /** `limited`: over the rate limit; `unpaid`: no bucket held enough, only the window changed. */
  readonly outcome: 'charged' | 'limited' | 'unpaid';
}

const PAGE = 'page_id, route, page_hash, query, result_id';

/**
 * Stores pages; an existing one stays as it is. They are stored in the order of their ids, so that
 * those who store the same pages at the same time wait for each other. A page whose result is gone
 * is not stored, as it goes with its result: a process that stood still may come with one.
 */
export async function insertCachedPages(db: Db, pages: readonly CachedPageRow[]): Promise<void> {
  await db.rows(
    `insert into cached_pages (${PAGE})
     select p.* from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[]) as p (${PAGE})
     where exists (select from results r where r.result_id = p.result_id)
     order by page_id
     on conflict do nothing`,
    arraysIn(PAGE, pages),
  );
}

/**
 * Counts and charges the hits, all or none of an account; returns one outcome per hit, in order.
 * The window is counted whatever the outcome (docs/lifecycle.md#credits-exactly-once).
 */
export async function chargeHits(db: Db, hits: readonly Hit[], at: Date): Promise<HitOutcome[]> {
  if (!hits.some(isCounted)) return chargeInOrder(db, hits, at);
  // Hits that were admitted before come first in their account.
  const ordered = [...hits].sort((one, other) => Number(isCounted(other)) - Number(isCounted(one)));
  const outcomes = await chargeInOrder(db, ordered, at);
  const outcomeOf = new Map(ordered.map((hit, index) => [hit, outcomes[index]]));
  return hits.flatMap((hit) => outcomeOf.get(hit) ?? []);
}

const isCounted = (hit: Hit): boolean => hit.rate_limit_per_minute === null;

async function chargeInOrder(db: Db, hits: readonly Hit[], at: Date): Promise<HitOutcome[]> {
  const accounts = ascending(hits.map(({ account_id }) => account_id));
  const { counts, firsts, nths, places } = accounts;
  // Used only for calls that are still to be counted.
  const limits = counts.map(() => 0);
  const cheapest: number[] = [];
  const countedBefore = counts.map(() => 0);
  const sorted = [...hits];
  for (const [index, hit] of hits.entries()) {
    const nth = (nths[index] ?? 0) - 1;
    const { rate_limit_per_minute: limit, credits } = hit;
    if (limit === null) countedBefore[nth] = (countedBefore[nth] ?? 0) + 1;
    else limits[nth] = Math.min(limits[nth] || limit, limit);
    cheapest[nth] = Math.min(cheapest[nth] ?? credits, credits);
    sorted[(firsts[nth] ?? 0) + (places[index] ?? 0) - 2] = hit;
  }
  const atMs = at.getTime();
  const pages = [...new Set(hits.map(({ page }) => page))];
  const nthOfPage = new Map(pages.map((page, index) => [page, index + 1]));
  const rows = await db.rows<{ calls: number[]; paid: boolean[] }>(
    'select * from charge_hits($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
    [
      at,
      minuteOf(atMs),
      planPeriod(atMs),
      uuidArray(accounts.keys),
      intArray(counts),
      intArray(countedBefore),
      intArray(firsts),
      intArray(limits),
      intArray(cheapest),
      uuidArray(sorted.map(({ request_id }) => request_id)),
      uuidArray(sorted.map(({ key_id }) => key_id)),
      intArray(sorted.map(({ page }) => nthOfPage.get(page) ?? 0)),
      intArray(runningSum(sorted.map(({ credits }) => credits))),
      uuidArray(pages.map(({ page_id }) => page_id)),
      `{${pages.map(({ route }) => route).join(',')}}`,
    ],
    'charge_hits',
  );
  const { calls = [], paid = [] } = rows[0] ?? {};
  return hits.map((hit, index) => {
    const nth = (nths[index] ?? 0) - 1;
    const callsSoFar = (calls[nth] ?? 0) - (counts[nth] ?? 0) + (places[index] ?? 0);
    if (!isCounted(hit) && callsSoFar > (limits[nth] ?? 0))
      return { calls: callsSoFar, atMs, outcome: 'limited' };
    return { calls: callsSoFar, atMs, outcome: paid[nth] === true ? 'charged' : 'unpaid' };
  });
}

/** The sum before each number, and the one after the last. */
function runningSum(numbers: readonly number[]): number[] {
  const sums = [0];
  for (const number of numbers) sums.push((sums.at(-1) ?? 0) + number);
  return sums;
}

/** A hit of an account to look up. */
export interface HitName {
  readonly account_id: string;
  readonly request_id: string;
}

type FoundHit = HitName &
  CachedPageRow & { readonly key_id: string; readonly credits: number; readonly created_at: Date };

/** Hits made at `since` or later, as the complete requests that they are; by their ids. */
export async function findHits(
  db: Db,
  names: readonly HitName[],
  since: Date,
): Promise<Map<string, RequestRow>> {
  const rows = await db.rows<FoundHit>(
    `select h.account_id, h.request_id, h.key_id, h.credits, h.created_at, p.*
     from unnest($1::uuid[], $2::uuid[]) as asked (account_id, request_id)
     join hits h on h.account_id = asked.account_id and h.request_id = asked.request_id
     join cached_pages p on p.page_id = h.page_id
     where h.request_id >= $3`,
    [...arraysIn('account_id, request_id', names), firstUuidAt(since.getTime())],
    'find_hits',
  );
  return new Map(rows.map((row) => [row.request_id, requestOf(row)]));
}

function requestOf({ page_id: _page, created_at, ...hit }: FoundHit): RequestRow {
  return {
    ...hit,
    status: 'complete',
    cached: true,
    collection_id: null,
    error: null,
    created_at,
    settled_at: created_at,
  };
}

/** Counts the hits of an account since a time. */
export const countHits = (db: Db, accountId: string, since: Date): Promise<number> =>
  numberIn(db, 'select count(*) as n from hits where account_id = $1 and request_id >= $2', [
    accountId,
    firstUuidAt(since.getTime()),
  ]);
