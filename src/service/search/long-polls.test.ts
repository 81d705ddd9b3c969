import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#store/db.js';
import { testClock } from '../../../test/support/test-clock.js';
import { openLongPolls } from './long-polls.js';

const poll = (collectionId: string, untilMs: number) => ({ collectionId, accountId: 'a', untilMs });

test('a poll ends on time even while the database does not answer, with one query at a time', async () => {
  let asked = 0;
  const silent: Db = {
    rows: () => {
      asked += 1;
      return new Promise(() => undefined);
    },
    transaction: () => new Promise(() => undefined),
  };
  const clock = testClock();
  // The test clock keeps no process alive.
  const alive = setInterval(() => undefined, 1_000);
  const longPolls = openLongPolls(silent, clock);
  const still = new AbortController();
  const long = longPolls.wait(poll('long', clock.nowMs() + 60_000), still.signal);
  for (let round = 0; round < 2; round += 1) {
    clock.advance(10_000);
    await longPolls.wait(poll('short', clock.nowMs() + 1), still.signal);
  }
  assert.equal(asked, 1);
  still.abort();
  await long;
  clearInterval(alive);
});
