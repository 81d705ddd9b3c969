import type { Candidate } from '#contract/envelope.js';
import type { ErrorCode } from '#contract/errors.js';
import type { OrOther } from '#contract/values.js';
import type { Meta } from './answers.js';

/** Failures that the service did not name: it was not reached, or not understood. */
export type ClientErrorCode =
  /** The connection failed or broke, even after the retries. */
  | 'connection_failed'
  /** The call timed out; the job may still finish: see `requestId`. */
  | 'timeout'
  /** Something other than this service answered, for example a proxy. */
  | 'unreadable_answer'
  /** The call was not sent: an option is wrong. */
  | 'invalid_option';

interface ErrorParts {
  readonly code: OrOther<ErrorCode | ClientErrorCode>;
  readonly message: string;
  readonly status?: number;
  readonly param?: string | null;
  readonly candidates?: readonly Candidate[];
  readonly requestId?: string | null;
  readonly retryAfterS?: number | null;
  readonly meta?: Meta | null;
  readonly cause?: unknown;
}

/** A call without a result. Nothing was charged, unless the code is one of the client's. */
export class RowhouseError extends Error {
  override readonly name = 'RowhouseError';
  /** A code of docs/errors.md, of ClientErrorCode, or one that this version does not know. */
  readonly code: OrOther<ErrorCode | ClientErrorCode>;
  /** HTTP status: 200 for a job that failed, 0 when nothing answered. */
  readonly status: number;
  /** The invalid input, when there is one. */
  readonly param: string | null;
  /** The homes that an ambiguous address may mean. */
  readonly candidates: readonly Candidate[];
  /** The job if there is one, else the id of the answer. */
  readonly requestId: string | null;
  readonly retryAfterS: number | null;
  readonly meta: Meta | null;

  constructor(parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = parts.code;
    this.status = parts.status ?? 0;
    this.param = parts.param ?? null;
    this.candidates = parts.candidates ?? [];
    this.requestId = parts.requestId ?? null;
    this.retryAfterS = parts.retryAfterS ?? null;
    this.meta = parts.meta ?? null;
  }
}
