/** Batches of calls to count, jobs to look up and credits to move: one statement per batch. */
import { type Batcher, openBatcher } from '#base/batcher.js';
import type { Clock } from '#base/clock.js';
import { minuteOf } from '#domain/rate.js';
import type { Db } from '#store/db.js';
import {
  type CachedPageRow,
  chargeHits,
  findHits,
  type Hit,
  type HitName,
  type HitOutcome,
  insertCachedPages,
} from '#store/hits.js';
import { type CallKey, claimKeys, freeKeys } from '#store/idempotency-keys.js';
import { findRequests, type RequestRow } from '#store/requests.js';
import { endReservations } from '#store/reservations.js';
import { callsIn, countCalls } from '#store/wallets.js';

/** A counted call: the account's calls so far in the minute of `atMs`. */
export interface Counted {
  readonly calls: number;
  /** When its batch ran, possibly a minute after the call came. */
  readonly atMs: number;
}

/** A hit and the call's Idempotency-Key; a hit whose key is already held is not paid. */
export interface CalledHit extends Hit {
  readonly key: CallKey | null;
}

export interface Batchers {
  /** Counts and charges a cache hit. */
  readonly hits: Batcher<CalledHit, HitOutcome>;
  /** Counts a call of an account. */
  readonly calls: Batcher<string, Counted>;
  /** The same without counting. */
  readonly windows: Batcher<string, Counted>;
  /** A request by its id, or a hit by id and account; undefined when not found. */
  readonly requests: Batcher<HitName, RequestRow | undefined>;
  /** Captures a request's reserved credits: how many; undefined if already captured. */
  readonly captures: Batcher<HitName, number | undefined>;
}

/** Items of one statement. */
const BATCH_MAX = 256;
/** While one statement runs, the next batch may be read and written. */
const CONCURRENT_BATCHES_MAX = 2;

/** Opens the batchers over a database; hits are requests for `retentionS`. */
export function openBatchers(db: Db, clock: Clock, retentionS: number): Batchers {
  const now = () => new Date(clock.nowMs());
  const kept = new WeakSet<CachedPageRow>();
  const open = <T, R>(
    accountOf: (item: T) => string,
    run: (items: readonly T[]) => Promise<readonly R[]>,
  ) => openBatcher(BATCH_MAX, CONCURRENT_BATCHES_MAX, run, accountOf);
  return {
    hits: open(ownerOf, async (hits: readonly CalledHit[]) => {
      const pages = new Set<CachedPageRow>();
      for (const { page } of hits) if (!kept.has(page)) pages.add(page);
      if (pages.size > 0) {
        await insertCachedPages(db, [...pages]);
        for (const page of pages) kept.add(page);
      }
      return hits.some(({ key }) => key !== null)
        ? chargeWithKeys(db, hits, now())
        : chargeHits(db, hits, now());
    }),
    calls: open(itself, async (accounts: readonly string[]) => {
      const atMs = clock.nowMs();
      const counted = await countCalls(db, accounts, minuteOf(atMs));
      return counted.map((calls) => ({ calls, atMs }));
    }),
    windows: open(itself, async (accounts: readonly string[]) => {
      const atMs = clock.nowMs();
      const found = await callsIn(db, accounts, minuteOf(atMs));
      return found.map((calls) => ({ calls, atMs }));
    }),
    requests: open(ownerOf, (names: readonly HitName[]) =>
      findAny(db, names, new Date(clock.nowMs() - retentionS * 1000)),
    ),
    captures: open(ownerOf, async (names: readonly HitName[]) => {
      const requestIds = names.map(({ request_id }) => request_id);
      const ended = await endReservations(db, [...new Set(requestIds)], 'capture', now());
      const captured = new Map(ended.map(({ request_id, credits }) => [request_id, credits]));
      return requestIds.map((id) => {
        const credits = captured.get(id);
        // Of several polls of one request, the first captured it.
        captured.delete(id);
        return credits;
      });
    }),
  };
}

const ownerOf = ({ account_id }: HitName): string => account_id;
const itself = (account: string): string => account;

/** Claims keys, charges hits without a key or with a claimed one, and frees keys of unpaid hits. */
function chargeWithKeys(db: Db, hits: readonly CalledHit[], at: Date): Promise<HitOutcome[]> {
  const claims = hits.flatMap(({ key, account_id, request_id, page }) =>
    key === null ? [] : [{ ...key, account_id, request_id, page_hash: page.page_hash }],
  );
  return db.transaction(async (tx) => {
    const claimed = await claimKeys(tx, claims);
    const open = hits.filter((hit) => hit.key === null || claimed.has(hit.request_id));
    const charged = open.length === 0 ? [] : await chargeHits(tx, open, at);
    const outcomes = new Map(open.map((hit, index) => [hit.request_id, charged[index]]));
    const unpaid = claims.filter(
      ({ request_id }) =>
        claimed.has(request_id) && outcomes.get(request_id)?.outcome !== 'charged',
    );
    await freeKeys(
      tx,
      unpaid.map(({ request_id }) => request_id),
    );
    // A hit with a key was counted before: where its key is held, its window is not read.
    const held: HitOutcome = { calls: 0, atMs: at.getTime(), outcome: 'unpaid' };
    return hits.map(({ request_id }) => outcomes.get(request_id) ?? held);
  });
}

/** Requests, and hits that were made at `since` or later. */
export async function findAny(
  db: Db,
  names: readonly HitName[],
  since: Date,
): Promise<(RequestRow | undefined)[]> {
  const ids = names.map(({ request_id }) => request_id);
  const requests = await findRequests(db, ids);
  const others = names.filter((_, index) => requests[index] === undefined);
  if (others.length === 0) return requests;
  const hits = await findHits(db, others, since);
  return requests.map((row, index) => row ?? hits.get(ids[index] ?? ''));
}
