/** The sandbox's invented streets, read for what the map shows and a little around it. */
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { ALL_STREETS_BOX_DEGREES_MAX, STREETS_BOX_DEGREES_MAX } from '#contract/limits.js';
import { FONT, textPaint } from './base-style.js';
import type { Palette } from './palette.js';

const SOURCE = 'invented-streets';
const ATTRIBUTION = 'Streets: invented';
const MAIN_FROM_ZOOM = 11;
const ALL_FROM_ZOOM = 12.5;
const MAIN_NAMES_FROM_ZOOM = 13;
const NAMES_FROM_ZOOM = 14.5;
/** The first layer of names: streets lie above land and borders, below names, areas and homes. */
const BELOW = 'names';
/** Read around the view on each side, as a share of it. */
const AROUND = 0.2;
/** A view so much smaller than what was read may have smaller streets. */
const SMALLER = 0.5;

type Sides = readonly [west: number, south: number, east: number, north: number];

/** Draws the streets on a loaded map as it moves; returns what ends that. */
export function showStreets(map: MapLibre, url: string, palette: Palette): () => void {
  const ended = new AbortController();
  map.addSource(SOURCE, {
    type: 'geojson',
    data: { type: 'FeatureCollection', features: [] },
    attribution: ATTRIBUTION,
  });
  for (const layer of streetLayers(palette)) map.addLayer(layer, BELOW);
  let read: Sides | null = null;
  const load = () => {
    const view = viewOf(map);
    if (map.getZoom() < MAIN_FROM_ZOOM || (read !== null && suffices(read, view))) return;
    const asked = around(view);
    if (sideOf(asked) > STREETS_BOX_DEGREES_MAX) return;
    read = asked;
    fetchStreets(url, asked, ended.signal).then(
      (streets) => {
        // A slow answer for an earlier view comes after that of a later one.
        if (read === asked) void map.getSource<GeoJSONSource>(SOURCE)?.setData(streets);
      },
      // Without streets the outlines are the map; the next move asks again.
      () => {
        if (read === asked) read = null;
      },
    );
  };
  map.on('moveend', load);
  load();
  return () => {
    ended.abort();
    map.off('moveend', load);
  };
}

async function fetchStreets(url: string, sides: Sides, signal: AbortSignal) {
  const [west, south, east, north] = sides.map((side) => side.toFixed(4));
  const query = new URLSearchParams({ west, south, east, north } as Record<string, string>);
  const answer = await fetch(`${url}?${query.toString()}`, { signal });
  if (!answer.ok) throw new Error(`streets: HTTP ${answer.status}`);
  return (await answer.json()) as GeoJSON.FeatureCollection;
}

function viewOf(map: MapLibre): Sides {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}

const sideOf = ([west, south, east, north]: Sides): number => Math.max(east - west, north - south);

/** More than the view where that leaves nothing out: a larger box has main streets only. */
function around(view: Sides): Sides {
  const [west, south, east, north] = view;
  const [x, y] = [(east - west) * AROUND, (north - south) * AROUND];
  const wide: Sides = [west - x, south - y, east + x, north + y];
  const most = [ALL_STREETS_BOX_DEGREES_MAX, STREETS_BOX_DEGREES_MAX];
  return most.some((side) => sideOf(view) < side && sideOf(wide) >= side) ? view : wide;
}

/** Whether what was read has all that the view shows. */
function suffices(read: Sides, view: Sides): boolean {
  const holds = view.every((side, at) =>
    at < 2 ? side >= (read[at] ?? 0) : side <= (read[at] ?? 0),
  );
  const hasAll = sideOf(read) <= ALL_STREETS_BOX_DEGREES_MAX;
  return holds && (hasAll || sideOf(view) > sideOf(read) * SMALLER);
}

const streetLayers = (palette: Palette): LayerSpecification[] => [
  lines('streets', palette['map-street'], false, ALL_FROM_ZOOM),
  lines('streets-main', palette['map-street-main'], true, MAIN_FROM_ZOOM),
  names('street-names', palette, false, NAMES_FROM_ZOOM),
  names('street-names-main', palette, true, MAIN_NAMES_FROM_ZOOM),
];

const lines = (id: string, colour: string, main: boolean, minzoom: number): LayerSpecification => ({
  id,
  type: 'line',
  source: SOURCE,
  minzoom,
  filter: ['==', ['get', 'main'], main],
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': colour,
    'line-width': [
      'interpolate',
      ['exponential', 1.5],
      ['zoom'],
      11,
      main ? 0.8 : 0.3,
      14,
      main ? 2.6 : 1.3,
      18,
      main ? 18 : 11,
    ],
  },
});

const names = (
  id: string,
  palette: Palette,
  main: boolean,
  minzoom: number,
): LayerSpecification => ({
  id,
  type: 'symbol',
  source: SOURCE,
  minzoom,
  filter: ['==', ['get', 'main'], main],
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 320,
    'text-field': ['get', 'name'],
    'text-font': FONT,
    'text-size': main ? 11.5 : 10.5,
    'text-padding': 4,
  },
  paint: textPaint(palette, 1.4),
});
