import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ApiError } from '#domain/api-error.js';
import type { Pool } from '../db.js';
import { openEmbedded } from './open.js';

/** At how many places of the work the disk fills up; FULL_DISK_PLACES=200 tests 200. */
const PLACES = Number(process.env.FULL_DISK_PLACES ?? 4);
/** The work writes more than a log segment, so that some places are in new segments. */
const WORK_BYTES = 20_000_000;
const ROWS = 100;
const STEPS_BETWEEN_CHECKPOINTS = 4;
const OUTAGE_CALLS = 5;
/** Bounds for a busy machine. */
const ANSWER_MS_MAX = 20_000;
const RECOVERY_MS_MAX = 60_000;
const STOP_MS_MAX = 20_000;

const base = mkdtempSync(join(tmpdir(), 'rowhouse-full-'));
after(() => rmSync(base, { recursive: true, force: true }));
const room = join(base, 'room');
let changes = 0;

/** From now on files may grow by this many bytes. */
function setRoom(bytes: number): void {
  changes += 1;
  writeFileSync(room, `${changes} ${bytes}`);
}

/** The database thread on a disk whose files stop growing when its room is used up. */
const WORKER = join(base, 'worker.mjs');
writeFileSync(
  WORKER,
  `
  import { createRequire, syncBuiltinESMExports } from 'node:module';
  const files = createRequire(import.meta.url)('fs');
  const { writeSync, ftruncateSync, writeFileSync } = files;
  const room = ${JSON.stringify(room)};
  let change = '';
  let left = 0;
  function grow(fd, size) {
    const more = size - files.fstatSync(fd).size;
    if (more <= 0) return;
    const [now, bytes] = files.readFileSync(room, 'utf8').split(' ');
    if (now !== change) [change, left] = [now, Number(bytes)];
    if (more <= left) {
      left -= more;
      return;
    }
    left = 0;
    writeFileSync(room, change + ' 0');
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
  }
  files.writeSync = (fd, bytes, offset, length, position) => {
    if (fd > 2) grow(fd, (position ?? files.fstatSync(fd).size) + length);
    return writeSync(fd, bytes, offset, length, position);
  };
  files.ftruncateSync = (fd, size) => {
    grow(fd, size);
    return ftruncateSync(fd, size);
  };
  syncBuiltinESMExports();
  await import(${JSON.stringify(new URL('../../../dist/store/embedded/worker.js', import.meta.url).href)});
`,
);

/** Null, or the error, within the bound; any other than storage_unavailable fails the test. */
async function ask(pool: Pool, text: string, values: unknown[] = []): Promise<string | null> {
  const over = new AbortController();
  const late = sleep(ANSWER_MS_MAX, 'no answer', over).catch(() => 'no answer');
  const answer = pool.rows(text, values).then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
  const said = await Promise.race([answer, late]);
  over.abort();
  assert.ok(said === null || said === 'storage_unavailable', `${text}: ${said}`);
  return said;
}

const INSERT = `insert into notes select $1, (select string_agg(md5(random()::text || g || n), ' ')
  from generate_series(1, 60) n) from generate_series(1, ${ROWS}) g`;

interface Outcome {
  readonly place: number;
  readonly at: string;
  readonly firstMs: number;
  readonly slowestMs: number;
  readonly recoveryMs: number;
  readonly lost: number;
}

const acknowledged: number[] = [];
let step = 0;

/** One step of the work. Returns what failed, or null. */
async function work(pool: Pool): Promise<string | null> {
  step += 1;
  const text = step % STEPS_BETWEEN_CHECKPOINTS === 0 ? 'checkpoint' : INSERT;
  const failed = await ask(pool, text, text === INSERT ? [step] : []);
  if (failed === null && text === INSERT) acknowledged.push(step);
  return failed === null ? null : (text.split(' ')[0] ?? '');
}

async function fillAt(pool: Pool, place: number): Promise<Outcome> {
  setRoom(place);
  let at: string | null = null;
  let began = 0;
  while (at === null) {
    began = performance.now();
    at = await work(pool);
  }
  const firstMs = performance.now() - began;
  let slowestMs = 0;
  for (let call = 0; call < OUTAGE_CALLS; call += 1) {
    const before = performance.now();
    await ask(pool, call % 2 === 0 ? 'select 1' : INSERT, call % 2 === 0 ? [] : [0]);
    slowestMs = Math.max(slowestMs, performance.now() - before);
  }
  setRoom(Number.MAX_SAFE_INTEGER);
  const back = performance.now();
  while ((await ask(pool, INSERT, [0])) !== null || (await ask(pool, 'checkpoint')) !== null) {
    assert.ok(performance.now() - back < RECOVERY_MS_MAX, `no recovery after ${place} bytes`);
    await sleep(20);
  }
  const recoveryMs = performance.now() - back;
  const rows = await pool.rows<{ step: number; n: number }>(
    'select step, count(*)::int as n from notes group by step',
  );
  const found = new Map(rows.map((row) => [row.step, row.n]));
  const lost = acknowledged.filter((one) => found.get(one) !== ROWS).length;
  await pool.rows('truncate notes');
  acknowledged.length = 0;
  return { place, at, firstMs, slowestMs, recoveryMs, lost };
}

test('a full disk answers 503 at once, and what was acknowledged is there when room is back', async (t) => {
  setRoom(Number.MAX_SAFE_INTEGER);
  const pool = await openEmbedded(join(base, 'data'), pathToFileURL(WORKER));
  t.after(() => pool.close());
  await pool.rows('create table notes (step int, body text)');
  const outcomes: Outcome[] = [];
  for (let n = 0; n < PLACES; n += 1) {
    const outcome = await fillAt(pool, Math.round(((n + 0.5) / PLACES) * WORK_BYTES));
    outcomes.push(outcome);
    const { place, at, firstMs, slowestMs, recoveryMs, lost } = outcome;
    const ms = [firstMs, slowestMs, recoveryMs].map(Math.round).join(' ms, ');
    t.diagnostic(`${place} bytes: ${at}; first, slowest, recovery ${ms} ms; lost ${lost}`);
  }
  assert.deepEqual(
    outcomes.filter(({ lost }) => lost > 0),
    [],
  );
});

test('a service stops in its bound while the disk is full', async () => {
  setRoom(Number.MAX_SAFE_INTEGER);
  const pool = await openEmbedded(join(base, 'stopped'), pathToFileURL(WORKER));
  await pool.rows('create table notes (step int, body text)');
  setRoom(100_000);
  await ask(pool, INSERT, [0]);
  await ask(pool, 'checkpoint');
  const began = performance.now();
  await pool.close();
  assert.ok(performance.now() - began < STOP_MS_MAX, `${performance.now() - began} ms`);
});
