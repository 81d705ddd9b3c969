/** The service process on a disk that fills up: what callers and probes see, and what remains. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endAll, type Service, settingsOf, startFresh } from './support/run-rowhouse.js';

/** At how many points of the work the disk is full; 200, with a table, by FULL_DISK_PLACES=200. */
const PLACES = Number(process.env.FULL_DISK_PLACES ?? 2);
/** How much the searches of one place can write. */
const PLACE_BYTES_MAX = 400_000;
const DISK = '400m';
const SEARCHES_AT_ONCE = 4;
const SEARCH_MS_MAX = 3_000;
const OUTAGE_CALLS = 3;
/** Bounds for a busy machine. */
const ANSWER_MS_MAX = 10_000;
const RECOVERY_MS_MAX = 60_000;
const FILL_MS_MAX = 120_000;
const STOP_MS_MAX = 20_000;

const disk = mkdtempSync(join(tmpdir(), 'rowhouse-disk-'));
let isMounted = false;
after(() => {
  endAll();
  if (isMounted) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const mount = (...words: string[]) => execFileSync('mount', [...words, disk], { stdio: 'pipe' });

const MOUNT_TRIES_MAX = 20;

/** From now on the disk takes so many bytes more. */
function setRoom(bytes: number): void {
  for (let tries = 1; ; tries += 1) {
    const { blocks, bfree, bsize } = statfsSync(disk);
    try {
      mount('-o', `remount,size=${Math.ceil((blocks - bfree) * bsize + bytes)}`);
      return;
    } catch (error) {
      // The engine may write before the resize, and a disk cannot be smaller than its contents.
      if (tries === MOUNT_TRIES_MAX) throw error;
    }
  }
}

interface Said {
  readonly status: number;
  readonly body: {
    request_id?: string;
    status?: string;
    result?: { data: unknown };
    why?: unknown;
  };
  readonly tookMs: number;
}

const settings = {
  ...settingsOf(join(disk, 'data')),
  ROWHOUSE_RATE_LIMIT_PER_MINUTE: '1000000',
  ROWHOUSE_PENDING_MAX: '1000',
  ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '0',
  ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '1',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '1000',
  ROWHOUSE_CHECKPOINT_S: '2',
  ROWHOUSE_CLEANUP_S: '2',
  ROWHOUSE_READ_AHEAD: 'off',
  ROWHOUSE_DRAIN_S: '2',
};
let service: Service;
let searches = 0;
/** Rows that callers have, by job. */
const answered = new Map<string, string>();

async function get(path: string): Promise<Said> {
  const began = performance.now();
  const answer = await fetch(`${service.apiUrl}${path}`, {
    headers: { authorization: `Bearer ${service.demoKey}` },
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const body = (await answer.json()) as Said['body'];
  return { status: answer.status, body, tookMs: performance.now() - began };
}

const rowsOf = ({ body }: Said): string => JSON.stringify(body.result?.data);

/** A search that nobody has asked before: its last status, 200 where it is complete. */
async function search(): Promise<number> {
  searches += 1;
  const began = performance.now();
  let said = await get(`/v1/portal_a/listings?zip=78704&min_price=${searches}`);
  const { request_id: id = '' } = said.body;
  while (said.status === 202 && performance.now() - began < SEARCH_MS_MAX) {
    said = await get(`/v1/jobs/${id}?wait=1`);
  }
  if (said.status === 200 && said.body.status === 'complete') answered.set(id, rowsOf(said));
  return said.status;
}

const manySearches = () => Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, search));

/** Fills the disk at a place of the work, asks, gives room again; returns the line of the table. */
async function fillAt(place: number, end: 'none' | 'stop' | 'kill'): Promise<string> {
  setRoom(place);
  const filling = performance.now();
  while ((await get('/readyz')).status === 200) {
    assert.ok(performance.now() - filling < FILL_MS_MAX, `${place} bytes: /readyz says nothing`);
    await manySearches();
  }
  let slowestMs = 0;
  for (let call = 0; call < OUTAGE_CALLS; call += 1) {
    const said = await get(`/v1/portal_a/sold?zip=78704&min_price=${searches + 1_000_000 + call}`);
    slowestMs = Math.max(slowestMs, said.tookMs);
    assert.ok([202, 503].includes(said.status), `${place} bytes: ${said.status}`);
    assert.equal((await get('/healthz')).status, 200);
    const ready = await get('/readyz');
    assert.equal(ready.status, 503, `${place} bytes: ${JSON.stringify(ready.body)}`);
  }
  const stopMs = await endIn(end);
  setRoom(Number.parseInt(DISK, 10) * 1_048_576);
  const began = performance.now();
  if (end !== 'none') service = await startFresh(settings);
  while ((await search()) !== 200 || (await get('/readyz')).status !== 200) {
    assert.ok(performance.now() - began < RECOVERY_MS_MAX, `no recovery after ${place} bytes`);
    await sleep(50);
  }
  const times = [slowestMs, stopMs, performance.now() - began].map(Math.round).join(', ');
  return `${place} bytes, ${end}: slowest answer, stop, recovery ${times} ms`;
}

async function endIn(end: 'none' | 'stop' | 'kill'): Promise<number> {
  if (end === 'none') return 0;
  if (end === 'kill') {
    await service.kill();
    return 0;
  }
  const { code, stderr, stopMs } = await service.interrupt();
  assert.equal(code, 0, stderr);
  assert.ok(stopMs < STOP_MS_MAX, `${stopMs} ms`);
  return stopMs;
}

test('a full disk is said by /readyz, ends no process, and loses nothing that was answered', async (t) => {
  try {
    mount('-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs');
    isMounted = true;
  } catch {
    t.skip('this user may not mount: run it as root to test a real disk');
    return;
  }
  service = await startFresh(settings);
  assert.equal(await search(), 200);
  for (let n = 0; n < PLACES; n += 1) {
    const place = Math.round((n / PLACES) * PLACE_BYTES_MAX);
    const end = (['none', 'stop', 'none', 'kill'] as const)[n % 4] ?? 'none';
    t.diagnostic(await fillAt(place, end));
  }
  for (const [id, rows] of answered) assert.equal(rowsOf(await get(`/v1/jobs/${id}`)), rows, id);
  t.diagnostic(`${answered.size} answered jobs, all there`);
});
