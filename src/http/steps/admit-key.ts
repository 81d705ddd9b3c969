import { findCaller } from '#service/admit-caller.js';
import { type Call, header } from '../call.js';

/** Rung 6: who calls. */
export async function admitKey(call: Call): Promise<void> {
  call.caller = await findCaller(call.house, header(call, 'authorization'));
}
