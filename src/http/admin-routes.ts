/** What the operator's listener offers, one row a command (design: JSON that other tools rely on). */

import {
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

const CREDITS_MAX = 1_000_000_000;
const NAME_CHARS_MAX = 200;
const uuid = { type: 'string', format: 'uuid' };
const count = (minimum: number) => ({ type: 'integer', minimum, maximum: CREDITS_MAX });
const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const byId = { params: object({ id: uuid }, ['id']) };
const id = (input: AdminInput): string => input.params.id ?? '';

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  {
    method: 'POST',
    url: '/accounts',
    body: object(
      {
        name: { type: 'string', minLength: 1, maxLength: NAME_CHARS_MAX },
        plan_credits: count(0),
        extra_credits: count(0),
        rate_limit: count(1),
        max_pending: count(1),
      },
      ['name'],
    ),
    run: (app, { body }) => createAccount(app, body as NewAccount),
  },
  { method: 'GET', url: '/accounts', run: (app) => showAccounts(app) },
  {
    method: 'GET',
    url: '/accounts/:id',
    ...byId,
    run: (app, input) => showAccount(app, id(input)),
  },
  {
    method: 'POST',
    url: '/accounts/:id/status',
    ...byId,
    body: object({ status: { enum: ['active', 'suspended'] } }, ['status']),
    run: (app, input) =>
      changeStatus(app, id(input), (input.body as { status: 'active' | 'suspended' }).status),
  },
  {
    method: 'POST',
    url: '/keys',
    body: object({ account_id: uuid }, ['account_id']),
    run: (app, { body }) => createKey(app, (body as { account_id: string }).account_id),
  },
  {
    method: 'GET',
    url: '/keys',
    query: object({ account_id: uuid }, []),
    run: (app, { query }) => showKeys(app, query.account_id ?? null),
  },
  {
    method: 'POST',
    url: '/keys/:id/revoke',
    ...byId,
    run: (app, input) => endKey(app, id(input)),
  },
  {
    method: 'POST',
    url: '/credits',
    body: object({ account_id: uuid, amount: count(1), kind: { enum: ['extra', 'plan'] } }, [
      'account_id',
      'amount',
      'kind',
    ]),
    run: (app, { body }) => grant(app, body as Parameters<typeof grant>[1]),
  },
  {
    method: 'GET',
    url: '/usage/:id',
    ...byId,
    run: (app, input) => reportUsage(app, id(input)),
  },
  { method: 'GET', url: '/sources', run: (app) => showSources(app) },
  { method: 'GET', url: '/ledger/check', run: (app) => checkLedger(app) },
];
