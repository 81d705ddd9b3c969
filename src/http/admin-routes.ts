/** What the operator's listener offers, one row a command (design: JSON that other tools rely on). */

import {
  type AccountChanges,
  changeAccount,
  changeStatus,
  checkLedger,
  createAccount,
  createKey,
  endKey,
  grant,
  type NewAccount,
  reportUsage,
  showAccount,
  showAccounts,
  showKeys,
} from '#service/accounts/manage.js';
import type { App } from '#service/app.js';
import { showSources } from '#service/operations/show-sources.js';
import { objectOf } from './admin-fields.js';

interface AdminInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface AdminRoute {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: object;
  readonly params?: object;
  readonly query?: object;
  readonly run: (app: App, input: AdminInput) => Promise<unknown>;
}

const SETTINGS = ['name', 'plan_credits', 'rate_limit', 'max_pending'] as const;
const ofAccount = { params: objectOf(['account_id']) };
const account = (input: AdminInput): string => input.params.account_id ?? '';

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  {
    method: 'POST',
    url: '/accounts',
    body: objectOf([...SETTINGS, 'extra_credits'], ['name']),
    run: (app, { body }) => createAccount(app, body as NewAccount),
  },
  { method: 'GET', url: '/accounts', run: (app) => showAccounts(app) },
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
    body: objectOf(SETTINGS, []),
    run: (app, input) => changeAccount(app, account(input), input.body as AccountChanges),
  },
  {
    method: 'POST',
    url: '/accounts/:account_id/status',
    ...ofAccount,
    body: objectOf(['status']),
    run: (app, input) =>
      changeStatus(app, account(input), (input.body as { status: 'active' | 'suspended' }).status),
  },
  {
    method: 'POST',
    url: '/keys',
    body: objectOf(['account_id']),
    run: (app, { body }) => createKey(app, (body as { account_id: string }).account_id),
  },
  {
    method: 'GET',
    url: '/keys',
    query: objectOf(['account_id'], []),
    run: (app, { query }) => showKeys(app, query.account_id ?? null),
  },
  {
    method: 'POST',
    url: '/keys/:key_id/revoke',
    params: objectOf(['key_id']),
    run: (app, input) => endKey(app, input.params.key_id ?? ''),
  },
  {
    method: 'POST',
    url: '/credits',
    body: objectOf(['account_id', 'amount', 'kind']),
    run: (app, { body }) => grant(app, body as Parameters<typeof grant>[1]),
  },
  {
    method: 'GET',
    url: '/usage/:account_id',
    ...ofAccount,
    run: (app, input) => reportUsage(app, account(input)),
  },
  { method: 'GET', url: '/sources', run: (app) => showSources(app) },
  { method: 'GET', url: '/ledger/check', run: (app) => checkLedger(app) },
];
