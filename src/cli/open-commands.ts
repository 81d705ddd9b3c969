/** The operator's commands for open data: public sets by a file each (docs/open-data.md). */
import type { AddedSet, SetProgress } from '#contract/import-report.js';
import { type AdminCommand, path, type ShownFields } from './admin-command.js';
import { CliError } from './cli-error.js';
import { readJsonFile } from './read-mapping-file.js';
import { showTable, showValue } from './show.js';
import { showImported } from './show-imported.js';

const SET = { name: 'name', description: 'the name of the set' };
const PROGRESS = {
  name: 'progress',
  value: 'yes',
  description: 'yes: print progress every few seconds, as on a terminal',
  choices: ['yes', 'no'],
};

/** How far a set is: a line for a person. */
function progressOf(answer: ShownFields): string | null {
  const progress = answer.progress as SetProgress | null;
  if (progress === null) return null;
  const { step, rows, rows_total, seconds_left } = progress;
  if (step === 'importing') return `Importing ${rows} rows`;
  if (step !== 'reading') return null;
  const of = rows_total === null ? '' : ` of ${rows_total}`;
  return `Read ${rows}${of} rows${seconds_left === null ? '' : `, about ${timeOf(seconds_left)} left`}`;
}

const timeOf = (seconds: number): string =>
  seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;

const addRequest = (name: string) => ({
  method: 'POST' as const,
  path: `/open/${path(name)}/add`,
  watched: { path: `/open/${path(name)}`, line: progressOf },
});

/** What came of a set, what its rows may be used for, and how it differs from its file. */
function showAdded(answer: ShownFields): string {
  const added = answer as unknown as AddedSet;
  const { differences, licence, attribution, report, result } = added;
  return [
    ...differences.map((one) => `Note: ${one}`),
    headlineOf(added),
    `Licence: ${licence}. Show beside its rows: ${attribution}`,
    ...(result === 'imported' ? ['', showImported({ ...answer, seconds: null, report })] : []),
  ].join('\n');
}

function headlineOf({ result, dataset, rows_total, rows_read, seconds }: AddedSet): string {
  if (result === 'checked') return `${dataset} can be added: ${rows_total} rows.`;
  if (result === 'unchanged') return `${dataset} has not changed: ${rows_total} rows.`;
  return `Added ${dataset}: read ${rows_read} of ${rows_total} rows in ${seconds} s.`;
}

export const OPEN_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'open list',
    description: 'list the sets of open data, and what was added of them',
    request: () => ({ method: 'GET', path: '/open' }),
    list: { member: 'sets' },
    show: ({ sets }) => showTable(sets),
  },
  {
    name: 'open show',
    description: 'show the file of a set: address, columns, licence',
    arguments: [SET],
    request: ([name]) => ({ method: 'GET', path: `/open/${path(name)}` }),
    show: showValue,
  },
  {
    name: 'open add',
    description: 'read a set from its public server; interrupted, the same command continues',
    arguments: [{ ...SET, optional: true }],
    options: [
      {
        name: 'file',
        value: 'file',
        description: 'the file of a set of your own, in place of a name',
      },
      {
        name: 'check',
        value: 'yes',
        description: 'yes: compare the set with its file and store nothing',
        choices: ['yes', 'no'],
        standard: 'no',
      },
      PROGRESS,
    ],
    request: ([name], { file, check }) => {
      const query = check === 'yes' ? '?check=true' : '';
      if (typeof file !== 'string') {
        if (name === undefined) throw new CliError('Give the name of a set, or --file.');
        const request = addRequest(name);
        return { ...request, path: request.path + query };
      }
      const set = readJsonFile(file, `No file ${file} exists.`) as ShownFields;
      const { watched } = addRequest(String(set.name));
      return { method: 'POST', path: `/open${query}`, body: { set }, watched };
    },
    show: showAdded,
  },
  {
    name: 'open refresh',
    description: 'read a set again: what has changed, where its server can say so',
    arguments: [SET],
    options: [PROGRESS],
    request: ([name = '']) => addRequest(name),
    show: showAdded,
  },
  {
    name: 'open remove',
    description: 'remove a set: searches no longer find its rows',
    arguments: [SET],
    request: ([name]) => ({ method: 'POST', path: `/open/${path(name)}/remove` }),
    show: showValue,
  },
];
