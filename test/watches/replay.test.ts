/**
 * Proves the log: a changing world, a source that fails or shows too little, processes killed
 * between any two statements. After every complete run the log, replayed over the
 * baseline, must give exactly what the rules say, and no home may be removed while it is listed.
 * WATCH_RUNS sets the number of runs. Seeded bugs in the database show that the proof can fail.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { EventBody, EventsBody } from '#contract/operations/events.js';
import type { WatchRunsBody } from '#contract/operations/watches.js';
import type { App } from '#service/app.js';
import { readEvents } from '#service/events/read-events.js';
import { createWatch } from '#service/watches/manage.js';
import { runNext } from '#service/watches/run-watches.js';
import { showRuns } from '#service/watches/show.js';
import type { Db, Pool } from '#store/db.js';
import { Chance } from '../sim/chance.js';
import type { TestApp } from '../support/open-test-app.js';
import { collecting, openForWorld, waitForLeft } from './collecting.js';
import { Expected, falseRemovals, replay } from './consumer.js';
import { clientOf, type Rates, World } from './world.js';

const RUNS = Number(process.env.WATCH_RUNS ?? 16);
const SEEDS = 4;
const TRIES_MAX = 24;

class Killed extends Error {}

/** A database that is gone after so many statements, as for a process that is killed. */
function killable(db: Pool, statements: () => number): Pool {
  const spent = { left: statements() };
  const guard = (inner: Db): Db => ({
    rows: (text, values, name) => {
      spent.left -= 1;
      return spent.left < 0 ? Promise.reject(new Killed()) : inner.rows(text, values, name);
    },
    transaction: (work, timeoutMs) => inner.transaction((tx) => work(guard(tx)), timeoutMs),
  });
  return { ...db, ...guard(db) };
}

interface Trial {
  readonly runs: number;
  readonly wrong: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

interface Plan {
  readonly seed: number;
  readonly steps: number;
  readonly runsUntilRemoved: number;
  readonly rates: Rates;
  readonly killRate: number;
}

/** One watch over a world, step by step, until something is wrong. */
async function trial(t: TestApp, plan: Plan): Promise<Trial> {
  const chance = new Chance(plan.seed, 'trial');
  const world = new World(plan.seed);
  let step = 0;
  const nowMs = () => t.clock.nowMs();
  const rates = { ...plan.rates };
  const app: App = { ...t.app, client: clientOf(world, () => step, rates, plan.seed, nowMs) };
  const account = await t.account({ extra_credits: 1_000_000, max_pending: 100 });
  const caller = { ...account, feeds: [] };
  const made = await createWatch(
    app,
    caller,
    {
      route: 'portal_a_listings',
      query: { bbox: '-98,30,-97.5,30.5', max_price: 5_000_000 + plan.seed },
      runs_until_removed: plan.runsUntilRemoved,
    },
    null,
  );
  const { watch_id } = made.body as { readonly watch_id: string };
  const expected = new Expected(plan.runsUntilRemoved);
  const known = new Map<string, number>();
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  let after = 0;
  let isBased = false;
  for (step = 0; step < plan.steps && wrong.length === 0; step += 1) {
    const kills = await runStep(t, app, chance, plan);
    counts.killed = (counts.killed ?? 0) + kills;
    const { runs } = (await showRuns(app, caller, watch_id)) as WatchRunsBody;
    const [run] = runs;
    assert.ok(run !== undefined && run.state !== 'running', `step ${step} has ended`);
    counts[run.state] = (counts[run.state] ?? 0) + 1;
    const events = await log(app, account.account_id, after);
    after = events.at(-1)?.seq ?? after;
    events.forEach(({ seq }, at) => {
      if (seq !== after - events.length + 1 + at) wrong.push(`the log has a gap before ${seq}`);
    });
    wrong.push(...falseRemovals(events, world, step).map((id) => `${id} is listed and removed`));
    wrong.push(...replay(known, events));
    if (run.state === 'partial') expected.partial(world.at(step), events);
    if (run.state === 'complete') {
      if (!isBased) for (const { id, price } of world.at(step)) known.set(id, price);
      isBased = true;
      const differences = expected.complete(world.at(step), known);
      wrong.push(...differences.map((one) => `step ${step}: ${one}`));
    }
    t.clock.advance(DAY_MS * 1.2);
  }
  return { runs: step, wrong: wrong.slice(0, 5), counts };
}

/** Runs what is due, killed now and then at any statement; returns how often. */
async function runStep(t: TestApp, app: App, chance: Chance, plan: Plan): Promise<number> {
  let kills = 0;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const isKilled = chance.happens(plan.killRate);
    const db = isKilled ? killable(app.db, () => chance.below(60)) : app.db;
    const worked = await collecting(app, () =>
      runNext({ ...app, db }, new AbortController().signal).catch((error: unknown) => {
        if (!isKilled) throw error;
        kills += 1;
        return true;
      }),
    );
    // A run that waits resumes after its wait, and that of a killed process after its lease.
    if (!(await waitForLeft(t)) && !worked) return kills;
  }
  assert.fail('a run was killed too often');
}

async function log(app: App, accountId: string, after: number): Promise<readonly EventBody[]> {
  const events: EventBody[] = [];
  for (let next = after; ; ) {
    const page: EventsBody = await readEvents(app, {
      accountId,
      after: next,
      limit: 500,
      watchId: null,
      type: null,
      waitS: 0,
      readmit: () => undefined,
      silent: new AbortController().signal,
    });
    events.push(...page.events);
    if (page.next_after === next || page.next_after >= page.last_seq) return events;
    next = page.next_after;
  }
}

const STORM: Rates = { down: 0.06, short: 0.04 };

test(`${RUNS} runs of moving worlds with failures, short answers and kills: 0 missed, 0 invented, 0 false removals`, async (c) => {
  const t = await openForWorld();
  const sums: Record<string, number> = {};
  try {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const runsUntilRemoved = seed % 2 === 0 ? 2 : 1;
      const steps = Math.ceil(RUNS / SEEDS);
      const plan = { seed, steps, runsUntilRemoved, rates: STORM, killRate: 0.3 };
      const { wrong, counts } = await trial(t, plan);
      assert.deepEqual(wrong, [], `seed ${seed}`);
      for (const [what, n] of Object.entries(counts)) sums[what] = (sums[what] ?? 0) + n;
    }
  } finally {
    await t.close();
  }
  c.diagnostic(JSON.stringify(sums));
  for (const what of ['complete', 'partial', 'killed']) assert.ok((sums[what] ?? 0) > 0, what);
});

/** Bugs in the database, by what they do: each must be found. */
const SEEDED_BUGS: Readonly<Record<string, string>> = {
  'one run is enough for a removal': `
    create function spoil() returns trigger language plpgsql as $$
    begin if new.missed = 1 then new.missed := 9; end if; return new; end $$;
    create trigger spoil before insert on watch_rows for each row execute function spoil()`,
  'an event is lost': `
    create function spoil() returns trigger language plpgsql as $$
    begin if new.seq % 7 = 3 then return null; end if; return new; end $$;
    create trigger spoil before insert on events for each row execute function spoil()`,
  'a snapshot forgets what it did not see': `
    create function spoil() returns trigger language plpgsql as $$
    begin if new.missed = 1 and new.removed_at is null then return null; end if; return new; end $$;
    create trigger spoil before insert on watch_rows for each row execute function spoil()`,
  'a partial run counts as complete': `
    create function spoil() returns trigger language plpgsql as $$
    begin new.is_partial := false; return new; end $$;
    create trigger spoil before update on watch_runs for each row execute function spoil()`,
};

for (const [bug, sql] of Object.entries(SEEDED_BUGS)) {
  test(`the proof fails when ${bug}`, async () => {
    const t = await openForWorld();
    try {
      for (const statement of sql.split(/;\s*(?=create trigger)/)) await t.app.db.rows(statement);
      const rates = { down: 0, short: 0.1 };
      // Where two runs are needed, the first of them would hide that a partial one counts.
      const runsUntilRemoved = bug === 'a partial run counts as complete' ? 1 : 2;
      const plan = { seed: 2, steps: 30, runsUntilRemoved, rates, killRate: 0 };
      const { wrong } = await trial(t, plan);
      assert.notDeepEqual(wrong, []);
    } finally {
      await t.close();
    }
  });
}
