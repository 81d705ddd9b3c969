/** Map layers of prices: pins of homes, labels of other markers. */
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { FONT } from './base-style.js';
import type { Palette } from './palette.js';

const PRICES_FROM_ZOOM = 11.5;

/** A marker of one row, no cluster. */
export const SINGLE: ExpressionSpecification = ['!', ['has', 'point_count']];

/** Prices below markers whose shape or colour says something. */
export const pricesLayer = (palette: Palette, scaled: boolean): LayerSpecification => ({
  id: 'prices',
  type: 'symbol',
  source: 'rows',
  minzoom: PRICES_FROM_ZOOM,
  filter: ['all', SINGLE, PRICED, ...(scaled ? [] : [BUILDING])],
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

/** Homes as pins with their prices where there is room, above their dots; viewed ones are paler. */
export const pinsLayer = (palette: Palette): LayerSpecification => ({
  id: 'pins',
  type: 'symbol',
  source: 'rows',
  minzoom: PRICES_FROM_ZOOM,
  filter: ['all', SINGLE, PRICED, ['!', BUILDING]],
  layout: {
    'text-field': ['get', 'label'],
    'text-font': FONT,
    'text-size': 11,
    'icon-image': 'pin',
    'icon-text-fit': 'both',
    'icon-text-fit-padding': [1, 3, 1, 3],
  },
  paint: {
    'text-color': ['case', VIEWED, palette['ramp-none'], palette['marker-text']],
    'icon-color': palette['map-halo'],
    'icon-halo-color': ['get', 'fill'],
    'icon-halo-width': 1.5,
  },
});

const PRICED: ExpressionSpecification = ['!=', ['get', 'label'], ''];
const BUILDING: ExpressionSpecification = ['==', ['get', 'kind'], 'building'];
const VIEWED: ExpressionSpecification = ['boolean', ['feature-state', 'viewed'], false];
