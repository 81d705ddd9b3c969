/** What must hold after every step, whatever failed. */
import { Broken, must } from './broken.js';
import { isExpired } from './callers.js';
import type { SimAccount, SimRun } from './sim-run.js';
import {
  type EntryState,
  type RequestState,
  readState,
  readViolation,
  type State,
} from './state.js';

/** Checks the stored state against the rules, the state before and the answers that callers got. */
export class Invariants {
  readonly #sim: SimRun;
  #text = '';
  #turns = -1;
  #before: State | null = null;

  constructor(sim: SimRun) {
    this.#sim = sim;
  }

  async check(): Promise<State> {
    const { accounts, logged, schedule } = this.#sim;
    must(logged.length === 0, 'the log has no internal error', () => logged.join('; '));
    // Without a call of the database nothing can have changed there.
    const text = schedule.turns === this.#turns ? this.#text : await this.#read();
    this.#turns = schedule.turns;
    const before = text === this.#text ? this.#before : null;
    const state = before ?? (JSON.parse(text) as State);
    if (before === null) {
      checkRequests(this.#sim, state);
      checkEntries(state);
      for (const account of accounts) checkAccount(this.#sim, state, account);
      if (this.#before !== null) checkUnchanged(this.#sim, this.#before, state);
    }
    checkReturned(this.#sim, state);
    this.#text = text;
    this.#before = state;
    this.#sim.state = state;
    return state;
  }

  /** The same, and every rule of the ledger, which costs as much as all else of a step. */
  async checkWithLedger(): Promise<State> {
    const state = await this.check();
    const first = await readViolation(this.#sim.ground.base.db);
    if (first !== undefined) throw new Broken(`ledger: ${first.rule}`, first.detail);
    return state;
  }

  #read(): Promise<string> {
    const { accounts, ground } = this.#sim;
    const ids = accounts.map(({ account_id }) => account_id);
    return readState(ground.base.db, ids);
  }
}

const IN_FLIGHT: readonly string[] = ['queued', 'running'];

function checkRequests(sim: SimRun, { requests, collections, results, entries }: State): void {
  const inFlight = collections.filter(({ state }) => IN_FLIGHT.includes(state));
  must(
    new Set(inFlight.map(({ page_hash, max_age_s }) => `${page_hash} ${max_age_s}`)).size ===
      inFlight.length,
    'equal searches in flight share one collection',
    () => inFlight.map(({ page_hash }) => page_hash).join(' '),
  );
  const flying = new Set(inFlight.map(({ collection_id }) => collection_id));
  const pastEnd = new Map(results.map(({ result_id, past_end }) => [result_id, past_end]));
  for (const request of requests) {
    const at = () => JSON.stringify(request);
    const has = (kind: EntryState['kind']) =>
      entries.some((entry) => entry.request_id === request.request_id && entry.kind === kind);
    switch (request.status) {
      case 'pending':
        must(flying.has(request.collection_id ?? ''), 'a pending request is being collected', at);
        must(has('reserve') && !has('release'), 'a pending request has its credit reserved', at);
        must(request.credits === 0 && !has('capture'), 'a pending request is not charged', at);
        break;
      case 'failed':
        must(request.credits === 0 && !has('capture'), 'a failed request is not charged', at);
        must(has('release'), 'a failed request has its credit back', at);
        break;
      case 'complete': {
        const isPastEnd = pastEnd.get(request.result_id ?? '');
        // A process that stood still for weeks may charge a page that is gone by then. Nobody can
        // poll its request, which is as old.
        if (isPastEnd === undefined && isExpired(sim, request.request_id)) break;
        checkComplete(request, isPastEnd, has, at);
      }
    }
  }
}

function checkComplete(
  request: RequestState,
  pastEnd: boolean | undefined,
  has: (kind: EntryState['kind']) => boolean,
  at: () => string,
): void {
  must(pastEnd !== undefined, 'a complete request has its result', at);
  if (pastEnd === true) {
    must(request.credits === 0 && !has('capture'), 'a page past the end is not charged', at);
    must(has('reserve') === has('release'), 'a page past the end gives its credit back', at);
    return;
  }
  must(!has('release'), 'a complete request keeps its credit until it is delivered', at);
  must(has('capture') === (request.credits === 1), 'credits are what was captured', at);
  must(has('capture') || has('reserve'), 'a complete request is charged or reserved', at);
}

/** Each request is reserved and ended at most once; every reservation has its request. */
function checkEntries({ entries, requests }: State): void {
  const ends = new Map<string, { reserve: number; capture: number; release: number }>();
  for (const { request_id, kind } of entries) {
    if (kind !== 'reserve' && kind !== 'capture' && kind !== 'release') continue;
    must(request_id !== null, 'a charge names its request', kind);
    const counts = ends.get(request_id ?? '') ?? { reserve: 0, capture: 0, release: 0 };
    counts[kind] += 1;
    ends.set(request_id ?? '', counts);
  }
  const living = new Set(requests.map(({ request_id }) => request_id));
  for (const [id, { reserve, capture, release }] of ends) {
    const counts = () => `${id} ${JSON.stringify(ends.get(id))}`;
    must(reserve <= 1, 'a request is reserved at most once', counts);
    must(capture <= 1, 'a request is captured at most once', counts);
    must(capture + release <= 1, 'a request ends at most once', counts);
    must(release === 0 || reserve === 1, 'what is released was reserved', counts);
    must(
      living.has(id) || reserve <= capture + release,
      'a request that is gone holds no credit',
      counts,
    );
  }
}

function checkAccount(sim: SimRun, state: State, account: SimAccount): void {
  const { account_id, label } = account;
  const mine = state.requests.filter((request) => request.account_id === account_id);
  const pending = mine.filter(({ status }) => status === 'pending').length;
  must(pending <= account.max_pending, 'no more pending than the cap', `${label} ${pending}`);
  const keys = mine
    .filter(({ status, idempotency_key }) => status !== 'failed' && idempotency_key !== null)
    .map(({ idempotency_key }) => idempotency_key);
  must(new Set(keys).size === keys.length, 'a key has one living request', () => keys.join(' '));
  checkKeys(sim, mine, account);
  const { available, reserved } = balanceOf(state, account_id);
  const { granted, expired, captured } = movedOf(state, account_id);
  must(
    granted - captured - expired === available + reserved,
    'granted less captured less expired is what is left',
    `${label} ${granted} - ${captured} - ${expired} <> ${available} + ${reserved}`,
  );
  const known = [...sim.requests.values()].filter((one) => one.account === account);
  const charged = known.filter(({ credits }) => credits === 1).length;
  must(
    captured - charged <= account.lost,
    'nobody is charged for an answer that did not arrive, except for calls whose answer was lost',
    `${label} captured ${captured}, returned ${charged}, lost ${account.lost}`,
  );
  must(captured >= charged, 'what an answer charged is captured', `${label} ${captured}`);
}

/** All answers of one key are one request, until it failed or its retention is over. */
function checkKeys(sim: SimRun, requests: readonly RequestState[], account: SimAccount): void {
  const living = new Map(requests.map((one) => [one.request_id, one]));
  const requestOfKey = new Map<string, string>();
  for (const known of sim.requests.values()) {
    if (known.account !== account || known.key === null) continue;
    const found = living.get(known.request_id);
    if (found === undefined || found.status === 'failed') continue;
    if (isExpired(sim, known.request_id)) continue;
    const other = requestOfKey.get(known.key);
    must(other === undefined, 'a key has one living request', `${known.key} ${other}`);
    requestOfKey.set(known.key, known.request_id);
  }
}

/** An account's credits in all its buckets. */
export function balanceOf({ balances }: State, accountId: string) {
  const mine = balances.filter(({ account_id }) => account_id === accountId);
  for (const { available, reserved } of mine) {
    must(available >= 0 && reserved >= 0, 'no balance is negative', JSON.stringify(mine));
  }
  return {
    available: mine.reduce((sum, row) => sum + row.available, 0),
    reserved: mine.reduce((sum, row) => sum + row.reserved, 0),
  };
}

function movedOf({ entries }: State, accountId: string) {
  const mine = entries.filter(({ account_id }) => account_id === accountId);
  const sum = (kind: EntryState['kind']) =>
    mine
      .filter((entry) => entry.kind === kind)
      .reduce((all, { available_delta }) => all + available_delta, 0);
  const captured = mine.filter(({ kind }) => kind === 'capture').length;
  return { granted: sum('grant') + sum('adjust'), expired: -sum('expire'), captured };
}

/** What has settled never changes; it goes only when its retention is over. */
function checkUnchanged(sim: SimRun, before: State, after: State): void {
  const requests = new Map(after.requests.map((one) => [one.request_id, one]));
  for (const old of before.requests) {
    const now = requests.get(old.request_id);
    const at = () => `${JSON.stringify(old)} → ${JSON.stringify(now)}`;
    if (now === undefined) {
      must(isExpired(sim, old.request_id), 'a request is kept for its retention', at);
      continue;
    }
    must(now.credits >= old.credits, 'a charge is never taken back', at);
    if (old.status === 'pending') continue;
    // Its key may be another's when its retention is over.
    const key = isExpired(sim, old.request_id) ? old : now;
    const same = { ...now, credits: old.credits, idempotency_key: key.idempotency_key };
    must(JSON.stringify(same) === JSON.stringify(old), 'a settled request never changes', at);
  }
  const collections = new Map(after.collections.map((one) => [one.collection_id, one]));
  for (const old of before.collections) {
    const now = collections.get(old.collection_id) ?? old;
    const at = () => `${JSON.stringify(old)} → ${JSON.stringify(now)}`;
    if (IN_FLIGHT.includes(old.state)) continue;
    must(JSON.stringify(now) === JSON.stringify(old), 'a settled collection never changes', at);
  }
  const results = new Map(after.results.map((one) => [one.result_id, one]));
  for (const old of before.results) {
    const now = results.get(old.result_id) ?? old;
    must(now.bytes === old.bytes, 'a result never changes', old.result_id);
  }
}

/** The answers that callers got are stored, or a later state. */
function checkReturned(sim: SimRun, { requests }: State): void {
  const stored = new Map(requests.map((one) => [one.request_id, one]));
  for (const { request_id, status, credits } of sim.requests.values()) {
    const found = stored.get(request_id);
    const at = () => `known ${status} ${credits}, stored ${JSON.stringify(found)}`;
    if (found === undefined) {
      must(isExpired(sim, request_id), 'a returned job is kept for its retention', at);
      continue;
    }
    must(found.credits >= credits, 'credits that were returned are never taken back', at);
    must(status === 'pending' || found.status === status, 'a returned status stays', at);
  }
}
