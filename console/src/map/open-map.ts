/** Opens MapLibre on an element: worker, controls, base map data on demand. */
import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { baseStyle, COUNTIES_FROM_ZOOM } from './base-style.js';
import { loadCountyBorders, loadLabels, loadStates, loadSurroundings } from './outlines.js';
import type { Palette } from './palette.js';

// A worker from this origin, so that the security policy needs no exception.
setWorkerUrl(workerUrl);

export interface View {
  readonly center: [lng: number, lat: number];
  readonly zoom: number;
}

export const WHOLE_COUNTRY: View = { center: [-96.5, 38.6], zoom: 3.1 };
const ZOOM_MAX = 18;
const ATTRIBUTION_FROM_PX = 620;
const ATTRIBUTION = 'Outlines: US Census Bureau, Natural Earth · Names: GeoNames';

/** Throws where the browser has no WebGL. */
export function openMap(
  holder: HTMLElement,
  palette: Palette,
  tilesUrl: string | null,
  view: View,
  title = 'Map of the rows',
): MapLibre {
  const map = new MapLibre({
    container: holder,
    style: baseStyle(palette, isArchive(tilesUrl) ? null : tilesUrl),
    ...view,
    maxZoom: ZOOM_MAX,
    dragRotate: false,
    pitchWithRotate: false,
    attributionControl: false,
    // fit.ts handles resizing.
    trackResize: false,
    locale: { 'Map.Title': title },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left');
  map.addControl(new AttributionControl({ compact: true, customAttribution: ATTRIBUTION }));
  if (holder.clientWidth < ATTRIBUTION_FROM_PX) foldAttribution(holder);
  void map.once('load').then(() => fillBase(map));
  return map;
}

/** Adds the operator's vector tiles to a loaded map, where tiles are an archive. */
export async function addTiles(
  map: MapLibre,
  palette: Palette,
  tilesUrl: string | null,
): Promise<void> {
  if (!isArchive(tilesUrl)) return;
  const { addVectorTiles } = await import('./vector-tiles.js');
  await addVectorTiles(map, tilesUrl, palette, isDark());
}

const isArchive = (tilesUrl: string | null): tilesUrl is string =>
  tilesUrl?.endsWith('.pmtiles') === true;

const isDark = (): boolean => getComputedStyle(document.documentElement).colorScheme === 'dark';

/** On a narrow screen the attribution would cover the scale: it opens with a tap. */
function foldAttribution(holder: HTMLElement): void {
  const attribution = holder.querySelector('.maplibregl-ctrl-attrib');
  attribution?.classList.remove('maplibregl-compact-show');
  attribution?.removeAttribute('open');
}

async function fillBase(map: MapLibre): Promise<void> {
  const fill = (id: string, data: GeoJSON.GeoJSON) => {
    // The map may be removed before its data arrives.
    void map.getSource<GeoJSONSource>(id)?.setData(data);
  };
  const counties = () => {
    if (map.getZoom() < COUNTIES_FROM_ZOOM) return;
    map.off('zoom', counties);
    void loadCountyBorders().then((borders) => fill('counties', borders));
  };
  map.on('zoom', counties);
  counties();
  await Promise.all([
    loadStates().then(({ land, borders }) => {
      fill('land', land);
      fill('states', borders);
    }),
    loadLabels().then((names) => fill('names', names)),
    loadSurroundings().then(({ around, lakes }) => {
      fill('around', around);
      fill('lakes', lakes);
    }),
  ]);
}
