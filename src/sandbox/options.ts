/** Options of a sandbox. */

import type { WorldOptions } from './data/synthetic-data.js';
import type { Behaviour, PortalName } from './portal.js';

export interface SandboxOptions extends WorldOptions, Partial<Behaviour> {
  /** Loopback when absent. */
  readonly host?: string;
  /** 0 or absent takes any free port. */
  readonly port?: number;
  /** Takes any free port when the given one is in use; else that is an error. */
  readonly orAnyPort?: boolean;
  /** Every portal answers after a latency in this range, drawn from the request. */
  readonly latencyMinMs?: number;
  readonly latencyMaxMs?: number;
  /** Which portals to open; all that exist when absent. */
  readonly portals?: readonly PortalName[];
}
