/**
 * The history of homes: a changing world is watched, with days on which the source is down. Run by
 * run, the route's answer for every home must match the world's own steps.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { HomeHistoryBody, HomeState, WatchedHome } from '#contract/operations/history.js';
import type { App } from '#service/app.js';
import { runNext } from '#service/watches/run-watches.js';
import { expectApiError } from '../support/expect.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';
import { eventsAfter, send, watch } from '../support/watching.js';
import { collecting, openForWorld, waitForLeft } from './collecting.js';
import { clientOf, type Home, World } from './world.js';

const SEED = 5;
const STEPS = 30;
/** A run is due at each step, and two that are missed are a gap. */
const STEP_MS = 1.2 * DAY_MS;
const SEARCH = { bbox: '-98,30,-97.5,30.5' };
const isDown = (step: number) => step === 9 || step === 10 || step === 20;

let t: TestApp;
before(async () => {
  t = await openForWorld();
});
after(() => t.close());

/** Runs what is due to its end. */
async function runThrough(app: App): Promise<void> {
  do await collecting(app, () => runNext(app, new AbortController().signal));
  while (await waitForLeft(t));
}

async function historyOf(account: TestAccount, id: string): Promise<readonly WatchedHome[]> {
  const url = `/v1/portal_a/home/history?source_id=${id}`;
  const answer = await send(t, account.api_key, 'GET', url);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<HomeHistoryBody>().watches;
}

interface Watched {
  readonly account: TestAccount;
  readonly watchId: string;
  /** What each complete run saw, and when it began. */
  readonly seen: readonly { readonly atMs: number; readonly homes: readonly Home[] }[];
}

/** Watches a world step by step. */
async function watchWorld(): Promise<Watched> {
  const world = new World(SEED);
  let step = 0;
  const rates = { down: 0, short: 0 };
  const client = clientOf(world, () => step, rates, SEED, t.clock.nowMs);
  const app = { ...t.app, client };
  const account = await t.account({ extra_credits: 100_000, max_pending: 100 });
  const { watch_id } = await watch(t, account.api_key, { query: SEARCH });
  const seen: { atMs: number; homes: readonly Home[] }[] = [];
  for (step = 0; step < STEPS; step += 1) {
    rates.down = isDown(step) ? 1 : 0;
    const atMs = t.clock.nowMs();
    await runThrough(app);
    if (!isDown(step)) seen.push({ atMs, homes: world.at(step) });
    t.clock.advance(STEP_MS);
  }
  return { account, watchId: watch_id, seen };
}

/** A state by the complete runs that saw it first and last. */
interface Span {
  from: number;
  to: number;
  price: number;
  ended_by: string | null;
  next: string | null;
}

/** The states of each home by the rules, from what complete runs saw. */
function expectedStates(seen: Watched['seen']): Map<string, Span[]> {
  const all = new Map<string, Span[]>();
  const missed = new Map<string, number>();
  const dwellings = new Map<number, string>();
  for (const [run, { homes }] of seen.entries()) {
    const shown = new Map(homes.map((home) => [home.id, home]));
    for (const id of all.keys()) {
      missed.set(id, shown.has(id) ? 0 : (missed.get(id) ?? 0) + 1);
    }
    for (const { id, dwelling, price } of homes) {
      const before = dwellings.get(dwelling);
      const old = before === undefined ? undefined : all.get(before)?.at(-1);
      if (before !== id && old !== undefined && !isForgotten(old, run, seen)) {
        Object.assign(old, { ended_by: 'relisted', next: id });
      }
      dwellings.set(dwelling, id);
      const states = all.get(id) ?? [];
      all.set(id, states);
      const last = states.at(-1);
      if (last?.price === price && last.ended_by === null) {
        last.to = run;
      } else {
        if (last !== undefined && last.ended_by === null) last.ended_by = 'changed';
        states.push({ from: run, to: run, price, ended_by: null, next: null });
      }
    }
    for (const [id, states] of all) {
      const last = states.at(-1);
      if (missed.get(id) === 2 && last?.ended_by === null) last.ended_by = 'removed';
    }
  }
  return all;
}

/** A home removed two runs after it was seen is searched under other ids for 30 days. */
function isForgotten({ to, ended_by }: Span, run: number, seen: Watched['seen']): boolean {
  const removedMs = seen[to + 2]?.atMs;
  if (ended_by !== 'removed' || removedMs === undefined) return false;
  return (seen[run]?.atMs ?? 0) - removedMs > 30 * DAY_MS;
}

/** The complete run that a moment belongs to. */
const runAt = (seen: Watched['seen'], moment: string): number =>
  seen.findLastIndex(({ atMs }) => atMs <= Date.parse(moment));

const spanOf = (seen: Watched['seen'], state: HomeState): Span => ({
  from: runAt(seen, state.from),
  to: runAt(seen, state.to),
  price: priceOf(state),
  ended_by: state.ended_by,
  next: state.next_source_id,
});

const priceOf = ({ values }: HomeState): number => (values.list_price as { amount: number }).amount;

test('states of every home are those of the world, run by run, and gaps are the days without a run', async () => {
  const { account, watchId, seen } = await watchWorld();
  const expected = expectedStates(seen);
  const counts: Record<string, number> = {};
  for (const [id, states] of expected) {
    const [mine, ...others] = await historyOf(account, id);
    assert.deepEqual(others, []);
    assert.deepEqual(
      mine?.states.map((state) => spanOf(seen, state)),
      states,
      id,
    );
    for (const { ended_by } of states) {
      counts[String(ended_by)] = (counts[String(ended_by)] ?? 0) + 1;
    }
    const old = [...expected].find(([, all]) => all.at(-1)?.next === id)?.[0] ?? null;
    assert.equal(mine.previous_source_id, old);
  }
  for (const end of ['changed', 'removed', 'relisted', 'null']) {
    assert.ok((counts[end] ?? 0) > 5, `${end}: ${counts[end]}`);
  }
  const first = seen[0]?.homes.find(({ id }) => expected.get(id)?.at(-1)?.ended_by === null);
  assert.ok(first !== undefined);
  const url = `/v1/portal_a/home/history?source_id=${first.id}`;
  const answer = await send(t, account.api_key, 'GET', url);
  expectDocumented(url, answer, 'GET');
  const [whole] = answer.json<HomeHistoryBody>().watches;
  assert.equal(whole?.watch_id, watchId);
  const gaps = whole.gaps.map(({ from, to }) => [runAt(seen, from), runAt(seen, String(to))]);
  assert.deepEqual(gaps, [
    [8, 9],
    [17, 18],
  ]);
  await send(t, account.api_key, 'PATCH', `/v1/watches/${watchId}`, { state: 'paused' });
  t.clock.advance(3 * DAY_MS);
  const [paused] = await historyOf(account, first.id);
  const open = paused?.gaps.at(-1);
  assert.deepEqual([runAt(seen, open?.from ?? ''), open?.to], [seen.length - 1, null]);
  await searchChanges(account, watchId, first.id);
});

/** Another search ends what was known; the history stays. */
async function searchChanges(account: TestAccount, watchId: string, id: string): Promise<void> {
  const [before] = await historyOf(account, id);
  const query = { ...SEARCH, min_price: 1 };
  await send(t, account.api_key, 'PATCH', `/v1/watches/${watchId}`, { query });
  const [after] = await historyOf(account, id);
  assert.equal(after?.states.length, before?.states.length);
  assert.equal(after?.states.at(-1)?.ended_by, 'search_changed');
  assert.equal(after.states.at(-1)?.to, before?.states.at(-1)?.to);
  await send(t, account.api_key, 'DELETE', `/v1/watches/${watchId}`);
  assert.deepEqual(await historyOf(account, id), []);
}

test('a price below the least change is history, and no event', async () => {
  const world = new World(SEED + 1);
  let step = 0;
  const client = clientOf(world, () => step, { down: 0, short: 0 }, SEED, t.clock.nowMs);
  const app = { ...t.app, client };
  const account = await t.account({ extra_credits: 1_000, max_pending: 100 });
  const settings = { query: { ...SEARCH, max_price: 9_000_000 }, min_price_change: 1_000_000 };
  await watch(t, account.api_key, { ...settings, events: ['changed'] });
  for (step = 0; step < 2; step += 1) {
    await runThrough(app);
    t.clock.advance(STEP_MS);
  }
  const before = new Map(world.at(0).map(({ id, price }) => [id, price]));
  const cut = world.at(1).find(({ id, price }) => before.has(id) && before.get(id) !== price);
  assert.ok(cut !== undefined);
  const [mine] = await historyOf(account, cut.id);
  assert.deepEqual(mine?.states.map(priceOf), [before.get(cut.id), cut.price]);
  const events = await eventsAfter(t, account.api_key);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['watch.started'],
  );
});

test('a home that no watch saw has no history, and another account sees none of mine', async () => {
  const other = await t.account();
  assert.deepEqual(await historyOf(other, '10000001'), []);
  const get = (path: string) => send(t, other.api_key, 'GET', `/v1/${path}`);
  expectApiError(await get('portal_a/home/history'), 'unsupported_or_invalid_query', 'source_id');
  assert.equal((await get('nowhere/home/history?source_id=1')).statusCode, 404);
  const posted = await send(t, other.api_key, 'POST', '/v1/portal_a/home/history?source_id=1', {});
  assert.deepEqual([posted.statusCode, posted.headers.allow], [405, 'GET']);
});
