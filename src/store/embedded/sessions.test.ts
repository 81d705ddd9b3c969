import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openEmbedded } from './open.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-sessions-'));
after(() => rmSync(base, { recursive: true, force: true }));

const SESSIONS = 200;
const RUNS = 3;
const LATE_MS = 50;

/** Runs the same named statement again: a session's first run prepares it, the next reuse it. */
async function runNamed(session: pg.PoolClient, number: number): Promise<void> {
  const query = { name: 'kept', text: 'select $1::int as number', values: [number] };
  assert.deepEqual((await session.query(query)).rows, [{ number }]);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

test('named statements succeed in every one of many sessions that follow each other', async () => {
  const pool = await openEmbedded(join(base, 'many'));
  const failures: string[] = [];
  for (let number = 0; number < SESSIONS; number += 1) {
    const session = await pool.session();
    try {
      for (let run = 0; run < RUNS; run += 1) await runNamed(session, number);
    } catch (error) {
      failures.push(`session ${number}: ${codeOf(error)}`);
    }
    session.release(true);
  }
  await pool.close();
  assert.deepEqual(failures, []);
});

test('a connection that closes late does not reset the session that follows it', async () => {
  const pool = await openEmbedded(join(base, 'late'));
  const first = await pool.session();
  await runNamed(first, 1);
  const closed = closeLate(first);
  first.release(true);
  const second = await pool.session();
  await runNamed(second, 2);
  await closed;
  const after = await runNamed(second, 3).catch(codeOf);
  second.release(true);
  await pool.close();
  assert.equal(after, undefined);
});

test('a transaction left open is rolled back before the next session begins', async () => {
  const pool = await openEmbedded(join(base, 'open'));
  await pool.rows('create table notes (word text)');
  const first = await pool.session();
  const closed = closeLate(first);
  await first.query('begin');
  await first.query(`insert into notes values ('never committed')`);
  first.release(true);
  const early = await pool.rows('select word from notes');
  await pool.rows(`insert into notes values ('kept')`);
  await closed;
  const late = await pool.rows('select word from notes');
  await pool.close();
  assert.deepEqual({ early, late }, { early: [], late: [{ word: 'kept' }] });
});

/** Delays the end of a session for the database thread; resolves a while after it ended. */
async function closeLate(session: pg.PoolClient): Promise<void> {
  const { stream } = (session as unknown as { connection: { stream: Duplex } }).connection;
  const destroy = stream._destroy.bind(stream);
  await new Promise<void>((closed) => {
    stream._destroy = (error, done) => {
      setTimeout(() => {
        destroy(error, done);
        closed();
      }, LATE_MS);
    };
  });
  await sleep(LATE_MS);
}
