import { assert } from '#base/assert.js';
import { refuse } from '#domain/refusal.js';
import { countInWindow } from '#service/admit-caller.js';
import type { Call } from '../call.js';
import { rateHeaders } from '../respond.js';

/**
 * Counts the call in its minute: every authenticated call counts, refused ones too, so it stands
 * before rung 7, and from here on every answer tells the allowance. The short way has counted it.
 */
export async function countWindow(call: Call): Promise<void> {
  assert(call.caller !== undefined, 'the key was admitted before');
  if (call.window !== undefined) return;
  call.window = await countInWindow(call.house, call.caller);
  call.reply.headers(rateHeaders(call.window));
}

/** Rung 8: the minute window is used up. */
export function boundWindow(call: Call): void {
  assert(call.window !== undefined, 'the call was counted before');
  if (call.window.over) throw refuse('rate_limited', { retryAfterS: call.window.reset_s });
}
