/** `rowhouse snapshots …`: finished searches that stay as they were. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SnapshotBody, SnapshotChange } from '#client/index.js';
import { oneLine } from '#contract/one-line.js';
import { searchRouteById } from '#contract/routes.js';
import { type CallerSettings, idFrom, wrongUse } from './caller-options.js';
import { addOne, type ResourceCommand, row } from './resource-commands.js';
import type { Terminal } from './run-search.js';
import { ROUTES } from './search-command.js';
import { counted, describeError, flagOf } from './search-messages.js';
import { minuteOf, showTable, showValue } from './show.js';
import { valuesText, valueText } from './show-watches.js';

const ID = {
  name: 'snapshot',
  description: 'the id of the snapshot',
  read: idFrom('snapshots list'),
};

/** The id of a route that is named as for a search, or by its id. */
function routeId(name: string): string {
  const route = searchRouteById(name.replaceAll('/', '_'));
  if (route === undefined) {
    throw new InvalidArgumentError(`Allowed choices are ${ROUTES.join(', ')}.`);
  }
  return route.id;
}

const EXAMPLES = `
Examples:
  rowhouse snapshots create 01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57 --name "South Austin"
  rowhouse snapshots content 01a1f950-11aa-7c31-8a02-6f0e1c7d9b11 | sha256sum

The id of a search is one of its request_ids: "rowhouse search --format json" prints them. Free.`;

const COMMANDS: readonly ResourceCommand[] = [
  row(
    'create',
    'store a finished search by the request_id of any of its pages',
    ({ snapshots }, request_id, { name }) =>
      snapshots.create({ request_id, ...(typeof name === 'string' && { name }) }),
    ({ snapshot_id, rows, hash, completeness }) =>
      `Snapshot ${snapshot_id} has ${counted(rows, 'row')} (${completeness}).\nSHA-256 ${hash}`,
    {
      argument: {
        name: 'request_id',
        description: 'the request_id of a page of the search',
        read: idFrom('search --format json'),
      },
      options: () => [new Option('--name <text>', 'a display name')],
      help: EXAMPLES,
    },
  ),
  row(
    'list',
    'list the snapshots, newest first',
    ({ snapshots }, _id, { route, asOf }) =>
      snapshots.list({
        ...(typeof route === 'string' && { route }),
        ...(typeof asOf === 'string' && { as_of: asOf }),
      }),
    ({ snapshots }) => showTable(snapshots.map(lineOf)),
    {
      argument: null,
      options: () => [
        new Option('--route <route>', 'only of this search route').argParser(routeId),
        new Option('--as-of <day>', 'the last one of each search by the end of a day, YYYY-MM-DD'),
      ],
    },
  ),
  row(
    'show',
    'show what a snapshot holds',
    ({ snapshots }, id) => snapshots.get(id),
    ({ meta: _meta, ...snapshot }) => showValue({ ...snapshot }),
  ),
  row(
    'content',
    'print the content, which the hash is of: a line about it, then a line for each row',
    async ({ snapshots }, id) => ({ content: await snapshots.content(id) }),
    // The command ends its output with a line feed, as the content ends.
    ({ content }) => content.replace(/\n$/, ''),
  ),
  row(
    'difference',
    'list the homes that differ between a snapshot and a later one',
    ({ snapshots }, id, { to }) => snapshots.difference(id, String(to)),
    ({ unchanged, changes }) =>
      `${showTable(changes.map(changeOf))}\n${counted(unchanged, 'home')} without a difference`,
    {
      options: () => [
        new Option('--to <snapshot>', 'the id of the later snapshot')
          .argParser(ID.read)
          .makeOptionMandatory(),
      ],
    },
  ),
  row(
    'remove',
    'delete a snapshot with its rows',
    async ({ snapshots }, id) => {
      await snapshots.remove(id);
      return { snapshot_id: id };
    },
    ({ snapshot_id }) => `Snapshot ${snapshot_id} was deleted.`,
    { alias: 'delete' },
  ),
];

const lineOf = ({ snapshot_id, name, created_at, route, query, rows, hash }: SnapshotBody) => ({
  snapshot_id,
  name: name ?? '',
  created_at: minuteOf(created_at),
  route,
  query: oneLine(
    Object.entries(query)
      .map(([param, value]) => `${param}=${valueText(value)}`)
      .join(' '),
  ),
  rows,
  sha256: hash.slice(0, 12),
});

const changeOf = ({ kind, source_id, values, previous }: SnapshotChange) => ({
  kind,
  source_id,
  values: valuesText(values),
  previous: previous === null ? '' : valuesText(previous),
});

/** Adds the commands to the program. */
export function addSnapshots(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const group = root
    .command('snapshots')
    .description('finished searches that stay as they were, named by the hash of their content')
    .exitOverride(wrongUse);
  const describe = (error: unknown) => describeError(error, (param) => `, ${flagOf(param)}`);
  for (const one of COMMANDS) addOne(group, caller, terminal, one, ID, describe);
}
