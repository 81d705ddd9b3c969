/** Calls that this process answered with 500 or above: what is remembered of them for operators. */
import type { FailedCallBody } from '#contract/operator.js';

/** Calls that a process remembers. */
export const FAILED_CALLS_MAX = 100;

/** The last calls of this process that failed; the oldest are forgotten first. */
export class FailedCalls {
  #calls: readonly FailedCallBody[] = [];

  note(call: FailedCallBody): void {
    this.#calls = [call, ...this.#calls].slice(0, FAILED_CALLS_MAX);
  }

  /** Newest first. */
  list(): readonly FailedCallBody[] {
    return this.#calls;
  }
}
