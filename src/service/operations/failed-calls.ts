/** Calls that this process answered with an error, remembered for operators. */
import type { FailedCallBody, RejectedCallsBody } from '#contract/operator.js';

/** How many calls a process remembers. */
export const FAILED_CALLS_MAX = 100;

/**
 * The last calls that failed with a status of 500 or above, of which the oldest are forgotten
 * first, and counts of those that their callers can correct, by code.
 */
export class FailedCalls {
  #calls: readonly FailedCallBody[] = [];
  /** As many as the contract has codes. */
  readonly #rejected = new Map<string, RejectedCallsBody>();

  note(call: FailedCallBody): void {
    this.#calls = [call, ...this.#calls].slice(0, FAILED_CALLS_MAX);
  }

  reject({ code, status, at }: Pick<FailedCallBody, 'code' | 'status' | 'at'>): void {
    const calls = (this.#rejected.get(code)?.calls ?? 0) + 1;
    // The last one is always at the end.
    this.#rejected.delete(code);
    this.#rejected.set(code, { code, status, calls, last_at: at });
  }

  /** Newest first. */
  list(): readonly FailedCallBody[] {
    return this.#calls;
  }

  /** Newest first. */
  rejected(): readonly RejectedCallsBody[] {
    return [...this.#rejected.values()].toReversed();
  }
}
