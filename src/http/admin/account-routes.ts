/** Routes of accounts, their keys, credits and usage. */

import { OperatorError } from '#base/operator-error.js';
import type { AccountStatus } from '#contract/values.js';
import { showBalances } from '#service/accounts/balances.js';
import { changeFeed } from '#service/accounts/feeds.js';
import { createKey, type KeySettings, type NewKeySettings } from '#service/accounts/keys.js';
import {
  type AccountChanges,
  changeAccount,
  createAccount,
  grant,
  type NewAccount,
  reportUsage,
  showAccount,
  showAccounts,
} from '#service/accounts/manage.js';
import { showUsageReport, type UsageGroup } from '#service/accounts/report-usage.js';
import {
  changeAnyKey,
  changeStatusOfAll,
  createTestKey,
  endAnyKey,
  showAllKeys,
} from '#service/accounts/test-keys.js';
import { eraseAccount } from '#service/operations/erase-account.js';
import { exportAccount } from '#service/operations/export-account.js';
import { changesOf, objectOf, periodOf } from './fields.js';
import type { AdminInput, AdminRoute } from './route.js';

const SETTINGS = ['name', 'plan_credits', 'rate_limit', 'max_pending'] as const;
const KEY_SETTINGS = ['label', 'expires'] as const;
const ofAccount = { params: objectOf(['account_id']) };
const account = (input: AdminInput): string => input.params.account_id ?? '';

const NO_DEMO_KEY =
  'No demo key exists: it is created by the first start of the embedded database on this machine, and revoked when a source is configured. "rowhouse accounts create" creates an account with a key.';

export const ACCOUNT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'GET',
    url: '/keys/demo',
    run: async (_app, { demoKey }) => {
      const demo = demoKey();
      if (demo === null) throw new OperatorError(NO_DEMO_KEY);
      return demo;
    },
  },
  {
    method: 'POST',
    url: '/accounts',
    body: objectOf([...SETTINGS, 'extra_credits'], ['name']),
    run: (app, { body, by }) => createAccount(app, body as NewAccount, { by }),
  },
  { method: 'GET', url: '/accounts', run: (app) => showAccounts(app) },
  {
    method: 'GET',
    url: '/accounts/balances',
    query: objectOf(['find'], []),
    run: (app, { query }) => showBalances(app, query.find ?? null),
  },
  {
    method: 'GET',
    url: '/accounts/:account_id',
    ...ofAccount,
    run: (app, input) => showAccount(app, account(input)),
  },
  {
    method: 'POST',
    url: '/accounts/:account_id',
    ...ofAccount,
    body: changesOf(SETTINGS),
    run: (app, input) => changeAccount(app, account(input), input.body as AccountChanges, input.by),
  },
  {
    method: 'POST',
    url: '/accounts/:account_id/status',
    ...ofAccount,
    body: objectOf(['status']),
    run: (app, input) => {
      const { status } = input.body as { status: AccountStatus };
      return changeStatusOfAll(app, input.testService, account(input), status, input.by);
    },
  },
  {
    method: 'POST',
    url: '/accounts/:account_id/export',
    ...ofAccount,
    run: (app, input) => exportAccount(app, input.testService, account(input), input.by),
  },
  {
    method: 'POST',
    url: '/accounts/:account_id/erase',
    ...ofAccount,
    body: objectOf(['confirm']),
    run: (app, input) => {
      const { confirm } = input.body as { confirm: string };
      return eraseAccount(app, input.testService, account(input), confirm, input.by);
    },
  },
  {
    method: 'POST',
    url: '/accounts/:account_id/feeds',
    ...ofAccount,
    body: objectOf(['feed', 'granted']),
    run: (app, input) => {
      const { feed, granted } = input.body as { feed: string; granted: boolean };
      return changeFeed(app, account(input), feed, granted, input.by);
    },
  },
  {
    method: 'POST',
    url: '/keys',
    body: objectOf(
      ['account_id', 'test', ...KEY_SETTINGS, 'scopes', 'credits_max'],
      ['account_id'],
    ),
    run: (app, { body, testService, by }) => {
      const { account_id, test, ...settings } = body as NewKeySettings & {
        readonly account_id: string;
        readonly test?: boolean;
      };
      return test === true
        ? createTestKey(app, testService, account_id, settings, by)
        : createKey(app, account_id, settings, by);
    },
  },
  {
    method: 'GET',
    url: '/keys',
    query: objectOf(['account_id'], []),
    run: (app, { query, testService }) => showAllKeys(app, testService, query.account_id ?? null),
  },
  {
    method: 'POST',
    url: '/keys/:key_id',
    params: objectOf(['key_id']),
    body: changesOf(KEY_SETTINGS),
    run: (app, { params, body, testService, by }) =>
      changeAnyKey(app, testService, params.key_id ?? '', body as KeySettings, by),
  },
  {
    method: 'POST',
    url: '/keys/:key_id/revoke',
    params: objectOf(['key_id']),
    run: (app, input) => endAnyKey(app, input.testService, input.params.key_id ?? '', input.by),
  },
  {
    method: 'POST',
    url: '/credits',
    body: objectOf(['account_id', 'amount', 'kind']),
    run: (app, { body, by }) => grant(app, body as Parameters<typeof grant>[1], by),
  },
  {
    method: 'GET',
    url: '/usage',
    query: objectOf(['account_id', 'by', 'from', 'to'], ['by']),
    run: (app, { query }) =>
      showUsageReport(app, {
        account_id: query.account_id ?? null,
        by: query.by as UsageGroup,
        ...periodOf(query),
      }),
  },
  {
    method: 'GET',
    url: '/usage/:account_id',
    ...ofAccount,
    run: (app, input) => reportUsage(app, account(input)),
  },
];
