/** Calls that this process answered with status 500 or above, remembered for operators. */
import type { FailedCallBody } from '#contract/operator.js';

/** How many calls a process remembers. */
export const FAILED_CALLS_MAX = 100;

/** The last failed calls of this process; the oldest are forgotten first. */
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
