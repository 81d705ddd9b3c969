import type { Candidate, ErrorBody } from '#contract/envelope.js';
import { ERRORS, type ErrorCode, retryAfterSeconds } from '#contract/errors.js';

/**
 * A caller's mistake, or a condition that the contract names: answered as an error of the contract,
 * never charged (docs/errors.md). Everything else that is thrown is an internal error.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly candidates: readonly Candidate[] | undefined;
  /** Seconds for Retry-After; null when the answer carries none. */
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

  /** The error object as it is sent: `param` always present, `candidates` only where the code has them. */
  body(): ErrorBody {
    const { code, message, param, candidates } = this;
    return candidates === undefined
      ? { code, message, param }
      : { code, message, param, candidates };
  }
}

export interface ApiErrorOptions {
  readonly param?: string | null;
  /** What to do instead; the table's message when left out. */
  readonly message?: string;
  readonly candidates?: readonly Candidate[];
  readonly retryAfterS?: number;
}

/** An API error to throw or to return. */
export const apiError = (code: ErrorCode, options: ApiErrorOptions = {}): ApiError =>
  new ApiError(code, options);
