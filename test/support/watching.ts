/** Watches of a test: calls with bodies, and runs that are awaited. */
import assert from 'node:assert/strict';
import type { EventBody, EventsBody } from '#contract/operations/events.js';
import type { WatchBody, WatchRunBody } from '#contract/operations/watches.js';
import { runNext } from '#service/watches/run-watches.js';
import type { Answer, TestApp } from './open-test-app.js';

/** One call with any method and, where it is given, a JSON body. */
export async function send(
  app: TestApp,
  key: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return app.server.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Makes a watch of a search; a daily one of everything when nothing else is said. */
export async function watch(app: TestApp, key: string, more: object = {}): Promise<WatchBody> {
  const made = await send(app, key, 'POST', '/v1/watches', {
    route: 'portal_a_listings',
    query: { zip: '78704' },
    ...more,
  });
  assert.equal(made.statusCode, 201, made.body);
  return made.json<WatchBody>();
}

const RUNS_MAX = 50;

/** Runs whatever is due until nothing is. */
export async function runDue(app: TestApp): Promise<void> {
  for (let runs = 0; runs < RUNS_MAX; runs += 1) {
    if (!(await runNext(app.app, new AbortController().signal))) return;
  }
  assert.fail('watches are due without end');
}

/** Runs one watch now and returns how that ended. */
export async function runOnce(app: TestApp, key: string, watchId: string): Promise<WatchRunBody> {
  const begun = await send(app, key, 'POST', `/v1/watches/${watchId}/run`);
  assert.equal(begun.statusCode, 202, begun.body);
  await runDue(app);
  const runs = await send(app, key, 'GET', `/v1/watches/${watchId}/runs`);
  const [run] = runs.json<{ runs: WatchRunBody[] }>().runs;
  assert.ok(run !== undefined);
  return run;
}

/** All events of the account after a number. */
export async function eventsAfter(app: TestApp, key: string, after = 0): Promise<EventBody[]> {
  const events: EventBody[] = [];
  for (let next = after; ; ) {
    const page = (
      await send(app, key, 'GET', `/v1/events?after=${next}&limit=500`)
    ).json<EventsBody>();
    events.push(...page.events);
    if (page.next_after === next || page.next_after >= page.last_seq) return events;
    next = page.next_after;
  }
}
