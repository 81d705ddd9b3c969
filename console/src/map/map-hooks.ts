/** What all maps do: they open, and draw points, streets and an outline. */
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useKnownConfig } from '../shell/session.js';
import { boxOfAll } from './geometry.js';
import { addTiles, openMap, type View, WHOLE_COUNTRY } from './open-map.js';
import { readPalette } from './read-palette.js';
import { type PointStyle, type RowPoints, showRows } from './row-layers.js';
import { showStreets } from './streets.js';

export interface MapBase {
  /** View of the previous map, restored after a theme change. */
  readonly lastView: RefObject<View | null>;
  /** Two maps of one page have different titles. */
  readonly title?: string;
}

/** Opens a map in the holder, with the operator's tiles; null until it is loaded. */
export function useMap(holder: RefObject<HTMLDivElement | null>, { lastView, title }: MapBase) {
  const tilesUrl = useKnownConfig()?.tiles_url;
  const [map, setMap] = useState<MapLibre | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (holder.current === null || tilesUrl === undefined) return;
    let opened: MapLibre;
    try {
      const view = lastView.current ?? WHOLE_COUNTRY;
      opened = openMap(holder.current, readPalette(), tilesUrl, view, title);
    } catch {
      setFailed(true);
      return;
    }
    opened.on('moveend', () => {
      lastView.current = { center: opened.getCenter().toArray(), zoom: opened.getZoom() };
    });
    let removed = false;
    void opened
      .once('load')
      .then(() => addTiles(opened, readPalette(), tilesUrl))
      // Without the tiles the outlines are the map.
      .catch(() => undefined)
      .then(() => {
        if (!removed) setMap(opened);
      });
    return () => {
      removed = true;
      setMap(null);
      opened.remove();
    };
  }, [holder, tilesUrl, lastView, title]);
  return { map, failed };
}

export function useMarkers(map: MapLibre | null, points: RowPoints, style: PointStyle): void {
  useEffect(() => {
    if (map !== null) showRows(map, points, style);
  }, [map, points, style]);
}

/**
 * Moves by hand, by keys or by the buttons have an event of the user; those of the console have
 * none.
 */
export function useMoved(map: MapLibre | null, onMoved: ((box: string) => void) | undefined): void {
  const tell = useEffectEvent((box: string) => onMoved?.(box));
  useEffect(() => {
    if (map === null) return;
    const moved = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent !== undefined) tell(viewOf(map));
    };
    map.on('moveend', moved);
    return () => {
      map.off('moveend', moved);
    };
  }, [map]);
}

/** The visible area as a bbox. */
export const viewOf = (map: MapLibre): string =>
  boxOfAll([map.getBounds().getSouthWest(), map.getBounds().getNorthEast()]);

/** The sandbox's streets, where it has some. */
export function useStreets(map: MapLibre | null): void {
  const streetsUrl = useKnownConfig()?.streets_url ?? null;
  useEffect(() => {
    if (map === null || streetsUrl === null) return;
    return showStreets(map, streetsUrl, readPalette());
  }, [map, streetsUrl]);
}

/** Draws shapes as one of the sources of the base map; undefined leaves what is drawn. */
export function useShapes(
  map: MapLibre | null,
  source: 'area' | 'searched' | 'shades' | 'zips',
  shapes: GeoJSON.GeoJSON | undefined,
): void {
  useEffect(() => {
    if (shapes !== undefined) void map?.getSource<GeoJSONSource>(source)?.setData(shapes);
  }, [map, source, shapes]);
}
