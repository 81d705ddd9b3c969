/** Operator commands for accounts, their keys, credits and usage. */
import {
  ACCOUNT,
  ACCOUNT_OR_ALL,
  type AdminCommand,
  accountId,
  type CommandOption,
  FROM,
  given,
  path,
  type ShownFields,
  TO,
  withQuery,
} from './admin-command.js';
import { type AdminRequest, CliError } from './call-admin.js';
import { showTable, showValue } from './show.js';

const NAME: CommandOption = {
  name: 'name',
  value: 'name',
  description: 'a display name',
};
const PLAN_CREDITS: CommandOption = {
  name: 'plan-credits',
  value: 'n',
  description: 'credits per calendar month',
  whole: 0,
};
const RATE_LIMIT: CommandOption = {
  name: 'rate-limit',
  value: 'n',
  description: 'calls per minute',
  whole: 1,
};
const MAX_PENDING: CommandOption = {
  name: 'max-pending',
  value: 'n',
  description: 'searches that may be pending at once',
  whole: 1,
};
const LABEL: CommandOption = {
  name: 'label',
  value: 'text',
  description: 'purpose of the key',
};
const EXPIRES: CommandOption = {
  name: 'expires',
  value: 'day',
  description: 'the last day (UTC) on which it is valid, or never',
};
const SCOPES: CommandOption = {
  name: 'scopes',
  value: 'words',
  description: 'scopes: read, search, watches, webhooks, secrets (default: all)',
};
const CREDITS_MAX: CommandOption = {
  name: 'credits-max',
  value: 'n',
  description: 'total credits that the key may spend',
  whole: 0,
};
const TEST: CommandOption = {
  name: 'test',
  description: 'a free key for the sandbox, separate from all live data',
};
/** Name, plan and limits, as the admin listener names them. */
const settingsIn = (options: ShownFields) => ({
  name: options.name,
  plan_credits: options.planCredits,
  rate_limit: options.rateLimit,
  max_pending: options.maxPending,
});

/** The request for usage: the sums of one account, or a report. */
function usageRequest(_words: readonly string[], options: ShownFields): AdminRequest {
  const { account, all, by, from, to } = options;
  if (account === undefined && all !== true)
    throw new CliError('Name an account with --account, or use --all.');
  if (account !== undefined && all === true)
    throw new CliError('--account and --all exclude each other.');
  const isReport = [all, by, from, to].some((value) => value !== undefined);
  if (!isReport) return { method: 'GET', path: `/usage/${path(account)}` };
  const query = { account_id: account, by: by ?? 'day', from, to };
  return { method: 'GET', path: withQuery('/usage', query), isSlow: true };
}

const setStatus = (name: 'suspend' | 'resume' | 'move', status: string): AdminCommand => ({
  name: `accounts ${name}`,
  description:
    name === 'move'
      ? 'freeze an account, to export it to another store; its calls get 503 until then'
      : `${name} an account with all its keys`,
  arguments: [accountId],
  request: ([account]) => ({
    method: 'POST',
    path: `/accounts/${path(account)}/status`,
    body: { status },
  }),
  show: showValue,
});

const setFeed = (name: 'grant' | 'revoke', granted: boolean): AdminCommand => ({
  name: `accounts ${name}`,
  description: granted ? 'grant access to a licensed feed' : 'withdraw access to a licensed feed',
  arguments: [accountId, { name: 'feed', description: 'the feed, such as mls or mls/actris' }],
  request: ([account, feed]) => ({
    method: 'POST',
    path: `/accounts/${path(account)}/feeds`,
    body: { feed, granted },
  }),
  show: showValue,
});

export const ACCOUNT_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'accounts create',
    description: 'create an account and its first key; the key is shown once',
    options: [
      { ...NAME, required: true },
      PLAN_CREDITS,
      { name: 'extra-credits', value: 'n', description: 'credits that do not expire', whole: 0 },
      RATE_LIMIT,
      MAX_PENDING,
    ],
    request: (_words, options) => ({
      method: 'POST',
      path: '/accounts',
      body: given({ ...settingsIn(options), extra_credits: options.extraCredits }),
    }),
    show: showValue,
  },
  {
    name: 'accounts update',
    description: 'change name, plan or limits; a higher plan grants the difference now',
    arguments: [accountId],
    options: [NAME, PLAN_CREDITS, RATE_LIMIT, MAX_PENDING],
    request: ([account], options) => ({
      method: 'POST',
      path: `/accounts/${path(account)}`,
      body: given(settingsIn(options)),
    }),
    show: showValue,
  },
  {
    name: 'accounts list',
    description: 'list all accounts',
    request: () => ({ method: 'GET', path: '/accounts' }),
    list: { member: 'accounts' },
    show: ({ accounts }) => showTable(accounts),
  },
  {
    name: 'accounts show',
    description: 'show an account and its balance',
    arguments: [accountId],
    request: ([account]) => ({ method: 'GET', path: `/accounts/${path(account)}` }),
    show: showValue,
  },
  {
    name: 'accounts export',
    description: 'write all stored data of an account to a new file, without secrets',
    arguments: [accountId, { name: 'file', description: 'the new file' }],
    request: ([account, file = '']) => ({
      method: 'POST',
      path: `/accounts/${path(account)}/export`,
      download: file,
    }),
    show: showValue,
  },
  {
    name: 'accounts erase',
    description: 'erase an account permanently, except its ledger; its keys end at once',
    arguments: [accountId],
    options: [
      { name: 'confirm', value: 'name', description: 'the name of the account', required: true },
    ],
    request: ([account], { confirm }) => ({
      method: 'POST',
      path: `/accounts/${path(account)}/erase`,
      body: { confirm },
      isSlow: true,
    }),
    show: showValue,
  },
  setFeed('grant', true),
  setFeed('revoke', false),
  setStatus('suspend', 'suspended'),
  setStatus('resume', 'active'),
  setStatus('move', 'moved'),
  {
    name: 'keys create',
    description: 'create another key for an account; it is shown once',
    options: [ACCOUNT, TEST, LABEL, EXPIRES, SCOPES, CREDITS_MAX],
    request: (_words, options) => ({
      method: 'POST',
      path: '/keys',
      body: given({
        account_id: options.account,
        test: options.test,
        label: options.label,
        expires: options.expires,
        scopes: options.scopes,
        credits_max: options.creditsMax,
      }),
    }),
    show: showValue,
  },
  {
    name: 'keys list',
    description: 'list keys by their first characters',
    options: [ACCOUNT_OR_ALL],
    request: (_words, options) => ({
      method: 'GET',
      path: withQuery('/keys', { account_id: options.account }),
    }),
    list: { member: 'keys' },
    show: ({ keys }) => showTable(keys),
  },
  {
    name: 'keys demo',
    description: 'show the demo key, and a link that opens the console with it',
    request: () => ({ method: 'GET', path: '/keys/demo' }),
    show: showValue,
  },
  {
    name: 'keys update',
    description: 'change the label or the last day of a key',
    arguments: [{ name: 'key_id', description: 'the id of the key' }],
    options: [LABEL, EXPIRES],
    request: ([key], { label, expires }) => ({
      method: 'POST',
      path: `/keys/${path(key)}`,
      body: given({ label, expires }),
    }),
    show: showValue,
  },
  {
    name: 'keys revoke',
    description: 'revoke a key',
    arguments: [{ name: 'key_id', description: 'the id of the key' }],
    request: ([key]) => ({ method: 'POST', path: `/keys/${path(key)}/revoke` }),
    show: showValue,
  },
  {
    name: 'credits grant',
    description: 'grant credits to an account',
    options: [
      ACCOUNT,
      { name: 'amount', value: 'n', description: 'number of credits', whole: 1, required: true },
      {
        name: 'kind',
        value: 'kind',
        description: 'kind of credits',
        choices: ['extra', 'plan'],
        standard: 'extra',
      },
    ],
    request: (_words, options) => ({
      method: 'POST',
      path: '/credits',
      body: { account_id: options.account, amount: options.amount, kind: options.kind },
    }),
    show: showValue,
  },
  {
    name: 'usage',
    description: 'balance, requests and captured credits of an account; a report with --by',
    options: [
      ACCOUNT_OR_ALL,
      { name: 'all', description: 'report on all accounts' },
      {
        name: 'by',
        value: 'what',
        description: 'report by this unit',
        choices: ['day', 'route', 'key', 'account'],
      },
      FROM,
      TO,
    ],
    request: usageRequest,
    list: { member: 'usage' },
    show: (result) => ('usage' in result ? showTable(result.usage) : showValue(result)),
  },
];
