/**
 * Every source, one line each in the order of the route table: its manifest, and its samples for
 * the OpenAPI document. The contract reads only these parts of a source; its code is in index.ts.
 */
import { auction } from './auction/manifest.js';
import { auctionSamples } from './auction/samples.js';
import { mls } from './mls/manifest.js';
import { mlsSamples } from './mls/samples.js';
import { nycPortal } from './nyc_portal/manifest.js';
import { nycPortalSamples } from './nyc_portal/samples.js';
import { openData } from './open_data/manifest.js';
import { openDataSamples } from './open_data/samples.js';
import { portalA } from './portal_a/manifest.js';
import { portalASamples } from './portal_a/samples.js';
import { portalB } from './portal_b/manifest.js';
import { portalBSamples } from './portal_b/samples.js';
import { records } from './records/manifest.js';
import { recordsSamples } from './records/samples.js';

// The types are named: inferred, they would be printed in full wherever they are used.
export const MANIFESTS: readonly [
  typeof portalA,
  typeof auction,
  typeof nycPortal,
  typeof portalB,
  typeof mls,
  typeof records,
  typeof openData,
] = [portalA, auction, nycPortal, portalB, mls, records, openData];

/** Separate from the manifests, so that the console's bundle leaves them out. */
export const SAMPLES: typeof portalASamples &
  typeof auctionSamples &
  typeof nycPortalSamples &
  typeof portalBSamples &
  typeof mlsSamples &
  typeof recordsSamples &
  typeof openDataSamples = {
  ...portalASamples,
  ...auctionSamples,
  ...nycPortalSamples,
  ...portalBSamples,
  ...mlsSamples,
  ...recordsSamples,
  ...openDataSamples,
};
