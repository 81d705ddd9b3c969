/** What a POST creates: one object per Idempotency-Key, and a limited number per account. */
import { apiError } from '#domain/api-error.js';
import type { Db } from '#store/db.js';
import { lockActiveAccount } from './accounts/admit-caller.js';
import type { App } from './app.js';

/** The answer to a POST; `replayed` when its Idempotency-Key had already created it. */
export interface Made {
  readonly body: unknown;
  readonly status: 200 | 201 | 202;
  readonly replayed: boolean;
}

/** The call that created an object. */
export interface MadeBy {
  readonly account_id: string;
  readonly idempotency_key: string | null;
  readonly body_hash: string | null;
}

/** What an account may have a number of, and what a caller does who has as many. */
const LIMITED = {
  too_many_watches: ['watches', 'Delete one, or ask the operator for more'],
  too_many_endpoints: ['endpoints', 'Delete one, or ask the operator for more'],
  too_many_snapshots: ['snapshots', 'Delete one, or ask the operator for more'],
  too_many_lookup_batches: ['lookup batches', 'Delete one, or wait until one expires'],
} as const;
type Limited = keyof typeof LIMITED;

/** Throws the error `code` for an account that has `max` of something; it may be 0. */
export function requireRoom(code: Limited, stored: number, max: number): void {
  if (stored < max) return;
  const [things, advice] = LIMITED[code];
  const message =
    max === 0
      ? `This service offers no ${things}. Ask its operator for them.`
      : `An account may have ${max} ${things}. ${advice}.`;
  throw apiError(code, { message });
}

/** How objects of one kind are found and stored. */
interface Kind<T> {
  find(tx: Db, accountId: string, key: string): Promise<T | undefined>;
  count(tx: Db, accountId: string): Promise<number>;
  insert(tx: Db): Promise<T>;
  /** What an account may have, and the error when it has as many. */
  readonly max: number;
  readonly tooMany: Limited;
}

/**
 * Stores what a call creates, or finds what its Idempotency-Key created before. Throws 409
 * idempotency_conflict when another body created that. Locks the account, so that calls with one
 * key wait for each other.
 */
export const storeOnce = <T extends MadeBy>(
  app: Pick<App, 'db'>,
  by: MadeBy,
  kind: Kind<T>,
): Promise<{ readonly stored: T; readonly replayed: boolean }> =>
  app.db.transaction(async (tx) => {
    await lockActiveAccount(tx, by.account_id);
    const key = by.idempotency_key;
    const known = key === null ? undefined : await kind.find(tx, by.account_id, key);
    if (known !== undefined) {
      if (known.body_hash !== by.body_hash) {
        throw apiError('idempotency_conflict', {
          message: 'This Idempotency-Key was already used with another body. Use a new one.',
        });
      }
      return { stored: known, replayed: true };
    }
    requireRoom(kind.tooMany, await kind.count(tx, by.account_id), kind.max);
    return { stored: await kind.insert(tx), replayed: false };
  });
