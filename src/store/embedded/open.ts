import { mkdirSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '#base/operator-error.js';
import { builtFile } from '#base/program-files.js';
import { ApiError } from '#domain/api-error.js';
import { openPool, type Pool } from '../db.js';
import { ensureDatabaseDirectory } from './create.js';
import { CLOSE_MS_MAX, startEngine } from './engine.js';
import { lockDirectory } from './lock.js';

const BASE_ARCHIVE = builtFile('base.tgz');
const WORKER = builtFile('store/embedded/worker.js');
/** The size of a log segment: with less room, the next segment stops the engine. */
export const ROOM_BYTES_MIN = 16_777_216;

/**
 * Opens the embedded database of a data directory: PostgreSQL compiled to WebAssembly, in its own
 * thread, behind the same `pg` pool as a server. Throws OperatorError when the directory is in use
 * or the database cannot prove that its commits reach the disk. `worker` is the thread's file.
 */
export async function openEmbedded(
  dataDirectory: string,
  worker: string | URL = WORKER,
): Promise<Pool> {
  const data = resolve(dataDirectory);
  mkdirSync(data, { recursive: true });
  const lock = await lockDirectory(data);
  if ('heldBy' in lock) {
    throw new OperatorError(
      `The data directory ${data} is in use by ${lock.heldBy}. Stop it, or set ROWHOUSE_DATA_DIR to another directory.`,
    );
  }
  const engine = await ensureDatabaseDirectory(data, BASE_ARCHIVE)
    .then((directory) => startEngine(worker, directory))
    .catch((error: unknown) => {
      lock.unlock();
      throw error;
    });
  const opened = openPool({
    stream: () => engine.connect(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
  });
  const pool = { ...opened, ...knowingRoom(opened, data) };
  return {
    ...pool,
    isAlive: engine.isAlive,
    close: async () => {
      const ended = pool.close();
      const over = new AbortController();
      // Running work ends first, unless it takes too long.
      await Promise.race([ended, sleep(CLOSE_MS_MAX, undefined, over).catch(() => undefined)]);
      over.abort();
      await engine.close();
      await ended;
      lock.unlock();
    },
  };
}

/**
 * The same statements, and whether the disk has room for more. It checks the disk only after a
 * statement failed: an almost full disk that still works turns nobody away.
 */
function knowingRoom(pool: Pool, data: string): Pick<Pool, 'rows' | 'transaction' | 'hasRoom'> {
  let hasFailed = false;
  const noted = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      hasFailed ||= error instanceof ApiError && error.code === 'storage_unavailable';
      throw error;
    });
  return {
    rows: (text, values, name) => noted(pool.rows(text, values, name)),
    transaction: (work, timeoutMs) => noted(pool.transaction(work, timeoutMs)),
    hasRoom: () => {
      if (!hasFailed) return true;
      const { bavail, bsize } = statfsSync(data);
      hasFailed = bavail * bsize < ROOM_BYTES_MIN;
      return !hasFailed;
    },
  };
}
