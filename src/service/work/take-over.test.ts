/** Processes that share rows, on a manual clock: the fate of work when they fail, stop or die. */
import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { test } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import pino from 'pino';
import type { Lease } from '#store/claims.js';
import { localNotifications } from '#store/notifications.js';
import { runWork, type WorkKind } from './run-work.js';

const LEASE_S = 15;
const SECOND = 1_000;
const QUIET = pino({ enabled: false });

interface Unit {
  readonly account_id: string | null;
  readonly id: string;
  readonly lease_id: string;
}

type Kind = WorkKind<Unit, 'settled' | 'left'>;

interface Row {
  readonly id: string;
  leaseId: string;
  untilMs: number;
  isDone: boolean;
}

/** A clock that stands still until it is advanced. */
function openClock() {
  let nowMs = 0;
  const sleepers = new Set<{ readonly atMs: number; wake(): void }>();
  const settle = async () => {
    for (let turns = 0; turns < 20; turns += 1) await turnOfLoop();
  };
  return {
    nowMs: () => nowMs,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((done) => {
        if (signal?.aborted) return done();
        const sleeper = {
          atMs: nowMs + ms,
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            done();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake);
      }),
    pass: async (ms: number) => {
      await settle();
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = [...sleepers].sort((a, b) => a.atMs - b.atMs);
        if (next === undefined || next.atMs > endMs) break;
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
        await settle();
      }
      nowMs = endMs;
    },
  };
}

/** Rows as a database has them, and processes that work on them. */
function openWorld(...ids: string[]) {
  const clock = openClock();
  const rows = new Map<string, Row>(
    ids.map((id) => [id, { id, leaseId: '', untilMs: 0, isDone: false }]),
  );
  const held = ({ id, lease_id }: Unit): Row | undefined => {
    const row = rows.get(id);
    return row?.leaseId === lease_id && !row.isDone ? row : undefined;
  };
  let leases = 0;
  const claim = async ({ lease_id, now, until }: Lease): Promise<Unit | undefined> => {
    const free = [...rows.values()].find(
      ({ isDone, untilMs }) => !isDone && untilMs <= now.getTime(),
    );
    if (free === undefined) return undefined;
    Object.assign(free, { leaseId: lease_id, untilMs: until.getTime() });
    return { account_id: null, id: free.id, lease_id };
  };
  let isClaimed = false;
  return {
    clock,
    rows,
    /** Claims one unit only, like a process that then hangs or dies. */
    claimOnce: async (lease: Lease): Promise<Unit | undefined> => {
      if (isClaimed) return undefined;
      isClaimed = true;
      return claim(lease);
    },
    /** Stores the result of a unit; false when its lease was lost. */
    settle: (unit: Unit): boolean => {
      const row = held(unit);
      if (row !== undefined) row.isDone = true;
      return row !== undefined;
    },
    process: (run: Kind['run'], changes: Partial<Kind> = {}) => {
      const stop = new AbortController();
      setMaxListeners(0, stop.signal);
      const uuid = () => {
        leases += 1;
        return `lease ${leases}`;
      };
      const ids = { uuid, random: () => 0, bytes: () => new Uint8Array() };
      const kind: Kind = {
        name: 'a unit',
        places: 4,
        leaseS: LEASE_S,
        retryS: LEASE_S,
        claim,
        idOf: ({ id }) => id,
        renew: async (unit, until) => {
          const row = held(unit);
          if (row !== undefined) row.untilMs = until.getTime();
          return row !== undefined;
        },
        run,
        isHeld: (end) => end === 'left',
        ...changes,
      };
      const parts = { clock, ids, notifications: localNotifications(), log: QUIET };
      return { done: runWork(parts, kind, stop.signal), stop: () => stop.abort() };
    },
  };
}

const never = () => new Promise<never>(() => undefined);

test('a lease is renewed for as long as its work takes', async () => {
  const world = openWorld('long');
  const begun: string[] = [];
  const longer = async (unit: Unit) => {
    begun.push(unit.lease_id);
    await world.clock.sleep(20 * LEASE_S * SECOND);
    assert.ok(world.settle(unit));
    return 'settled' as const;
  };
  const processes = [world.process(longer), world.process(longer)];
  await world.clock.pass(30 * LEASE_S * SECOND);
  assert.equal(begun.length, 1);
  for (const { stop } of processes) stop();
  await Promise.all(processes.map(({ done }) => done));
});

test('the work of a process that died is taken over when its lease has ended', async () => {
  const world = openWorld('one');
  world.process(never, { renew: never, claim: world.claimOnce });
  await world.clock.pass(0);
  let atMs = 0;
  const living = world.process(async (unit) => {
    atMs = world.clock.nowMs();
    assert.ok(world.settle(unit));
    return 'settled';
  });
  await world.clock.pass((LEASE_S - 1) * SECOND);
  assert.equal(atMs, 0, 'the lease still holds');
  await world.clock.pass(2 * SECOND);
  assert.ok(atMs > 0 && atMs <= (LEASE_S + 1) * SECOND, `${atMs} ms`);
  living.stop();
  await living.done;
});

test('what a holder comes to is rejected once another has its unit, and the holder hears of it', async () => {
  const world = openWorld('one');
  let isOutOfReach = true;
  let lost: AbortSignal | undefined;
  const stored: boolean[] = [];
  const stale = world.process(
    async (unit, signal) => {
      lost = signal;
      await world.clock.sleep(3 * LEASE_S * SECOND);
      stored.push(world.settle(unit));
      return 'settled';
    },
    {
      claim: world.claimOnce,
      renew: async () => {
        if (isOutOfReach) throw new Error('no database');
        return false;
      },
    },
  );
  await world.clock.pass(0);
  const other = world.process(async (unit) => {
    await world.clock.sleep(4 * LEASE_S * SECOND);
    stored.push(world.settle(unit));
    return 'settled';
  });
  await world.clock.pass((LEASE_S + 1) * SECOND);
  assert.equal(lost?.aborted, false, 'a database out of reach is no lost lease');
  isOutOfReach = false;
  await world.clock.pass(LEASE_S * SECOND);
  assert.equal(lost?.aborted, true);
  await world.clock.pass(4 * LEASE_S * SECOND);
  assert.deepEqual(stored, [false, true]);
  stale.stop();
  other.stop();
  await Promise.all([stale.done, other.done]);
});

test('a unit that fails is tried again later and later, and holds back no other one', async () => {
  const world = openWorld('broken', 'whole');
  const triedS: number[] = [];
  let settledMs = -1;
  const worker = world.process(async (unit) => {
    if (unit.id === 'broken') {
      triedS.push(world.clock.nowMs() / SECOND);
      throw new Error('it fails');
    }
    settledMs = world.clock.nowMs();
    world.settle(unit);
    return 'settled';
  });
  await world.clock.pass(1_400 * SECOND);
  assert.equal(settledMs, 0);
  const waits = triedS.slice(1).map((at, index) => at - (triedS[index] ?? 0));
  assert.deepEqual(waits, [15, 30, 60, 120, 240, 300, 300, 300]);
  worker.stop();
  await worker.done;
});

test('at its stop a process gives back what it leaves, ends what it does not, and claims nothing more', async () => {
  const world = openWorld('left', 'finished');
  const first = world.process(async (unit, signal) => {
    if (unit.id === 'left') {
      await world.clock.sleep(1_000 * SECOND, signal);
      return 'left';
    }
    await world.clock.sleep(5 * SECOND);
    world.settle(unit);
    return 'settled';
  });
  await world.clock.pass(SECOND);
  first.stop();
  let isDone = false;
  const done = first.done.then(() => {
    isDone = true;
  });
  const takenMs: number[] = [];
  const second = world.process(async (unit) => {
    takenMs.push(world.clock.nowMs());
    world.settle(unit);
    return 'settled';
  });
  await world.clock.pass(2 * SECOND);
  assert.deepEqual([takenMs.length, isDone], [1, false], 'what was left goes on elsewhere at once');
  await world.clock.pass(3 * SECOND);
  await done;
  assert.ok([...world.rows.values()].every((row) => row.isDone));
  second.stop();
  await second.done;
});

test('work whose time is over hears of it while its lease is renewed', async () => {
  const world = openWorld('late');
  let lateMs = 0;
  const worker = world.process(
    async (unit, signal) => {
      await world.clock.sleep(1_000 * SECOND, signal);
      lateMs = world.clock.nowMs();
      assert.ok(world.settle(unit));
      return 'settled';
    },
    { endsMs: () => 90 * SECOND },
  );
  await world.clock.pass(100 * SECOND);
  assert.equal(lateMs, 90 * SECOND);
  worker.stop();
  await worker.done;
});

test('a kind whose claims fail keeps looking, and stops no other kind', async () => {
  const world = openWorld('one');
  let looks = 0;
  const settled: string[] = [];
  const settle = async (unit: Unit) => {
    settled.push(unit.id);
    world.settle(unit);
    return 'settled' as const;
  };
  const broken = world.process(settle, {
    claim: async () => {
      looks += 1;
      throw new Error('no such table');
    },
  });
  const whole = world.process(settle);
  await world.clock.pass(10 * SECOND);
  assert.deepEqual(settled, ['one']);
  assert.ok(looks >= 10 && looks <= 12, `${looks} looks: one a second, no more`);
  broken.stop();
  whole.stop();
  await Promise.all([broken.done, whole.done]);
});
