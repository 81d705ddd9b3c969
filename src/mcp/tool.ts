/** A tool, and the parts that each of its calls gets. */
import type { NamedSchema } from '#contract/schema.js';
import type { countInWindow } from '#service/accounts/admit-caller.js';
import type { App } from '#service/app.js';
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
}

/** An answer: facts as one line of JSON, followed by rows as CSV. */
export interface ToolAnswer {
  readonly facts: object;
  readonly rows?: string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: ArgumentTable;
  readonly required: readonly string[];
  /** Whether it stores something for the caller, or deletes stored data. */
  readonly writes?: true | 'deletes';
  readonly run: (call: ToolCall, sent: Arguments) => Promise<ToolAnswer>;
}
