/** A primary and a standby behind HAProxy, whoever promotes; paths of the primary can be cut. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Relay } from '../support/relay.js';
import type { SmallDisk } from '../support/small-disk.js';

const LOOK_EVERY_MS = 100;
const CONNECT_MS_MAX = 2_000;

/**
 * What happens to the primary; `crashed`: killed, but not its agent; `late`: killed when its
 * standby has received nothing for a while. `standby`: the standby is stopped instead; `alone`: the
 * primary is killed after that, when charges no longer waited for the standby, which is back;
 * `etcd`: etcd is stopped until no server may be written.
 */
export type Loss =
  | 'killed'
  | 'crashed'
  | 'stopped'
  | 'cut'
  | 'full'
  | 'cancelled'
  | 'late'
  | 'standby'
  | 'alone'
  | 'etcd';

export interface Member {
  /** Its address for a superuser, not through HAProxy. */
  readonly url: string;
  /** SIGKILL of all its processes, also of the agent that would start it again. */
  kill(): Promise<void>;
  /** SIGKILL of the server alone, where an agent looks after it. */
  crash(): Promise<void>;
  /** Signals all its processes, also the agent. */
  signalAll(signal: NodeJS.Signals): void;
}

export interface Pair {
  readonly primary: Member;
  readonly standby: Member;
  /** The address for Rowhouse, which HAProxy serves. */
  readonly url: string;
  /** On which the standby follows the primary. */
  readonly replication: Relay;
  /** All paths to and from the primary. */
  readonly paths: readonly Relay[];
  /** Signals etcd; null where none is. */
  readonly signalEtcd: ((signal: NodeJS.Signals) => void) | null;
  /** On which the primary lies, when it is to be filled. */
  readonly disk: SmallDisk | null;
  /** Resolves when a server may be written again: promotes the standby, or waits for its agent. */
  failOver(loss: Loss): Promise<void>;
  /** Resolves when the pair is whole again; null where nobody makes it whole by itself. */
  readonly rejoin: ((loss: Loss) => Promise<void>) | null;
  stop(): Promise<void>;
}

/** The first value of one statement. */
export async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS_MAX });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Resolves when the statement's first value is `wanted`; throws with `why` after `msMax`. */
export async function untilSays(
  url: string,
  text: string,
  wanted: unknown,
  msMax: number,
  why: () => string,
): Promise<void> {
  const late = performance.now() + msMax;
  while (performance.now() < late) {
    if ((await ask(url, text).catch(() => undefined)) === wanted) return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`${text} is not ${String(wanted)} after ${msMax} ms. ${why()}`);
}

/** How the standby of a primary is seen by it. */
export const STANDBY_STATE = `select sync_state from pg_stat_replication where state = 'streaming'`;
