/** A map of homes by their points alone: prices, and what is hovered and selected. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useMemo, useRef } from 'react';
import type { HomeLine } from '#client/index.js';
import type { Selection } from '../results/selection.js';
import type { Draft } from '../search/draft.js';
import { shortDollars } from '../text/format.js';
import { boundsOf } from './bounds.js';
import { keepFitted } from './fit.js';
import { pointsAt } from './geometry.js';
import { type MapBase, useMap, useMarkers, useMoved, useShapes, useStreets } from './map-hooks.js';
import { readPalette } from './read-palette.js';
import type { RowPoints } from './row-layers.js';
import { NO_OUTLINE } from './searched-area.js';
import { usePlaceArea } from './use-place-area.js';
import { useSelection } from './use-selection.js';

type PricedHome = Pick<HomeLine, 'home_id' | 'location' | 'lowest_price'>;

export interface PointsMapProps extends MapBase {
  readonly homes: readonly PricedHome[];
  /** The place, whose outline is drawn. */
  readonly searched: Draft | null;
  readonly selection: Selection;
  /** The user moved the map to this box. */
  onMoved?(box: string): void;
}

export function PointsMap(props: PointsMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const { map, failed } = useMap(holder, props);
  const palette = useMemo(() => readPalette(), []);
  const style = useMemo(() => ({ palette, dots: null }), [palette]);
  const { homes } = props;
  const points = useMemo((): RowPoints => {
    const look = { fill: palette.marker, edge: palette['marker-edge'], scale: 1 };
    const located = homes.flatMap(({ home_id: key, location, lowest_price: price }) => {
      if (location === null) return [];
      const label = price === null ? '' : shortDollars(price.amount);
      return [[location.lng, location.lat, { key, kind: 'home', label, ...look }] as const];
    });
    return pointsAt(located);
  }, [homes, palette]);
  useMarkers(map, points, style);
  useSelection(map, points, props.selection);
  useStreets(map);
  useShapes(map, 'searched', usePlaceArea(props.searched)?.outline ?? NO_OUTLINE);
  useMoved(map, props.onMoved);
  useEffect(() => {
    if (map === null) return;
    const fit = keepFitted(map);
    fit.to(boundsOf(points.features.map(({ geometry }) => geometry)));
    return () => fit.end();
  }, [map, points]);
  if (failed) {
    return <p className="map-none">The map needs WebGL, which this browser does not support.</p>;
  }
  return <div ref={holder} className="map-holder" />;
}
