import { assert } from '#base/assert.js';
import { refuse } from '#domain/refusal.js';
import { countInWindow } from '#service/admit-caller.js';
import type { Call } from '../call.js';
import { rateHeaders } from '../respond.js';

/** Rung 8: the minute window. From here on every answer tells the allowance. */
export async function countWindow(call: Call): Promise<void> {
  assert(call.caller !== undefined, 'the key was admitted before');
  const window = await countInWindow(call.house, call.caller);
  call.reply.headers(rateHeaders(window));
  if (window.over) throw refuse('rate_limited', { retryAfterS: window.reset_s });
}
