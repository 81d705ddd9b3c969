/**
 * The map of the rows. Loaded separately, since MapLibre is larger than the rest of the console.
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { hasMark, useMarks } from '../home/marks.js';
import type { Selection } from '../results/selection.js';
import type { Draft } from '../search/draft.js';
import type { DrawTool } from '../search/location-fields.js';
import { boundsOf } from './bounds.js';
import type { Dots } from './dots.js';
import { DrawLayer, type Drawn, type DrawProps, type Pixel } from './draw-layer.js';
import { type Fit, keepFitted } from './fit.js';
import { areaOf, type LngLat } from './geometry.js';
import { HoverCard } from './hover-card.js';
import {
  type MapBase,
  useMap,
  useMarkers,
  useMoved,
  useShapes,
  useStreets,
  viewOf,
} from './map-hooks.js';
import { loadZipNames } from './outlines.js';
import { readPalette } from './read-palette.js';
import { type Changes, pointsOf, type RowPoints, showViewed } from './row-layers.js';
import { NO_OUTLINE, type Outline } from './searched-area.js';
import { type Shades, shadedAreas } from './shades.js';
import { ShapeLayer } from './shape-layer.js';
import { useSelection } from './use-selection.js';
import { loadZipAreas } from './zip-areas.js';

/** What the form can ask of the map. */
export interface MapHandle {
  /** The visible area as a bbox. */
  view(): string;
  goTo(place: LngLat, zoom: number): void;
}

export interface MapProps extends MapBase {
  readonly rows: readonly Row[];
  /** All rows of the search, also those a filter leaves out: the map is fitted when they change. */
  readonly loaded?: readonly Row[];
  readonly kind: SearchRoute['kind'];
  /** Colours the homes by what happened to them. */
  readonly changes?: Changes;
  /** Colour and size by a field; null for the same for all. */
  readonly dots: Dots | null;
  /** ZIPs shaded by a median; null for none. */
  readonly shades: Shades | null;
  readonly draft: Draft;
  /** The search of the rows, whose area is outlined; null before the first. */
  readonly searched: Draft | null;
  /** Its outline; null until it is known. */
  readonly outline: Outline | null;
  readonly selection: Selection;
  readonly drawing: DrawTool | null;
  readonly handle: RefObject<MapHandle | null>;
  onDrawn(drawn: Drawn): void;
  onDrawEnd(): void;
  /** The user moved the map to this box. */
  onMoved?(box: string): void;
}

export function MapView(props: MapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const { map, failed } = useMap(holder, props);
  const { rows, kind, changes, dots } = props;
  // Another theme makes another map.
  const palette = useMemo(() => readPalette(), []);
  const { points, style } = useMemo(() => {
    const look = { changes, dots, palette };
    return { points: pointsOf(rows, kind, look), style: look };
  }, [rows, kind, changes, dots, palette]);
  useMarkers(map, points, style);
  useFit(map, points, props);
  useViewed(map, points);
  useMoved(map, props.onMoved);
  useSelection(map, points, props.selection);
  useStreets(map);
  const { draft, outline, shades } = props;
  const area = useMemo(() => areaOf(draft), [draft]);
  useShapes(map, 'area', area);
  useShapes(map, 'searched', outline ?? NO_OUTLINE);
  useShapes(map, 'shades', useShadedAreas(shades));
  useShapes(map, 'zips', useZipNames(rows));
  useHandle(map, props.handle);
  if (failed) {
    return (
      <p className="map-none failed">
        The map needs WebGL, which this browser does not support. The table below lists all rows.
      </p>
    );
  }
  return (
    <>
      {map === null && <p className="map-none">Loading the map…</p>}
      <div ref={holder} className="map-holder" />
      {map !== null && <HoverCard {...{ map, rows, kind }} selection={props.selection} />}
      {map !== null && props.drawing !== null && (
        <Draw tool={props.drawing} map={map} onDrawn={props.onDrawn} onCancel={props.onDrawEnd} />
      )}
    </>
  );
}

interface ToolProps extends Omit<DrawProps, 'toLngLat'> {
  readonly tool: DrawTool;
  readonly map: MapLibre;
}

function Draw({ tool, map, ...then }: ToolProps) {
  const toLngLat = ({ x, y }: Pixel) => map.unproject([x, y]);
  if (tool === 'shape') return <ShapeLayer {...{ toLngLat }} {...then} />;
  return <DrawLayer {...{ tool, toLngLat }} {...then} />;
}

/**
 * Fits the map to the area of a search with all its rows, whatever part of them is loaded, and to
 * further pages of it until the user moves the map.
 */
function useFit(
  map: MapLibre | null,
  points: RowPoints,
  { rows, loaded = rows, searched, outline, lastView }: MapProps,
): void {
  const fit = useRef<Fit | null>(null);
  // Asked once: a resize of this map sets a view, too.
  const [restored] = useState(() => lastView.current !== null);
  const shown = useRef<Pick<MapProps, 'loaded' | 'searched'> | null>(null);
  useEffect(() => {
    if (map === null) return;
    const keeping = keepFitted(map);
    fit.current = keeping;
    return () => keeping.end();
  }, [map]);
  const show = useEffectEvent(() => {
    // Once, when the area is known, and not twice.
    if (searched !== null && outline === null) return;
    const before = shown.current;
    shown.current = { loaded, searched };
    // After a change of theme the map keeps its view.
    const known = before === null ? restored : before.loaded === loaded;
    // What was searched where the map stands is in view.
    const here = map !== null && searched?.form === 'bbox' && searched.values.bbox === viewOf(map);
    if (known || here) return;
    const bounds = boundsOf(
      [...points.features, ...(outline ?? NO_OUTLINE).features].map(({ geometry }) => geometry),
    );
    if (before?.searched === searched) fit.current?.follow(bounds);
    else fit.current?.to(bounds);
  });
  useEffect(() => {
    if (map !== null) show();
  }, [map, loaded, searched, outline]);
}

function useViewed(map: MapLibre | null, points: RowPoints): void {
  const marks = useMarks();
  useEffect(() => {
    if (map !== null) showViewed(map, points, (key) => hasMark(marks, key, 'viewed'));
  }, [map, points, marks]);
}

/** Undefined until the areas of the ZIPs are loaded. */
function useShadedAreas(shades: Shades | null) {
  const zips = shades === null ? [] : [...shades.medians.keys()];
  const { data: areas } = useQuery({
    queryKey: ['zip-areas', zips],
    queryFn: () => loadZipAreas(zips),
    staleTime: 'static',
  });
  return useMemo(
    () => (shades === null ? NO_SHADES : areas && shadedAreas(shades, areas, readPalette())),
    [shades, areas],
  );
}

const NO_SHADES: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** ZIP labels around the rows, since the base map has no streets. */
function useZipNames(rows: readonly Row[]) {
  const zips = [...new Set(rows.map(({ address }) => address.zip))].toSorted();
  return useQuery({
    queryKey: ['zip-names', zips],
    queryFn: zips.length === 0 ? skipToken : () => loadZipNames(zips),
    staleTime: 'static',
  }).data;
}

function useHandle(map: MapLibre | null, handle: RefObject<MapHandle | null>): void {
  useEffect(() => {
    if (map === null) return;
    handle.current = {
      view: () => viewOf(map),
      goTo: ({ lng, lat }, zoom) => map.easeTo({ center: [lng, lat], zoom }),
    };
    return () => {
      handle.current = null;
    };
  }, [map, handle]);
}
