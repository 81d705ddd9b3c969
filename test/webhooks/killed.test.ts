/** kill -9 at random moments: what the log has was sent, and nothing else was. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyForProcess } from '../support/migrated.js';
import { testDatabase } from '../support/open-test-app.js';
import { programOf } from '../support/own-process.js';
import { startConsumer } from '../support/webhooks.js';

const WORKER = import.meta.resolve('../support/webhook-worker.js');
const KILLS = 3;
/** Longer than a lease: the next process need not wait for the one that was killed. */
const AHEAD_MS = 61_000;
const KILLED_AFTER_MS = [150, 420, 700];

test('processes that are killed while they write and deliver lose no event and invent none', async (t) => {
  const consumer = await startConsumer();
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-killed-'));
  const database = await testDatabase({ migrated: true });
  if (database === null) await copyForProcess(dataDir);
  const children = new Set<ChildProcess>();
  t.after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await consumer.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = async (turn: number) => {
    const words = [...programOf(WORKER), consumer.url, String(turn * AHEAD_MS)];
    const child = spawn(process.execPath, words, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        ROWHOUSE_DATA_DIR: dataDir,
        ROWHOUSE_WEBHOOK_PRIVATE: 'on',
        ...(database && { DATABASE_URL: database.url, ROWHOUSE_SECRET: 'a-secret-for-tests-only' }),
      },
    });
    children.add(child);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await once(child.stdout, 'data');
    return { child, output: () => text };
  };
  for (let turn = 0; turn < KILLS; turn += 1) {
    const { child } = await start(turn);
    await new Promise((done) => setTimeout(done, KILLED_AFTER_MS[turn]));
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const { child, output } = await start(KILLS);
  child.stdin.write('enough\n');
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0);
  const logged = JSON.parse(output().split('\n')[1] ?? '') as string[];
  const received = consumer.received.map(({ headers }) =>
    String(headers['webhook-id']).slice(0, 36),
  );
  assert.deepEqual([...new Set(received)].sort(), [...logged].sort());
  assert.ok(logged.length > KILLS, `${logged.length} events`);
  const doubled = received.length - logged.length;
  assert.ok(doubled <= KILLS, `${doubled} came twice after ${KILLS} kills`);
});
