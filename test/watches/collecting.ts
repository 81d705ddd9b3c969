/** An application over a world of a test, and the reading of what a run asks for. */
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '#service/app.js';
import { collectNext } from '#service/search/run-collections.js';
import { openTestApp, type TestApp } from '../support/open-test-app.js';

/** Time runs so many times faster: waits of seconds take milliseconds. */
const FASTER = 100;

/** An application that keeps no page and whose waits are short. */
export async function openForWorld(): Promise<TestApp> {
  const t = await openTestApp({
    idle: true,
    limits: { READ_AHEAD: 0, UPSTREAM_CACHE_S: 0, CIRCUIT_FAILURES: 1_000 },
  });
  Object.assign(t.app, withShortWaits(t.app));
  return t;
}

/** The application with waits of milliseconds in place of seconds. */
function withShortWaits<A extends App>(app: A): A {
  const { clock } = app;
  const sleep = (ms: number, signal?: AbortSignal) => clock.sleep(ms / FASTER, signal);
  return { ...app, clock: { ...clock, sleep } };
}

/** Moves the clock to when the run that was left may resume; false if no run was left. */
export async function waitForLeft({ app, clock }: TestApp): Promise<boolean> {
  const [left] = await app.db.rows<{ at: Date }>(
    `select greatest(lease_until, waits_until) as at from watch_runs
     where state = 'running' order by 1 limit 1`,
  );
  if (left === undefined) return false;
  clock.advance(Math.max(0, left.at.getTime() - clock.nowMs()));
  return true;
}

/** Collects while the work is done. */
export async function collecting<T>(app: App, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const collector = (async () => {
    while (!stop.signal.aborted) {
      if (!(await collectNext(app, stop.signal))) await delay(1);
    }
  })();
  return work().finally(async () => {
    stop.abort();
    await collector;
  });
}
