/**
 * One turn of a replicated feed: stores the changes since the last turn page by page, each with the
 * position where it ends, so that an interrupted turn resumes there. One process at a time has the
 * turn.
 */

import { changedAnswer, SourceError } from '#collect/sources.js';
import {
  beginOf,
  comparesKeys,
  originOfPull,
  type PulledFeed,
  pullPage,
  replicaKinds,
} from '#collect/tables/pull-changes.js';
import type { Kind } from '#contract/values.js';
import type { ChangeMark } from '#domain/table.js';
import { type Lease, renewLease } from '#store/claims.js';
import {
  type Held,
  indexKeys,
  type ReplicaTables,
  storeChanges,
  vacuumReplica,
} from '#store/replica-rows.js';
import {
  addReplica,
  claimReplica,
  noteEnd,
  noteTrouble,
  restartReplica,
  type StoredReplicaRow,
} from '#store/replicas.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { isPaused } from '../search/source-circuit.js';
import type { WorkKind } from '../work/run-work.js';
import { compareKeys } from './compare-keys.js';
import type { TurnInHand } from './feeds.js';

/** How a turn ended. */
export type Turn = 'done' | 'failed' | 'stopped';

/** A feed that is due, or has another origin. */
interface ClaimedFeed {
  readonly account_id: null;
  readonly feed: PulledFeed;
  readonly held: Held;
  readonly origin: string;
  readonly row: StoredReplicaRow;
}

/** A failed feed is retried after this time, or at its next turn if that is sooner. */
const RETRY_S = 60;
/** Rows that must change in one turn for their statistics to be renewed for the planner. */
const VACUUM_ROWS = 1_000;

/** Turns of replicated feeds: all may be pulled at once. Failures are recorded and logged. */
export const feedTurns = (app: App, feeds: readonly PulledFeed[]): WorkKind<ClaimedFeed, Turn> => ({
  name: 'a turn of a feed',
  places: feeds.length,
  leaseS: app.limits.LEASE_S,
  retryS: RETRY_S,
  claim: (lease) => claimFeed(app, feeds, lease),
  idOf: ({ held }) => held.feed,
  renew: ({ held }, until) => renewLease(app.db, 'replicas', held.feed, held.lease_id, until),
  run: async (claimed, signal) => {
    try {
      return await takeTurn(app, claimed, signal);
    } finally {
      await app.tables.refresh();
    }
  },
  isHeld: () => true,
});

/** The first of these feeds that is due and not leased. */
async function claimFeed(
  app: Parts<'db' | 'client' | 'tables'>,
  feeds: readonly PulledFeed[],
  lease: Lease,
): Promise<ClaimedFeed | undefined> {
  for (const feed of feeds) {
    const origin = originOfPull(app.client, feed);
    if (app.tables.replica(feed.feed, origin) === undefined) {
      await addReplica(app.db, { ...feed, at: lease.now });
    }
    if (await isPaused(app, [feed.source, feed.feed])) continue;
    const row = await claimReplica(app.db, feed.feed, origin, lease);
    const held = { feed: feed.feed, lease_id: lease.lease_id };
    if (row !== undefined) return { account_id: null, feed, held, origin, row };
  }
  return undefined;
}

async function takeTurn(
  app: App,
  { feed, held, origin, row: claimed }: ClaimedFeed,
  signal: AbortSignal,
): Promise<Turn> {
  const at = now(app);
  const row =
    claimed.origin_hash === origin
      ? claimed
      : await restartReplica(app.db, held, { origin, kinds: replicaKinds(feed.source), at });
  if (row === undefined) return 'stopped';
  const tables: ReplicaTables = new Map(
    Object.entries(row.tables).map(([kind, id]) => [kind as Kind, id]),
  );
  await indexKeys(app.db, tables);
  const turn: TurnInHand = { feed, held, tables, signal };
  const isDue = row.due_at.getTime() <= at.getTime();
  const pulled = isDue ? await noted(app, turn, 'pull', () => pullChanges(app, turn, row)) : 'done';
  if (pulled !== 'done') return pulled;
  const compareDueMs = row.compare_due_at?.getTime();
  if (compareDueMs === undefined || compareDueMs > app.clock.nowMs()) return 'done';
  return noted(app, turn, 'keys', () => compareKeys(app, turn));
}

const FAILED = {
  pull: 'a feed could not be pulled; it is retried',
  keys: 'the keys of a feed could not be compared; it is retried',
} as const;

/** Records how a part of a turn ended. */
async function noted(
  app: Parts<'clock' | 'db' | 'limits' | 'log' | 'metrics'>,
  { feed: { feed }, held, signal }: TurnInHand,
  what: 'pull' | 'keys',
  work: () => Promise<void>,
): Promise<Turn> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (signal.aborted) return 'stopped';
  app.metrics.pulled(feed, what, error === null ? 'ok' : 'failed');
  if (error === null) return 'done';
  const isOurs = !(error instanceof SourceError);
  app.log[isOurs ? 'error' : 'warn']({ err: error, feed }, FAILED[what]);
  const retryAt = secondsFromNow(app, Math.min(RETRY_S, app.limits.REPLICA_PULL_S));
  await noteTrouble(app.db, held, {
    error: isOurs ? 'An internal error; see the log.' : error.message,
    at: now(app),
    dueAt: what === 'pull' ? retryAt : now(app),
    compareDueAt: what === 'keys' ? retryAt : null,
  });
  return 'failed';
}

/** Pulls from where the last page ended to the newest change. Throws SourceError. */
async function pullChanges(app: App, turn: TurnInHand, row: StoredReplicaRow): Promise<void> {
  const { feed, held, signal } = turn;
  const beganMs = app.clock.nowMs();
  const { REPLICA_OVERLAP_S, REPLICA_PULL_S, REPLICA_COMPARE_S } = app.limits;
  let after = beginOf(row, REPLICA_OVERLAP_S * 1000);
  let expected: number | null = null;
  const sum = { pages: 0, seen: 0, stored: 0, removed: 0 };
  for (;;) {
    if (signal.aborted) return;
    const readAt = now(app);
    const asked = { after, counts: sum.pages === 0 };
    const page = await pullPage(parts(app), feed, asked, signal);
    if (sum.pages === 0) expected = page.total;
    sum.pages += 1;
    sum.seen += page.rowCount;
    if (page.mark !== null) {
      const { mark, keys, rows } = page;
      const done = await storeChanges(app.db, held, turn.tables, { mark, readAt, keys, rows });
      if (done === undefined) return;
      sum.stored += done.stored;
      sum.removed += done.removed;
      app.metrics.kept(feed.feed, 'stored', done.stored);
      app.metrics.kept(feed.feed, 'removed', done.removed);
    }
    const isLast = page.mark === null || (page.isShort && sum.seen >= (expected ?? 0));
    if (!isLast) {
      requireAdvance(turn, after, page.mark);
      after = page.mark;
      continue;
    }
    await noteEnd(app.db, held, {
      pulledAt: readAt,
      dueAt: new Date(Math.max(beganMs + REPLICA_PULL_S * 1000, app.clock.nowMs())),
      compareDueAt: comparesKeys(app.client, feed) ? secondsFromNow(app, REPLICA_COMPARE_S) : null,
    });
    const ms = app.clock.nowMs() - beganMs;
    app.log.info({ feed: feed.feed, first: row.pulled_at === null, ...sum, ms }, 'feed pulled');
    if (sum.stored + sum.removed >= VACUUM_ROWS) await vacuumReplica(app.db, turn.tables);
    return;
  }
}

const parts = (app: Parts<'client' | 'clock' | 'fieldHistory' | 'geo'>) => ({
  clock: app.clock,
  geo: app.geo,
  client: app.client,
  fieldHistory: app.fieldHistory,
});

/** A page that ends where it began would be requested forever. */
function requireAdvance(
  { feed: { source } }: TurnInHand,
  before: ChangeMark | null,
  { at, key }: ChangeMark,
): void {
  if (before?.at === at && before.key === key) {
    throw changedAnswer(source)('a page of changes ends where the previous one ended');
  }
}
