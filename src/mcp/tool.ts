/** A tool, and the parts that each of its calls gets. */
import type { Operation } from '#contract/operations/operation.js';
import type { NamedSchema } from '#contract/schema.js';
import type { countInWindow } from '#service/accounts/admit-caller.js';
import type { App } from '#service/app.js';
import type { Members } from './answers.js';
import type { Arguments, ArgumentTable } from './arguments.js';

/** The caller whose key was sent with a call. */
export type ToolCaller = Parameters<typeof countInWindow>[1];

export interface ToolCall {
  readonly app: App;
  readonly caller: ToolCaller;
  readonly requestId: string;
  /** Throws the API error of an exhausted rate limit. */
  readonly boundWindow: () => void;
  /** Whether the caller can still be answered. */
  readonly isThere: () => boolean;
  /** Aborts when the caller has closed its sending side. */
  readonly silent: AbortSignal;
  /** The caller's feeds after a wait; throws when it may no longer call. */
  readonly readmit: () => readonly string[] | Promise<readonly string[]>;
  /** Throws the API error of the first rule of its schema that a body breaks. */
  readonly checkBody: (schema: NamedSchema, body: object) => void;
  /** The query of an operation, read by its schemas; throws the API error of an invalid value. */
  readonly readQuery: (
    operation: Operation,
    queryText: string,
  ) => Readonly<Record<string, unknown>>;
}

/** Rows, and the dotted paths of the values that are shown of each. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly object[];
}

/**
 * An answer: facts as one line of JSON, followed by a table as CSV; and the same as structured
 * content. Clients show a model one of the two or both, so neither may hold more.
 */
export interface ToolAnswer {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly table?: Table;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: ArgumentTable;
  readonly required: readonly string[];
  /** The members of its structured content. Those that not every answer has are optional. */
  readonly answer: Members;
  /** Whether it stores something for the caller, or deletes stored data. */
  readonly writes?: 'stores' | 'deletes';
  readonly run: (call: ToolCall, sent: Arguments) => Promise<ToolAnswer>;
}
