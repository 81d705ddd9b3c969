/**
 * A listing ends when complete runs of a watch no longer see it, and not before: absence alone
 * proves nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runNext } from '#service/watches/run-watches.js';
import { watch } from '../support/watching.js';
import { collecting, openForWorld } from '../watches/collecting.js';
import { clientOf, World } from '../watches/world.js';

const SEED = 3;
const STEPS = 12;
const STEP_MS = 1.2 * 86_400_000;
const SEARCH = { bbox: '-98,30,-97.5,30.5' };
const RUNS_UNTIL_REMOVED = 2;

test('a home unseen by two complete runs is removed as of its last collection; the others remain', async () => {
  const t = await openForWorld();
  const world = new World(SEED);
  let step = 0;
  const client = clientOf(world, () => step, { down: 0, short: 0 }, SEED, t.clock.nowMs);
  const app = { ...t.app, client };
  const account = await t.account({ extra_credits: 100_000, max_pending: 100 });
  await watch(t, account.api_key, { query: SEARCH });
  const lastSeen = new Map<string, number>();
  const readAt: number[] = [];
  for (step = 0; step < STEPS; step += 1) {
    readAt.push(t.clock.nowMs());
    await collecting(app, () => runNext(app, new AbortController().signal));
    for (const { id } of world.at(step)) lastSeen.set(id, step);
    t.clock.advance(STEP_MS);
  }
  const members = await t.app.db.rows<{ source_id: string; removed: boolean; last: Date }>(
    `select source_id, removed_at is not null as removed, last_seen_at as last from home_members
     where kind = 'listings'`,
  );
  assert.equal(members.length, lastSeen.size);
  const gone = members.filter(
    ({ source_id }) => (lastSeen.get(source_id) ?? 0) < STEPS - RUNS_UNTIL_REMOVED,
  );
  assert.ok(gone.length > 5, `${gone.length} homes left`);
  assert.deepEqual(
    members
      .filter(({ removed }) => removed)
      .map(({ source_id }) => source_id)
      .sort(),
    gone.map(({ source_id }) => source_id).sort(),
  );
  for (const { source_id, last } of members) {
    const at = readAt[lastSeen.get(source_id) ?? -1] ?? 0;
    assert.ok(Math.abs(last.getTime() - at) < STEP_MS / 2, source_id);
  }
  const ended = await t.app.db.rows<{ source_id: string; to_at: Date }>(
    `select source_id, to_at from home_observations where ended_by = 'removed'`,
  );
  for (const { source_id, to_at } of ended) {
    assert.ok(lastSeen.has(source_id));
    assert.ok(to_at.getTime() <= t.clock.nowMs());
  }
  assert.ok(ended.length >= gone.length);
  await t.close();
});
