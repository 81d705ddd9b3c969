/**
 * What a home under the pointer is, beside its marker. Everything in it is in list and table too.
 */
import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo, useSyncExternalStore } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { summaryOf } from '../home/summary.js';
import { rowKey } from '../results/fields.js';
import type { Selection } from '../results/selection.js';

interface Props {
  readonly map: MapLibre;
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
  readonly selection: Selection;
}

/** The card keeps so far from the edges of the map, in pixels; it is as wide as the styles say. */
const MARGIN = 8;
const WIDTH = 230;
/** Above this part of the map the card stands below the home. */
const TOP_PX = 120;

export function HoverCard({ map, rows, kind, selection }: Props) {
  const hovered = useSyncExternalStore(selection.subscribe, () => {
    const { hovered: key, by } = selection.get();
    return by === 'map' ? key : null;
  });
  const byKey = useMemo(() => new Map(rows.map((row) => [rowKey(row), row])), [rows]);
  const row = hovered === null ? undefined : byKey.get(hovered);
  if (row === undefined || row.location === null) return null;
  const { x, y } = map.project(row.location);
  const furthest = map.getContainer().clientWidth - WIDTH - MARGIN;
  const left = Math.max(MARGIN, Math.min(furthest, x - WIDTH / 2));
  const { price, size, address, about } = summaryOf(row, kind);
  return (
    <div
      className={y < TOP_PX ? 'hover-card below' : 'hover-card'}
      style={{ left, top: y }}
      aria-hidden="true"
    >
      <b>{price}</b>
      {size !== '' && <span>{size}</span>}
      <span>{address}</span>
      <span className="hint">{about}</span>
    </div>
  );
}
