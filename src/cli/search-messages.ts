/** The messages of `rowhouse search` on standard error: failures, and how much was written. */

import { RowhouseError } from '#client/index.js';
import { oneLine } from '#contract/one-line.js';
import { LOCATION_FORMS, PARAMS, type ParamName } from '#contract/params.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { fileFault } from './file-fault.js';
import type { ChainEnd } from './row-writers.js';

const isParam = (name: string): name is ParamName => Object.hasOwn(PARAMS, name);

/** The flag of a query parameter. */
export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;

/** The flags for the `param` of an error; a location is not a flag, its forms are. */
export function flagsFor(param: string, route: SearchRoute): string {
  if (isParam(param)) return `, ${flagOf(param)}`;
  if (param !== 'location') return '';
  const forms = route.forms.map((form) => LOCATION_FORMS[form].map(flagOf).join(' '));
  return `; give ${forms.join(', or ')}`;
}

/** A search's failure in one line, in terms of the command's flags. */
export function describeFailure(error: unknown, route: SearchRoute, timeoutS: number): string {
  if (!(error instanceof RowhouseError)) return describeOwn(error);
  if (error.code === 'timeout') {
    return `No page within ${timeoutS} s. Run the same command again, or set a longer --timeout. (timeout)`;
  }
  return describeError(error, (param) => flagsFor(param, route));
}

/** A call's failure in one line; `flagsOf` names the flags for the `param` of the error, if any. */
export function describeError(
  error: unknown,
  flagsOf: (param: string) => string = () => '',
): string {
  if (!(error instanceof RowhouseError)) return describeOwn(error);
  const { message, code, param, retryAfterS } = error;
  const later = retryAfterS === null ? '' : ` Try again in ${retryAfterS} s.`;
  const text = oneLine(inCommands(message));
  return `${text}${later} (${code}${param === null ? '' : flagsOf(param)})`;
}

/** Calls to which messages of the service point, and the commands in their place. */
const COMMANDS: Readonly<Record<string, string>> = {
  'GET /v1/watches lists': '"rowhouse watch list" lists',
  'GET /v1/endpoints lists': '"rowhouse endpoints list" lists',
  'GET /v1/snapshots lists': '"rowhouse snapshots list" lists',
  'GET /v1/events lists': '"rowhouse events" lists',
  'GET /v1/lookups lists those of this account':
    '"rowhouse lookup --file" prints the id of its batch',
  'Read the rows of your watches, then continue from last_seq of GET /v1/events?limit=1':
    '"rowhouse watch rows WATCH" reads the homes; "rowhouse events" prints the numbers that are stored',
};

const inCommands = (message: string): string =>
  Object.entries(COMMANDS).reduce((text, [call, command]) => text.replace(call, command), message);

/** A failure on this machine. */
const describeOwn = (error: unknown): string =>
  error instanceof Error ? (fileFault(error) ?? error.message) : String(error);

/** A count with its noun: `1 credit`, `2 credits`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Rows, pages and credits so far. */
export const describeAmount = ({ count, pages, credits }: ChainEnd): string =>
  [counted(count, 'row'), counted(pages, 'page'), counted(credits, 'credit')].join(', ');

/** The purpose of the parameters with a closed list of values; help appends the list. */
const CHOICES: Readonly<Partial<Record<ParamName, string>>> = {
  sort: 'order of the rows',
  sold_within_days: 'number of past days in which the home was sold',
};

/** A parameter for the help: its values, routes that accept fewer, and routes that accept it. */
export function describeParam(name: ParamName): string {
  const takes = ({ params }: SearchRoute) => params.includes(name);
  const takers = SEARCH_ROUTES.filter(takes);
  const others = SEARCH_ROUTES.filter((route) => !takes(route));
  const few = others.length < takers.length ? `not ${named(others)}` : `only ${named(takers)}`;
  const only = others.length === 0 ? '' : ` (${few})`;
  const all = valuesOf(name);
  const fewer = takers.filter((route) => all !== null && valuesOn(route, name).length < all.length);
  const less = fewer.map((route) => `; ${named([route])}: ${valuesOn(route, name).join(', ')}`);
  return (CHOICES[name] ?? PARAMS[name].description) + less.join('') + only;
}

/** The closed list of the values that some route accepts; null for other parameters. */
export function valuesOf(name: ParamName): readonly string[] | null {
  if (PARAMS[name].type !== 'choice') return null;
  return [...new Set(SEARCH_ROUTES.flatMap((route) => valuesOn(route, name)))];
}

const valuesOn = (route: SearchRoute, name: ParamName): readonly string[] =>
  (name === 'sort' ? route.sorts : route.sold_windows).map(String);
const named = (routes: readonly SearchRoute[]): string =>
  routes.map(({ path }) => path.slice(1)).join(', ');
