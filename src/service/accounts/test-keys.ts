/**
 * Test keys: keys of an account that read the sandbox whatever sources are configured. They use an
 * application of their own, with its own store: it shares no live results, credits or watches.
 */
import { OperatorError } from '#base/operator-error.js';
import { KEY_RANDOM_BYTES, makeApiKey } from '#domain/api-key.js';
import { noteAccessChange } from '#store/access.js';
import { type Account, findAccount, insertAccount, updateAccount } from '#store/accounts.js';
import { type App, now, type Parts } from '../app.js';
import { noteChange, type Operator, THE_SERVICE } from './audit-log.js';
import {
  changeKeyOf,
  createdKey,
  endKeyOf,
  type IssuedKey,
  issueKey,
  type KeySettings,
  lockForKey,
  type NewKeySettings,
  NO_KEY,
  type Note,
  noteBy,
  refuseFrozen,
  requireAccount,
  showKeys,
  warningOf,
} from './keys.js';
import { changeStatus } from './manage.js';

/** Monthly credits of test keys. They buy synthetic pages only. */
export const TEST_PLAN_CREDITS = 100_000;

/** The application behind test keys. */
export interface TestService {
  /** Opens it; creates it if it does not exist. */
  open(): Promise<App>;
  /** The application once a test key exists; null before. */
  find(): Promise<App | null>;
}

/**
 * A test key for an account, which the test store has with its limits and its own plan; created
 * before or after a freeze, a suspension or an erasure of the account, never during one.
 */
export async function createTestKey(
  app: Parts<'clock' | 'db'>,
  service: TestService,
  accountId: string,
  settings: NewKeySettings = {},
  by: Operator = THE_SERVICE,
): Promise<IssuedKey> {
  // Before the lock: the first test key creates the store, which takes a while.
  await requireAccount(app.db, accountId);
  await refuseFrozen(app.db, accountId);
  const test = await service.open();
  const key = makeApiKey(test.ids.bytes(KEY_RANDOM_BYTES), 'test');
  return app.db.transaction(async (live) => {
    const account = await lockForKey(live, accountId);
    const issued = await test.db.transaction(async (tx) => {
      const known = await findAccount(tx, accountId);
      const stored: Account = { ...account, plan_credits: TEST_PLAN_CREDITS };
      await (known === undefined ? insertAccount(tx, stored) : updateAccount(tx, stored));
      await noteAccessChange(tx, accountId, now(test));
      return issueKey(test, tx, accountId, key, settings);
    });
    test.caches.access.forget(accountId);
    await noteChange(app, live, by, createdKey('key.create_test', accountId, issued));
    return { ...issued, ...warningOf(account) };
  });
}

/** Live and test keys of an account, or of all. */
export async function showAllKeys(
  app: Parts<'db'>,
  service: TestService,
  accountId: string | null,
) {
  const { keys } = await showKeys(app, accountId);
  const test = await service.find();
  if (test === null) return { keys };
  return { keys: [...keys, ...(await showKeys(test, accountId)).keys] };
}

/** Changes the label and the expiry of a key of either kind. */
export async function changeAnyKey(
  app: Parts<'caches' | 'clock' | 'db'>,
  service: TestService,
  keyId: string,
  settings: KeySettings,
  by: Operator = THE_SERVICE,
) {
  const live = await changeKeyOf(app, keyId, settings, noteBy(app, by));
  if (live !== undefined) return live;
  const test = await service.find();
  const changed =
    test === null ? undefined : await changeKeyOf(test, keyId, settings, noteInLive(app, by));
  if (changed === undefined) throw new OperatorError(NO_KEY);
  return changed;
}

/** Revokes a key of either kind. */
export async function endAnyKey(
  app: Parts<'caches' | 'clock' | 'db'>,
  service: TestService,
  keyId: string,
  by: Operator = THE_SERVICE,
) {
  const live = await endKeyOf(app, keyId, noteBy(app, by));
  if (live !== undefined) return live;
  const test = await service.find();
  const ended = test === null ? undefined : await endKeyOf(test, keyId, noteInLive(app, by));
  if (ended === undefined) throw new OperatorError(NO_KEY);
  return ended;
}

/** Operators read one log: the one beside the live keys. */
const noteInLive =
  (app: Parts<'clock' | 'db'>, by: Operator): Note =>
  (_tx, change) =>
    noteChange(app, app.db, by, change);

/** Suspends or resumes an account, its test keys too. */
export async function changeStatusOfAll(
  app: Parts<'caches' | 'clock' | 'db'>,
  service: TestService,
  accountId: string,
  status: Account['status'],
  by: Operator = THE_SERVICE,
) {
  const changed = await changeStatus(app, accountId, status, by);
  const test = await service.find();
  if (test !== null && (await findAccount(test.db, accountId)) !== undefined) {
    await changeStatus(test, accountId, status, by);
  }
  return changed;
}
