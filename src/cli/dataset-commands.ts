/** Commands of file-based sources: one group per source, under its name. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { Argument, Option } from 'commander';
import { SOURCES, takesFiles } from '#contract/sources.js';
import { type AdminCommand, get, PROGRESS, post } from './admin-command.js';
import { readMappingFile } from './read-mapping-file.js';
import { showTable, showValue } from './show.js';
import { progressLine, showImported } from './show-imported.js';

const dataset = new Argument('<dataset>', 'the name of the dataset');
const word = (text: unknown): string => encodeURIComponent(String(text));

const IMPORT_OPTIONS: NonNullable<AdminCommand['options']> = [
  new Option(
    '--mapping <file>',
    'mapping of columns to fields: a JSON file, or the name of an included one',
  ).makeOptionMandatory(),
  new Option('--dataset <name>', "overrides the mapping's name"),
  new Option('--check <yes>', 'yes: report on the first 1,000 records and store nothing')
    .choices(['yes', 'no'])
    .default('no'),
  PROGRESS,
];

export const DATASET_COMMANDS: readonly AdminCommand[] = SOURCES.filter(takesFiles).flatMap(
  (source) => [importCommand(source), ...otherCommands(source)],
);

function importCommand(source: string): AdminCommand {
  return {
    name: `${source} import`,
    description: 'import a CSV, NDJSON, GeoJSON or Parquet file, replacing its dataset',
    arguments: [new Argument('<file>', 'the file')],
    options: IMPORT_OPTIONS,
    request: ([file = ''], options) => {
      const query = new URLSearchParams({
        file_name: basename(file),
        check: String(options.check === 'yes'),
        ...(typeof options.dataset === 'string' && { dataset: options.dataset }),
      });
      const mapping = readMappingFile(String(options.mapping));
      const { size: bytes } = statSync(file);
      const name = options.dataset ?? (mapping as { dataset?: unknown } | null)?.dataset;
      return {
        method: 'POST',
        path: `/datasets/${source}?${query.toString()}`,
        upload: {
          head: `${JSON.stringify(mapping)}\n`,
          file,
          bytes,
          progress: {
            path: `/datasets/${source}`,
            line: ({ loading }, sent) => progressLine(loading, String(name), sent, bytes),
          },
        },
      };
    },
    show: showImported,
  };
}

function otherCommands(source: string): AdminCommand[] {
  return [
    {
      name: `${source} list`,
      description: 'list the imported datasets',
      request: () => get(`/datasets/${source}`),
      show: ({ datasets }) => showTable(datasets),
    },
    {
      name: `${source} show`,
      description: 'show the mapping and the report of a dataset',
      arguments: [dataset],
      request: ([name]) => get(`/datasets/${source}/${word(name)}`),
      show: ({ report, ...shown }) =>
        `${showValue(shown)}\n\n${showImported({ ...shown, report })}`,
    },
    {
      name: `${source} remove`,
      description: 'remove a dataset: searches no longer find its rows',
      arguments: [dataset],
      request: ([name]) => post(`/datasets/${source}/${word(name)}/remove`),
    },
  ];
}
