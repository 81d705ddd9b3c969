/** Opens MapLibre on an element: worker, controls, base map data as it is needed. */
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
import { loadCountyBorders, loadLabels, loadStates } from './outlines.js';
import type { Palette } from './palette.js';

// A worker of our own origin, so that the security policy needs no exception.
setWorkerUrl(workerUrl);

export interface View {
  readonly center: [lng: number, lat: number];
  readonly zoom: number;
}

export const WHOLE_COUNTRY: View = { center: [-96.5, 38.6], zoom: 3.1 };
const ZOOM_MAX = 18;
const CREDITS_FROM_PX = 480;
const CREDITS = 'Outlines: US Census Bureau · Names: GeoNames';

/** Throws where the browser has no WebGL. */
export function openMap(
  holder: HTMLElement,
  palette: Palette,
  tilesUrl: string | null,
  view: View,
): MapLibre {
  const map = new MapLibre({
    container: holder,
    style: baseStyle(palette, tilesUrl),
    ...view,
    maxZoom: ZOOM_MAX,
    dragRotate: false,
    pitchWithRotate: false,
    attributionControl: false,
    // fit.ts follows the size of the frame.
    trackResize: false,
    locale: { 'Map.Title': 'Map of the rows' },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left');
  map.addControl(new AttributionControl({ compact: true, customAttribution: CREDITS }));
  if (holder.clientWidth < CREDITS_FROM_PX) foldCredits(holder);
  void map.once('load').then(() => fillBase(map));
  return map;
}

/** On a phone the credits would lie over the scale: they open with a tap. */
function foldCredits(holder: HTMLElement): void {
  const credits = holder.querySelector('.maplibregl-ctrl-attrib');
  credits?.classList.remove('maplibregl-compact-show');
  credits?.removeAttribute('open');
}

async function fillBase(map: MapLibre): Promise<void> {
  const fill = (id: string, data: GeoJSON.GeoJSON) => {
    // The map may be gone by the time that its data is here.
    void map.getSource<GeoJSONSource>(id)?.setData(data);
  };
  const counties = () => {
    if (map.getZoom() < COUNTIES_FROM_ZOOM) return;
    map.off('zoom', counties);
    void loadCountyBorders().then((borders) => fill('counties', borders));
  };
  map.on('zoom', counties);
  counties();
  const { land, borders } = await loadStates();
  fill('land', land);
  fill('states', borders);
  fill('names', await loadLabels());
}
