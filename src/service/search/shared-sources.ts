/**
 * What processes that read the same sources share, over the store. It is best effort: while the
 * database is unreachable, a process paces itself and fetches pages again.
 */
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import { localPaceStore, type PaceStore } from '#collect/upstream/pace.js';
import { isUsable, type PageStore } from '#collect/upstream/page-store.js';
import type { Db } from '#store/db.js';
import { countTurns, holdSource, returnPace, takeTurns } from '#store/source-pace.js';
import { findUpstreamPage, keepUpstreamPage } from '#store/upstream-pages.js';

export interface SharedParts {
  readonly db: Db;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** Turns are seldom further ahead, unless the database's clock has gone back. */
const FAR_AHEAD_MS = 60_000;

/** The paced turns of all processes of one database; `process` is the id of this one. */
export function sharedPaceStore({ db, clock, log }: SharedParts, process: string): PaceStore {
  const local = localPaceStore(clock.nowMs);
  const missed = (error: unknown) =>
    log.warn({ err: error }, 'the shared pace of a source is unavailable');
  const take: PaceStore['take'] = async (source, asked) => {
    const turns = await takeTurns(db, process, source, asked);
    const isFar = Math.max(turns.waitMs, turns.heldMs) > FAR_AHEAD_MS;
    return isFar && (await returnPace(db)) > 0 ? takeTurns(db, process, source, asked) : turns;
  };
  return {
    take: (source, asked) =>
      take(source, asked).catch((error: unknown) => {
        missed(error);
        return local.take(source, asked);
      }),
    taken: (source) => countTurns(db, source),
    hold: async (source, ms) => {
      await local.hold(source, ms);
      await holdSource(db, source, ms).catch(missed);
    },
  };
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** The upstream pages of all processes of one database; null where the operator turned it off. */
export function sharedPageStore(
  { db, clock, log }: SharedParts,
  { UPSTREAM_SHARED_BYTES }: Limits,
): PageStore | null {
  if (UPSTREAM_SHARED_BYTES === 0) return null;
  return {
    find: async (key, sinceMs) => {
      try {
        const row = await findUpstreamPage(db, key, new Date(sinceMs));
        if (row === undefined) return null;
        const readAtMs = row.read_at.getTime();
        if (!isUsable(readAtMs, sinceMs, clock.nowMs())) return null;
        return { body: await unpack(row.body), readAtMs };
      } catch (error) {
        log.warn({ err: error }, 'a stored upstream page could not be read');
        return null;
      }
    },
    keep: (key, { body, readAtMs }) => {
      pack(body, { level: constants.Z_BEST_SPEED })
        .then((packed) => keepUpstreamPage(db, key, { body: packed, read_at: new Date(readAtMs) }))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'an upstream page could not be stored for other processes'),
        );
    },
  };
}
