/** open_data: open sets, read live from the servers of their publishers. */
import type { AreaTest } from '#domain/area.js';
import type { Capabilities, HttpDriver, Source, SourceProfile } from '../driver.js';
import type { MappedKind } from '../mapping/mapping.js';
import { EXPECTATIONS } from './expectations.js';
import {
  hasPoints,
  hasZips,
  LIVE_ROWS,
  liveSetOf,
  namedSet,
  requireToken,
  setIn,
  USUAL,
} from './live-set.js';
import { readPage } from './read.js';
import { descriptionOf, requestFor } from './request.js';
import { listingToRow, saleToRow } from './to-row.js';

const CAPABILITIES: Capabilities = {
  areas: ['postal_code', 'box'],
  box_side_min: 1,
  filters: [],
  sorts: [],
  // Once, after the last page.
  counts: true,
  paging: { by: 'token', rows: LIVE_ROWS },
  rows_max: null,
};

/** Raised when the same answer is read as other rows than before. */
const VERSION = '2';

/** A set without points has no boxes, and one without ZIP codes is not compared with them. */
function capabilitiesOf(options: SourceProfile['options'], kind: MappedKind): Capabilities {
  const live = liveSetOf(options, kind);
  return {
    ...BY_KIND[kind],
    areas: [
      ...(hasZips(live) ? (['postal_code'] as const) : []),
      ...(hasPoints(live) ? (['box'] as const) : []),
    ],
  };
}

function refusalOf(
  by: AreaTest['by'],
  options: SourceProfile['options'],
  kind: MappedKind,
): string | null {
  const live = liveSetOf(options, kind);
  const { name } = live.set;
  if (by === 'zip') {
    return live.mapping.fields.has('zip')
      ? null
      : `The open set ${name} has no ZIP codes. Search by city and state, county, bbox or circle.`;
  }
  return hasPoints(live) ? null : `The open set ${name} has no points. Search by zip.`;
}

type OfSets = 'capabilitiesWith' | 'dataIn' | 'description' | 'refusal';
type LiveDriver<K extends MappedKind> = HttpDriver<'open_data', K> &
  Required<Pick<HttpDriver, OfSets>>;

/** Where prices are not public, a condition on them would hide all sales without a word. */
const BY_KIND: Readonly<Record<MappedKind, Capabilities>> = {
  listings: CAPABILITIES,
  sold: { ...CAPABILITIES, asks_undisclosed: false },
};

const driverOf = <K extends MappedKind>(
  kind: K,
  toRow: HttpDriver<'open_data', K>['toRow'],
): LiveDriver<K> => ({
  over: 'http',
  capabilities: BY_KIND[kind],
  capabilitiesWith: (options) => capabilitiesOf(options, kind),
  dataIn: (options) => setIn(options, kind)?.version ?? null,
  refusal: (by, options) => refusalOf(by, options, kind),
  version: () => VERSION,
  description: descriptionOf(kind),
  request: requestFor(kind),
  read: readPage(kind),
  toRow,
  expectations: EXPECTATIONS[kind],
});

export const openData = {
  name: 'open_data',
  drivers: {
    listings: driverOf('listings', listingToRow),
    sold: driverOf('sold', saleToRow),
  },
  readOptions: (options, headers) => {
    requireToken(namedSet(options), headers);
    return Object.keys(options).length === 0 ? { set: USUAL } : options;
  },
} as const satisfies Source<'open_data'>;
