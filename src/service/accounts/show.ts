import { assert } from '#base/assert.js';
import { DAY_S } from '#contract/durations.js';
import { BASE_PATH } from '#contract/envelope.js';
import type { AccountBody } from '#contract/operations/service.js';
import { routeById } from '#contract/routes.js';
import { nextPeriodMs, planPeriod } from '#domain/credits.js';
import { findAccount } from '#store/accounts.js';
import { countByState } from '#store/endpoints.js';
import { findKeyById } from '#store/keys.js';
import { readBalance } from '#store/ledger.js';
import { usageByDay } from '#store/usage.js';
import { now, type Parts, secondsFromNow } from '../app.js';
import type { Owner } from './admit-caller.js';
import { scopesOfKey } from './require-scope.js';

/** Days of usage that are returned, today included. */
export const USAGE_DAYS = 31;

/** The balance, limits and usage by day and route of the caller's account. Free. */
export async function showOwnAccount(
  app: Parts<'clock' | 'db'>,
  { account_id: accountId, key_id: keyId }: Owner,
): Promise<AccountBody> {
  const account = await findAccount(app.db, accountId);
  assert(account !== undefined, 'an admitted caller has an account');
  const at = now(app);
  const since = secondsFromNow(app, -(USAGE_DAYS - 1) * DAY_S);
  since.setUTCHours(0, 0, 0, 0);
  const usage = await usageByDay(app.db, accountId, since);
  return {
    account_id: account.account_id,
    name: account.name,
    status: account.status,
    balance: await readBalance(app.db, account, at),
    plan: {
      credits_per_month: account.plan_credits,
      period: planPeriod(at.getTime()),
      resets_at: new Date(nextPeriodMs(at.getTime())).toISOString(),
    },
    limits: {
      calls_per_minute: account.rate_limit_per_minute,
      pending_searches: account.max_pending,
    },
    key: await ownKey(app, keyId),
    endpoints: await countByState(app.db, accountId),
    usage: usage.map(({ date, route, ...counts }) => ({
      date,
      route,
      path: `${BASE_PATH}${routeById(route)?.path ?? ''}`,
      ...counts,
    })),
  };
}

/** What the key of a call may do. */
async function ownKey(app: Parts<'db'>, keyId: string): Promise<AccountBody['key']> {
  const key = await findKeyById(app.db, keyId);
  assert(key !== undefined, 'keys are never removed');
  return {
    key_id: key.key_id,
    scopes: scopesOfKey(key),
    credits_max: key.credits_max,
    credits_used: key.credits_max === null ? null : key.credits_used,
    expires_at: key.expires_at?.toISOString() ?? null,
  };
}
