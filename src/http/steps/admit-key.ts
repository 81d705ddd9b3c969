import { findCaller } from '#service/admit-caller.js';
import { type Call, header } from '../call.js';

/** Rung 6: who calls. Nothing is awaited for a key that is known. */
export function admitKey(call: Call): void | Promise<void> {
  const found = findCaller(call.house, header(call, 'authorization'));
  if (!(found instanceof Promise)) {
    call.caller = found;
    return undefined;
  }
  return found.then((caller) => {
    call.caller = caller;
  });
}
