import { assert } from '#base/assert.js';
import { refuseSuspended } from '#service/admit-caller.js';
import type { Call } from '../call.js';

/** Rung 7: a suspended account is refused for all of its keys. */
export function requireActive(call: Call): void {
  assert(call.caller !== undefined, 'the key was admitted before');
  refuseSuspended(call.caller);
}
