/** Runs lookup batches: an area at a time, under a lease, by any process that collects. */
import { assert } from '#base/assert.js';
import type { HomeOutcome } from '#contract/lookups.js';
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
import { type ClaimedBatch, claimBatch, endBatch } from '#store/lookup-batches.js';
import { admitOwner } from '../accounts/admit-caller.js';
import { type App, now } from '../app.js';
import { readBody } from '../search/collect-task.js';
import { locateHomes, lookupOf, taskIn } from '../search/parse-lookup.js';
import { settledSearch } from '../search/settled-search.js';
import { freshPage } from '../search/start.js';
import type { Task } from '../search/task.js';
import { runOne, type WorkKind } from '../work/run-work.js';
import { lookupRouteOf } from './manage.js';
import { type ReadHome, readAreaFor } from './read-area.js';

/** Batches of one process at once, an area each. */
const BATCH_PLACES = 2;
/** Readings of one area before its homes are left. */
const AREA_ATTEMPTS_MAX = 3;
/** Time before an area is read again, in seconds, where the failure does not say. */
const RETRY_S = 5;
const RETRY_S_MAX = 30;

type Claimed = ClaimedBatch & { readonly claimed_at: Date };
type End = 'ended' | 'left';

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
  isHeld: (end) => end === 'left',
});

/** Claims a batch and looks up the homes of one area; false when none is due. */
export const runNextArea = async (app: App, stop: AbortSignal): Promise<boolean> =>
  (await runOne(app, lookupBatches(app), stop)) !== undefined;

/** Looks up the homes of the batch's next area; ends the batch after the last one. */
async function runArea(
  app: App,
  batch: Claimed,
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<End> {
  const homes = await listNextArea(app.db, batch.batch_id);
  if (homes.length === 0) {
    await endBatch(app.db, batch, now(app));
    return 'ended';
  }
  const route = lookupRouteOf(batch);
  const outcomes = await readHomes(app, route, batch, homes, signal, stop);
  for (const home of homes) {
    const outcome = outcomes?.get(home);
    if (outcome === undefined) return 'left';
    if (!(await conclude(app, route, batch, home, outcome, stop))) return 'left';
  }
  return 'left';
}

type Outcomes = ReadonlyMap<StoredBatchHome, ReadHome>;

/** The homes from the cache where their pages are fresh, the others by reading the area once. */
async function readHomes(
  app: App,
  route: LookupRoute,
  { account_id: asker }: Claimed,
  homes: readonly StoredBatchHome[],
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<Outcomes | undefined> {
  const located = await locateHomes(app, route, homes);
  const outcomes = new Map<StoredBatchHome, ReadHome>();
  const searches = homes.map((home, at) => {
    const where = located[at];
    return where !== undefined && 'home' in where ? lookupOf(app, route, home, where, 0) : null;
  });
  for (const [at, home] of homes.entries()) {
    const search = searches[at] ?? null;
    const page = search === null ? undefined : await freshPage(app, search);
    const row = page && readBody(page.identity()).data[0];
    if (row !== undefined) outcomes.set(home, { source_id: row.source_id });
  }
  const open = homes.filter((home) => !outcomes.has(home));
  const [first] = open;
  if (first === undefined) return outcomes;
  assert(first.place !== null, 'a pending home has a place');
  const task = taskIn(first.place, asker);
  const read = await readTries(app, route, task, open, signal, stop);
  if (read === undefined) return undefined;
  for (const [at, home] of open.entries()) {
    const outcome = read[at];
    if (outcome !== undefined) outcomes.set(home, outcome);
  }
  return outcomes;
}

/** Reads an area, again where its source failed. */
async function readTries(
  app: App,
  route: LookupRoute,
  task: Task,
  homes: readonly StoredBatchHome[],
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<readonly ReadHome[] | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const read = await readAreaFor(app, route, task, homes, signal, stop);
    const failure = read?.every(isUnavailable) === true ? read[0] : undefined;
    if (failure === undefined || attempt >= AREA_ATTEMPTS_MAX || signal.aborted) return read;
    const asked = 'error' in failure && failure.error instanceof ApiError ? failure.error : null;
    const waitS = Math.min(RETRY_S_MAX, asked?.retryAfterS ?? RETRY_S);
    await app.clock.sleep(waitS * 1000, signal);
    if (stop.aborted) return undefined;
    if (signal.aborted) return read;
  }
}

/** Whether nothing is known of a home, because its source failed. */
const isUnavailable = (one: ReadHome): boolean =>
  'error' in one &&
  (!(one.error instanceof ApiError) || one.error.code === 'collection_unavailable');

/** Charges and records what became of a home; false where the batch cannot go on now. */
async function conclude(
  app: App,
  route: LookupRoute,
  batch: Claimed,
  home: StoredBatchHome,
  read: ReadHome,
  stop: AbortSignal,
): Promise<boolean> {
  const { nth, by, value } = home;
  const note = (to: Parameters<typeof noteOutcome>[3]) => noteOutcome(app.db, batch, nth, to);
  if ('error' in read) return note(outcomeOfError(read.error));
  const { source_id } = read;
  const charged = await findCharged(app.db, batch.batch_id, source_id);
  if (charged !== undefined) return note({ outcome: 'found', source_id, request_id: charged });
  const asked = {
    route,
    queryText: new URLSearchParams({ [by]: value }).toString(),
    key: { purpose: 'lookup', idempotency_key: `${batch.batch_id}:${nth}` },
    maxAgeS: null,
  } as const;
  const settled = await settledSearch(app, () => admit(app, batch), asked, stop);
  if (settled === undefined) return false;
  if ('answer' in settled) {
    const { request_id, credits } = settled.answer;
    return note({ outcome: 'found', source_id, request_id, credits });
  }
  const { code, text, candidates } = settled.fault;
  const rest = REST.get(code);
  if (rest === undefined) return note({ ...outcomeOfCode(code, text), candidates });
  // The claim of a suspended account waits until it is active.
  if (rest !== 'pending') await noteRest(app.db, batch, rest, text);
  return false;
}

/** Codes that concern every home that follows. */
const REST: ReadonlyMap<string, HomeOutcome> = new Map([
  ['quota_exceeded', 'quota_exceeded'],
  ['invalid_api_key', 'not_allowed'],
  ['account_suspended', 'pending'],
]);

async function admit(app: App, { account_id, key_id }: Claimed) {
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
