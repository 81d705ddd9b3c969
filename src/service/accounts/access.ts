/**
 * Keys and their accounts in memory. What is kept is believed only while the changes of all nodes were
 * looked up within the last second, so a revoked key or a suspended account ends everywhere within
 * that second; else the database is asked (decisions §3).
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.js';
import { accessChanges, accessVersion } from '#store/access.js';
import type { Db } from '#store/db.js';
import { type AdmittedKey, findKeyByHash } from '#store/keys.js';

export interface Access {
  /** The living key with this digest; undefined when there is none. At once when it is known. */
  find(digest: string): AdmittedKey | undefined | Promise<AdmittedKey | undefined>;
  /** The same from memory alone: undefined when it is not there, or may not be believed now. */
  known(digest: string): AdmittedKey | undefined;
  /** Something of this account has just changed here: its keys are looked up again. */
  forget(accountId: string): void;
  /** Looks for changes until the signal aborts; without it every key is looked up. */
  watch(signal: AbortSignal): Promise<void>;
}

/** How long a look at the changes is good for, and how often one is made. */
const VALID_MS = 900;
const LOOK_EVERY_MS = 250;
const CHANGES_MAX = 1_000;

/** Called when an account or its keys have changed; null when any account may have. */
export type OnAccessChange = (accountId: string | null) => void;

/** Opens the memory over a database; `keysMax` bounds it. */
export function openAccess(
  db: Db,
  clock: Clock,
  keysMax: number,
  onChange: OnAccessChange,
): Access {
  const caches = new KeyMemory(keysMax, onChange);
  const known = (digest: string) =>
    clock.nowMs() < caches.validUntilMs ? caches.keys.get(digest) : undefined;
  return {
    find: (digest) => known(digest) ?? lookUp(db, caches, digest),
    known,
    forget: (accountId) => caches.forget(accountId),
    watch: async (signal) => {
      while (!signal.aborted) {
        await look(db, clock, caches).catch(() => undefined);
        await clock.sleep(LOOK_EVERY_MS, signal);
      }
    },
  };
}

class KeyMemory {
  readonly keys: LRUCache<string, AdmittedKey>;
  /** Digests of the keys known of an account. */
  readonly #ofAccount = new Map<string, Set<string>>();
  /** The last version seen; null before the first look. */
  version: number | null = null;
  /** Counts what was forgotten: a key that was being read meanwhile is not kept. */
  forgotten = 0;
  validUntilMs = 0;
  readonly #onChange: OnAccessChange;

  constructor(keysMax: number, onChange: OnAccessChange) {
    this.#onChange = onChange;
    this.keys = new LRUCache({
      max: keysMax,
      dispose: ({ account_id }, digest) => {
        const digests = this.#ofAccount.get(account_id);
        digests?.delete(digest);
        if (digests?.size === 0) this.#ofAccount.delete(account_id);
      },
    });
  }

  keep(digest: string, key: AdmittedKey): void {
    this.keys.set(digest, key);
    const digests = this.#ofAccount.get(key.account_id) ?? new Set();
    this.#ofAccount.set(key.account_id, digests.add(digest));
  }

  forget(accountId: string): void {
    this.forgotten += 1;
    for (const digest of this.#ofAccount.get(accountId) ?? []) this.keys.delete(digest);
    this.#onChange(accountId);
  }

  forgetAll(): void {
    this.forgotten += 1;
    this.keys.clear();
    this.#onChange(null);
  }
}

/** A key that was read while a change was taken in may be of before it: such a one is not kept. */
async function lookUp(db: Db, caches: KeyMemory, digest: string): Promise<AdmittedKey | undefined> {
  const { forgotten } = caches;
  const key = await findKeyByHash(db, Buffer.from(digest, 'base64url'));
  const known = caches.version !== null && forgotten === caches.forgotten;
  if (key !== undefined && known) caches.keep(digest, key);
  return key;
}

/** Takes in what changed since the last look; after a gap nothing known is believed any more. */
async function look(db: Db, clock: Clock, caches: KeyMemory): Promise<void> {
  const atMs = clock.nowMs();
  if (caches.version === null) {
    caches.version = await accessVersion(db);
  } else {
    const changes = await accessChanges(db, caches.version, CHANGES_MAX);
    const gap = changes.length > 0 && changes[0]?.version !== caches.version + 1;
    if (gap || changes.length === CHANGES_MAX) {
      caches.version = await accessVersion(db);
      caches.forgetAll();
    } else {
      for (const { version, account_id } of changes) {
        caches.version = version;
        caches.forget(account_id);
      }
    }
  }
  caches.validUntilMs = atMs + VALID_MS;
}
