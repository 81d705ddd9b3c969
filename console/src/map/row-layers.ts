/** Map layers of the rows: circles for homes, squares for buildings, prices, clusters. */
import type { FeatureCollection, Point } from 'geojson';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { priceOf, rowKey } from '../results/fields.js';
import { shortDollars } from '../text/format.js';
import { FONT } from './base-style.js';
import type { Palette } from './palette.js';

/** More points than this are clustered at low zoom. */
const CLUSTER_ABOVE = 300;
const CLUSTER_ZOOM_MAX = 13;
const PRICES_FROM_ZOOM = 11.5;
const SQUARE_PX = 26;

export type RowPoints = FeatureCollection<Point, { key: string; kind: string; label: string }>;

/** The rows that have a location, as points. */
export function pointsOf(rows: readonly Row[], kind: SearchRoute['kind']): RowPoints {
  return {
    type: 'FeatureCollection',
    features: rows.flatMap((row): RowPoints['features'] => {
      if (row.location === null) return [];
      const price = priceOf(row, kind);
      const from = 'rent_is_from_price' in row && row.rent_is_from_price ? '+' : '';
      return [
        {
          type: 'Feature',
          properties: {
            key: rowKey(row),
            kind: 'listing_kind' in row ? row.listing_kind : 'home',
            label: price === null ? '' : shortDollars(price) + from,
          },
          geometry: { type: 'Point', coordinates: [row.location.lng, row.location.lat] },
        },
      ];
    }),
  };
}

/** The layers with pointer events. */
export const MARKER_LAYERS = ['homes', 'buildings'] as const;

/** Shows these rows on a loaded map in place of the previous ones. */
export function showRows(map: MapLibre, points: RowPoints, palette: Palette): void {
  for (const id of LAYER_IDS) if (map.getLayer(id) !== undefined) map.removeLayer(id);
  if (map.getSource('rows') !== undefined) map.removeSource('rows');
  if (!map.hasImage('building')) map.addImage('building', square(palette), { pixelRatio: 2 });
  map.addSource('rows', {
    type: 'geojson',
    data: points,
    cluster: points.features.length > CLUSTER_ABOVE,
    clusterMaxZoom: CLUSTER_ZOOM_MAX,
    clusterRadius: 46,
  });
  if (map.getSource('highlighted') === undefined) {
    map.addSource('highlighted', {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: [] },
    });
  }
  for (const layer of rowLayers(palette)) map.addLayer(layer);
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
  'highlighted',
] as const;

const SINGLE: ExpressionSpecification = ['!', ['has', 'point_count']];

const rowLayers = (palette: Palette): LayerSpecification[] => [
  ...clusterLayers(palette),
  ...markerLayers(palette),
  pricesLayer(palette),
  highlightLayer(palette),
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

function markerLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'homes',
      type: 'circle',
      source: 'rows',
      filter: ['all', SINGLE, ['==', ['get', 'kind'], 'home']],
      paint: {
        'circle-color': palette.marker,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 3.5, 13, 6],
        'circle-stroke-color': palette['marker-edge'],
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
        'icon-size': ['interpolate', ['linear'], ['zoom'], 8, 0.75, 13, 1.1],
      },
    },
  ];
}

const highlightLayer = (palette: Palette): LayerSpecification => ({
  id: 'highlighted',
  type: 'circle',
  source: 'highlighted',
  paint: {
    'circle-radius': 10,
    'circle-color': palette.highlighted,
    'circle-opacity': 0.28,
    'circle-stroke-color': palette.highlighted,
    'circle-stroke-width': 2.5,
  },
});

const pricesLayer = (palette: Palette): LayerSpecification => ({
  id: 'prices',
  type: 'symbol',
  source: 'rows',
  minzoom: PRICES_FROM_ZOOM,
  filter: ['all', SINGLE, ['!=', ['get', 'label'], '']],
  layout: {
    'text-field': ['get', 'label'],
    'text-font': FONT,
    'text-size': 11,
    'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
    'text-radial-offset': 0.75,
    'text-padding': 2,
  },
  paint: {
    'text-color': palette['marker-text'],
    'text-halo-color': palette['map-halo'],
    'text-halo-width': 1.6,
  },
});

/** The marker of a building, drawn in the colours of the theme. */
function square(palette: Palette): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = SQUARE_PX;
  canvas.height = SQUARE_PX;
  const pen = canvas.getContext('2d');
  if (pen === null) return new ImageData(SQUARE_PX, SQUARE_PX);
  pen.fillStyle = palette['marker-building'];
  pen.strokeStyle = palette['marker-edge'];
  pen.lineWidth = 3;
  pen.beginPath();
  pen.roundRect(2, 2, SQUARE_PX - 4, SQUARE_PX - 4, 5);
  pen.fill();
  pen.stroke();
  return pen.getImageData(0, 0, SQUARE_PX, SQUARE_PX);
}
