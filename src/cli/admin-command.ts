/** A row of the operator's commands, and the options that several take. */
import { Argument, Option } from 'commander';
import type { AdminRequest } from './call-admin.js';
import { whole } from './caller-options.js';

export type ShownFields = Readonly<Record<string, unknown>>;

/** What a command may use after its first answer. */
export interface MoreParts {
  readonly ask: (request: AdminRequest) => Promise<ShownFields>;
  /** Verifies the files of archived months in a folder against the service's records. */
  readonly checkArchives: (folder: string, months: unknown) => Promise<CheckedFiles>;
}

export interface CheckedFiles {
  readonly files: number;
  readonly rows: number;
  readonly violations: readonly unknown[];
}

export interface AdminCommand {
  /** One word, or a group and a word. */
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  readonly request: (words: readonly string[], options: ShownFields) => AdminRequest;
  /** The result for a person; when left out, a line for each value, or the table of a list. */
  readonly show?: (result: ShownFields) => string;
  /**
   * The member of the result with its rows, where it is a list: it then accepts --format. `older`
   * is the parameter that requests the page after `next`; `columns` are those of CSV without a row.
   */
  readonly list?: {
    readonly member: string;
    readonly older?: string;
    readonly columns?: (options: ShownFields) => readonly string[];
  };
  /** What options add to the result. */
  readonly more?: (
    result: ShownFields,
    options: ShownFields,
    parts: MoreParts,
  ) => Promise<ShownFields>;
  /** Whether the result makes the command exit with 1. */
  readonly failed?: (result: ShownFields) => boolean;
}

export const ACCOUNT = new Option('--account <id>', 'the account').makeOptionMandatory();
export const ACCOUNT_OR_ALL = new Option('--account <id>', 'only this account');
export const FROM = new Option('--from <day>', 'from this day (UTC)');
export const TO = new Option('--to <day>', 'up to and including this day (UTC)');
export const LIMIT = new Option(
  '--limit <n>',
  'maximum of rows (default: 100 in a table, all in other formats)',
).argParser(whole(1));
export const PROGRESS = new Option(
  '--progress <yes>',
  'yes: print progress every few seconds, as on a terminal',
).choices(['yes', 'no']);
export const accountId = new Argument('<id>', 'the account');

export const get = (path: string): AdminRequest => ({ method: 'GET', path });
export const post = (path: string, body: ShownFields = {}): AdminRequest => ({
  method: 'POST',
  path,
  body,
});

/** A part of a path. No part may be empty or all dots: such an id never exists. */
export const path = (word: unknown): string =>
  typeof word === 'string' && /[^.]/.test(word) ? encodeURIComponent(word) : '-';

/** A path with the given values as its query. */
export const withQuery = (base: string, values: ShownFields): string => {
  const query = new URLSearchParams(given(values) as Record<string, string>).toString();
  return query === '' ? base : `${base}?${query}`;
};

/** Omits values that were not given. */
export const given = (values: ShownFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
