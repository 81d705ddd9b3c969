import { refuseUnconfigured } from '#service/readiness.js';
import type { Call } from '../call.js';

/** Rung 9: the service can answer. That storage is reachable showed on the rungs before. */
export function requireConfigured(call: Call): void {
  refuseUnconfigured(call.house);
}
