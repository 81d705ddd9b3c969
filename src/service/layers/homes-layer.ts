/** Homes known to the service as a layer: a feature for each source that shows one. */
import type { RowFeature } from '#contract/flat-rows.js';
import { LAYER_COUNT_MAX, LAYER_FILTERS } from '#contract/layers.js';
import { SOURCES } from '#contract/sources.js';
import { outOfRange } from '#domain/api-error.js';
import { type HomeMember, shownFacts } from '#domain/home.js';
import type { LayerQuery } from '#domain/layer-query.js';
import { comparisonsOf } from '#domain/ranges.js';
import { gridOfHomes } from '#store/grids.js';
import {
  countHomesInBox,
  findHomesInBox,
  type HomeBoxQuery,
  type HomeCondition,
  homesExtent,
  type ReadableHomes,
} from '#store/home-layer.js';
import { type Parts, secondsFromNow } from '../app.js';
import { type Reader, readableHomes, sourceNames } from '../homes/find-matches.js';
import {
  countOf,
  countText,
  type LayerFeature,
  type LayerPage,
  type MapLayer,
  readLayerCursor,
  writeLayerCursor,
} from './layer.js';

type LayerApp = Parts<'client' | 'clock' | 'db' | 'limits'>;

/** The layer of the homes that a caller may read. */
export function homesLayer(app: LayerApp, reader: Reader): MapLayer {
  const readable: ReadableHomes = {
    ...readableHomes(app, reader),
    feedsSince: secondsFromNow(app, -app.limits.FEED_RETENTION_S),
  };
  return {
    id: 'homes',
    title: 'Homes',
    description:
      'Homes that searches and watches have seen, each once for each source that shows it; home_id is the same on all of them. The date of a feature is its list date. A removed listing has no status and no price.',
    filters: LAYER_FILTERS.homes,
    facts: async () => ({ ...(await homesExtent(app.db, readable)), rights: [] }),
    tiles: {
      version: null,
      grid: (query, cells) =>
        gridOfHomes(app.db, { ...boxQuery(app, readable, query), box: query.box }, cells),
    },
    page: (query) => pageOf(app, readable, query),
    feature: async (id) => {
      const name = nameIn(app, id);
      if (name === undefined) return undefined;
      const query = { readable, box: null, from: null, until: null, conditions: name };
      return (await findHomesInBox(app.db, query, null, 1)).map(featureReader(app))[0];
    },
  };
}

/** The column of each property that a value is compared with. */
const COLUMN_OF: Readonly<Record<string, HomeCondition[0]>> = {
  beds: 'beds',
  baths: 'baths',
  living_area_sqft: 'living_area_sqft',
  property_type: 'property_type',
  'address.zip': 'zip',
  source_id: 'source_id',
  source: 'source',
  kind: 'kind',
  status: 'status',
  home_id: 'home_id',
};

function boxQuery(
  app: LayerApp,
  readable: ReadableHomes,
  { box, from, until, bounds, values }: LayerQuery,
): HomeBoxQuery {
  const equal = Object.entries(values).flatMap(([name, value]): HomeCondition[] => {
    const column = COLUMN_OF[name];
    return column === undefined ? [] : [[column, '=', valueOf(app, name, value)]];
  });
  return { readable, box, from, until, conditions: [...comparisonsOf(bounds), ...equal] };
}

async function pageOf(
  app: LayerApp,
  readable: ReadableHomes,
  asked: LayerQuery,
): Promise<LayerPage> {
  const { limit, cursor } = asked;
  const query = boxQuery(app, readable, asked);
  const place = cursor === null ? null : placeOf(asked, cursor);
  const [found, matched] = await Promise.all([
    findHomesInBox(app.db, query, place?.after ?? null, limit + 1),
    place === null ? countHomesInBox(app.db, query, LAYER_COUNT_MAX) : place.matched,
  ]);
  const members = found.slice(0, limit);
  const last = members.at(-1);
  const next =
    found.length > limit && last !== undefined
      ? writeLayerCursor(asked, [countText(matched), last.source, last.kind, last.source_id])
      : null;
  return { features: members.map(featureReader(app)), matched, cursor: next };
}

function placeOf(asked: LayerQuery, cursor: string) {
  const [matched = '', source = '', kind = '', source_id = ''] = readLayerCursor(asked, cursor);
  return { matched: countOf(matched), after: { source, kind, source_id } };
}

/** Sources are stored by their origins. */
function valueOf(app: LayerApp, name: string, value: string | number): string | number {
  if (name !== 'source') return value;
  const source = SOURCES.find((known) => known === value);
  if (source !== undefined) return app.client.origin(source);
  throw outOfRange(name, `one of ${SOURCES.join(', ')}`);
}

/** The name in the id of a feature, `source:kind:source_id`. */
function nameIn(app: LayerApp, id: string): HomeCondition[] | undefined {
  const [, name, kind = '', source_id = ''] = /^([^:]+):([^:]+):([^\0]+)$/.exec(id) ?? [];
  const source = SOURCES.find((known) => known === name);
  if (source === undefined) return undefined;
  return [
    ['source', '=', app.client.origin(source)],
    ['kind', '=', kind],
    ['source_id', '=', source_id],
  ];
}

function featureReader(app: LayerApp): (member: HomeMember) => LayerFeature {
  const nameOf = sourceNames(app);
  return (member) => {
    const source = nameOf(member.source);
    return {
      id: `${source}:${member.kind}:${member.source_id}`,
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [Number(member.lng), Number(member.lat)] },
      properties: { source, ...propertiesOf(member) },
    };
  };
}

function propertiesOf(member: HomeMember): RowFeature['properties'] {
  const { address } = member;
  const cents = member.removed_at === null ? member.price_cents : null;
  const price = cents === null ? null : cents / 100;
  const isRent = member.kind === 'rentals';
  return {
    kind: member.kind,
    source_id: member.source_id,
    source_url: member.source_url,
    home_id: member.home_id,
    building_id: member.building_id,
    status: member.removed_at === null ? member.status : null,
    'price.amount': isRent ? null : price,
    'rent_monthly.amount': isRent ? price : null,
    list_date: member.list_date,
    ...shownFacts(member),
    'address.line1': address.line1,
    'address.unit': address.unit,
    'address.city': address.city,
    'address.state': address.state,
    'address.zip': address.zip,
    first_seen: member.first_seen_at.toISOString(),
    last_seen: member.last_seen_at.toISOString(),
  };
}
