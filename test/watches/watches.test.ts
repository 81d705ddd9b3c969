/** A watch from its first run to change, removal and return: its cost, and callers' operations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { EventBody } from '#contract/operations/events.js';
import type { WatchBody, WatchesBody } from '#contract/operations/watches.js';
import type { HomeChange } from '#contract/watches.js';
import { sharedApp } from '../support/open-test-app.js';
import { eventsAfter, runDue, runOnce, send, watch } from '../support/watching.js';
import { requestsTo } from '../support/whole-search.js';

const app = sharedApp();

const changesOf = (events: readonly EventBody[]): HomeChange[] =>
  events.flatMap(({ data }) => (data.changes ?? []) as HomeChange[]);

async function truth(): Promise<string[]> {
  const box = 'west=-97.95&south=30.1&east=-97.6&north=30.4';
  const answer = await fetch(
    `${app.sandbox.url}/__sandbox/truth?source=portal_a&kind=listings&${box}`,
  );
  return ((await answer.json()) as { ids: string[] }).ids;
}

test('the first run is the baseline; the log replayed over it gives the homes of every later day', async () => {
  const { api_key } = await app.account();
  const { watch_id } = await watch(app, api_key, { query: { bbox: '-97.95,30.1,-97.6,30.4' } });
  await runDue(app);
  const [started] = await eventsAfter(app, api_key);
  assert.equal(started?.type, 'watch.started');
  const known = new Set(await rowsOf(api_key, watch_id));
  assert.deepEqual([...known].sort(), (await truth()).sort());
  assert.equal(started.data.count, known.size);
  let last = started.seq;
  for (let day = 1; day <= 6; day += 1) {
    app.clock.advance(DAY_MS);
    const run = await runOnce(app, api_key, watch_id);
    assert.equal(run.state, 'complete');
    const events = await eventsAfter(app, api_key, last);
    last = events.at(-1)?.seq ?? last;
    for (const { kind, source_id } of changesOf(events)) {
      if (kind === 'removed') assert.ok(known.delete(source_id));
      if (kind === 'added') {
        assert.ok(!known.has(source_id));
        known.add(source_id);
      }
      if (kind === 'relisted') known.add(source_id);
    }
    assert.deepEqual([...known].sort(), (await rowsOf(api_key, watch_id)).sort());
    const gone = new Set(await truth());
    for (const id of gone) assert.ok(known.has(id), `${id} is on the market and not known`);
  }
});

interface KnownPage {
  readonly rows: readonly { readonly source_id: string }[];
  readonly next_after: string | null;
}

async function rowsOf(key: string, watchId: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = '';
  do {
    const url: string = `/v1/watches/${watchId}/rows?after=${encodeURIComponent(next)}`;
    const page: KnownPage = (await send(app, key, 'GET', url)).json();
    ids.push(...page.rows.map(({ source_id }) => source_id));
    next = page.next_after;
  } while (next !== null);
  return ids;
}

test('a run costs what its pages cost, and nothing is charged for watching', async () => {
  const account = await app.account({ extra_credits: 5 });
  const made = await watch(app, account.api_key, { query: { zip: '78701' } });
  const run = await runOnce(app, account.api_key, made.watch_id);
  assert.deepEqual([run.state, run.pages, run.credits], ['complete', 1, 1]);
  await eventsAfter(app, account.api_key);
  const shown = (await app.get('/v1/account', account.api_key)).json<{
    balance: { available: number };
  }>();
  assert.equal(shown.balance.available, 4);
  const after = (
    await send(app, account.api_key, 'GET', `/v1/watches/${made.watch_id}`)
  ).json<WatchBody>();
  assert.equal(after.estimate.credits_per_run, 1);
  assert.equal(after.estimate.credits_per_month, 30);
  assert.equal(after.estimate.homes, run.homes);
  const again = `/v1/watches/${made.watch_id}`;
  assert.equal((await send(app, account.api_key, 'POST', `${again}/run`)).statusCode, 202);
  const running = (await send(app, account.api_key, 'GET', again)).json<WatchBody>();
  assert.equal(running.last_run?.state, 'running');
  assert.deepEqual(running.estimate, after.estimate, 'the price is known while a run is read');
  await runDue(app);
});

test('a watch at a local time reads its source every day, though sold homes are cached for one', async () => {
  const { api_key } = await app.account();
  const { watch_id } = await watch(app, api_key, {
    route: 'portal_a_sold',
    times: ['07:00'],
    time_zone: 'UTC',
  });
  const path = `/v1/watches/${watch_id}`;
  for (let day = 1; day <= 3; day += 1) {
    const before = await requestsTo(app, 'portal_a');
    await runDue(app);
    assert.ok((await requestsTo(app, 'portal_a')) > before, `day ${day}`);
    const { next_run_at } = (await send(app, api_key, 'GET', path)).json<WatchBody>();
    app.clock.advance(Date.parse(next_run_at ?? '') - app.clock.nowMs());
  }
  await send(app, api_key, 'DELETE', path);
});

test('a watch whose place no longer exists fails alone: it is listed, and other watches run', async () => {
  const [one, other] = [await app.account(), await app.account()];
  const gone = await watch(app, one.api_key);
  const accepted = await watch(app, one.api_key, { query: { zip: '78701' } });
  const others = await watch(app, other.api_key);
  // As after an upgrade whose geography has dropped the ZIP code.
  await app.app.db.rows(`update watches set query = '{"zip":"00000"}' where watch_id = $1`, [
    gone.watch_id,
  ]);
  await runDue(app);
  const listed = (await send(app, one.api_key, 'GET', '/v1/watches')).json<WatchesBody>();
  assert.deepEqual(
    listed.watches.map(({ watch_id, last_run }) => [watch_id, last_run?.state]),
    [
      [gone.watch_id, 'failed'],
      [accepted.watch_id, 'complete'],
    ],
  );
  const [shown] = listed.watches;
  assert.match(shown?.last_run?.reason ?? '', /ZIP code 00000 does not exist/);
  assert.equal(shown?.estimate.credits_per_run, null);
  const path = `/v1/watches/${others.watch_id}`;
  const ran = (await send(app, other.api_key, 'GET', path)).json<WatchBody>();
  assert.equal(ran.last_run?.state, 'complete');
  const moved = await send(app, one.api_key, 'PATCH', `/v1/watches/${gone.watch_id}`, {
    query: { zip: '78704' },
  });
  assert.equal(moved.statusCode, 200, moved.body);
  await runDue(app);
  const again = await send(app, one.api_key, 'GET', `/v1/watches/${gone.watch_id}`);
  assert.equal(again.json<WatchBody>().last_run?.state, 'complete');
});
