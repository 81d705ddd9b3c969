import { requireSecret } from '#service/operations/readiness.js';
import type { Call } from '../call.js';

/** Step 9: the service can answer. The previous steps have shown that storage is reachable. */
export function requireConfigured(call: Call): void {
  requireSecret(call.app);
}
