/** Adds the operator's commands to the command line, one per row. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { csvHeader, csvLine } from '#contract/flat-rows.js';
import type { AdminCommand, MoreParts } from './admin-command.js';
import { type AdminAccess, type AdminRequest, callAdmin } from './call-admin.js';
import { EXIT } from './exit-codes.js';
import type { Terminal } from './run-search.js';
import { showTable, showValue } from './show.js';

/** What operator commands need from their environment. */
export interface AdminContext {
  /** Address of the admin listener unless --admin-url sets another. */
  readonly adminUrl: string;
  /** The token, from the environment or the data directory; null if none exists. */
  readonly adminToken: () => string | null;
  /** The caller's name, for the audit log. */
  readonly operator: () => string;
  readonly terminal: Pick<Terminal, 'err' | 'setExitCode'>;
  readonly print: (text: string) => void;
  readonly checkArchives: MoreParts['checkArchives'];
}

const FORMATS = ['table', 'csv', 'ndjson'] as const;
/** Rows of a table for a person, of a list with --limit and unless that sets another number. */
const TABLE_ROWS = 100;
/** Most pages read of one list. */
const PAGES_MAX = 10_000;

type Result = Readonly<Record<string, unknown>>;
type Options = Readonly<Record<string, unknown>>;

/** Adds each row as a command: one word, or a group and a word. */
export function addAdminCommands(
  root: Command,
  context: AdminContext,
  rows: readonly AdminCommand[],
): void {
  const groups = new Map<string, Command>();
  for (const row of rows) {
    const [first = '', second] = row.name.split(' ');
    const parent = second === undefined ? root : groupOf(root, groups, first);
    const command = parent.command(second ?? first).description(row.description);
    if (second === undefined) groups.set(first, command);
    declare(command, row, context.adminUrl).action((...given: unknown[]) => {
      const words = given
        .slice(0, row.arguments?.length ?? 0)
        .filter((word) => typeof word === 'string');
      // Where a group is also a command, its options are accepted after the second word too.
      return run(context, row, words, command.optsWithGlobals());
    });
  }
}

/** Arguments and options of a row. */
function declare(command: Command, row: AdminCommand, adminUrl: string): Command {
  for (const argument of row.arguments ?? []) command.addArgument(argument);
  for (const option of row.options ?? []) command.addOption(option);
  if (row.list !== undefined) {
    const format = new Option('--format <format>', 'output format');
    command.addOption(format.choices(FORMATS).default('table'));
  }
  return command
    .option('--json', 'print JSON')
    .option('--admin-url <url>', 'address of the admin listener', webAddress, adminUrl);
}

function webAddress(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('It is not an address. Give one like http://127.0.0.1:8081.');
}

async function run(
  context: AdminContext,
  row: AdminCommand,
  words: readonly string[],
  options: Options,
): Promise<void> {
  const access = {
    url: String(options.adminUrl),
    token: context.adminToken(),
    operator: context.operator(),
  };
  const { err } = context.terminal;
  const say = (line: string) => err.write(`rowhouse: ${line}\n`);
  const isShown = options.progress === 'yes' || (err.isTTY === true && options.progress !== 'no');
  const request = row.request(words, options);
  const first = await callAdmin(access, request, isShown ? say : null);
  const listed =
    row.list === undefined ? first : await readOn(access, row.list, request, first, options);
  const { checkArchives } = context;
  const parts = { ask: (next: AdminRequest) => callAdmin(access, next), checkArchives };
  const result = (await row.more?.(listed, options, parts)) ?? listed;
  const { warning, ...shown } = result;
  if (typeof warning === 'string') say(warning);
  const text = printedText(row, result, shown, options);
  if (text !== '') context.print(text);
  if (row.failed?.(result) === true) context.terminal.setExitCode(EXIT.failed);
}

/**
 * Reads the next pages, up to --limit rows; a table shows TABLE_ROWS unless --limit is given.
 * A list without older pages has no --limit, and is whole.
 */
async function readOn(
  access: AdminAccess,
  { member, older }: NonNullable<AdminCommand['list']>,
  request: AdminRequest,
  first: Result,
  options: Options,
): Promise<Result> {
  if (older === undefined) return first;
  const isTable = options.json !== true && options.format === 'table';
  const limit = Number(options.limit ?? (isTable ? TABLE_ROWS : Number.POSITIVE_INFINITY));
  if (!Array.isArray(first[member])) return first;
  const rows = [...(first[member] as readonly object[])];
  let { next } = first;
  for (let page = 1; isMore(next) && rows.length < limit && page < PAGES_MAX; page += 1) {
    const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${older}=${String(next)}`;
    const result = await callAdmin(access, { ...request, path });
    rows.push(...(result[member] as readonly object[]));
    next = result.next;
  }
  const left = rows.length > limit || isMore(next);
  const warning = `Only the newest ${limit} are shown. Use --limit to change the number.`;
  const { next: _next, ...others } = first;
  return { ...others, [member]: rows.slice(0, limit), ...(left && isTable && { warning }) };
}

const isMore = (next: unknown): boolean => next !== undefined && next !== null;

/** The output: JSON, the rows of a list in a format, or text for a person. */
function printedText(row: AdminCommand, result: Result, shown: Result, options: Options): string {
  if (options.json === true) return JSON.stringify(result);
  const rows: unknown = row.list && shown[row.list.member];
  if (!Array.isArray(rows) || options.format === 'table') {
    return row.show?.(shown) ?? (Array.isArray(rows) ? showTable(rows) : showValue(shown));
  }
  if (options.format === 'ndjson') return rows.map((one) => JSON.stringify(one)).join('\n');
  const columns =
    rows.length === 0
      ? (row.list?.columns?.(options) ?? [])
      : [...new Set(rows.flatMap((one: object) => Object.keys(one)))];
  if (columns.length === 0) return '';
  return (csvHeader(columns) + rows.map((one: object) => csvLine(columns, one)).join('')).trimEnd();
}

/** Groups whose name does not say what they manage. */
const GROUPS: Readonly<Record<string, string>> = {
  open: 'open data: add public sets of real sales',
};

function groupOf(root: Command, groups: Map<string, Command>, name: string): Command {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const group = root.command(name).description(GROUPS[name] ?? `manage ${name}`);
  groups.set(name, group);
  return group;
}
