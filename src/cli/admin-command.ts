/** A row of the operator's commands, and the options that several take. */
import type { AdminRequest } from './call-admin.js';

export interface CommandOption {
  readonly name: string;
  /** The placeholder of its value in the help; a flag has none. */
  readonly value?: string;
  readonly description: string;
  readonly required?: true;
  /** The value is a whole number, at least this. */
  readonly whole?: number;
  readonly choices?: readonly string[];
  readonly standard?: string;
}

export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  readonly optional?: true;
}

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
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  readonly request: (words: readonly string[], options: ShownFields) => AdminRequest;
  readonly show: (result: ShownFields) => string;
  /**
   * The member of the result with its rows, where it is a list: it then accepts --format. `older`
   * is the parameter that requests the page after `next`.
   */
  readonly list?: { readonly member: string; readonly older?: string };
  /** What options add to the result. */
  readonly more?: (
    result: ShownFields,
    options: ShownFields,
    parts: MoreParts,
  ) => Promise<ShownFields>;
  /** Whether the result makes the command exit with 1. */
  readonly failed?: (result: ShownFields) => boolean;
}

export const ACCOUNT: CommandOption = {
  name: 'account',
  value: 'id',
  description: 'the account',
  required: true,
};
export const ACCOUNT_OR_ALL: CommandOption = {
  name: 'account',
  value: 'id',
  description: 'only this account',
};
export const FROM: CommandOption = {
  name: 'from',
  value: 'day',
  description: 'from this day (UTC)',
};
export const TO: CommandOption = {
  name: 'to',
  value: 'day',
  description: 'up to and including this day (UTC)',
};
export const LIMIT: CommandOption = {
  name: 'limit',
  value: 'n',
  description: 'maximum of rows (default: 100 in a table, all in other formats)',
  whole: 1,
};
export const accountId = { name: 'id', description: 'the account' };
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
