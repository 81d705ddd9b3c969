import { assert } from '#base/assert.js';
import { apiError } from '#domain/api-error.js';
import { countInWindow, windowNow } from '#service/accounts/admit-caller.js';
import type { Call } from '../call.js';
import { rateHeaders } from '../respond.js';

/**
 * Counts the call in its minute: every authenticated call counts, rejected ones too, so it stands
 * before step 7, and from here on every answer carries the allowance. The fast path has counted its calls.
 */
export async function countWindow(call: Call): Promise<void> {
  assert(call.caller !== undefined, 'the key was admitted before');
  if (call.window !== undefined) return;
  call.window = await countInWindow(call.app, call.caller);
  call.reply.headers(rateHeaders(call.window));
}

/** Step 8: the minute window is used up. A call of a tool is answered so by the tool. */
export function boundWindowOfRoutes(call: Call): void {
  if (call.target?.to !== 'mcp') boundWindow(call);
}

/** Throws 429 rate_limited for a call that is over its window. */
export function boundWindow(call: Call): void {
  assert(call.window !== undefined, 'the call was counted before');
  if (call.window.over) throw apiError('rate_limited', { retryAfterS: call.window.reset_s });
}

/**
 * What a held call answers: its allowance is that of the moment when it ends, in which other calls were counted or
 * another minute began.
 */
export async function afterWait<T>(call: Call, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    if (call.held === true && call.caller !== undefined) {
      // Without the database the allowance of the beginning stays.
      const window = await windowNow(call.app, call.caller).catch(() => call.window);
      if (window !== undefined) call.reply.headers(rateHeaders(window));
    }
  }
}
