/** A process that dies in the middle of a pull: another one goes on over the same store. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Log } from '#base/log.js';
import { type OpenApp, openApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { systemIds } from '../../src/system.js';
import { type ChangingFeed, keyOf, openChangingFeed } from '../support/changing-feed.js';
import { geography } from '../support/geography.js';
import { testDatabase } from '../support/open-test-app.js';
import { takeTurn } from '../support/take-turn.js';
import { testClock } from '../support/test-clock.js';

const ROWS = 900;
const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = testClock();
const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-replica-'));

let feed: ChangingFeed;
let database: Awaited<ReturnType<typeof testDatabase>>;
before(async () => {
  feed = await openChangingFeed();
  feed.reset(ROWS);
  database = await testDatabase();
});
after(async () => {
  await feed.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function open(): Promise<OpenApp> {
  const config = readConfig({
    ROWHOUSE_DATA_DIR: dataDir,
    ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
    ROWHOUSE_UPSTREAM_MLS: feed.url,
    ROWHOUSE_UPSTREAM_MLS_OPTIONS: '{"mode":"replica","top":"100"}',
    ...(database && { DATABASE_URL: database.url, ROWHOUSE_SECRET: 'a-secret-for-tests-only' }),
  });
  const world = { clock, ids: systemIds(clock), log: QUIET, geo: geography() };
  return openApp(config, world, Promise.resolve(config.upstreams));
}

test('a pull resumes after the last stored page once the lease of the dead process has ended', async () => {
  const first = await open();
  const died = new Promise<void>((done) => {
    feed.instead = () => {
      // The fifth page never comes: four are stored.
      if (feed.pages === 5) done();
      return feed.pages === 5;
    };
  });
  const turn = takeTurn(first, 'mls').catch(() => 'dead');
  await died;
  await first.close();
  assert.notEqual(await turn, 'done');

  const second = await open();
  try {
    const kept = second.client.replica('mls', 'mls');
    assert.deepEqual(kept, { ready: false, rows: 400 });
    assert.equal(await takeTurn(second, 'mls'), 'idle', 'the lease still holds');
    clock.advance((second.limits.LEASE_S + 1) * 1000);
    const before = feed.pages;
    assert.equal(await takeTurn(second, 'mls'), 'done');
    assert.ok(feed.pages - before <= 6, `${feed.pages - before} pages for 500 rows`);
    const keys = await second.db.rows<{ source_id: string }>(
      'select source_id from dataset_rows order by source_id collate "C"',
    );
    assert.deepEqual(
      keys.map(({ source_id }) => source_id),
      Array.from({ length: ROWS }, (_row, n) => keyOf(n)).sort(),
    );
  } finally {
    await second.close();
  }
});
