/** The client against the application: watches from creation to removal, and the event log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, type EventBody } from '#client/index.js';
import { DAY_MS } from '#contract/durations.js';
import { insertEvents } from '#store/events.js';
import { callerOf, captured, failing } from '../support/call-app.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';
import { runDue } from '../support/watching.js';

const SEARCH = { route: 'portal_a_listings', query: { zip: '78704' } } as const;

export function register(t: () => TestApp): void {
  test('a watch is created, read, changed, paused, resumed, run and removed', async () => {
    const account = await t().account();
    const { watches, events } = callerOf(t(), account);
    const made = await watches.create({
      ...SEARCH,
      query: { zip: '78704', property_type: ['condo', 'townhouse'] },
      name: 'South Austin',
      interval_s: 3_600,
    });
    assert.equal(made.meta.status, 201);
    assert.deepEqual(
      [made.name, made.state, made.schedule],
      ['South Austin', 'active', { interval_s: 3_600 }],
    );
    const id = made.watch_id;
    assert.deepEqual(
      (await watches.list()).watches.map(({ watch_id }) => watch_id),
      [id],
    );
    const changed = await watches.change(id, { query: { zip: '78704' }, min_price_change: 5_000 });
    assert.deepEqual([changed.query, changed.min_price_change], [{ zip: '78704' }, 5_000]);
    assert.equal((await watches.pause(id)).state, 'paused');
    assert.equal((await watches.resume(id)).state, 'active');
    await runDue(t());
    const run = await watches.run(id);
    assert.equal(run.state, 'running');
    assert.equal((await watches.run(id)).run_id, run.run_id, 'the run in progress');
    await runDue(t());
    const [last, first] = (await watches.runs(id)).runs;
    assert.deepEqual(
      [last?.run_id, last?.state, first?.state],
      [run.run_id, 'complete', 'complete'],
    );
    assert.equal((await watches.get(id)).last_run?.run_id, run.run_id);
    assert.equal(await captured(t(), account), (last?.credits ?? 0) + (first?.credits ?? 0));
    assert.equal((await events.page({ watch: id })).events[0]?.type, 'watch.started');
    await watches.remove(id);
    const error = await failing(watches.get(id));
    assert.deepEqual([error.code, error.status], ['watch_not_found', 404]);
    assert.equal((await failing(watches.remove(id))).code, 'watch_not_found');
  });

  test('rows gives every home that a watch knows, over all pages', async () => {
    const account = await t().account();
    const client = callerOf(t(), account);
    const { watches } = client;
    const made = await watches.create(SEARCH);
    for await (const row of watches.rows(made.watch_id)) assert.fail(row.source_id);
    await runDue(t());
    const ids: string[] = [];
    for await (const row of watches.rows<'/portal_a/listings'>(made.watch_id)) {
      assert.equal(row.address.zip, '78704');
      ids.push(row.source_id);
    }
    const history = await client.homeHistory('portal_a', ids[0] ?? '');
    assert.equal(history.watches[0]?.states[0]?.ended_by, null);
    const [run] = (await watches.runs(made.watch_id)).runs;
    assert.ok(ids.length > 20, `${ids.length} rows are more than a page`);
    assert.equal(ids.length, run?.homes);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('an estimate is the price of a watch and stores none; a wrong member is named', async () => {
    const { watches } = callerOf(t(), await t().account());
    const { estimate, meta } = await watches.estimate({
      route: '/portal_a/listings',
      query: { bbox: [-97.9, 30.1, -97.6, 30.4] },
    });
    assert.deepEqual([estimate.runs_per_month, meta.status], [30, 200]);
    assert.deepEqual((await watches.list()).watches, []);
    const error = await failing(watches.create({ ...SEARCH, query: { zip: '7870' } }));
    assert.equal(error.param, 'query.zip');
  });

  test('the same Idempotency-Key makes one watch', async () => {
    const { watches } = callerOf(t(), await t().account());
    const key = { idempotencyKey: 'one' };
    const first = await watches.create(SEARCH, key);
    assert.equal((await watches.create(SEARCH, key)).watch_id, first.watch_id);
    assert.notEqual((await watches.create(SEARCH)).watch_id, first.watch_id);
  });

  test('follow returns stored events and each new event when it is written, until the signal', async () => {
    const account = await t().account();
    const { watches, events } = callerOf(t(), account);
    const { watch_id } = await watches.create({ ...SEARCH, query: { zip: '78701' } });
    await runDue(t());
    const stop = new AbortController();
    const seen: EventBody[] = [];
    const pages: number[] = [];
    const following = (async () => {
      const onPage = ({ next_after }: { next_after: number }) => pages.push(next_after);
      for await (const event of events.follow({ signal: stop.signal, onPage })) {
        seen.push(event);
        if (seen.length === 1) await log(t(), account, 'watch.paused');
        if (event.type === 'watch.resumed') stop.abort();
      }
    })();
    while (seen.length < 2) await t().clock.sleep(10);
    await log(t(), account, 'watch.resumed');
    await assert.rejects(following, { name: 'AbortError' });
    assert.deepEqual(
      seen.map(({ seq, type }) => [seq, type]),
      [
        [1, 'watch.started'],
        [2, 'watch.paused'],
        [3, 'watch.resumed'],
      ],
    );
    assert.deepEqual(pages, [1, 2, 3]);
    assert.deepEqual(changesOf(seen[0] ?? assert.fail()), []);
    const from = await events.page({ after: 1, limit: 1, type: 'watch.paused', wait: 1 });
    assert.deepEqual([from.events.length, from.next_after, from.last_seq], [1, 2, 3]);
    assert.equal((await events.page({ watch: watch_id })).events.length, 1);
  });

  test('changesOf gives the homes of a change', async () => {
    const account = await t().account();
    const { watches, events } = callerOf(t(), account);
    const { watch_id } = await watches.create(SEARCH);
    await runDue(t());
    t().clock.advance(10 * DAY_MS);
    await watches.run(watch_id);
    await runDue(t());
    const { events: found } = await events.page({ watch: watch_id, limit: 500 });
    const kinds = found.flatMap(changesOf).map(({ kind, source_id, row }) => {
      assert.equal(row.source_id, source_id);
      return kind;
    });
    const { runs } = await watches.runs(watch_id);
    const added = runs.reduce((sum, run) => sum + run.added, 0);
    assert.ok(added > 0, 'homes appear within ten days');
    assert.equal(kinds.filter((kind) => kind === 'added').length, added);
  });
}

/** Writes an event as a run does. */
async function log(t: TestApp, { account_id }: TestAccount, type: string): Promise<void> {
  const event = { event_id: t.app.ids.uuid(), type, watch_id: null, data: {} };
  await insertEvents(t.app.db, account_id, [event], new Date(t.clock.nowMs()));
  t.app.notifications.send('logged', account_id);
}
