/** Brings the rows into view, and keeps them there while the map's frame changes its size. */
import type { LngLatBoundsLike, Map as MapLibre } from 'maplibre-gl';
import type { RowPoints } from './row-layers.js';

const FIT = { padding: 48, maxZoom: 14 } as const;
const FIT_MS = 500;

export interface Fit {
  /** Shows all points; without any the map stays where it is. */
  to(points: RowPoints): void;
  end(): void;
}

/**
 * Follows the size of the map's frame, and fits again with it until somebody moves the map: then it is
 * theirs. MapLibre would follow the size by itself, but keeps the middle and lets the rows slip out.
 */
export function keepFitted(map: MapLibre): Fit {
  let fitted: LngLatBoundsLike | null = null;
  const follow = () => {
    if (!isOutgrown(map)) return;
    map.resize(OWN);
    if (fitted !== null) map.fitBounds(fitted, { ...FIT, duration: 0 }, OWN);
  };
  const onMove = (event: object) => {
    if (!('own' in event)) fitted = null;
  };
  const frame = new ResizeObserver(follow);
  frame.observe(map.getContainer());
  map.on('movestart', onMove);
  return {
    to: ({ features }) => {
      if (features.length === 0) return;
      fitted = boundsOf(features);
      // The panel beside the map came with these rows, and its observer is heard only later.
      if (isOutgrown(map)) map.resize(OWN);
      map.fitBounds(fitted, { ...FIT, duration: FIT_MS }, OWN);
    },
    end: () => {
      frame.disconnect();
      map.off('movestart', onMove);
    },
  };
}

/** Whether the frame has another size than the picture in it. */
function isOutgrown(map: MapLibre): boolean {
  const frame = map.getContainer();
  const picture = map.getCanvas();
  return frame.clientWidth !== picture.clientWidth || frame.clientHeight !== picture.clientHeight;
}

/** Marks the moves that are made here, in the events that they cause. */
const OWN = { own: true } as const;

function boundsOf(features: RowPoints['features']): LngLatBoundsLike {
  const places = features.map(({ geometry }) => geometry.coordinates);
  const lngs = places.map(([lng = 0]) => lng);
  const lats = places.map(([, lat = 0]) => lat);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
