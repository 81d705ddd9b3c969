/** The map of the rows. Loaded apart from the rest, since MapLibre is larger than all of it. */
import 'maplibre-gl/dist/maplibre-gl.css';
import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Pointing } from '../results/pointing.js';
import type { Draft } from '../search/draft.js';
import type { DrawTool } from '../search/location-fields.js';
import { DrawLayer, type Drawn } from './draw-layer.js';
import { type Fit, keepFitted } from './fit.js';
import { openMap, type View, WHOLE_COUNTRY } from './open-map.js';
import { loadZipNames } from './outlines.js';
import { readPalette } from './palette.js';
import { MARKER_LAYERS, pointsOf, type RowPoints, showPointed, showRows } from './row-layers.js';
import { areaOf, boxAround, type Ground } from './shapes.js';

/** What the form asks of the map. */
export interface MapHandle {
  /** What is in view, as a bbox. */
  view(): string;
  goTo(place: Ground, zoom: number): void;
}

export interface MapProps {
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
  readonly draft: Draft;
  readonly tilesUrl: string | null;
  readonly pointing: Pointing;
  readonly drawing: DrawTool | null;
  readonly handle: RefObject<MapHandle | null>;
  /** Where the last map stood: a change of theme opens a new one there. */
  readonly lastView: RefObject<View | null>;
  onDrawn(drawn: Drawn): void;
  onDrawEnd(): void;
}

export function MapView(props: MapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const { map, failed } = useMap(holder, props);
  const points = useMemo(() => pointsOf(props.rows, props.kind), [props.rows, props.kind]);
  useRows(map, points, props.lastView);
  usePointing(map, points, props.pointing);
  useArea(map, props.draft);
  useZipNames(map, props.rows);
  useHandle(map, props.handle);
  if (failed) {
    return (
      <p className="map-none">
        This browser cannot draw the map: it has no WebGL. The table below holds all rows.
      </p>
    );
  }
  return (
    <>
      <div ref={holder} className="map-holder" />
      {map !== null && props.drawing !== null && (
        <DrawLayer
          tool={props.drawing}
          toGround={({ x, y }) => map.unproject([x, y])}
          onDrawn={props.onDrawn}
          onCancel={props.onDrawEnd}
        />
      )}
    </>
  );
}

function useMap(holder: RefObject<HTMLDivElement | null>, { tilesUrl, lastView }: MapProps) {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (holder.current === null) return;
    let opened: MapLibre;
    try {
      opened = openMap(holder.current, readPalette(), tilesUrl, lastView.current ?? WHOLE_COUNTRY);
    } catch {
      setFailed(true);
      return;
    }
    opened.on('moveend', () => {
      lastView.current = { center: opened.getCenter().toArray(), zoom: opened.getZoom() };
    });
    void opened.once('load').then(() => setMap(opened));
    return () => {
      setMap(null);
      opened.remove();
    };
  }, [holder, tilesUrl, lastView]);
  return { map, failed };
}

function useRows(map: MapLibre | null, points: RowPoints, lastView: RefObject<View | null>): void {
  const shown = useRef<RowPoints | null>(null);
  const fit = useRef<Fit | null>(null);
  useEffect(() => {
    if (map === null) return;
    const keeping = keepFitted(map);
    fit.current = keeping;
    return () => keeping.end();
  }, [map]);
  useEffect(() => {
    if (map === null) return;
    showRows(map, points, readPalette());
    // A map opened again for another theme stands where the old one stood.
    const known = shown.current === null && lastView.current !== null;
    shown.current = points;
    if (!known) fit.current?.to(points);
  }, [map, points, lastView]);
}

function usePointing(map: MapLibre | null, points: RowPoints, pointing: Pointing): void {
  useEffect(() => {
    if (map === null) return;
    const show = () => {
      const { hovered, chosen, by } = pointing.get();
      showPointed(map, points, [hovered, chosen]);
      if (by !== 'table' || chosen === null) return;
      const row = points.features.find(({ properties }) => properties.key === chosen);
      const [lng, lat] = row?.geometry.coordinates ?? [];
      if (lng === undefined || lat === undefined) return;
      if (!map.getBounds().contains([lng, lat])) map.easeTo({ center: [lng, lat] });
    };
    const keyOf = (event: MapLayerMouseEvent) =>
      (event.features?.[0]?.properties.key as string | undefined) ?? null;
    const hover = (event: MapLayerMouseEvent) => {
      map.getCanvas().style.cursor = 'pointer';
      if (pointing.get().hovered !== keyOf(event))
        pointing.set({ hovered: keyOf(event), by: 'map' });
    };
    const leave = () => {
      map.getCanvas().style.cursor = '';
      pointing.set({ hovered: null, by: 'map' });
    };
    const choose = (event: MapLayerMouseEvent) => pointing.set({ chosen: keyOf(event), by: 'map' });
    const enter = (event: MapLayerMouseEvent) => void openCluster(map, event);
    const layers = [...MARKER_LAYERS];
    map.on('mousemove', layers, hover);
    map.on('mouseleave', layers, leave);
    map.on('click', layers, choose);
    map.on('click', 'clusters', enter);
    const unsubscribe = pointing.subscribe(show);
    show();
    return () => {
      unsubscribe();
      map.off('mousemove', layers, hover);
      map.off('mouseleave', layers, leave);
      map.off('click', layers, choose);
      map.off('click', 'clusters', enter);
    };
  }, [map, points, pointing]);
}

/** A click on a cluster goes as close as it takes to tell its rows apart. */
async function openCluster(map: MapLibre, event: MapLayerMouseEvent): Promise<void> {
  const id: unknown = event.features?.[0]?.properties.cluster_id;
  if (typeof id !== 'number') return;
  const zoom = await map.getSource<GeoJSONSource>('rows')?.getClusterExpansionZoom(id);
  map.easeTo({ center: event.lngLat, ...(zoom !== undefined && { zoom }) });
}

function useArea(map: MapLibre | null, draft: Draft): void {
  useEffect(() => {
    void map?.getSource<GeoJSONSource>('area')?.setData(areaOf(draft));
  }, [map, draft]);
}

/** Names of the ZIPs around the rows, so that a map without streets still says where it is. */
function useZipNames(map: MapLibre | null, rows: readonly Row[]): void {
  useEffect(() => {
    const zips = new Set(rows.map(({ address }) => address.zip));
    if (map === null || zips.size === 0) return;
    let late = false;
    void loadZipNames([...zips]).then((names) => {
      if (!late) void map.getSource<GeoJSONSource>('zips')?.setData(names);
    });
    return () => {
      late = true;
    };
  }, [map, rows]);
}

function useHandle(map: MapLibre | null, handle: RefObject<MapHandle | null>): void {
  useEffect(() => {
    if (map === null) return;
    handle.current = {
      view: () => boxAround(map.getBounds().getSouthWest(), map.getBounds().getNorthEast()),
      goTo: ({ lng, lat }, zoom) => map.easeTo({ center: [lng, lat], zoom }),
    };
    return () => {
      handle.current = null;
    };
  }, [map, handle]);
}
