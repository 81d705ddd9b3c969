/** Commands for the place data that operators import. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { Argument, Option } from 'commander';
import { type AdminCommand, get, post } from './admin-command.js';
import { showTable } from './show.js';
import { showDropped } from './show-imported.js';

const FILE = new Argument('<file>', 'the file');
const CHECK = new Option('--check <yes>', 'yes: read the file and store nothing')
  .choices(['yes', 'no'])
  .default('no');

const SOURCE = new Option('--source <source>', 'the source of the places').makeOptionMandatory();

const pathOf = (source: unknown): string => `/places/${encodeURIComponent(String(source))}`;

/** The request that uploads a file as a stream. */
const importOf = (path: string, file: string, check: unknown) => {
  const query = new URLSearchParams({
    file_name: basename(file),
    check: String(check === 'yes'),
  });
  const upload = { head: '', file, bytes: statSync(file).size };
  return { method: 'POST', path: `${path}?${query.toString()}`, upload } as const;
};

interface Report {
  readonly records: number;
  readonly outlines: number;
  readonly places: number;
  readonly dropped: Parameters<typeof showDropped>[0];
}
type Result = Readonly<Record<string, unknown>>;

const showOutlines = (result: Result): string =>
  showReport(result, ({ outlines }) => `outlines of ${outlines} ZIPs`);

const showImportedPlaces = (result: Result): string =>
  showReport(result, ({ places }) => `${places} places of ${String(result.source)}`);

function showReport(result: Result, whatOf: (report: Report) => string): string {
  const report = result.report as Report;
  const headline = result.result === 'checked' ? 'Checked, nothing was stored' : 'Imported';
  return [
    `${headline}: ${whatOf(report)} from ${report.records} records`,
    ...showDropped(report.dropped),
  ].join('\n');
}

export const PLACE_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'outlines import',
    description: 'import outlines of ZIPs (CSV or a GeoJSON sequence), replacing the current ones',
    arguments: [FILE],
    options: [CHECK],
    request: ([file = ''], { check }) => importOf('/outlines', file, check),
    show: showOutlines,
  },
  {
    name: 'outlines show',
    description: 'show the imported file and its report',
    request: () => get('/outlines'),
  },
  {
    name: 'outlines remove',
    description: 'remove the outlines of all ZIPs',
    request: () => post('/outlines/remove'),
  },
  {
    name: 'places import',
    description: "import a table (CSV) of a source's own places, replacing the current one",
    arguments: [FILE],
    options: [SOURCE, CHECK],
    request: ([file = ''], { source, check }) => importOf(pathOf(source), file, check),
    show: showImportedPlaces,
  },
  {
    name: 'places show',
    description: 'show the number of imported places by status',
    options: [SOURCE],
    request: (_words, { source }) => get(pathOf(source)),
    show: ({ places }) => showTable(places),
  },
  {
    name: 'places remove',
    description: 'remove the imported places of a source',
    options: [SOURCE],
    request: (_words, { source }) => post(`${pathOf(source)}/remove`),
  },
];
