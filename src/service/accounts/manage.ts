/** An operator's actions on accounts, keys and credits. Other tools rely on the returned JSON. */

import { OperatorError } from '#base/operator-error.js';
import type { Balance } from '#contract/operations/service.js';
import { NO_ACCOUNT } from '#contract/operator.js';
import type { AccountStatus } from '#contract/values.js';
import { noteAccessChange } from '#store/access.js';
import {
  type Account,
  insertAccount,
  isNameTaken,
  listAccounts,
  lockAccount,
  setAccountStatus,
  updateAccount,
} from '#store/accounts.js';
import { type Audit, auditLedger, countCaptured } from '#store/audit.js';
import type { Db } from '#store/db.js';
import { countHits } from '#store/hits.js';
import { grantCredits, grantPlan, raisePlan, readBalance } from '#store/ledger.js';
import { countByStatus } from '#store/requests.js';
import { archivedMonthsOf } from '#store/transfer/archived-months.js';
import { now, type Parts, secondsFromNow } from '../app.js';
import { differences, noteChange, type Operator, THE_SERVICE } from './audit-log.js';
import { issueKey, newApiKey, refuseErased, refuseFrozen, requireAccount } from './keys.js';

export interface NewAccount {
  readonly name: string;
  readonly plan_credits?: number | undefined;
  readonly extra_credits?: number | undefined;
  readonly rate_limit?: number | undefined;
  readonly max_pending?: number | undefined;
}

export interface AccountChanges extends Omit<NewAccount, 'name' | 'extra_credits'> {
  readonly name?: string | undefined;
}

interface NewAccountOptions {
  readonly apiKey?: string;
  readonly by?: Operator;
  /** When its key ends, and the account is erased; never when omitted. */
  readonly eraseAt?: Date;
}

/** Creates an account with its credits and a first key. The key is shown here and never again. */
export async function createAccount(
  app: Parts<'clock' | 'db' | 'ids' | 'limits'>,
  input: NewAccount,
  { apiKey = newApiKey(app), by = THE_SERVICE, eraseAt }: NewAccountOptions = {},
) {
  const at = now(app);
  const account: Account = {
    account_id: app.ids.uuid(),
    name: input.name,
    status: 'active',
    plan_credits: input.plan_credits ?? 0,
    rate_limit_per_minute: input.rate_limit ?? app.limits.RATE_LIMIT_PER_MINUTE,
    max_pending: input.max_pending ?? app.limits.PENDING_MAX,
    created_at: at,
    feeds: [],
  };
  const extra = input.extra_credits ?? 0;
  const key = await app.db.transaction(async (tx) => {
    await insertAccount(tx, account, eraseAt);
    await grantPlan(tx, account, at);
    if (extra > 0) await grantCredits(tx, account, 'extra', extra, at);
    const issued = await issueKey(app, tx, account.account_id, apiKey, { expires_at: eraseAt });
    await noteChange(app, tx, by, {
      action: 'account.create',
      account_id: account.account_id,
      after: { ...settingsOf(account), extra_credits: extra, key_id: issued.key_id },
    });
    return issued;
  });
  const warning = await warningOf(app.db, account);
  return { ...describe(account), extra_credits: extra, key, ...warning };
}

/**
 * Changes name, plan and limits of an account; limits apply on every node within a second. A raised
 * plan grants the difference now; a lowered one takes nothing away and applies from the next month.
 */
export async function changeAccount(
  app: Parts<'caches' | 'clock' | 'db'>,
  accountId: string,
  changes: AccountChanges,
  by: Operator = THE_SERVICE,
) {
  const at = now(app);
  const changed = await app.db.transaction(async (tx) => {
    const before = await lockAccount(tx, accountId);
    if (before === undefined) throw new OperatorError(NO_ACCOUNT);
    await refuseFrozen(tx, accountId);
    const account: Account = {
      ...before,
      name: changes.name ?? before.name,
      plan_credits: changes.plan_credits ?? before.plan_credits,
      rate_limit_per_minute: changes.rate_limit ?? before.rate_limit_per_minute,
      max_pending: changes.max_pending ?? before.max_pending,
    };
    // A month that has not started for this account starts with the old plan.
    await grantPlan(tx, before, at);
    await updateAccount(tx, account);
    if (account.plan_credits > before.plan_credits) await raisePlan(tx, account, at);
    await noteAccessChange(tx, accountId, at);
    await noteChange(app, tx, by, {
      action: 'account.update',
      account_id: accountId,
      ...differences(settingsOf(before), settingsOf(account)),
    });
    return { ...describe(account), balance: await readBalance(tx, account, at) };
  });
  app.caches.access.forget(accountId);
  return { ...changed, ...(changes.name !== undefined && (await warningOf(app.db, changed))) };
}

/** Two accounts may have one name, but are easily confused: the operator is warned. */
async function warningOf(
  db: Db,
  { account_id, name }: Pick<Account, 'account_id' | 'name'>,
): Promise<{ warning?: string }> {
  if (!(await isNameTaken(db, name, account_id))) return {};
  return {
    warning: `Another account is also named ${JSON.stringify(name)}. Distinguish them by id.`,
  };
}

/** All accounts. */
export async function showAccounts(app: Parts<'db'>) {
  return { accounts: (await listAccounts(app.db)).map(describe) };
}

/** One account with its balance. */
export async function showAccount(app: Parts<'clock' | 'db'>, accountId: string) {
  const account = await requireAccount(app.db, accountId);
  return { ...describe(account), balance: await readBalance(app.db, account, now(app)) };
}

const ACTIONS = {
  active: 'account.resume',
  suspended: 'account.suspend',
  moved: 'account.move',
} as const satisfies Record<AccountStatus, string>;

/** Suspends, resumes or freezes an account: all of its keys, on every node within a second. */
export async function changeStatus(
  app: Parts<'caches' | 'clock' | 'db'>,
  accountId: string,
  status: Account['status'],
  by: Operator = THE_SERVICE,
) {
  await app.db.transaction(async (tx) => {
    const before = await lockAccount(tx, accountId);
    if (before === undefined) throw new OperatorError(NO_ACCOUNT);
    await (status === 'suspended' ? refuseFrozen : refuseErased)(tx, accountId);
    await setAccountStatus(tx, accountId, status);
    await noteAccessChange(tx, accountId, now(app));
    await noteChange(app, tx, by, {
      action: ACTIONS[status],
      account_id: accountId,
      before: { status: before.status },
      after: { status },
    });
  });
  app.caches.access.forget(accountId);
  return { account_id: accountId, status };
}

/** Grants credits: additional ones, or plan credits of the current month. */
export async function grant(
  app: Parts<'clock' | 'db'>,
  input: { readonly account_id: string; readonly amount: number; readonly kind: 'extra' | 'plan' },
  by: Operator = THE_SERVICE,
): Promise<{ account_id: string; balance: Balance }> {
  const at = now(app);
  return app.db.transaction(async (tx) => {
    const account = await lockAccount(tx, input.account_id);
    if (account === undefined) throw new OperatorError(NO_ACCOUNT);
    await refuseFrozen(tx, input.account_id);
    await grantPlan(tx, account, at);
    const kind = input.kind === 'plan' ? 'adjust' : 'grant';
    const before = await readBalance(tx, account, at);
    await grantCredits(tx, account, input.kind, input.amount, at, kind);
    const balance = await readBalance(tx, account, at);
    await noteChange(app, tx, by, {
      action: 'credits.grant',
      account_id: account.account_id,
      before: { [input.kind]: before[input.kind] },
      after: { [input.kind]: balance[input.kind], amount: input.amount },
    });
    return { account_id: account.account_id, balance };
  });
}

/** An account's usage while requests are retained, and its credits since it was created. */
export async function reportUsage(app: Parts<'clock' | 'db' | 'limits'>, accountId: string) {
  const account = await requireAccount(app.db, accountId);
  return {
    account_id: accountId,
    balance: await readBalance(app.db, account, now(app)),
    requests: await countRequests(app, accountId),
    credits_captured: await countCaptured(app.db, accountId),
  };
}

async function countRequests(app: Parts<'clock' | 'db' | 'limits'>, accountId: string) {
  const counts = await countByStatus(app.db, accountId);
  const since = secondsFromNow(app, -app.limits.JOB_RETENTION_S);
  return { ...counts, complete: counts.complete + (await countHits(app.db, accountId, since)) };
}

/** Proves that every balance is the sum of its entries and every request ended at most once. */
export async function checkLedger(app: Parts<'db'>): Promise<{ ok: boolean } & Audit> {
  const audit = await auditLedger(app.db);
  return { ok: audit.violations.length === 0, ...audit };
}

/** Records of archived months in the order of their chain; a command verifies the files by them. */
export const showArchivedMonths = async (app: Parts<'db'>) => ({
  months: await archivedMonthsOf(app.db),
});

/** The settings of an account that an operator can change. */
const settingsOf = ({ name, plan_credits, rate_limit_per_minute, max_pending }: Account) => ({
  name,
  plan_credits,
  rate_limit_per_minute,
  max_pending,
});

/** The members of an account under their documented names. */
function describe(account: Omit<Account, 'created_at'>) {
  const { account_id, name, status, plan_credits, rate_limit_per_minute, max_pending } = account;
  const { feeds } = account;
  return { account_id, name, status, plan_credits, rate_limit_per_minute, max_pending, feeds };
}
