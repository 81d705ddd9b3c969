import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventsBody } from '#contract/operations/events.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { insertEvents } from '#store/events.js';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a reader before the oldest stored event gets 410, and the message says where to continue', async () => {
    const { account_id, api_key } = await t().account();
    const log = (n: number, ageS: number) =>
      insertEvents(
        t().app.db,
        account_id,
        Array.from({ length: n }, () => ({
          event_id: t().app.ids.uuid(),
          type: 'watch.started',
          watch_id: null,
          data: {},
        })),
        new Date(t().clock.nowMs() - ageS * 1000),
      );
    await log(2, t().app.limits.EVENTS_S + 60);
    await log(1, 60);
    await cleanUpOnce(t().app);
    expectApiError(await t().get('/v1/events?after=0', api_key), 'events_expired', 'after');
    expectApiError(await t().get('/v1/events?after=1', api_key), 'events_expired', 'after');
    for (const path of ['/v1/events', '/v1/events?after=2']) {
      const { events, last_seq } = (await t().get(path, api_key)).json<EventsBody>();
      assert.deepEqual([events.map(({ seq }) => seq), last_seq], [[3], 3]);
    }
    for (const [before, seqs] of [
      [4, [3]],
      [3, []],
      [1, []],
    ] as const) {
      const back = await t().get(`/v1/events?before=${before}&limit=1`, api_key);
      const { events, next_before, next_after } = back.json<EventsBody>();
      assert.deepEqual([events.map(({ seq }) => seq), next_before], [seqs, null]);
      assert.equal(next_after, before === 4 ? 3 : 2, 'a number that can be read on from');
    }
  });
}
