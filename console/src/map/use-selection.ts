/**
 * The map's side of the selection: it shows what is hovered and selected, and hovers and selects
 * itself.
 */
import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import type { Selection } from '../results/selection.js';
import { MARKER_LAYERS, type RowPoints, showHighlighted } from './row-layers.js';

export function useSelection(map: MapLibre | null, points: RowPoints, selection: Selection): void {
  useEffect(() => {
    if (map === null) return;
    const show = () => {
      const { hovered, selected, by } = selection.get();
      showHighlighted(map, points, [hovered, selected]);
      if (by !== 'table' || selected === null) return;
      const row = points.features.find(({ properties }) => properties.key === selected);
      const [lng, lat] = row?.geometry.coordinates ?? [];
      if (lng === undefined || lat === undefined) return;
      if (!map.getBounds().contains([lng, lat])) map.easeTo({ center: [lng, lat] });
    };
    const keyOf = (event: MapLayerMouseEvent) =>
      (event.features?.[0]?.properties.key as string | undefined) ?? null;
    const hover = (event: MapLayerMouseEvent) => {
      map.getCanvas().style.cursor = 'pointer';
      if (selection.get().hovered !== keyOf(event))
        selection.set({ hovered: keyOf(event), by: 'map' });
    };
    const leave = () => {
      map.getCanvas().style.cursor = '';
      selection.set({ hovered: null, by: 'map' });
    };
    const choose = (event: MapLayerMouseEvent) =>
      selection.set({ selected: keyOf(event), by: 'map' });
    const enter = (event: MapLayerMouseEvent) => void openCluster(map, event);
    const layers = [...MARKER_LAYERS];
    map.on('mousemove', layers, hover);
    map.on('mouseleave', layers, leave);
    // A dragged map leaves the pointer where it is, and its card with it.
    map.on('dragstart', leave);
    map.on('click', layers, choose);
    map.on('click', 'clusters', enter);
    const unsubscribe = selection.subscribe(show);
    show();
    return () => {
      unsubscribe();
      map.off('mousemove', layers, hover);
      map.off('mouseleave', layers, leave);
      map.off('dragstart', leave);
      map.off('click', layers, choose);
      map.off('click', 'clusters', enter);
    };
  }, [map, points, selection]);
}

/** A click on a cluster zooms in until it splits. */
async function openCluster(map: MapLibre, event: MapLayerMouseEvent): Promise<void> {
  const id: unknown = event.features?.[0]?.properties.cluster_id;
  if (typeof id !== 'number') return;
  const zoom = await map.getSource<GeoJSONSource>('rows')?.getClusterExpansionZoom(id);
  map.easeTo({ center: event.lngLat, ...(zoom !== undefined && { zoom }) });
}
