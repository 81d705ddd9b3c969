/** Fits the map to the searched area and its rows, also while its container is resized. */
import type { Map as MapLibre } from 'maplibre-gl';
import type { Bounds } from './bounds.js';

const FIT = { padding: 48, maxZoom: 14 } as const;
const FIT_MS = 500;

export interface Fit {
  /** Shows these bounds; without any the view stays. */
  to(bounds: Bounds | null): void;
  /** The same, unless the user has moved the map since. */
  follow(bounds: Bounds | null): void;
  end(): void;
}

/**
 * Resizes the map with its container and fits it again, until the user moves the map. MapLibre's
 * own resize keeps the centre, so that rows could end up outside the view.
 */
export function keepFitted(map: MapLibre): Fit {
  let fitted: Bounds | null = null;
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
  const to = (bounds: Bounds | null) => {
    if (bounds === null) return;
    fitted = bounds;
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
    follow: (bounds) => {
      if (!moved) to(bounds);
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
