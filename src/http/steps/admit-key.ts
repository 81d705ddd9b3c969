import { findCaller } from '#service/accounts/admit-caller.js';
import { type Call, type Caller, header } from '../call.js';
import { noteCaller } from '../end-call.js';

/** Step 6: the caller. A cached key needs no await. */
export function admitKey(call: Call): void | Promise<void> {
  const found = findCaller(call.app, header(call, 'authorization'));
  const admit = (caller: Caller) => {
    call.caller = caller;
    noteCaller(call.request.raw, caller);
  };
  return found instanceof Promise ? found.then(admit) : admit(found);
}
