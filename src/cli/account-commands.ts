/** Operator commands for accounts, their keys, credits and usage. */
import { Argument, Option } from 'commander';
import {
  ACCOUNT,
  ACCOUNT_OR_ALL,
  type AdminCommand,
  accountId,
  FROM,
  get,
  given,
  path,
  post,
  type ShownFields,
  TO,
  withQuery,
} from './admin-command.js';
import { type AdminRequest, CliError } from './call-admin.js';
import { whole } from './caller-options.js';

const NAME = new Option('--name <name>', 'a display name');
const PLAN_CREDITS = new Option('--plan-credits <n>', 'credits per calendar month').argParser(
  whole(0),
);
const RATE_LIMIT = new Option('--rate-limit <n>', 'calls per minute').argParser(whole(1));
const MAX_PENDING = new Option(
  '--max-pending <n>',
  'searches that may be pending at once',
).argParser(whole(1));
const LABEL = new Option('--label <text>', 'purpose of the key');
const EXPIRES = new Option('--expires <day>', 'the last day (UTC) on which it is valid, or never');
const SCOPES = new Option(
  '--scopes <words>',
  'scopes: read, search, watches, webhooks, secrets (default: all)',
);
const CREDITS_MAX = new Option(
  '--credits-max <n>',
  'total credits that the key may spend',
).argParser(whole(0));
const TEST = new Option('--test', 'a free key for the sandbox, separate from all live data');

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
  if (!isReport) return get(`/usage/${path(account)}`);
  const query = { account_id: account, by: by ?? 'day', from, to };
  return { method: 'GET', path: withQuery('/usage', query), isSlow: true };
}

/** The column of each --by beside the account's. */
const BY: Readonly<Record<string, readonly string[]>> = {
  day: ['date'],
  route: ['route'],
  key: ['key_id', 'label'],
  account: [],
};

const usageColumns = ({ by = 'day' }: ShownFields): readonly string[] => [
  'account_id',
  'name',
  ...(BY[String(by)] ?? []),
  'complete',
  'failed',
  'credits',
];

const ACCOUNT_COLUMNS = [
  'account_id',
  'name',
  'status',
  'plan_credits',
  'rate_limit_per_minute',
  'max_pending',
  'feeds',
];
const KEY_COLUMNS = [
  'key_id',
  'account_id',
  'key_start',
  'created_at',
  'revoked_at',
  'label',
  'expires_at',
  'last_used_at',
  'scopes',
  'credits_max',
  'credits_used',
];

const setStatus = (name: 'suspend' | 'resume' | 'move', status: string): AdminCommand => ({
  name: `accounts ${name}`,
  description:
    name === 'move'
      ? 'freeze an account, to export it to another store; its calls get 503 until then'
      : `${name} an account with all its keys`,
  arguments: [accountId],
  request: ([account]) => post(`/accounts/${path(account)}/status`, { status }),
});

const setFeed = (name: 'grant' | 'revoke', granted: boolean): AdminCommand => ({
  name: `accounts ${name}`,
  description: granted ? 'grant access to a licensed feed' : 'withdraw access to a licensed feed',
  arguments: [accountId, new Argument('<feed>', 'the feed, such as mls or mls/actris')],
  request: ([account, feed]) => post(`/accounts/${path(account)}/feeds`, { feed, granted }),
});

export const ACCOUNT_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'accounts create',
    description: 'create an account and its first key; the key is shown once',
    options: [
      new Option('--name <name>', 'a display name').makeOptionMandatory(),
      PLAN_CREDITS,
      new Option('--extra-credits <n>', 'credits that do not expire').argParser(whole(0)),
      RATE_LIMIT,
      MAX_PENDING,
    ],
    request: (_words, options) =>
      post('/accounts', given({ ...settingsIn(options), extra_credits: options.extraCredits })),
  },
  {
    name: 'accounts update',
    description: 'change name, plan or limits; a higher plan grants the difference now',
    arguments: [accountId],
    options: [NAME, PLAN_CREDITS, RATE_LIMIT, MAX_PENDING],
    request: ([account], options) => post(`/accounts/${path(account)}`, given(settingsIn(options))),
  },
  {
    name: 'accounts list',
    description: 'list all accounts',
    request: () => get('/accounts'),
    list: { member: 'accounts', columns: () => ACCOUNT_COLUMNS },
  },
  {
    name: 'accounts show',
    description: 'show an account and its balance',
    arguments: [accountId],
    request: ([account]) => get(`/accounts/${path(account)}`),
  },
  {
    name: 'accounts export',
    description: 'write all stored data of an account to a new file, without secrets',
    arguments: [accountId, new Argument('<file>', 'the new file')],
    request: ([account, file = '']) => ({
      method: 'POST',
      path: `/accounts/${path(account)}/export`,
      download: file,
    }),
  },
  {
    name: 'accounts erase',
    description: 'erase an account permanently, except its ledger; its keys end at once',
    arguments: [accountId],
    options: [new Option('--confirm <name>', 'the name of the account').makeOptionMandatory()],
    request: ([account], { confirm }) => ({
      method: 'POST',
      path: `/accounts/${path(account)}/erase`,
      body: { confirm },
      isSlow: true,
    }),
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
    request: (_words, options) =>
      post(
        '/keys',
        given({
          account_id: options.account,
          test: options.test,
          label: options.label,
          expires: options.expires,
          scopes: options.scopes,
          credits_max: options.creditsMax,
        }),
      ),
  },
  {
    name: 'keys list',
    description: 'list keys by their first characters',
    options: [ACCOUNT_OR_ALL],
    request: (_words, options) => get(withQuery('/keys', { account_id: options.account })),
    list: { member: 'keys', columns: () => KEY_COLUMNS },
  },
  {
    name: 'keys demo',
    description: 'show the demo key, and a link that opens the console with it',
    request: () => get('/keys/demo'),
  },
  {
    name: 'keys update',
    description: 'change the label or the last day of a key',
    arguments: [new Argument('<key_id>', 'the id of the key')],
    options: [LABEL, EXPIRES],
    request: ([key], { label, expires }) => post(`/keys/${path(key)}`, given({ label, expires })),
  },
  {
    name: 'keys revoke',
    description: 'revoke a key',
    arguments: [new Argument('<key_id>', 'the id of the key')],
    request: ([key]) => post(`/keys/${path(key)}/revoke`),
  },
  {
    name: 'credits grant',
    description: 'grant credits to an account',
    options: [
      ACCOUNT,
      new Option('--amount <n>', 'number of credits').argParser(whole(1)).makeOptionMandatory(),
      new Option('--kind <kind>', 'kind of credits').choices(['extra', 'plan']).default('extra'),
    ],
    request: (_words, options) =>
      post('/credits', { account_id: options.account, amount: options.amount, kind: options.kind }),
  },
  {
    name: 'usage',
    description: 'balance, requests and captured credits of an account; a report with --by',
    options: [
      ACCOUNT_OR_ALL,
      new Option('--all', 'report on all accounts'),
      new Option('--by <what>', 'report by this unit').choices(['day', 'route', 'key', 'account']),
      FROM,
      TO,
    ],
    request: usageRequest,
    list: { member: 'usage', columns: usageColumns },
  },
];
