/** The style of the base map: outlines and names drawn here, raster tiles only where configured. */
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Palette } from './palette.js';

/** A font of the browser: no font files are fetched. */
export const FONT = ['sans-serif'];

const EMPTY = { type: 'FeatureCollection', features: [] } as const;
const TILE_SIZE = 256;

export const COUNTIES_FROM_ZOOM = 5;

export function baseStyle(palette: Palette, tilesUrl: string | null): StyleSpecification {
  const data = () => ({ type: 'geojson' as const, data: { ...EMPTY, features: [] } });
  return {
    version: 8,
    sources: {
      land: data(),
      around: data(),
      lakes: data(),
      states: data(),
      counties: data(),
      names: data(),
      zips: data(),
      area: data(),
      searched: data(),
      shades: data(),
      ...(tilesUrl !== null && {
        tiles: { type: 'raster', tiles: [tilesUrl], tileSize: TILE_SIZE, maxzoom: 19 },
      }),
    },
    layers: layers(palette, tilesUrl !== null),
  };
}

function layers(palette: Palette, tiles: boolean): LayerSpecification[] {
  const line = (
    id: string,
    colour: string,
    width: number,
    minzoom: number,
  ): LayerSpecification => ({
    id,
    type: 'line',
    source: id,
    minzoom,
    paint: {
      'line-color': colour,
      'line-width': ['interpolate', ['linear'], ['zoom'], 4, width * 0.6, 12, width * 1.6],
    },
  });
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette['map-water'] } },
    ...groundLayers(palette),
    ...(tiles ? [{ id: 'tiles', type: 'raster', source: 'tiles' } as const] : []),
    shadesLayer(palette),
    line('counties', palette['map-county'], 0.8, COUNTIES_FROM_ZOOM),
    line('states', palette['map-state'], 1.2, 0),
    ...(tiles ? [] : [cityNames(palette), zipNames(palette)]),
    ...searchedLayers(palette),
    ...areaLayers(palette),
  ];
}

const cityNames = (palette: Palette): LayerSpecification => ({
  id: 'names',
  type: 'symbol',
  source: 'names',
  filter: [
    '>=',
    ['get', 'people'],
    ['step', ['zoom'], 1500, 4, 600, 5, 250, 6, 100, 7, 50, 8, 15, 9, 0],
  ],
  layout: {
    'text-field': ['get', 'name'],
    'text-font': FONT,
    'text-size': ['interpolate', ['linear'], ['get', 'people'], 10, 11, 1000, 14],
    'symbol-sort-key': ['-', 0, ['get', 'people']],
    'text-padding': 6,
  },
  paint: textPaint(palette, 1.4),
});

/** The colours of names. */
export const textPaint = (palette: Palette, halo: number) => ({
  'text-color': palette['map-text'],
  'text-halo-color': palette['map-halo'],
  'text-halo-width': halo,
});

const shadesLayer = (palette: Palette): LayerSpecification => ({
  id: 'shades',
  type: 'fill',
  source: 'shades',
  paint: {
    'fill-color': ['get', 'fill'],
    'fill-opacity': 0.6,
    'fill-outline-color': palette['map-halo'],
  },
});

/** How far each kind of land is drawn beyond its outline, which is that coarse. */
const COAST_METRES = { around: 1_500, land: 250 } as const;
/** The lakes fade out where their outlines would be off by more than a few pixels. */
const LAKES_FADE = [8, 9.5] as const;

/**
 * From below: other countries, the Great Lakes where they are Canada's, the states, lakes in them.
 */
function groundLayers(palette: Palette): LayerSpecification[] {
  const fill = (id: string, source: string, colour: string): LayerSpecification => ({
    id,
    type: 'fill',
    source,
    paint: { 'fill-color': colour, 'fill-antialias': false },
  });
  return [
    fill('around', 'around', palette['map-around']),
    coast('around', palette),
    fill('lakes-around', 'lakes', palette['map-water']),
    fill('land', 'land', palette['map-land']),
    coast('land', palette),
    {
      id: 'lakes',
      type: 'fill',
      source: 'lakes',
      maxzoom: LAKES_FADE[1],
      paint: {
        'fill-color': palette['map-water'],
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], LAKES_FADE[0], 1, LAKES_FADE[1], 0],
      },
    },
  ];
}

/** A line in the colour of its land, so that a home at the coast does not stand in water. */
function coast(source: keyof typeof COAST_METRES, palette: Palette): LayerSpecification {
  const width = (zoom: number) => (2 * COAST_METRES[source]) / metresPerPixel(zoom);
  const [wide, near] = [4, 18];
  return {
    id: `${source}-coast`,
    type: 'line',
    source,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': palette[`map-${source}`],
      'line-width': [
        'interpolate',
        ['exponential', 2],
        ['zoom'],
        wide,
        width(wide),
        near,
        width(near),
      ],
    },
  };
}

/** At 38 degrees north, on tiles of 512 pixels. */
const metresPerPixel = (zoom: number): number => (78_271.5 * 0.788) / 2 ** zoom;

const ZIPS_FROM_ZOOM = 9.5;

const zipNames = (palette: Palette): LayerSpecification => ({
  id: 'zips',
  type: 'symbol',
  source: 'zips',
  minzoom: ZIPS_FROM_ZOOM,
  layout: {
    'text-field': ['get', 'zip'],
    'text-font': FONT,
    'text-size': 12,
    'text-letter-spacing': 0.08,
    'text-padding': 14,
  },
  paint: { ...textPaint(palette, 1), 'text-opacity': 0.7 },
});

/** The outline of the search: dashed where it is an estimate. */
function searchedLayers(palette: Palette): LayerSpecification[] {
  const line = (id: string, about: boolean, dash: number[]): LayerSpecification => ({
    id,
    type: 'line',
    source: 'searched',
    filter: ['==', ['get', 'about'], about],
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': palette.searched,
      'line-width': 2,
      ...(about && { 'line-dasharray': dash }),
    },
  });
  return [line('searched-line', false, []), line('searched-about', true, [2.5, 1.5])];
}

const areaLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'area-fill',
    type: 'fill',
    source: 'area',
    paint: { 'fill-color': palette.area, 'fill-opacity': 0.08 },
  },
  {
    id: 'area-line',
    type: 'line',
    source: 'area',
    paint: { 'line-color': palette.area, 'line-width': 1.6, 'line-dasharray': [3, 2] },
  },
];
