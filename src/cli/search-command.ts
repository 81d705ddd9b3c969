/** `rowhouse search ROUTE`: a flag for every parameter of the contract's routes. */
import { Argument, type Command, Option } from 'commander';
import type { ParamName } from '#contract/params.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import {
  addCallerOptions,
  addParamOptions,
  type CallerSettings,
  readCaller,
  readParams,
  usageError,
  whole,
} from './caller-options.js';
import { FORMATS, hasOtherColumns, type OutputFormat } from './row-writers.js';
import { canAppend, PAGES_MAX, runSearch, type SearchAsk, type Terminal } from './run-search.js';
import { flagOf } from './search-messages.js';
import { checkOutput } from './write-new-file.js';

const TIMEOUT_S = 300;
const TIMEOUT_S_MAX = 86_400;
export const ROUTES = SEARCH_ROUTES.map(({ path }) => path.slice(1));

/** Options for the output of the examples, one each. */
const OUTPUTS = ['', ' --all --format csv --output rows.csv', ' --format ndjson | head'];
const STARTERS = (SEARCH_ROUTES as readonly SearchRoute[]).flatMap(({ path, starter }) =>
  starter === undefined
    ? []
    : [{ path, values: Object.entries(starter.values) as [ParamName, string][] }],
);
const quoted = (value: string): string => (/\s/.test(value) ? `'${value}'` : value);
const example = ({ path, values }: (typeof STARTERS)[number], output: string): string =>
  [path.slice(1), ...values.map(([name, value]) => `${flagOf(name)} ${quoted(value)}`)].join(' ') +
  output;

const EXAMPLES = `
Examples:
${STARTERS.map((starter, at) => `  rowhouse search ${example(starter, OUTPUTS[at] ?? '')}`).join('\n')}

The key comes from ROWHOUSE_API_KEY or --api-key; each complete page costs one credit.
Exit codes: 0 done, 1 failed, 2 usage error, 3 not authorised, 4 over a limit, 5 unavailable, 130 interrupted.`;

interface Given {
  readonly format: OutputFormat;
  readonly json?: true;
  readonly all?: true;
  readonly maxPages?: number;
  readonly output?: string;
  readonly append?: true;
  readonly timeout: number;
}

/** Adds the command to the program. */
export function addSearch(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = root
    .command('search')
    .description('search a source for homes and write their rows')
    .addArgument(new Argument('<route>', 'route to search').choices(ROUTES));
  addParamOptions(command);
  addCallerOptions(command, caller)
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('table'))
    .option('--json', 'the same as --format json')
    .option('--all', 'all pages')
    .option('--max-pages <n>', 'maximum number of pages', whole(1, PAGES_MAX))
    .option('--output <file>', 'write to a file instead of standard output')
    .option('--append', 'append to a csv or ndjson file')
    .option('--timeout <s>', 'seconds for one page', whole(1, TIMEOUT_S_MAX), TIMEOUT_S)
    .addHelpText('after', EXAMPLES)
    .action(async (path: string) => {
      terminal.setExitCode(await runSearch(read(command, path, caller), terminal));
    });
}

/** The parsed search; ends the command when it is invalid. */
function read(command: Command, path: string, caller: CallerSettings): SearchAsk {
  const given = command.opts<Given>();
  const route = routeAt(command, path);
  const query = readParams(command, route);
  const format = given.json === true ? 'json' : given.format;
  const append = given.append === true;
  if (append && (given.output === undefined || !canAppend(format))) {
    return usageError(command, '--append needs --output and --format csv or ndjson.');
  }
  if (append && format === 'csv' && hasOtherColumns(given.output ?? '', route)) {
    const message = `${given.output} has other columns than ${path}. Name another file.`;
    return usageError(command, message);
  }
  if (format === 'parquet' && given.output === undefined) {
    return usageError(command, '--format parquet needs --output: it is not text.');
  }
  const known = readCaller(command, caller);
  if (given.output !== undefined) checkOutput(given.output);
  return {
    ...known,
    route,
    query,
    format,
    pagesMax: given.maxPages ?? (given.all === true ? PAGES_MAX : 1),
    output: given.output ?? null,
    append,
    timeoutMs: given.timeout * 1000,
  };
}

/** The route of a command; commander has checked that it exists. */
export const routeAt = (command: Command, path: string): SearchRoute =>
  SEARCH_ROUTES.find((row) => row.path === `/${path}`) ??
  usageError(command, `no route ${path} exists.`);
