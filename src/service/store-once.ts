/** What a POST creates: one object per Idempotency-Key, and a limited number per account. */
import { type ApiError, apiError } from '#domain/api-error.js';
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

/** How objects of one kind are found and stored. */
interface Kind<T> {
  find(tx: Db, accountId: string, key: string): Promise<T | undefined>;
  count(tx: Db, accountId: string): Promise<number>;
  insert(tx: Db): Promise<T>;
  readonly max: number;
  /** Thrown when the account already has `max` of them. */
  tooMany(): ApiError;
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
    if ((await kind.count(tx, by.account_id)) >= kind.max) throw kind.tooMany();
    return { stored: await kind.insert(tx), replayed: false };
  });
