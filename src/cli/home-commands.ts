/** Commands for corrections of homes by operators. */
import { Argument, Option } from 'commander';
import { type AdminCommand, get, path, post } from './admin-command.js';
import { CliError } from './call-admin.js';

const ID = new Argument('<id>', 'the home_id of a home');
const OTHER = new Argument('<other>', 'the home_id of the other home');

/** A command on a home, named by its home_id, or by a source with its id there. */
const ofOne = (action: string, description: string): AdminCommand => ({
  name: `homes ${action}`,
  description: `${description}: by its home_id, or by one id at a source`,
  arguments: [new Argument('[id]', 'the home_id of a home')],
  options: [
    new Option('--source <source>', 'a source, instead of a home_id'),
    new Option('--source-id <id>', 'the id of the home at that source'),
  ],
  request: ([id], { source, sourceId: source_id }) => {
    const isOne = source !== undefined && source_id !== undefined;
    const isNone = source === undefined && source_id === undefined;
    if ((id === undefined) === isNone || (!isOne && !isNone)) {
      throw new CliError('Name a home by its home_id, or by --source and --source-id.');
    }
    return id === undefined
      ? post(`/homes/${action}`, { source, source_id })
      : post(`/homes/${path(id)}/${action}`);
  },
});

export const HOME_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'homes link',
    description: 'declare two ids to be one home',
    arguments: [ID, OTHER],
    options: [new Option('--why <text>', 'the evidence').makeOptionMandatory()],
    request: ([id, other_id], { why }) => post(`/homes/${path(id)}/link`, { other_id, why }),
  },
  {
    name: 'homes unlink',
    description: 'remove a link',
    arguments: [ID, OTHER],
    request: ([id, other_id]) => post(`/homes/${path(id)}/unlink`, { other_id }),
  },
  {
    name: 'homes links',
    description: 'list the links of homes, newest first',
    request: () => get('/homes/links'),
    list: { member: 'links' },
  },
  {
    name: 'homes kept-out',
    description: 'list the homes that are never recorded, newest first',
    request: () => get('/homes/kept-out'),
    list: { member: 'kept_out' },
  },
  ofOne('erase', 'remove the stored data of a home'),
  ofOne('keep-out', 'prevent a home from being recorded again'),
  ofOne('allow', 'allow a home to be recorded again'),
];
