/** `rowhouse watch …`: searches that the service reads on a schedule. */
import { Argument, type Command, Option } from 'commander';
import type { Rowhouse, WatchInput } from '#client/index.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import {
  addCallerOptions,
  addParamOptions,
  type CallerSettings,
  connect,
  finish,
  idFrom,
  readCaller,
  readParams,
  usageError,
  wrongUse,
} from './caller-options.js';
import { addOne, callOnce, type Given, type ResourceCommand, row } from './resource-commands.js';
import { type PrintedFormat, rowWriter, TEXT_FORMATS } from './row-writers.js';
import { pipeTo, type Terminal } from './run-search.js';
import { ROUTES, routeAt } from './search-command.js';
import { describeError, flagsFor } from './search-messages.js';
import { showValue } from './show.js';
import { showCreated, showList, showPrice, showRuns } from './show-watches.js';
import { addSettings, readSettings, settingFlag } from './watch-settings.js';

const ID = { name: 'watch', description: 'the id of the watch', read: idFrom('watch list') };

const COMMANDS: readonly ResourceCommand[] = [
  row(
    'list',
    'list all watches with their last runs and prices',
    ({ watches }) => watches.list(),
    ({ watches }) => showList(watches),
    { argument: null },
  ),
  row(
    'show',
    'show a watch with its settings and its last run',
    ({ watches }, id) => watches.get(id),
    ({ meta: _meta, ...watch }) => showValue({ ...watch }),
  ),
  row(
    'pause',
    'stop the runs of a watch',
    ({ watches }, id) => watches.pause(id),
    ({ watch_id }) => `Watch ${watch_id} is paused. Resume with: rowhouse watch resume ${watch_id}`,
  ),
  row(
    'resume',
    'resume a paused watch; it runs at once',
    ({ watches }, id) => watches.resume(id),
    ({ watch_id, estimate }) => `Watch ${watch_id} is active. ${showPrice(estimate)}`,
  ),
  row(
    'run',
    'run a watch now; it is charged like any other run',
    async ({ watches }, id) => ({ ...(await watches.run(id)), watch_id: id }),
    ({ run_id, watch_id }) =>
      `Run ${run_id} has started. Check its result with: rowhouse watch runs ${watch_id}`,
  ),
  row(
    'runs',
    'list the newest runs of a watch, with costs and results',
    ({ watches }, id) => watches.runs(id),
    ({ runs }) => showRuns(runs),
  ),
  row(
    'remove',
    'delete a watch; its events stay in the log',
    async ({ watches }, id) => {
      await watches.remove(id);
      return { watch_id: id };
    },
    ({ watch_id }) => `Watch ${watch_id} was deleted. Its events remain in the log.`,
  ),
];

const EXAMPLES = `
Examples:
  rowhouse watch create ${ROUTES[0]} --zip 78704 --max-price 900000 --every 6h
  rowhouse watch create ${ROUTES[0]} --zip 78704 --at 07:00,18:30 --time-zone America/Chicago
  rowhouse watch create ${ROUTES[0]} --zip 78704 --estimate

A run costs one credit per page; with --estimate the price is shown and nothing is stored.`;

/** Adds the commands to the program. */
export function addWatch(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const group = root
    .command('watch')
    .description('watch searches: run them on a schedule and record changes in the event log')
    .exitOverride(wrongUse);
  addCreate(group, caller, terminal);
  for (const one of COMMANDS) addOne(group, caller, terminal, one, ID, describer(null));
  addRows(group, caller, terminal);
}

function addCreate(group: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = group
    .command('create')
    .description('create a watch; its first run starts at once')
    .addArgument(new Argument('<route>', 'route to search').choices(ROUTES));
  addParamOptions(command, ['cursor', 'sort']);
  addSettings(command);
  addCallerOptions(command, caller)
    .option('--estimate', 'show the price and store nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((path: string) => {
      const route = routeAt(command, path);
      const query = readParams(command, route);
      if (Object.keys(query).length === 0) {
        usageError(command, `no area given${flagsFor('location', route)}.`);
      }
      // The inputs are untyped text, which the service parses.
      const input = { route: route.id, query, ...readSettings(command) } as unknown as WatchInput;
      const create = ({ watches }: Rowhouse, { estimate }: Given): Promise<Created> =>
        estimate === true ? watches.estimate(input) : watches.create(input);
      return callOnce(command, caller, terminal, create, showMade, describer(route));
    });
}

type Created = Awaited<ReturnType<Rowhouse['watches']['estimate' | 'create']>>;

const showMade = (made: Created): string =>
  'watch_id' in made ? showCreated(made) : `${showPrice(made.estimate)} Nothing was stored.`;

function addRows(group: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = group
    .command('rows')
    .description('list the known homes of a watch, ordered by id')
    .argument('<watch>', ID.description, ID.read)
    .addOption(
      new Option('--format <format>', 'output format').choices(TEXT_FORMATS).default('table'),
    )
    .option('--json', 'the same as --format json');
  addCallerOptions(command, caller).action(async (id: string) => {
    const client = connect(readCaller(command, caller));
    const { json, format } = command.opts<{ json?: true; format: PrintedFormat }>();
    const work = writeRows(client, id, json === true ? 'json' : format, terminal);
    await finish(work, terminal, describer(null));
  });
}

/** Rows between two writes. */
const SLICE = 100;

async function writeRows(
  client: Rowhouse,
  id: string,
  format: PrintedFormat,
  terminal: Terminal,
): Promise<void> {
  const { route: routeId } = await client.watches.get(id);
  const route = SEARCH_ROUTES.find((known) => known.id === routeId);
  if (route === undefined) {
    throw new Error(`This version does not know the route ${routeId}. Install a newer one.`);
  }
  const stop = new AbortController();
  const out = pipeTo(terminal.out, () => stop.abort());
  const writer = await rowWriter(format, route, false);
  await out.write(writer.begin());
  let count = 0;
  let slice: object[] = [];
  for await (const known of client.watches.rows(id)) {
    if (stop.signal.aborted) return;
    count += 1;
    slice.push(known);
    if (slice.length < SLICE) continue;
    await out.write(writer.page(slice));
    slice = [];
  }
  await out.write(writer.page(slice));
  const end = { request_ids: [], next_cursor: null, completeness: 'complete', field_notes: [] };
  const pages = Math.ceil(count / SLICE);
  await out.write(writer.end({ route: route.path.slice(1), pages, count, credits: 0, ...end }));
}

/** An error in one line, in terms of the command's flags. */
const describer = (route: SearchRoute | null) => (error: unknown) =>
  describeError(error, (param) => {
    const flag = settingFlag(param);
    if (flag !== null) return `, ${flag}`;
    return route === null ? '' : flagsFor(param.replace(/^query\./, ''), route);
  });
