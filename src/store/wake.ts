import type { Pool } from './db.js';

/** Two things to wait for: a collection to be claimed, and a collection that settled (its id). */
export type Signal = 'queued' | 'settled';

export interface Wake {
  /** Tells everybody on every node; a lost signal is caught by polling. */
  send(signal: Signal, id: string): void;
  /** Calls back at each signal; returns the function that ends it. */
  on(signal: Signal, heard: (id: string) => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'rowhouse';

/** Signals inside one process: all that the embedded database needs. */
export function localWake(): Wake {
  const heard = {
    queued: new Set<(id: string) => void>(),
    settled: new Set<(id: string) => void>(),
  };
  return {
    send: (signal, id) => {
      for (const call of heard[signal]) call(id);
    },
    on: (signal, call) => {
      heard[signal].add(call);
      return () => heard[signal].delete(call);
    },
    close: async () => undefined,
  };
}

/**
 * Signals between the nodes of one PostgreSQL, by LISTEN/NOTIFY on a session of its own. While that
 * session is lost, waiters fall back to polling; it is opened again at the next send.
 */
export async function sharedWake(pool: Pool): Promise<Wake> {
  const local = localWake();
  let session = await listen(pool, local).catch(() => undefined);
  let closed = false;
  const reopen = () => {
    session = undefined;
    if (!closed)
      void listen(pool, local).then(
        (fresh) => {
          session = fresh;
        },
        () => undefined,
      );
  };
  session?.once('error', reopen);
  return {
    ...local,
    send: (signal, id) => {
      pool
        .rows('select pg_notify($1, $2)', [CHANNEL, `${signal} ${id}`])
        .catch(() => local.send(signal, id));
      if (session === undefined) reopen();
    },
    close: async () => {
      closed = true;
      session?.release(true);
    },
  };
}

async function listen(pool: Pool, local: Wake) {
  const session = await pool.session();
  session.on('notification', ({ payload }) => {
    const [signal, id] = (payload ?? '').split(' ');
    if ((signal === 'queued' || signal === 'settled') && id !== undefined) local.send(signal, id);
  });
  await session.query(`listen ${CHANNEL}`);
  return session;
}
