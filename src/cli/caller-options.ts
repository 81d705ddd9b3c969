/** Shared parts of commands for callers: the key, the address, the search flags, the exit codes. */
import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { Rowhouse, type RowhouseOptions } from '#client/index.js';
import { PARAMS, type ParamName } from '#contract/params.js';
import { camelCase, type SearchRoute } from '#contract/routes.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.js';
import type { Terminal } from './run-search.js';
import { describeError, describeParam, flagOf, valuesOf } from './search-messages.js';

export interface CallerSettings {
  readonly apiKey: string | null;
  readonly baseUrl: string;
}

/** A caller with a valid key and address. */
export interface KnownCaller extends CallerSettings {
  readonly apiKey: string;
}

const NAMES = Object.keys(PARAMS) as ParamName[];

/** Ends the command with one line and the exit code of a usage error. */
export const usageError = (command: Command, message: string): never =>
  command.error(`error: ${message}`, { exitCode: EXIT.wrong_use });

/** For `exitOverride` of a callers' command, where commander's exit code 1 has another meaning. */
export function wrongUse({ exitCode, code, message }: CommanderError): never {
  throw new CommanderError(exitCode === EXIT.failed ? EXIT.wrong_use : exitCode, code, message);
}

export function addCallerOptions(
  command: Command,
  caller: CallerSettings,
  address = '--base-url <url>',
): Command {
  return command
    .option('--api-key <key>', 'the key; use ROWHOUSE_API_KEY to hide it from the process list')
    .option(address, 'address of the service', caller.baseUrl)
    .exitOverride(wrongUse);
}

/** The key and the address of a command; ends it when one of them is missing or wrong. */
export function readCaller(command: Command, caller: CallerSettings): KnownCaller {
  const given = command.opts<{ apiKey?: string; baseUrl: string }>();
  if (!/^https?:\/\//.test(given.baseUrl) || !URL.canParse(given.baseUrl)) {
    return usageError(
      command,
      '--base-url (or ROWHOUSE_BASE_URL) must be an http or https address.',
    );
  }
  const apiKey = given.apiKey ?? caller.apiKey;
  if (apiKey === null) {
    return command.error(
      'error: no API key. Set ROWHOUSE_API_KEY, or give --api-key; the demo key of a first start is in data/demo-key.',
      { exitCode: EXIT.not_authorised },
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    return usageError(
      command,
      '--api-key (or ROWHOUSE_API_KEY) must be a key of the service, for example rh_live_….',
    );
  }
  return { apiKey, baseUrl: given.baseUrl };
}

export const connect = (
  { apiKey, baseUrl }: KnownCaller,
  more: Partial<RowhouseOptions> = {},
): Rowhouse => new Rowhouse({ apiKey, baseUrl, ...more });

/** A flag for every parameter of a search except some. */
export function addParamOptions(command: Command, except: readonly ParamName[] = []): void {
  for (const name of NAMES) {
    if (!except.includes(name)) command.addOption(paramOption(name));
  }
}

function paramOption(name: ParamName): Option {
  const option = new Option(`${flagOf(name)} <value>`, describeParam(name));
  // For help and completion; the service checks which of them a route accepts.
  const values = valuesOf(name);
  if (values !== null) option.choices(values);
  return option.argParser((text: string, before: string | undefined) => {
    if (before !== undefined) throw new InvalidArgumentError('Give it once.');
    return text;
  });
}

/** The inputs of a search as typed; ends the command when the route does not accept one. */
export function readParams(command: Command, route: SearchRoute): Record<string, string> {
  const given = command.opts<Readonly<Record<string, unknown>>>();
  const taken: readonly ParamName[] = route.params;
  const names = NAMES.filter((name) => given[camelCase(name)] !== undefined);
  const stray = names.filter((name) => !taken.includes(name)).map(flagOf);
  if (stray.length > 0) {
    return usageError(
      command,
      `${route.path.slice(1)} does not accept ${stray.join(', ')}. It accepts ${taken.map(flagOf).join(', ')}.`,
    );
  }
  return Object.fromEntries(names.map((name) => [name, String(given[camelCase(name)])]));
}

/** A parser for whole numbers. */
export const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    const to = max === Number.MAX_SAFE_INTEGER ? 'on' : `to ${max}`;
    throw new InvalidArgumentError(`Must be a whole number from ${min} ${to}.`);
  };

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A parser for ids: the service would look for another one at another path. */
export const idFrom =
  (command: string) =>
  (text: string): string => {
    if (UUID.test(text)) return text;
    throw new InvalidArgumentError(`Give an id, as "rowhouse ${command}" shows it.`);
  };

/** A parser for lists of known members. */
export const listOf =
  (known: readonly string[]) =>
  (text: string): readonly string[] => {
    const list = text.split(',');
    if (list.every((one) => known.includes(one))) return list;
    throw new InvalidArgumentError(
      `Give one or more of these, separated by commas: ${known.join(',')}.`,
    );
  };

/** Waits for the work of a command; a failure becomes one line on standard error and its code. */
export const ended = <T>(
  work: Promise<T>,
  { err }: Pick<Terminal, 'err'>,
  describe: (error: unknown) => string,
  codeOf: (result: T) => ExitCode = () => EXIT.ok,
): Promise<ExitCode> =>
  work.then(codeOf, (error: unknown) => {
    err.write(`rowhouse: ${describe(error)}\n`);
    return exitCodeOf(error);
  });

/** Waits for the work of a command, and ends the program with its code. */
export async function finish<T>(
  work: Promise<T>,
  terminal: Terminal,
  describe: (error: unknown) => string = (error) => describeError(error),
  codeOf?: (result: T) => ExitCode,
): Promise<void> {
  terminal.setExitCode(await ended(work, terminal, describe, codeOf));
}
