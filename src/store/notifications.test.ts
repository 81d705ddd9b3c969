import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import pg from 'pg';
import { sharedStore } from '../../test/support/open-test-store.js';
import { systemClock } from '../system.js';
import type { Pool } from './db.js';
import { localNotifications, type Notifications, sharedNotifications } from './notifications.js';

const server = process.env.ROWHOUSE_TEST_DATABASE_URL;
const skip = server === undefined ? 'needs a PostgreSQL server: ROWHOUSE_TEST_DATABASE_URL' : false;
const TIMEOUT_MS = 10_000;
const STEP_MS = 100;
/** A session's answer on a writable server. */
const WRITABLE = { rows: [{ value: 'off' }] };

const store = sharedStore();

test('signals inside a process reach everyone who listens, until he stops', () => {
  const notifications = localNotifications();
  const heard: string[] = [];
  const off = notifications.on('settled', (id) => heard.push(id));
  notifications.send('settled', 'a');
  notifications.send('queued', 'b');
  off();
  notifications.send('settled', 'c');
  assert.deepEqual(heard, ['a']);
});

test('sessions that the server ends do not end the process, and signals come again', {
  skip,
}, async () => {
  const notifications = await sharedNotifications(store.pool, systemClock);
  await heardAfterSending(notifications);
  const [{ name }] = (await store.pool.rows<{ name: string }>(
    'select current_database() as name',
  )) as [{ name: string }];
  const other = new pg.Client({ connectionString: server });
  await other.connect();
  await other.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  );
  await other.end();
  await heardAfterSending(notifications);
  await notifications.close();
});

test('a session that breaks before it listens is given back to the pool', async () => {
  const released: number[] = [];
  const sessions: EventEmitter[] = [];
  const broken = 1;
  const pool = {
    session: async () => {
      const at = sessions.length;
      const session = Object.assign(new EventEmitter(), {
        query: async () => {
          if (at === broken) throw new Error('Connection terminated unexpectedly');
          return WRITABLE;
        },
        release: () => void released.push(at),
      });
      sessions.push(session);
      return session;
    },
  };
  const clock = { ...systemClock, sleep: () => systemClock.sleep(1) };
  const notifications = await sharedNotifications(pool as unknown as Pool, clock);
  sessions[0]?.emit('end');
  for (let waited = 0; sessions.length < 3 && waited < TIMEOUT_MS; waited += STEP_MS)
    await systemClock.sleep(STEP_MS);
  assert.deepEqual(released, [0, broken]);
  await notifications.close();
  assert.deepEqual(released, [0, broken, 2]);
});

for (const [name, answer] of [
  // The error of pg after its query_timeout.
  ['falls silent', () => Promise.reject(new Error('Query read timeout'))],
  ['may only read', () => Promise.resolve({ rows: [{ value: 'on' }] })],
] as const) {
  test(`a session that ${name} is given up, and another one listens`, async () => {
    const released: number[] = [];
    const opened: number[] = [];
    const pool = {
      session: async () => {
        const at = opened.length;
        opened.push(at);
        return Object.assign(new EventEmitter(), {
          query: (text: string) =>
            at === 0 && text.startsWith('select') ? answer() : Promise.resolve(WRITABLE),
          release: () => void released.push(at),
        });
      },
    };
    const clock = { ...systemClock, sleep: () => systemClock.sleep(1) };
    const notifications = await sharedNotifications(pool as unknown as Pool, clock);
    for (let waited = 0; opened.length < 2 && waited < TIMEOUT_MS; waited += STEP_MS)
      await systemClock.sleep(STEP_MS);
    await notifications.close();
    assert.deepEqual(released, [0, 1]);
  });
}

/** Sends until the signal is received. */
async function heardAfterSending(notifications: Notifications): Promise<void> {
  const heard: string[] = [];
  const off = notifications.on('queued', (id) => heard.push(id));
  for (let waited = 0; heard.length === 0 && waited < TIMEOUT_MS; waited += STEP_MS) {
    notifications.send('queued', 'x');
    await systemClock.sleep(STEP_MS);
  }
  off();
  assert.ok(heard.length > 0, 'the signal came back');
}
