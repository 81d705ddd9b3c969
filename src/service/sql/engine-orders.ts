/** What the service and the process of an engine send each other. */
import type { SqlAnswerBody } from '#contract/operations/sql.js';
import type { SqlTableName } from '#contract/sql.js';
import type { HiddenHome } from '#domain/home.js';
import type { Decision } from './read-statement.js';

/**
 * Rows for a table: JSON with `pages`, the newest first, each with `result.data` as the answer of a
 * search, and with `kind` and `collected_at` where these hold for all of its rows.
 */
export interface RowBatch {
  readonly table: SqlTableName;
  readonly text: string;
}

export type EngineOrder =
  | { readonly order: 'read'; readonly sql: string }
  | { readonly order: 'hide'; readonly homes: readonly HiddenHome[] }
  | { readonly order: 'load'; readonly batch: RowBatch }
  | { readonly order: 'run'; readonly sql: string; readonly rows: number };

export type EngineAnswer = Pick<SqlAnswerBody, 'columns' | 'rows' | 'truncated'>;

export type EngineReply =
  | Decision
  | EngineAnswer
  | { readonly loaded: number }
  | { readonly done: true }
  /** The package is not installed. */
  | { readonly missing: true }
  /** The engine's words. */
  | { readonly failed: string };
