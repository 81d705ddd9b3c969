/** Commands for corrections of homes by operators. */
import { type AdminCommand, path } from './admin-command.js';
import { CliError } from './call-admin.js';
import { showTable, showValue } from './show.js';

const ID = { name: 'id', description: 'the home_id of a home' } as const;
const OTHER = { name: 'other', description: 'the home_id of the other home' } as const;

/** A command on a home, named by its home_id, or by a source with its id there. */
const ofOne = (action: string, description: string): AdminCommand => ({
  name: `homes ${action}`,
  description: `${description}: by its home_id, or by one id at a source`,
  arguments: [{ ...ID, optional: true }],
  options: [
    { name: 'source', value: 'source', description: 'a source, instead of a home_id' },
    { name: 'source-id', value: 'id', description: 'the id of the home at that source' },
  ],
  request: ([id], { source, sourceId: source_id }) => {
    const isOne = source !== undefined && source_id !== undefined;
    const isNone = source === undefined && source_id === undefined;
    if ((id === undefined) === isNone || (!isOne && !isNone)) {
      throw new CliError('Name a home by its home_id, or by --source and --source-id.');
    }
    return id === undefined
      ? { method: 'POST', path: `/homes/${action}`, body: { source, source_id } }
      : { method: 'POST', path: `/homes/${path(id)}/${action}` };
  },
  show: showValue,
});

export const HOME_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'homes link',
    description: 'declare two ids to be one home',
    arguments: [ID, OTHER],
    options: [{ name: 'why', value: 'text', description: 'the evidence', required: true }],
    request: ([id, other_id], { why }) => ({
      method: 'POST',
      path: `/homes/${path(id)}/link`,
      body: { other_id, why },
    }),
    show: showValue,
  },
  {
    name: 'homes unlink',
    description: 'remove a link',
    arguments: [ID, OTHER],
    request: ([id, other_id]) => ({
      method: 'POST',
      path: `/homes/${path(id)}/unlink`,
      body: { other_id },
    }),
    show: showValue,
  },
  {
    name: 'homes links',
    description: 'list the links of homes, newest first',
    request: () => ({ method: 'GET', path: '/homes/links' }),
    list: { member: 'links' },
    show: ({ links }) => showTable(links),
  },
  {
    name: 'homes kept-out',
    description: 'list the homes that are never recorded, newest first',
    request: () => ({ method: 'GET', path: '/homes/kept-out' }),
    list: { member: 'kept_out' },
    show: ({ kept_out }) => showTable(kept_out),
  },
  ofOne('erase', 'remove the stored data of a home'),
  ofOne('keep-out', 'prevent a home from being recorded again'),
  ofOne('allow', 'allow a home to be recorded again'),
];
