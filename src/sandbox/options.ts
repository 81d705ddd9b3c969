/** What a sandbox is opened with. */

import type { WorldOptions } from './data/synthetic-data.js';
import type { Behaviour, PortalName } from './portal.js';

export interface SandboxOptions extends WorldOptions, Partial<Behaviour> {
  /** Loopback when absent. */
  readonly host?: string;
  /** 0 or absent takes any free port. */
  readonly port?: number;
  /** Take any free port when the named one is taken; else that is an error. */
  readonly orAnyPort?: boolean;
  /** Every portal answers after a time between these, drawn from what is asked. */
  readonly latencyMinMs?: number;
  readonly latencyMaxMs?: number;
  /** Which portals to open; all that exist when absent. */
  readonly portals?: readonly PortalName[];
}
