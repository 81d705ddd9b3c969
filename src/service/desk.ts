/** The desk where calls are counted, jobs looked up and credits moved: one statement a batch. */
import { type Batch, openBatch } from '#base/batch.js';
import type { Clock } from '#base/clock.js';
import { minuteOf } from '#domain/rate.js';
import type { Db } from '#store/db.js';
import { chargeHits, type Hit, type HitOutcome } from '#store/hits.js';
import { countCalls } from '#store/rate.js';
import { findRequests, type RequestRow } from '#store/requests.js';
import { endReservations } from '#store/reservations.js';

export interface Desk {
  /** Counts and charges a cache hit. */
  readonly hits: Batch<Hit, HitOutcome>;
  /** Counts a call of an account; gives its calls in this minute so far. */
  readonly calls: Batch<string, number>;
  /** A request by its id; undefined when there is none. */
  readonly requests: Batch<string, RequestRow | undefined>;
  /** Captures the reserved credit of a request; false when that was done before. */
  readonly captures: Batch<string, boolean>;
}

/** Items of one statement. */
const BATCH_MAX = 256;
/** While one statement runs, the next batch may be read and written. */
const LANES = 2;

/** Opens a desk over a database. */
export function openDesk(db: Db, clock: Clock): Desk {
  const now = () => new Date(clock.nowMs());
  return {
    hits: openBatch(BATCH_MAX, LANES, (hits: readonly Hit[]) => chargeHits(db, hits, now())),
    calls: openBatch(BATCH_MAX, LANES, (accounts: readonly string[]) =>
      countCalls(db, accounts, minuteOf(clock.nowMs())),
    ),
    requests: openBatch(BATCH_MAX, LANES, (ids: readonly string[]) => findRequests(db, ids)),
    captures: openBatch(BATCH_MAX, LANES, async (requestIds: readonly string[]) => {
      const ended = new Set(await endReservations(db, [...new Set(requestIds)], 'capture', now()));
      return requestIds.map((id) => ended.has(id));
    }),
  };
}
