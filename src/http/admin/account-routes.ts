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
import { type AdminRoute, get, post } from './route.js';

const SETTINGS = ['name', 'plan_credits', 'rate_limit', 'max_pending'] as const;
const KEY_SETTINGS = ['label', 'expires'] as const;
const NEW_KEY = ['account_id', 'test', ...KEY_SETTINGS, 'scopes', 'credits_max'] as const;

const NO_DEMO_KEY =
  'No demo key exists: it is created by the first start of the embedded database on this machine, and revoked when a source is configured. "rowhouse accounts create" creates an account with a key.';

export const ACCOUNT_ROUTES: readonly AdminRoute[] = [
  get('/keys/demo', {}, async (_app, { demoKey }) => {
    const demo = demoKey();
    if (demo === null) throw new OperatorError(NO_DEMO_KEY);
    return demo;
  }),
  post(
    '/accounts',
    { body: objectOf([...SETTINGS, 'extra_credits'], ['name']) },
    (app, { body, by }) => createAccount(app, body as NewAccount, { by }),
  ),
  get('/accounts', {}, (app) => showAccounts(app)),
  get('/accounts/balances', { query: objectOf(['find'], []) }, (app, { query }) =>
    showBalances(app, query.find ?? null),
  ),
  get('/accounts/:account_id', {}, (app, input) => showAccount(app, input.params.account_id)),
  post('/accounts/:account_id', { body: changesOf(SETTINGS) }, (app, input) =>
    changeAccount(app, input.params.account_id, input.body as AccountChanges, input.by),
  ),
  post('/accounts/:account_id/status', { body: objectOf(['status']) }, (app, input) => {
    const { status } = input.body as { status: AccountStatus };
    return changeStatusOfAll(app, input.testService, input.params.account_id, status, input.by);
  }),
  post('/accounts/:account_id/export', {}, (app, input) =>
    exportAccount(app, input.testService, input.params.account_id, input.by),
  ),
  post('/accounts/:account_id/erase', { body: objectOf(['confirm']) }, (app, input) => {
    const { confirm } = input.body as { confirm: string };
    return eraseAccount(app, input.testService, input.params.account_id, confirm, input.by);
  }),
  post('/accounts/:account_id/feeds', { body: objectOf(['feed', 'granted']) }, (app, input) => {
    const { feed, granted } = input.body as { feed: string; granted: boolean };
    return changeFeed(app, input.params.account_id, feed, granted, input.by);
  }),
  post('/keys', { body: objectOf(NEW_KEY, ['account_id']) }, (app, { body, testService, by }) => {
    const { account_id, test, ...settings } = body as NewKeySettings & {
      readonly account_id: string;
      readonly test?: boolean;
    };
    return test === true
      ? createTestKey(app, testService, account_id, settings, by)
      : createKey(app, account_id, settings, by);
  }),
  get('/keys', { query: objectOf(['account_id'], []) }, (app, { query, testService }) =>
    showAllKeys(app, testService, query.account_id ?? null),
  ),
  post(
    '/keys/:key_id',
    { body: changesOf(KEY_SETTINGS) },
    (app, { params, body, testService, by }) =>
      changeAnyKey(app, testService, params.key_id, body as KeySettings, by),
  ),
  post('/keys/:key_id/revoke', {}, (app, input) =>
    endAnyKey(app, input.testService, input.params.key_id, input.by),
  ),
  post('/credits', { body: objectOf(['account_id', 'amount', 'kind']) }, (app, { body, by }) =>
    grant(app, body as Parameters<typeof grant>[1], by),
  ),
  get('/usage', { query: objectOf(['account_id', 'by', 'from', 'to'], ['by']) }, (app, { query }) =>
    showUsageReport(app, {
      account_id: query.account_id ?? null,
      by: query.by as UsageGroup,
      ...periodOf(query),
    }),
  ),
  get('/usage/:account_id', {}, (app, input) => reportUsage(app, input.params.account_id)),
];
