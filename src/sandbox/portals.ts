/** The portals there are: adding one is a folder and a row here. */

import type { OpenPortal, PortalName } from './portal.js';
import { openPortalA } from './portal_a/index.js';

export const PORTALS: Readonly<Partial<Record<PortalName, OpenPortal>>> = {
  portal_a: openPortalA,
};
