/** The operator's commands for open data: public sets by a file each (docs/open-data.md). */
import { Argument, Option } from 'commander';
import type {
  AddedSet,
  FileProgress,
  ImportReport,
  SeriesReport,
  SetProgress,
} from '#contract/import-report.js';
import { type AdminCommand, get, PROGRESS, path, post, type ShownFields } from './admin-command.js';
import { CliError } from './cli-error.js';
import { readJsonFile } from './read-mapping-file.js';
import { showTable } from './show.js';
import { showDropped, showImported } from './show-imported.js';

const SET = new Argument('<name>', 'the name of the set');

/** How far a set is: a line for a person. */
function progressOf(answer: ShownFields): string | null {
  const progress = answer.progress as SetProgress | FileProgress | null;
  if (progress === null) return null;
  if (progress.step === 'downloading') {
    const { bytes, bytes_total } = progress;
    const of = bytes_total === null ? '' : ` of ${megabytes(bytes_total)}`;
    return `Downloaded ${megabytes(bytes)}${of} MB${leftOf(progress)}`;
  }
  const { step, rows, rows_total } = progress;
  if (step === 'importing') return `Importing ${rows} rows`;
  if (step !== 'reading') return null;
  const of = rows_total === null ? '' : ` of ${rows_total}`;
  return `Read ${rows}${of} rows${leftOf(progress)}`;
}

const BYTES_IN_MB = 1_000_000;
const megabytes = (bytes: number): string => (bytes / BYTES_IN_MB).toFixed(1);

const leftOf = ({ seconds_left }: Pick<SetProgress, 'seconds_left'>): string =>
  seconds_left === null ? '' : `, about ${timeOf(seconds_left)} left`;

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
    ...(result === 'unchanged' || report === null ? [] : ['', ...reportOf(answer, report)]),
  ].join('\n');
}

/** What was found: series by measure, or rows. */
function reportOf(answer: ShownFields, report: ImportReport | SeriesReport): string[] {
  if (!('measures' in report)) return [showImported({ ...answer, seconds: null, report })];
  const { rows, regions, earliest, latest, dropped, excluded, measures } = report;
  return [
    `${rows} values of ${regions} regions from ${String(earliest).slice(0, 7)} to ${String(latest).slice(0, 7)}; ${excluded} lines were not asked for.`,
    ...showDropped(dropped),
    showTable(
      measures.map(({ unreadable_lines: lines, ...counts }) => ({
        ...counts,
        lines: lines.join(', '),
      })),
    ),
  ];
}

function headlineOf({ result, dataset, rows_total, rows_read, seconds, report }: AddedSet): string {
  const isFile = report !== null && 'measures' in report;
  const unit = isFile ? 'lines' : 'rows';
  if (result === 'checked') {
    return `${dataset} can be added: ${isFile ? 'the first ' : ''}${rows_total} ${unit}.`;
  }
  if (result === 'unchanged') return `${dataset} has not changed: ${rows_total} ${unit}.`;
  return `Added ${dataset}: read ${rows_read} of ${rows_total} ${unit} in ${seconds} s.`;
}

export const OPEN_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'open list',
    description: 'list the sets of open data, and what was added of them',
    request: () => get('/open'),
    list: { member: 'sets' },
  },
  {
    name: 'open show',
    description: 'show the file of a set: address, columns, licence',
    arguments: [SET],
    request: ([name]) => get(`/open/${path(name)}`),
  },
  {
    name: 'open add',
    description: 'read a set from its public server; interrupted, the same command continues',
    arguments: [new Argument('[name]', 'the name of the set')],
    options: [
      new Option('--file <file>', 'the file of a set of your own, in place of a name'),
      new Option('--check <yes>', 'yes: compare the set with its file and store nothing')
        .choices(['yes', 'no'])
        .default('no'),
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
    request: ([name]) => post(`/open/${path(name)}/remove`),
  },
];
