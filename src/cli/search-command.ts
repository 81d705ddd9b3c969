/** `rowhouse search ROUTE`: a flag for every parameter of the contract's routes. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { PARAMS, type ParamName } from '#contract/params.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { EXIT } from './exit-codes.js';
import { FORMATS, type Format } from './row-writers.js';
import { canAppend, PAGES_MAX, runSearch, type SearchAsk, type Terminal } from './run-search.js';
import { describeParam, flagOf, valuesOf } from './search-messages.js';

export interface Caller {
  readonly apiKey: string | null;
  readonly baseUrl: string;
}

const TIMEOUT_S = 300;
const TIMEOUT_S_MAX = 86_400;
const ROUTES = SEARCH_ROUTES.map(({ path }) => path.slice(1));
const NAMES = Object.keys(PARAMS) as ParamName[];
const member = (name: ParamName): string =>
  name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** What can be done with the rows, one way an example. */
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

The key comes from ROWHOUSE_API_KEY or --api-key; each page that is complete costs one credit.
Exit codes: 0 done, 1 failed, 2 wrong use, 3 not authorised, 4 over a limit, 5 unavailable, 130 interrupted.`;

interface Given {
  readonly format: Format;
  readonly json?: true;
  readonly all?: true;
  readonly maxPages?: number;
  readonly output?: string;
  readonly append?: true;
  readonly apiKey?: string;
  readonly baseUrl: string;
  readonly timeout: number;
  readonly [param: string]: unknown;
}

/** Adds the command to the program. */
export function addSearch(root: Command, caller: Caller, terminal: Terminal): void {
  const command = root
    .command('search')
    .description('search a source for homes and write their rows')
    .addArgument(new Argument('<route>', 'what to search').choices(ROUTES));
  for (const name of NAMES) command.addOption(paramOption(name));
  command
    .addOption(
      new Option('--format <format>', 'how rows are written').choices(FORMATS).default('table'),
    )
    .option('--json', 'the same as --format json')
    .option('--all', 'all pages')
    .option('--max-pages <n>', 'at most so many pages', whole(1, PAGES_MAX))
    .option('--output <file>', 'write to a file in place of standard output')
    .option('--append', 'go on with a csv or ndjson file')
    .option('--api-key <key>', 'the key; ROWHOUSE_API_KEY keeps it out of the list of processes')
    .option('--base-url <url>', 'address of the service', caller.baseUrl)
    .option('--timeout <s>', 'seconds for one page', whole(1, TIMEOUT_S_MAX), TIMEOUT_S)
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .action(async (path: string) => {
      const ask = read(command, path, caller);
      if (ask !== null) process.exitCode = await runSearch(ask, terminal);
    });
}

function paramOption(name: ParamName): Option {
  const option = new Option(`${flagOf(name)} <value>`, describeParam(name));
  // For help and completion; the service checks which of them a route takes.
  const values = valuesOf(name);
  if (values !== null) option.choices(values);
  return option.argParser((text: string, before: string | undefined) => {
    if (before !== undefined) throw new InvalidArgumentError('Give it once.');
    return text;
  });
}

/** The parsed search, or null when it is invalid and the reason was printed. */
function read(command: Command, path: string, caller: Caller): SearchAsk | null {
  const given = command.opts<Given>();
  const wrong = (message: string) =>
    command.error(`error: ${message}`, { exitCode: EXIT.wrong_use });
  const route = SEARCH_ROUTES.find((row) => row.path === `/${path}`);
  if (route === undefined) return wrong(`there is no route ${path}.`);
  const taken: readonly ParamName[] = route.params;
  const names = NAMES.filter((name) => given[member(name)] !== undefined);
  const stray = names.filter((name) => !taken.includes(name)).map(flagOf);
  if (stray.length > 0) {
    return wrong(
      `${path} does not take ${stray.join(', ')}. It takes ${taken.map(flagOf).join(', ')}.`,
    );
  }
  const format = given.json === true ? 'json' : given.format;
  const append = given.append === true;
  if (append && (given.output === undefined || !canAppend(format))) {
    return wrong('--append goes with --output and --format csv or ndjson.');
  }
  if (!/^https?:\/\//.test(given.baseUrl) || !URL.canParse(given.baseUrl)) {
    return wrong('--base-url (or ROWHOUSE_BASE_URL) must be an http or https address.');
  }
  const apiKey = given.apiKey ?? caller.apiKey;
  if (apiKey === null) {
    return command.error(
      'error: no API key. Set ROWHOUSE_API_KEY, or give --api-key; the demo key of a first start is in data/demo-key.',
      { exitCode: EXIT.not_authorised },
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    return wrong(
      '--api-key (or ROWHOUSE_API_KEY) must be a key of the service, for example rh_live_….',
    );
  }
  return {
    route,
    query: Object.fromEntries(names.map((name) => [name, String(given[member(name)])])),
    format,
    pagesMax: given.maxPages ?? (given.all === true ? PAGES_MAX : 1),
    output: given.output ?? null,
    append,
    apiKey,
    baseUrl: given.baseUrl,
    timeoutMs: given.timeout * 1000,
  };
}

const whole =
  (min: number, max: number) =>
  (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`A whole number from ${min} to ${max} is needed.`);
  };
