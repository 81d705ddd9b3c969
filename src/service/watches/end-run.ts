/** The end of a run, in one transaction: its rows become the snapshot, the log gets the changes. */
import { assert } from '#base/assert.js';
import {
  EVENT_BYTES_MAX,
  EVENT_CHANGES_MAX,
  type EventType,
  type HomeChange,
  type PauseReason,
} from '#contract/watches.js';
import type { Db } from '#store/db.js';
import { insertEvents, type NewEvent } from '#store/events.js';
import { endAllStates, endRemovedStates, putGap } from '#store/home-states.js';
import { endRemovedHomes } from '#store/homes.js';
import {
  carryUnseen,
  countRows,
  listChanged,
  noteRelisted,
  noteRemoved,
  type WatchRow,
} from '#store/watch-rows.js';
import { endRun, lockRun, type RunEnd, type WatchRun } from '#store/watch-runs.js';
import { findWatch, updateWatch, type Watch } from '#store/watches.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { isOfOtherOrigin, rulesOf } from './begin-run.js';
import { routeOf } from './read-body.js';
import { isGap, nextRunMs } from './schedule.js';

/** Failed runs in a row after which the log reports it. */
const FAILURES_LOGGED = 3;
/** A home that returns within this time is relisted, not added. */
const RELISTED_WITHIN_S = 30 * 86_400;
/** Longest time for one statement at the end of a run. */
const END_TIMEOUT_MS = 60_000;
/** Changed rows read at once. */
const SLICE = 500;

export interface RunStop {
  /** Why the run stopped reading; null when it read everything. */
  readonly reason: string | null;
  readonly pause?: PauseReason;
}

/** Ends a run that this process holds; does nothing if the lease was lost or the watch is gone. */
export async function endWatchRun(app: App, held: WatchRun, stop: RunStop): Promise<void> {
  const written = await app.db.transaction(async (tx) => {
    const watch = await findWatch(tx, held.account_id, held.watch_id, 'for update');
    if (watch === undefined) return 0;
    const run = await lockRun(tx, held);
    if (run === undefined) return 0;
    const ended = await compare(app, tx, watch, run, stop);
    await endRun(tx, run, ended.end);
    if (ended.end.state === 'complete') await noteGap(tx, watch, run);
    const next = nextOf(app, watch, stop);
    const isPausing = 'pause_reason' in next && next.pause_reason !== watch.pause_reason;
    const paused = isPausing ? [pausedEvent(app, watch, stop)] : [];
    const events = [...ended.events, ...paused];
    await insertEvents(tx, watch.account_id, events, now(app));
    await updateWatch(tx, { ...watch, ...ended.watch, ...next });
    return events.length;
  }, END_TIMEOUT_MS);
  if (written > 0) app.notifications.send('logged', held.account_id);
}

interface Ended {
  readonly end: RunEnd;
  readonly watch: Partial<Watch>;
  readonly events: readonly NewEvent[];
}

/** How a run ends: failed if it read nothing, the first snapshot if complete, else a difference. */
async function compare(
  app: Parts<'client' | 'clock' | 'geo' | 'ids'>,
  tx: Db,
  watch: Watch,
  run: WatchRun,
  stop: RunStop,
): Promise<Ended> {
  const isComplete = stop.reason === null && !run.is_partial;
  const reason = stop.reason ?? run.reason;
  if (run.pages === 0) return failed(app, watch, run, reason);
  const state = isComplete ? 'complete' : 'partial';
  if (run.compared_run_id !== null) {
    return difference(app, tx, watch, run, { state, reason, compared: run.compared_run_id });
  }
  const counts = await countRows(tx, run.run_id);
  const end = endOf(app, state, reason, counts);
  if (!isComplete)
    return { end, watch: { failures: 0 }, events: [partialEvent(app, watch, run, end)] };
  const { snapshot_run_id: given } = watch;
  if (given !== null) await endAllStates(tx, watch.watch_id, given);
  const before = isOfOtherOrigin(app, watch) ? { ...watch, last_complete_at: null } : watch;
  const type = before.last_complete_at === null ? 'watch.started' : 'watch.rebased';
  const data = { ...about(before, run), completeness: state, count: counts.homes };
  return {
    end,
    watch: { ...snapshotOf(app, watch, run), ...readNow(app), failures: 0 },
    events: [event(app, type, watch, data)],
  };
}

/** The difference from the snapshot. Only complete runs miss homes: unseen is not gone. */
async function difference(
  app: Parts<'client' | 'clock' | 'geo' | 'ids'>,
  tx: Db,
  watch: Watch,
  run: WatchRun,
  by: {
    readonly state: 'complete' | 'partial';
    readonly reason: string | null;
    readonly compared: string;
  },
): Promise<Ended> {
  const isMiss = by.state === 'complete';
  const forgetBefore = secondsFromNow(app, -RELISTED_WITHIN_S);
  await carryUnseen(tx, run.run_id, by.compared, { isMiss, forgetBefore });
  await noteRelisted(tx, watch.watch_id, run.run_id);
  if (isMiss) {
    await noteRemoved(tx, run.run_id, watch.runs_until_removed, now(app));
    await endRemovedStates(tx, watch.watch_id, run.run_id);
    const { source, kind } = routeOf(watch);
    await endRemovedHomes(tx, { source: app.client.origin(source), kind }, run.run_id, now(app));
  }
  const end = endOf(app, by.state, by.reason, await countRows(tx, run.run_id));
  const changes = await changesOf(tx, watch, run.run_id);
  const events = changedEvents(app, watch, run, end, changes);
  if (!isMiss) events.push(partialEvent(app, watch, run, end));
  return {
    end,
    watch: {
      ...snapshotOf(app, watch, run),
      ...(isMiss && readNow(app)),
      failures: 0,
    },
    events,
  };
}

function failed(
  app: Parts<'clock' | 'ids'>,
  watch: Watch,
  run: WatchRun,
  reason: string | null,
): Ended {
  const failures = watch.failures + 1;
  const data = { ...about(watch, run), runs: failures, reason };
  return {
    end: endOf(app, 'failed', reason, { homes: 0, added: 0, changed: 0, removed: 0, relisted: 0 }),
    watch: { failures },
    events: failures === FAILURES_LOGGED ? [event(app, 'watch.failed', watch, data)] : [],
  };
}

const endOf = (
  app: Parts<'clock'>,
  state: RunEnd['state'],
  reason: string | null,
  { homes, ...counts }: Awaited<ReturnType<typeof countRows>>,
): RunEnd => ({ state, reason, at: now(app), row_count: homes, ...counts });

const snapshotOf = (
  app: Parts<'geo' | 'client'>,
  watch: Watch,
  { run_id }: WatchRun,
): Partial<Watch> => ({
  snapshot_run_id: run_id,
  snapshot_of: rulesOf(app, watch),
});

const readNow = (app: Parts<'clock'>): Partial<Watch> => ({
  last_complete_at: now(app),
  last_read_at: now(app),
});

/** Records a gap where a due run is missing between two complete runs: the search was not read. */
async function noteGap(tx: Db, watch: Watch, run: WatchRun): Promise<void> {
  const from = watch.last_read_at ?? watch.created_at;
  if (isGap(watch, from, run.started_at)) await putGap(tx, watch.watch_id, from, run.started_at);
}

/** The state of a watch after a run, and when it runs next. */
function nextOf(app: Parts<'clock'>, watch: Watch, { pause }: RunStop): Partial<Watch> {
  // Only the caller ends a pause of the caller; others end with their cause.
  if (watch.pause_reason === 'by_caller') return {};
  if (pause !== undefined) return { state: 'paused', pause_reason: pause, next_run_at: null };
  if (watch.state === 'paused') return {};
  const next = nextRunMs(watch.schedule, watch.watch_id, app.clock.nowMs());
  return { next_run_at: new Date(next) };
}

/** The changes that a watch reports, ordered by id. */
async function changesOf(tx: Db, watch: Watch, runId: string): Promise<HomeChange[]> {
  const changes: HomeChange[] = [];
  let after = '';
  for (;;) {
    const rows = await listChanged(tx, runId, after, SLICE);
    for (const row of rows) {
      const change = changeOf(row);
      if (watch.events.includes(change.kind)) changes.push(change);
    }
    if (rows.length < SLICE) return changes;
    after = rows.at(-1)?.source_id ?? after;
  }
}

function changeOf(row: WatchRow): HomeChange {
  const { change, previous, source_id, last_seen_at } = row;
  assert(change !== null, 'only rows with a change are listed');
  const isRelisted = change === 'relisted';
  return {
    kind: change,
    source_id,
    row: row.row,
    previous: isRelisted ? null : previous,
    previous_source_id: isRelisted ? String(previous?.source_id) : null,
    last_seen_at: last_seen_at.toISOString(),
  };
}

/** As many events as the changes need; none without changes. */
function changedEvents(
  app: Parts<'ids'>,
  watch: Watch,
  run: WatchRun,
  end: RunEnd,
  changes: readonly HomeChange[],
): NewEvent[] {
  const parts: HomeChange[][] = [];
  let bytes = 0;
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change));
    const last = parts.at(-1);
    if (last === undefined || last.length >= EVENT_CHANGES_MAX || bytes + size > EVENT_BYTES_MAX) {
      parts.push([change]);
      bytes = size;
    } else {
      last.push(change);
      bytes += size;
    }
  }
  return parts.map((part, at) =>
    event(app, 'watch.changed', watch, {
      ...about(watch, run),
      completeness: end.state,
      counts: countsOf(end),
      part: at + 1,
      parts: parts.length,
      changes: part,
    }),
  );
}

const countsOf = ({ row_count, added, changed, removed, relisted }: RunEnd) => ({
  homes: row_count,
  added,
  changed,
  removed,
  relisted,
});

const partialEvent = (app: Parts<'ids'>, watch: Watch, run: WatchRun, end: RunEnd): NewEvent =>
  event(app, 'watch.partial', watch, {
    ...about(watch, run),
    reason: end.reason,
    counts: countsOf(end),
  });

/** The log event of a paused watch. */
export const pausedEvent = (
  app: Parts<'ids'>,
  watch: Watch,
  { reason, pause }: RunStop,
): NewEvent =>
  event(app, 'watch.paused', watch, {
    route: watch.route,
    query: watch.query,
    pause_reason: pause,
    reason,
  });

const about = (watch: Watch, run: WatchRun) => ({
  run_id: run.run_id,
  route: watch.route,
  query: watch.query,
  previous_run_at: watch.last_complete_at?.toISOString() ?? null,
});

/** A log event of a watch. */
export const event = (
  app: Parts<'ids'>,
  type: EventType,
  watch: Watch,
  data: Readonly<Record<string, unknown>>,
): NewEvent => ({ event_id: app.ids.uuid(), type, watch_id: watch.watch_id, data });
