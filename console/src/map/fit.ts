/** Fits the map to the rows, also while its container is resized. */
import type { LngLatBoundsLike, Map as MapLibre } from 'maplibre-gl';
import type { RowPoints } from './row-layers.js';

const FIT = { padding: 48, maxZoom: 14 } as const;
const FIT_MS = 500;

export interface Fit {
  /** Shows all points; without points the view stays. */
  to(points: RowPoints): void;
  /** The same, unless the user has moved the map since. */
  follow(points: RowPoints): void;
  end(): void;
}

/**
 * Resizes the map with its container and fits it again, until the user moves the map. MapLibre's
 * own resize keeps the centre, so that rows could end up outside the view.
 */
export function keepFitted(map: MapLibre): Fit {
  let fitted: LngLatBoundsLike | null = null;
  let moved = false;
  const resize = () => {
    if (!sizeDiffers(map)) return;
    map.resize(OWN);
    if (fitted !== null) map.fitBounds(fitted, { ...FIT, duration: 0 }, OWN);
  };
  const onMove = (event: object) => {
    if ('own' in event) return;
    fitted = null;
    moved = true;
  };
  const to = ({ features }: RowPoints) => {
    if (features.length === 0) return;
    fitted = boundsOf(features);
    moved = false;
    // The summary panel appears with these rows; the observer fires only later.
    if (sizeDiffers(map)) map.resize(OWN);
    map.fitBounds(fitted, { ...FIT, duration: FIT_MS }, OWN);
  };
  const frame = new ResizeObserver(resize);
  frame.observe(map.getContainer());
  map.on('movestart', onMove);
  return {
    to,
    follow: (points) => {
      if (!moved) to(points);
    },
    end: () => {
      frame.disconnect();
      map.off('movestart', onMove);
    },
  };
}

/** Whether container and canvas differ in size. */
function sizeDiffers(map: MapLibre): boolean {
  const frame = map.getContainer();
  const picture = map.getCanvas();
  return frame.clientWidth !== picture.clientWidth || frame.clientHeight !== picture.clientHeight;
}

/** Marks the events of moves that are made here. */
const OWN = { own: true } as const;

function boundsOf(features: RowPoints['features']): LngLatBoundsLike {
  const places = features.map(({ geometry }) => geometry.coordinates);
  const lngs = places.map(([lng = 0]) => lng);
  const lats = places.map(([, lat = 0]) => lat);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
