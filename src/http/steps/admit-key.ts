import { findCaller } from '#service/accounts/admit-caller.js';
import { type Call, header } from '../call.js';

/** Step 6: the caller. Nothing is awaited for a cached key. */
export function admitKey(call: Call): void | Promise<void> {
  const found = findCaller(call.app, header(call, 'authorization'));
  if (!(found instanceof Promise)) {
    call.caller = found;
    return undefined;
  }
  return found.then((caller) => {
    call.caller = caller;
  });
}
