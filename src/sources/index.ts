import { KINDS, type Kind, SOURCES, type SourceName } from '#contract/values.js';
import { boundRow } from '#domain/bounds.js';
import { auction } from './auction/index.js';
import { nycPortal } from './nyc_portal/index.js';
import { portalA } from './portal_a/index.js';
import { portalB } from './portal_b/index.js';
import type { HomeOfUrl, Reader, Source } from './source.js';

/** Every source, by name. A test holds the route table against it. */
const SOURCES_BY_NAME: { readonly [S in SourceName]?: Source<S> } = {
  portal_a: portalA,
  portal_b: portalB,
  nyc_portal: nycPortal,
  auction,
};

/** The readers of every source, their rows within the bounds that hold for all of them. */
const READERS = new Map(
  SOURCES.flatMap((source) =>
    KINDS.flatMap((kind) => {
      const reader: Reader | undefined = SOURCES_BY_NAME[source]?.readers[kind];
      return reader === undefined
        ? []
        : [[`${source} ${kind}`, withinBounds(source, kind, reader)] as const];
    }),
  ),
);

/** The reader of a source and kind, or undefined when it has none. */
export function readerOf(source: SourceName, kind: Kind): Reader | undefined {
  return READERS.get(`${source} ${kind}`);
}

function withinBounds(source: SourceName, kind: Kind, reader: Reader): Reader {
  const toRow: Reader['toRow'] = (raw, context) => {
    const read = reader.toRow(raw, context);
    return 'dropped' in read ? read : boundRow(source, kind, read.row);
  };
  return { ...reader, toRow };
}

/** The home that a page address names at a source; null when it is no page of a home there. */
export function homeOfUrl(source: SourceName, url: string): HomeOfUrl | null {
  return URL.canParse(url) ? (SOURCES_BY_NAME[source]?.homeOfUrl?.(new URL(url)) ?? null) : null;
}
