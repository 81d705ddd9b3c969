/** All portals: adding one takes a folder and a row here. */

import { openAuction } from './auction/index.js';
import { openMls } from './mls/index.js';
import { openNycPortal } from './nyc_portal/index.js';
import { openOpenData } from './open_data/index.js';
import type { OpenPortal, PortalName } from './portal.js';
import { openPortalA } from './portal_a/index.js';
import { openPortalB } from './portal_b/index.js';
import { openRecords } from './records/index.js';

export const PORTALS: Readonly<Partial<Record<PortalName, OpenPortal>>> = {
  auction: openAuction,
  mls: openMls,
  nyc_portal: openNycPortal,
  open_data: openOpenData,
  portal_a: openPortalA,
  portal_b: openPortalB,
  records: openRecords,
};
