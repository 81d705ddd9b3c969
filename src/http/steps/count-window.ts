import { assert } from '#base/assert.js';
import { apiError } from '#domain/api-error.js';
import { countInWindow, windowNow } from '#service/accounts/admit-caller.js';
import type { Call } from '../call.js';
import { rateHeaders } from '../respond.js';

/**
 * Counts the call in its minute: every authenticated call counts, rejected ones too, so it comes
 * before step 7, and from here on every answer has the rate limit. The fast path has already
 * counted its calls.
 */
export async function countWindow(call: Call): Promise<void> {
  assert(call.caller !== undefined, 'the key was admitted before');
  if (call.window !== undefined) return;
  call.window = await countInWindow(call.app, call.caller);
  call.reply.headers(rateHeaders(call.window));
}

/** Step 8: the minute's rate limit is used up. For a tool call, the tool itself says so. */
export function boundWindowOfRoutes(call: Call): void {
  if (call.target?.to !== 'mcp') boundWindow(call);
}

/** Throws 429 rate_limited for a call that is over its window. */
export function boundWindow(call: Call): void {
  assert(call.window !== undefined, 'the call was counted before');
  if (call.window.over) throw apiError('rate_limited', { retryAfterS: call.window.reset_s });
}

/**
 * A held call's answer has the rate limit of the moment when it ends: meanwhile other calls were
 * counted or another minute began.
 */
export async function afterWait<T>(call: Call, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    if (call.held === true && call.caller !== undefined) {
      // Without the database the rate limit read at its start remains.
      const window = await windowNow(call.app, call.caller).catch(() => call.window);
      if (window !== undefined) call.reply.headers(rateHeaders(window));
    }
  }
}
