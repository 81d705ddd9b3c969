/** The operator's commands, one row each: what they take, what they ask, what a person is shown. */
import { ACCOUNT_COMMANDS } from './account-commands.js';
import {
  ACCOUNT_OR_ALL,
  type AdminCommand,
  FROM,
  LIMIT,
  path,
  TO,
  withQuery,
} from './admin-command.js';
import { showSources, showTable, showValue } from './show.js';

const setPause = (name: 'pause' | 'resume'): AdminCommand => ({
  name: `sources ${name}`,
  description:
    name === 'pause'
      ? 'keep a source or feed from being read; kept results are still answered'
      : 'let a source or feed be read again',
  arguments: [{ name: 'source', description: 'the source or feed, such as mls or mls/actris' }],
  ...(name === 'pause' && {
    options: [{ name: 'reason', value: 'text', description: 'why, for callers', required: true }],
  }),
  request: ([source], { reason }) => ({
    method: 'POST',
    path: `/sources/${path(source)}/pause`,
    body: { paused_reason: reason ?? null },
  }),
  show: showValue,
});

const WORK_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'sources',
    description: 'health of the sources: circuit, success rate, median time, fill rates',
    request: () => ({ method: 'GET', path: '/sources' }),
    show: showSources,
  },
  setPause('pause'),
  setPause('resume'),
  {
    name: 'ledger check',
    description: 'prove that balances are the sum of their entries; exit 1 when they are not',
    request: () => ({ method: 'GET', path: '/ledger/check' }),
    show: showValue,
    failed: ({ ok }) => ok !== true,
  },
  {
    name: 'audit',
    description: 'what operators did: who, what, the values before and after; newest first',
    options: [ACCOUNT_OR_ALL, FROM, TO, LIMIT],
    request: (_words, { account, from, to }) => ({
      method: 'GET',
      path: withQuery('/audit', { account_id: account, from, to }),
    }),
    list: 'entries',
    show: ({ entries }) => showTable(entries),
  },
];

export const ADMIN_COMMANDS: readonly AdminCommand[] = [...ACCOUNT_COMMANDS, ...WORK_COMMANDS];
