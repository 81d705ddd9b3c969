/** The operations on homes: rows of RESOURCE_OPERATIONS. */
import { HOME_MEMBERS_PATH, HOME_PATH, HOMES_PATH } from './homes.js';

export const HOME_OPERATIONS = [
  {
    id: 'home_at',
    method: 'GET',
    path: HOMES_PATH,
    summary: 'One home by its address',
    description:
      'The same as by its id: the key of the address is made from ZIP, number, street and unit, in whatever spelling. Free.',
    params: ['address'],
    status: 200,
    answer: 'Home',
  },
  {
    id: 'home_members',
    method: 'GET',
    path: HOME_MEMBERS_PATH,
    summary: 'Who shows these homes',
    description:
      'For up to 50 homes: the members of each with what they show now, and where they differ. A home that nobody has seen is in `unknown`. Rows of licensed feeds need a grant. Free.',
    params: ['home_ids'],
    status: 200,
    answer: 'HomeMembers',
  },
  {
    id: 'home',
    method: 'GET',
    path: HOME_PATH,
    summary: 'One home over all sources',
    description:
      'What each source shows of a home, what readings of this service saw (`observed`), what sources report (`reported`), what follows from the two (`derived`), and rows that may be the same home, which are never merged (`possible`). Rows of licensed feeds need a grant. Free.',
    params: [],
    status: 200,
    answer: 'Home',
  },
  {
    id: 'home_csv',
    method: 'GET',
    path: `${HOME_PATH}/history.csv`,
    summary: 'One home as CSV',
    description: 'Every list of the home as lines of one table, `list` first. Free.',
    params: [],
    status: 200,
    format: 'csv',
  },
  {
    id: 'home_ndjson',
    method: 'GET',
    path: `${HOME_PATH}/history.ndjson`,
    summary: 'One home as NDJSON',
    description: 'Every list of the home as lines of JSON, `list` first. Free.',
    params: [],
    status: 200,
    format: 'ndjson',
  },
] as const;
