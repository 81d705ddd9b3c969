/** Erases an account and its test keys: docs/decisions/0047 lists what goes and what stays. */
import { OperatorError } from '#base/operator-error.js';
import { CLOCKS_APART_S } from '#contract/limits.js';
import { NO_ACCOUNT } from '#contract/operator.js';
import { noteAccessChange } from '#store/access.js';
import { dueForErasure, lockAccount } from '#store/accounts.js';
import {
  beginErasure,
  endErasure,
  findErasure,
  noteHitResults,
  openErasures,
  pendingOf,
  removeOwn,
  removeRequests,
  removeResults,
} from '#store/erasures.js';
import { listKeys } from '#store/keys.js';
import { transferTables } from '#store/transfer/tables.js';
import { noteChange, type Operator, THE_SERVICE } from '../accounts/audit-log.js';
import type { TestService } from '../accounts/test-keys.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { cancelIfPending } from './jobs.js';

/** Nodes learn of revoked keys within a second; calls that were already admitted end meanwhile. */
const ADMITTED_MS = 2_000;
/** Steps of one erasure; each removes CLEANUP_ROWS of a table. */
const STEPS_MAX = 100_000;
/** Erasures that one cleanup continues. */
const CONTINUED_MAX = 10;

/**
 * Erases an account for good: its keys are rejected within a second, pending jobs are cancelled
 * uncharged. `confirm` is its name. Repeating it finishes an interrupted erasure. Throws
 * OperatorError.
 */
export async function eraseAccount(
  app: App,
  service: TestService,
  accountId: string,
  confirm: string,
  by: Operator,
) {
  const test = await service.find();
  const keys = test === null ? [] : await listKeys(test.db, accountId);
  const keyIds = keys.map(({ key_id }) => key_id);
  await begin(app, accountId, confirm, keyIds, by);
  const stores = test !== null && (await isThere(test, accountId)) ? [test, app] : [app];
  if (stores.length > 1 && test !== null) await begin(test, accountId, null, [], by);
  await app.clock.sleep(ADMITTED_MS);
  for (const store of stores) await finish(store, accountId, by);
  const erased = await findErasure(app.db, accountId);
  return { account_id: accountId, erased_at: erased?.erased_at ?? null };
}

const isThere = (app: Parts<'db'>, accountId: string): Promise<boolean> =>
  app.db.transaction(async (tx) => (await lockAccount(tx, accountId)) !== undefined);

/** Makes the account unusable and nameless in one transaction; `confirm` is null if checked. */
async function begin(
  app: Parts<'caches' | 'clock' | 'db'>,
  accountId: string,
  confirm: string | null,
  keyIds: readonly string[],
  by: Operator,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined) throw new OperatorError(NO_ACCOUNT);
    const isBegun = (await findErasure(tx, accountId)) !== undefined;
    if (!isBegun && confirm !== null && confirm !== account.name) {
      throw new OperatorError(
        '--confirm is not the name of this account. "rowhouse accounts show ID" shows it. Nothing was changed.',
      );
    }
    await beginErasure(tx, accountId, keyIds, now(app));
    await noteAccessChange(tx, accountId, now(app));
    if (!isBegun) await noteChange(app, tx, by, { action: 'account.erase', account_id: accountId });
  });
  app.caches.access.forget(accountId);
}

/** The rest of the erasure, in small steps so that other work gets its turn. */
async function finish(app: App, accountId: string, by: Operator): Promise<void> {
  const rows = app.limits.CLEANUP_ROWS;
  const tables = await transferTables(app.db);
  const at = now(app);
  const dueAt = secondsFromNow(app, CLOCKS_APART_S);
  await noteHitResults(app.db, accountId, dueAt);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const pending = await pendingOf(app.db, accountId, rows);
    for (const requestId of pending) await cancelIfPending(app, requestId, by);
    const own = await removeOwn(app.db, tables, accountId, rows);
    const requests = await removeRequests(app.db, accountId, { at, dueAt }, rows);
    if (pending.length + own + requests === 0) break;
  }
  await endErasure(app.db, accountId, now(app));
}

/**
 * Continues interrupted erasures and removes their now stale results; called by the cleanup. Begins
 * those of accounts whose time has come, which the next cleanup continues: calls that were admitted
 * end meanwhile.
 */
export async function continueErasures(app: App, limit: number): Promise<number> {
  for (const accountId of await openErasures(app.db, CONTINUED_MAX)) {
    await finish(app, accountId, THE_SERVICE);
  }
  for (const accountId of await dueForErasure(app.db, now(app), CONTINUED_MAX)) {
    await begin(app, accountId, null, [], THE_SERVICE);
  }
  return removeResults(app.db, now(app), limit);
}
