/** Map layers of the rows: circles for homes, squares for buildings, prices, clusters. */
import type { FeatureCollection, Point } from 'geojson';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl';
import type { ChangeKind } from '#client/index.js';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { priceOf, rowKey } from '../results/fields.js';
import { shortDollars } from '../text/format.js';
import { FONT } from './base-style.js';
import { type Dots, type Look, lookOf } from './dots.js';
import { pointsAt } from './geometry.js';
import { addMarkerImages } from './marker-images.js';
import type { Palette } from './palette.js';
import { pinsLayer, pricesLayer, SINGLE } from './price-layers.js';

/** More points than this are clustered at low zoom; far more where they have a scale to show. */
const CLUSTER_ABOVE = 300;
const CLUSTER_SCALED_ABOVE = 10_000;
const CLUSTER_ZOOM_MAX = 13;

/** What happened to the homes on the map, by their keys. */
export type Changes = ReadonlyMap<string, ChangeKind>;

export type RowPoints = FeatureCollection<
  Point,
  Look & { key: string; kind: string; label: string }
>;

export interface PointStyle {
  readonly palette: Palette;
  /** With changes, all rows are circles in the colour of theirs. */
  readonly changes?: Changes | undefined;
  readonly dots: Dots | null;
}

/** The rows that have a location, as points. */
export function pointsOf(
  rows: readonly Row[],
  kind: SearchRoute['kind'],
  style: PointStyle,
): RowPoints {
  const located = rows.flatMap((row) => {
    if (row.location === null) return [];
    const price = priceOf(row, kind);
    const from = 'rent_is_from_price' in row && row.rent_is_from_price ? '+' : '';
    const properties = {
      key: rowKey(row),
      kind: isBuilding(row, style) ? 'building' : 'home',
      label: price === null ? '' : shortDollars(price) + from,
      ...lookWith(row, style),
    };
    return [[row.location.lng, row.location.lat, properties] as const];
  });
  return pointsAt(located);
}

const isBuilding = (row: Row, { changes }: PointStyle): boolean =>
  changes === undefined && 'listing_kind' in row && row.listing_kind === 'building';

function lookWith(row: Row, style: PointStyle): Look {
  const { changes, dots, palette } = style;
  if (dots !== null) return lookOf(row, dots, palette);
  const plain = palette[isBuilding(row, style) ? 'marker-building' : 'marker'];
  const change = changes?.get(rowKey(row));
  const fill = change === undefined ? plain : palette[CHANGE_COLOURS[change]];
  return { fill, edge: palette['marker-edge'], scale: 1 };
}

const CHANGE_COLOURS = {
  added: 'change-added',
  relisted: 'change-added',
  changed: 'change-changed',
  removed: 'change-removed',
} as const satisfies Record<ChangeKind, keyof Palette>;

/** The layers with pointer events. */
export const MARKER_LAYERS = ['homes', 'buildings', 'pins'] as const;

/** Shows these rows on a loaded map in place of the previous ones. */
export function showRows(map: MapLibre, points: RowPoints, { palette, dots }: PointStyle): void {
  const scaled = dots !== null;
  const cluster = points.features.length > (scaled ? CLUSTER_SCALED_ABOVE : CLUSTER_ABOVE);
  const source = map.getSource<GeoJSONSource>('rows');
  const drawn = map.getLayer('homes')?.metadata as HomesMetadata | undefined;
  if (source !== undefined && drawn?.scaled === scaled) {
    // Only the rows differ: new layers would cost more than all the rest of a filter.
    void source.setData(points);
    if (source.getClusterOptions().cluster !== cluster) void source.setClusterOptions({ cluster });
    return;
  }
  for (const id of LAYER_IDS) if (map.getLayer(id) !== undefined) map.removeLayer(id);
  if (source !== undefined) map.removeSource('rows');
  addMarkerImages(map);
  map.addSource('rows', {
    type: 'geojson',
    data: points,
    cluster,
    clusterMaxZoom: CLUSTER_ZOOM_MAX,
    clusterRadius: 46,
    promoteId: 'key',
  });
  if (map.getSource('highlighted') === undefined) {
    map.addSource('highlighted', {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: [] },
    });
  }
  for (const layer of rowLayers(palette, scaled)) map.addLayer(layer);
}

/** How the layer of the homes was made. */
interface HomesMetadata {
  readonly scaled: boolean;
}

/** Rings around the hovered and the selected row, also inside a cluster. */
export function showHighlighted(
  map: MapLibre,
  points: RowPoints,
  keys: readonly (string | null)[],
): void {
  const source = map.getSource<GeoJSONSource>('highlighted');
  const features = points.features.filter(({ properties }) => keys.includes(properties.key));
  void source?.setData({ type: 'FeatureCollection', features });
}

const LAYER_IDS = [
  'clusters',
  'cluster-counts',
  'homes',
  'buildings',
  'prices',
  'pins',
  'highlighted',
] as const;

const rowLayers = (palette: Palette, scaled: boolean): LayerSpecification[] => [
  ...clusterLayers(palette),
  ...markerLayers(scaled),
  pricesLayer(palette, scaled),
  highlightLayer(palette),
  // Above the rings, which would hide the prices.
  ...(scaled ? [] : [pinsLayer(palette)]),
];

function clusterLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'clusters',
      type: 'circle',
      source: 'rows',
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': palette.cluster,
        'circle-radius': ['step', ['get', 'point_count'], 13, 10, 17, 50, 22, 150, 28],
        'circle-stroke-color': palette['marker-edge'],
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'rows',
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': FONT,
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': palette['cluster-text'] },
    },
  ];
}

function markerLayers(scaled: boolean): LayerSpecification[] {
  return [
    {
      id: 'homes',
      metadata: { scaled } satisfies HomesMetadata,
      type: 'circle',
      source: 'rows',
      filter: ['all', SINGLE, ['==', ['get', 'kind'], 'home']],
      layout: { 'circle-sort-key': SMALL_ON_TOP },
      paint: {
        'circle-color': ['get', 'fill'],
        'circle-radius': scaledByZoom(3.5, scaled ? 7 : 6),
        'circle-stroke-color': ['get', 'edge'],
        'circle-stroke-width': 1.2,
      },
    },
    {
      id: 'buildings',
      type: 'symbol',
      source: 'rows',
      filter: ['all', SINGLE, ['==', ['get', 'kind'], 'building']],
      layout: {
        'icon-image': 'building',
        'icon-allow-overlap': true,
        'icon-size': scaledByZoom(0.75, 1.1),
        'symbol-sort-key': SMALL_ON_TOP,
      },
      paint: {
        'icon-color': ['get', 'fill'],
        'icon-halo-color': ['get', 'edge'],
        'icon-halo-width': 1.2,
      },
    },
  ];
}

const SCALE: ExpressionSpecification = ['get', 'scale'];
const SMALL_ON_TOP: ExpressionSpecification = ['-', 0, SCALE];

/** A size from zoom 8 to 13, times the scale of the home. */
const scaledByZoom = (far: number, near: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  8,
  ['*', far, SCALE],
  13,
  ['*', near, SCALE],
];

const highlightLayer = (palette: Palette): LayerSpecification => ({
  id: 'highlighted',
  type: 'circle',
  source: 'highlighted',
  paint: {
    'circle-radius': ['+', 4, ['*', 6, ['get', 'scale']]],
    'circle-color': palette.highlighted,
    'circle-opacity': 0.28,
    'circle-stroke-color': palette.highlighted,
    'circle-stroke-width': 2.5,
  },
});

/** Marks the pins of viewed homes. */
export function showViewed(
  map: MapLibre,
  points: RowPoints,
  viewed: (key: string) => boolean,
): void {
  for (const { properties } of points.features) {
    map.setFeatureState({ source: 'rows', id: properties.key }, { viewed: viewed(properties.key) });
  }
}
