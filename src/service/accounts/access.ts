/**
 * In-memory cache of keys and their accounts. Cached keys are valid only while the changes of all
 * nodes were fetched within the last second, so a revoked key or a suspended account stops working
 * everywhere within that second; otherwise the database is queried.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.js';
import { accessChanges, accessVersion } from '#store/access.js';
import type { Db } from '#store/db.js';
import { type AdmittedKey, type FoundKey, findKeyByHash, noteKeyUses } from '#store/keys.js';

export interface Access {
  /** The active key with this hash, recorded as used, or undefined. Synchronous when cached. */
  find(hash: string): AdmittedKey | undefined | Promise<AdmittedKey | undefined>;
  /** The same from the cache alone: undefined when it is not cached or not valid now. */
  known(hash: string): AdmittedKey | undefined;
  /** Calls back when an account or its keys change on any node; returns a function that ends it. */
  onChange(listener: OnAccessChange): () => void;
  /** This account has just changed here: its keys must be looked up again. */
  forget(accountId: string): void;
  /**
   * Checks for changes and stores key uses until the signal aborts; without it every key is looked
   * up.
   */
  watch(signal: AbortSignal): Promise<void>;
}

/** How long a check for changes is valid, and how often it runs. */
const VALID_MS = 900;
const LOOK_EVERY_MS = 250;
const CHANGES_MAX = 1_000;
/** How often the last use of keys is stored. */
const USES_EVERY_MS = 60_000;

/** Called when an account or its keys have changed; null when any account may have. */
export type OnAccessChange = (accountId: string | null) => void;

/** Opens the cache over a database; `keysMax` bounds it. */
export function openAccess(db: Db, clock: Clock, keysMax: number): Access {
  const caches = new KeyMemory(keysMax);
  const uses = new KeyUses(keysMax);
  const admit = (key: FoundKey | undefined, atMs: number) => {
    if (key === undefined || isExpired(key, atMs)) return undefined;
    uses.note(key.key_id, atMs);
    return key;
  };
  const known = (hash: string) => {
    const atMs = clock.nowMs();
    return atMs < caches.validUntilMs ? admit(caches.keys.get(hash), atMs) : undefined;
  };
  return {
    find: (hash) =>
      known(hash) ?? lookUp(db, caches, hash).then((key) => admit(key, clock.nowMs())),
    known,
    onChange: (listener) => {
      caches.listeners.add(listener);
      return () => caches.listeners.delete(listener);
    },
    forget: (accountId) => caches.forget(accountId),
    watch: async (signal) => {
      let storedMs = clock.nowMs();
      while (!signal.aborted) {
        await look(db, clock, caches).catch(() => undefined);
        if (clock.nowMs() - storedMs >= USES_EVERY_MS) {
          storedMs = clock.nowMs();
          await uses.store(db).catch(() => undefined);
        }
        await clock.sleep(LOOK_EVERY_MS, signal);
      }
      await uses.store(db).catch(() => undefined);
    },
  };
}

/** Whether a key has expired. */
export const isExpired = ({ expires_at }: Pick<FoundKey, 'expires_at'>, atMs: number): boolean =>
  expires_at !== null && expires_at.getTime() <= atMs;

/** Last uses of keys not yet stored. Keys that do not fit are recorded at their next use. */
class KeyUses {
  #lastMs = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  note(keyId: string, atMs: number): void {
    if (this.#lastMs.size < this.#max || this.#lastMs.has(keyId)) this.#lastMs.set(keyId, atMs);
  }

  /** Stores the recorded uses; a use that cannot be stored is lost until the key is used again. */
  async store(db: Db): Promise<void> {
    const uses = [...this.#lastMs].map(([key_id, ms]) => ({ key_id, at: new Date(ms) }));
    this.#lastMs = new Map();
    if (uses.length > 0) await noteKeyUses(db, uses);
  }
}

class KeyMemory {
  readonly keys: LRUCache<string, FoundKey>;
  /** Hashes of the cached keys of an account. */
  readonly #ofAccount = new Map<string, Set<string>>();
  /** The last version seen; null before the first look. */
  version: number | null = null;
  /** Counts invalidations: a key that was being read during one is not cached. */
  forgotten = 0;
  validUntilMs = 0;
  readonly listeners = new Set<OnAccessChange>();

  constructor(keysMax: number) {
    this.keys = new LRUCache({
      max: keysMax,
      dispose: ({ account_id }, hash) => {
        const hashes = this.#ofAccount.get(account_id);
        hashes?.delete(hash);
        if (hashes?.size === 0) this.#ofAccount.delete(account_id);
      },
    });
  }

  keep(hash: string, key: FoundKey): void {
    this.keys.set(hash, key);
    const hashes = this.#ofAccount.get(key.account_id) ?? new Set();
    this.#ofAccount.set(key.account_id, hashes.add(hash));
  }

  forget(accountId: string): void {
    this.forgotten += 1;
    for (const hash of this.#ofAccount.get(accountId) ?? []) this.keys.delete(hash);
    for (const listener of this.listeners) listener(accountId);
  }

  forgetAll(): void {
    this.forgotten += 1;
    this.keys.clear();
    for (const listener of this.listeners) listener(null);
  }
}

/** A key read while a change was applied may be outdated: it is not cached. */
async function lookUp(db: Db, caches: KeyMemory, hash: string): Promise<FoundKey | undefined> {
  const { forgotten } = caches;
  const key = await findKeyByHash(db, Buffer.from(hash, 'base64url'));
  const known = caches.version !== null && forgotten === caches.forgotten;
  if (key !== undefined && known) caches.keep(hash, key);
  return key;
}

/** Applies the changes since the last check; after a gap, nothing cached is valid. */
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
