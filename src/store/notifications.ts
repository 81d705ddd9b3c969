import type { Clock } from '#base/clock.js';
import type { Pool } from './db.js';
import { isReadOnly } from './server-sessions.js';

/**
 * What processes wait for: a collection to claim, a collection that settled (its id), a new result
 * of a page (its hash), and new events of an account (its id).
 */
export const SIGNALS = ['queued', 'settled', 'stored', 'logged'] as const;
export type Signal = (typeof SIGNALS)[number];

export interface Notifications {
  /** Notifies every node; a lost notification is caught by polling. */
  send(signal: Signal, id: string): void;
  /** Calls back at each signal; returns the function that unsubscribes. */
  on(signal: Signal, heard: (id: string) => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'rowhouse';

/** Signals inside one process: all that the embedded database needs. */
export function localNotifications(): Notifications {
  const heard = {
    queued: new Set<(id: string) => void>(),
    settled: new Set<(id: string) => void>(),
    stored: new Set<(id: string) => void>(),
    logged: new Set<(id: string) => void>(),
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

/** A lost LISTEN session is reopened after this long, repeatedly until it succeeds. */
const RELISTEN_MS = 1_000;
/** How often the session is pinged: a broken path is silent. */
const PING_MS = 5_000;

/**
 * Signals between the nodes of one PostgreSQL, by LISTEN/NOTIFY on a session of its own. While that
 * session is lost, long polls fall back to polling the store.
 */
export async function sharedNotifications(pool: Pool, clock: Clock): Promise<Notifications> {
  const local = localNotifications();
  const closing = new AbortController();
  const first = await listen(pool, local, clock, closing.signal);
  const kept = keepListening(pool, local, clock, closing.signal, first);
  return {
    ...local,
    send: (signal, id) => {
      pool
        .rows('select pg_notify($1, $2)', [CHANNEL, `${signal} ${id}`])
        .catch(() => local.send(signal, id));
    },
    close: async () => {
      closing.abort();
      await kept;
    },
  };
}

/** Listens again each time the session is lost, until it is closed. */
async function keepListening(
  pool: Pool,
  local: Notifications,
  clock: Clock,
  closing: AbortSignal,
  first: Listening,
): Promise<void> {
  let listening: Listening | undefined = first;
  while (!closing.aborted) {
    await listening?.ended;
    if (closing.aborted) return;
    await clock.sleep(RELISTEN_MS, closing);
    if (closing.aborted) return;
    listening = await listen(pool, local, clock, closing).catch(() => undefined);
  }
  await listening?.ended;
}

type Session = Awaited<ReturnType<Pool['session']>>;

interface Listening {
  /** Resolves when the session is lost or closed. */
  readonly ended: Promise<void>;
}

/** Opens the session and listens. */
async function listen(
  pool: Pool,
  local: Notifications,
  clock: Clock,
  closing: AbortSignal,
): Promise<Listening> {
  const session = await pool.session();
  session.on('notification', ({ payload }) => {
    const [name, id] = (payload ?? '').split(' ');
    const signal = SIGNALS.find((known) => known === name);
    if (signal !== undefined && id !== undefined) local.send(signal, id);
  });
  const ended = new Promise<void>((done) => {
    session.once('end', () => done());
    // Closed while the session was being opened: nothing else closes it.
    if (closing.aborted) done();
    closing.addEventListener('abort', () => done(), { once: true });
  });
  await session.query(`listen ${CHANNEL}`).catch((fault: unknown) => {
    // Without a release, each failure would take one session of the pool for good.
    session.release(true);
    throw fault;
  });
  const over = Promise.race([ended, silent(session, clock, closing)]);
  return { ended: over.then(() => session.release(true)) };
}

/** Resolves when the session no longer answers, is read-only, or is no longer needed. */
async function silent(session: Session, clock: Clock, closing: AbortSignal): Promise<void> {
  for (;;) {
    await clock.sleep(PING_MS, closing);
    if (closing.aborted) return;
    const writable = await isReadOnly(session).then(
      (readOnly) => !readOnly,
      () => false,
    );
    if (!writable) return;
  }
}
