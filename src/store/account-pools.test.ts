import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedStore, type TestStore } from '../../test/support/open-test-store.js';
import { accountPools, ONE_SESSION, sharesOf } from './account-pools.js';

/** More than twice what may end before ten statements of another account. */
const LOAD = 400;
/** The store opens this many sessions of a server. */
const POOL_MAX = 10;

const store = sharedStore();

const shares = () => (store.embedded ? ONE_SESSION : sharesOf(POOL_MAX, 30_000));

test('a statement waits behind one of another account in each session, of four hundred that were there before', async () => {
  const poolOf = accountPools(store.pool, shares());
  // All sessions are open: a statement that waits for a new one waits for the server, not its turn.
  await Promise.all(
    Array.from({ length: POOL_MAX }, () => store.pool.rows('select pg_sleep(0.01)')),
  );
  let ended = 0;
  const heavy = Array.from({ length: LOAD }, () =>
    poolOf('heavy')
      .transaction((tx) => tx.rows('select pg_sleep(0.002)'))
      .then(() => {
        ended += 1;
      }),
  );
  for (let at = 0; at < 10; at += 1) {
    const before = ended;
    await poolOf('light').rows('select 1');
    const { sessions } = shares();
    assert.ok(ended - before <= 2 * sessions, `${ended - before} ended before it`);
  }
  assert.ok(ended < LOAD / 2);
  await Promise.all(heavy);
  assert.equal(ended, LOAD);
});

test('beside what accounts have waiting, a batch of calls waits for one piece in the one session', async () => {
  const poolOf = accountPools(store.pool, shares());
  let ended = 0;
  const heavy = Array.from({ length: 50 }, () =>
    poolOf('work')
      .transaction((tx) => tx.rows('select pg_sleep(0.01)'))
      .then(() => {
        ended += 1;
      }),
  );
  await store.pool.rows('select 1');
  assert.ok(ended <= 1, `${ended} ended before it`);
  await Promise.all(heavy);
});

test('statements of one account that never end leave sessions of a server to others', async () => {
  const { sessions, sessionsEach } = sharesOf(POOL_MAX, 50);
  assert.deepEqual([sessions, sessionsEach], [8, 6]);
  const poolOf = accountPools(hangingPool(), { sessions, sessionsEach, waitMs: 50 });
  const hung = Array.from({ length: LOAD }, () => poolOf('heavy').rows('hang'));
  const failed = await Promise.race([
    Promise.any(hung.map((one) => one.catch((error: unknown) => error))),
    sleep(2_000),
  ]);
  assert.match(
    String(failed),
    /briefly unavailable/,
    'who waits too long for a session gets an error',
  );
  assert.deepEqual(await poolOf('light').rows('select 1'), []);
});

test('small pools have a session for every account', () => {
  for (const poolMax of [1, 2, 3, 5]) {
    const { sessions, sessionsEach } = sharesOf(poolMax, 50);
    assert.ok(sessions >= 1 && sessions <= poolMax && sessionsEach >= 1, String(poolMax));
  }
});

test('work that fails lets the next one through', async () => {
  const work = accountPools(store.pool, ONE_SESSION)('work');
  await assert.rejects(work.rows('select nonsense'));
  assert.deepEqual(await work.rows('select 1 as one'), [{ one: 1 }]);
});

/** A server that never answers 'hang'. */
function hangingPool(): TestStore['pool'] {
  const rows = <T>(text: string): Promise<T[]> =>
    text === 'hang' ? new Promise(() => undefined) : Promise.resolve([]);
  return { ...store.pool, rows };
}
