import type { Candidate, ErrorBody } from '#contract/envelope.js';
import { ERRORS, type ErrorCode, retryAfterSeconds } from '#contract/errors.js';

/**
 * A caller's mistake, or a condition named by the contract: returned as an error of the contract,
 * never charged (docs/errors.md). Any other exception is an internal error.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly candidates: readonly Candidate[] | undefined;
  /** Seconds for Retry-After; null when the response has none. */
  readonly retryAfterS: number | null;

  constructor(code: ErrorCode, options: ApiErrorOptions) {
    super(options.message ?? ERRORS[code].message);
    this.code = code;
    this.param = options.param ?? null;
    this.candidates = options.candidates;
    this.retryAfterS = options.retryAfterS ?? retryAfterSeconds(code);
  }

  get http(): number {
    return ERRORS[this.code].http;
  }

  /** The error object as sent: always with `param`, `candidates` only for codes that have them. */
  body(): ErrorBody {
    const { code, message, param, candidates } = this;
    return candidates === undefined
      ? { code, message, param }
      : { code, message, param, candidates };
  }
}

export interface ApiErrorOptions {
  readonly param?: string | null;
  /** What to do instead; defaults to the table's message. */
  readonly message?: string;
  readonly candidates?: readonly Candidate[];
  readonly retryAfterS?: number;
}

/** An API error to throw or to return. */
export const apiError = (code: ErrorCode, options: ApiErrorOptions = {}): ApiError =>
  new ApiError(code, options);

/** 422 for an input: what is wrong with it, and what to send instead. */
export const invalidQuery = (param: string | null, message: string): ApiError =>
  apiError('unsupported_or_invalid_query', { param, message });

/** 422 for an unusable value of an input; `accepted` is what it must be. */
export const outOfRange = (param: string, accepted: string): ApiError =>
  invalidQuery(param, `${param} must be ${accepted}.`);
