import { assert } from '#base/assert.js';
import { requireActiveAccount } from '#service/accounts/admit-caller.js';
import type { Call } from '../call.js';

/** Step 7: a suspended account is rejected for all of its keys. */
export function requireActive(call: Call): void {
  assert(call.caller !== undefined, 'the key was admitted before');
  requireActiveAccount(call.caller);
}
