/** Runs lookup batches: an area at a time, under a lease, by any process that collects. */
import { assert } from '#base/assert.js';
import { BATCH_HOMES_MAX, type HomeOutcome } from '#contract/lookups.js';
import type { LookupRoute } from '#contract/routes.js';
import { ApiError } from '#domain/api-error.js';
import { renewLease } from '#store/claims.js';
import {
  findCharged,
  listNextArea,
  noteOutcome,
  noteRest,
  type StoredBatchHome,
} from '#store/lookup-batch-homes.js';
import {
  type ClaimedBatch,
  claimBatch,
  endBatch,
  isBatchHeld,
  releaseBatch,
} from '#store/lookup-batches.js';
import { admitOwner } from '../accounts/admit-caller.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { readBody } from '../search/collect-task.js';
import { locateHomes, lookupOf, taskIn } from '../search/parse-lookup.js';
import { chargeFault, PASSING, retryAfter, settledSearch } from '../search/settled-search.js';
import { freshPage } from '../search/start.js';
import { runOne, type WorkKind } from '../work/run-work.js';
import { lookupRouteOf } from './manage.js';
import { keyOf, noteCharged } from './note-charged.js';
import { type ReadHome, readAreaFor } from './read-area.js';

/** Batches of one process at once, an area each. */
const BATCH_PLACES = 2;
/** Homes of an area in one claim where a core is asked for each: they fit into its time. */
const RELAYED_HOMES = 20;
/** Claims of one area before its homes are given up, with a wait between them. */
const AREA_ATTEMPTS_MAX = 5;

type Claimed = ClaimedBatch & { readonly claimed_at: Date };
/** A batch that is tried again after this many seconds. */
interface Waits {
  readonly waitS: number;
}
type End = 'ended' | 'left' | Waits;

/** A source that failed may answer the next attempt. */
const WAITS: Waits = { waitS: 15 };

/** Batches as units of work: one area each time. */
export const lookupBatches = (app: App): WorkKind<Claimed, End> => ({
  name: 'a lookup batch',
  places: BATCH_PLACES,
  leaseS: app.limits.LEASE_S,
  retryS: app.limits.LEASE_S,
  wokenBy: 'queued',
  claim: async (lease, order) => {
    const batch = await claimBatch(app.db, lease, order);
    return batch && { ...batch, claimed_at: lease.now };
  },
  idOf: ({ batch_id }) => batch_id,
  endsMs: ({ claimed_at }) => claimed_at.getTime() + app.limits.JOB_DEADLINE_S * 1000,
  renew: ({ batch_id, lease_id }, until) =>
    renewLease(app.db, 'lookup_batches', batch_id, lease_id, until),
  run: (batch, signal, stop) => runArea(app, batch, signal, stop),
  isHeld: (end) => end !== 'ended',
  release: async (batch, end) => {
    if (end === 'ended') return;
    const waitS = end === 'left' ? 0 : end.waitS;
    const until = secondsFromNow(app, waitS);
    await releaseBatch(app.db, batch, { until, isDone: end === 'left' });
  },
});

/** Claims a batch and looks up the homes of one area; undefined when none is due. */
export const runNextArea = (app: App, stop: AbortSignal): Promise<End | undefined> =>
  runOne(app, lookupBatches(app), stop);

/** Looks up the homes of the batch's next area; ends the batch after the last one. */
async function runArea(
  app: App,
  batch: Claimed,
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<End> {
  const route = lookupRouteOf(batch);
  const most = app.client.isCore(route.source) ? RELAYED_HOMES : BATCH_HOMES_MAX;
  const homes = await listNextArea(app.db, batch.batch_id, most);
  if (homes.length === 0) {
    await endBatch(app.db, batch, now(app));
    return 'ended';
  }
  const isLast = batch.attempts >= AREA_ATTEMPTS_MAX;
  if (batch.attempts > AREA_ATTEMPTS_MAX) {
    await noteRest(app.db, batch, 'source_unavailable', GIVEN_UP, numbersOf(homes));
    return 'left';
  }
  const open = await noteCharged(app, batch, homes);
  const fault = await chargeFault(app, () => admitOwner(app, batch), route.price);
  const rest = fault === null ? undefined : REST.get(fault.code);
  if (fault !== null && rest !== undefined) return leaveRest(app, batch, rest, fault.text);
  const outcomes = open && (await readHomes(app, route, batch, open, signal));
  if (open === undefined || outcomes === undefined) return stop.aborted ? 'left' : WAITS;
  const paused = [...outcomes.values()].find((one) => 'error' in one && isPaused(one.error));
  if (isLast && paused !== undefined) {
    // Its source is not asked at all now: every other area would wait for nothing too.
    await noteRest(app.db, batch, 'source_unavailable', GIVEN_UP);
    return 'left';
  }
  let end: End = 'left';
  let concluded = 0;
  for (const home of open) {
    const outcome = outcomes.get(home);
    assert(outcome !== undefined, 'each home was read');
    if (isUnavailable(outcome) && !isLast) {
      end = waitOf(outcome);
      continue;
    }
    const stopped = await conclude(app, route, batch, home, outcome, signal);
    // An area that moves on is not given up, however many claims it takes.
    if (stopped !== null) return stop.aborted || concluded > 0 ? 'left' : stopped;
    concluded += 1;
  }
  return end;
}

const GIVEN_UP = 'Its area could not be read. Nothing was charged; retry the batch later.';

const numbersOf = (homes: readonly StoredBatchHome[]): number[] => homes.map(({ nth }) => nth);

type Outcomes = ReadonlyMap<StoredBatchHome, ReadHome>;

/** The homes from the cache where their pages are fresh, the others by reading the area once. */
async function readHomes(
  app: App,
  route: LookupRoute,
  batch: Claimed,
  homes: readonly StoredBatchHome[],
  signal: AbortSignal,
): Promise<Outcomes | undefined> {
  const located = await locateHomes(app, route, homes);
  const outcomes = new Map<StoredBatchHome, ReadHome>();
  for (const [at, home] of homes.entries()) {
    const where = located[at];
    if (where === undefined || !('home' in where)) continue;
    const page = await freshPage(app, lookupOf(app, route, home, where, 0));
    const row = page && readBody(page.identity()).data[0];
    if (row !== undefined) outcomes.set(home, { source_id: row.source_id });
  }
  const open = homes.filter((home) => !outcomes.has(home));
  const [first] = open;
  if (first === undefined) return outcomes;
  assert(first.place !== null, 'a pending home has a place');
  const keyed = open.map((home) => ({ ...home, ...keyOf(batch, home.nth) }));
  const read = await readAreaFor(app, route, taskIn(first.place, batch.account_id), keyed, signal);
  if (read === undefined) return undefined;
  for (const [at, home] of open.entries()) {
    const outcome = read[at];
    if (outcome !== undefined) outcomes.set(home, outcome);
  }
  return outcomes;
}

/** Whether nothing is known of a home, because its source failed. */
const isUnavailable = (one: ReadHome | undefined): boolean =>
  one !== undefined && 'error' in one && (!(one.error instanceof ApiError) || isPaused(one.error));

/** A paused source says for how long. */
const waitOf = (one: ReadHome): Waits =>
  'error' in one && one.error instanceof ApiError
    ? { waitS: retryAfter(one.error.retryAfterS) }
    : WAITS;

const isPaused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'collection_unavailable';

/** Charges and records what became of a home; where the batch cannot continue now, how it ends. */
async function conclude(
  app: App,
  route: LookupRoute,
  batch: Claimed,
  home: StoredBatchHome,
  read: ReadHome,
  signal: AbortSignal,
): Promise<End | null> {
  const { nth, by, value } = home;
  const note = async (to: Parameters<typeof noteOutcome>[3]) =>
    (await noteOutcome(app.db, batch, nth, to)) ? null : WAITS;
  if ('error' in read) return note(outcomeOfError(read.error));
  const { source_id } = read;
  const charged = await findCharged(app.db, batch.batch_id, source_id);
  if (charged !== undefined) return note({ outcome: 'found', source_id, request_id: charged });
  // Nothing is charged for a batch that was deleted, or that another process has.
  if (!(await isBatchHeld(app.db, batch))) return WAITS;
  const asked = {
    route,
    queryText: new URLSearchParams({ [by]: value }).toString(),
    key: keyOf(batch, nth),
    maxAgeS: null,
  };
  const settled = await settledSearch(app, () => admit(app, batch), asked, signal);
  if (settled === undefined) return WAITS;
  if ('answer' in settled) {
    const { request_id, credits } = settled.answer;
    return note({ outcome: 'found', source_id, request_id, credits });
  }
  const { code, text, waitS, candidates } = settled.fault;
  if (PASSING.has(code)) return { waitS: retryAfter(waitS) };
  const rest = REST.get(code);
  if (rest === undefined) return note({ ...outcomeOfCode(code, text), candidates });
  return leaveRest(app, batch, rest, text);
}

/** Leaves the homes that follow with an outcome; those of a suspended account wait for it. */
async function leaveRest(
  app: Parts<'db'>,
  batch: Claimed,
  rest: HomeOutcome,
  text: string,
): Promise<End> {
  if (rest !== 'pending') await noteRest(app.db, batch, rest, text);
  return 'left';
}

/** Codes that concern every home that follows. */
const REST: ReadonlyMap<string, HomeOutcome> = new Map([
  ['quota_exceeded', 'quota_exceeded'],
  ['invalid_api_key', 'not_allowed'],
  ['account_suspended', 'pending'],
]);

async function admit(app: Parts<'clock' | 'db'>, { account_id, key_id }: Claimed) {
  const { feeds, credits_max } = await admitOwner(app, { account_id, key_id });
  return { accountId: account_id, keyId: key_id, feeds, creditsMax: credits_max };
}

const outcomeOfError = (error: Extract<ReadHome, { readonly error: unknown }>['error']) =>
  error instanceof ApiError
    ? { ...outcomeOfCode(error.code, error.message), candidates: error.candidates ?? null }
    : { outcome: 'source_unavailable' as const, detail: error.message };

function outcomeOfCode(
  code: string,
  detail: string,
): { readonly outcome: HomeOutcome; readonly detail: string } {
  if (code === 'address_ambiguous') return { outcome: 'ambiguous', detail };
  if (code === 'address_not_found') return { outcome: 'not_found', detail };
  return { outcome: 'source_unavailable', detail };
}
