import { requireSecret } from '#service/operations/readiness.js';
import type { Call } from '../call.js';

/** Step 9: the service can answer. That storage is reachable showed on the steps before. */
export function requireConfigured(call: Call): void {
  requireSecret(call.app);
}
