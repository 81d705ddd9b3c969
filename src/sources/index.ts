import { SOURCES, type SourceName } from '#contract/sources.js';
import { KINDS, type Kind } from '#contract/values.js';
import { boundRow } from '#domain/bounds.js';
import { auction } from './auction/index.js';
import type { FeedDriver, HomeOfUrl, Source, SourcePlaces, SourceProfile } from './driver.js';
import { mls } from './mls/index.js';
import { REPLICATION } from './mls/replication.js';
import { nycPortal } from './nyc_portal/index.js';
import { openData } from './open_data/index.js';
import { portalA } from './portal_a/index.js';
import { portalB } from './portal_b/index.js';
import { records } from './records/index.js';
import type { Replication } from './replication.js';

/** Every source by name. A test compares the route table with it. */
const SOURCES_BY_NAME: { readonly [S in SourceName]?: Source<S> } = {
  portal_a: portalA,
  portal_b: portalB,
  nyc_portal: nycPortal,
  auction,
  mls,
  records,
  open_data: openData,
};

/** Sources whose rows can be replicated into local tables, by name. */
const REPLICATIONS: { readonly [S in SourceName]?: Replication } = { mls: REPLICATION };

/** The drivers of every source; their rows are within the bounds for all sources. */
const DRIVERS = new Map(
  SOURCES.flatMap((source) =>
    KINDS.flatMap((kind) => {
      const driver: FeedDriver | undefined = SOURCES_BY_NAME[source]?.drivers[kind];
      return driver === undefined
        ? []
        : [[`${source} ${kind}`, withinBounds(source, kind, driver)] as const];
    }),
  ),
);

/** The driver of a source and kind, or undefined when it has none. */
export function driverOf(source: SourceName, kind: Kind): FeedDriver | undefined {
  return DRIVERS.get(`${source} ${kind}`);
}

function withinBounds(source: SourceName, kind: Kind, driver: FeedDriver): FeedDriver {
  const toRow: FeedDriver['toRow'] = (raw, context) => {
    const read = driver.toRow(raw, context);
    return 'dropped' in read ? read : boundRow(source, kind, read.row);
  };
  return { ...driver, toRow };
}

/** The home named by a page address of a source; null if it is no page of a home there. */
export function homeOfUrl(source: SourceName, url: string): HomeOfUrl | null {
  return URL.canParse(url) ? (SOURCES_BY_NAME[source]?.homeOfUrl?.(new URL(url)) ?? null) : null;
}

/** A source's own places; undefined if none can be requested. */
export function placesOf(source: string): SourcePlaces | undefined {
  const drivers = Object.values(
    SOURCES_BY_NAME[source as SourceName]?.drivers ?? {},
  ) as FeedDriver[];
  return drivers.flatMap((driver) => (driver.over === 'http' ? (driver.places ?? []) : []))[0];
}

/**
 * The options of an upstream with those that its operator left out. Throws OperatorError for
 * options that name what its source does not have, or that need a header which is not set.
 */
export const readOptions = (
  source: SourceName,
  options: SourceProfile['options'],
  headers: readonly string[],
): SourceProfile['options'] => SOURCES_BY_NAME[source]?.readOptions?.(options, headers) ?? options;

/** How a source's rows are replicated into a local table; undefined if they cannot be. */
export const replicationOf = (source: SourceName): Replication | undefined => REPLICATIONS[source];
