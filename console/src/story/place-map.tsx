/** Where one home lies, on a map of its own. */
import { useMemo, useRef, useState } from 'react';
import type { Location } from '#contract/values.js';
import type { View } from '../map/open-map.js';
import { createSelection } from '../results/selection.js';
import { loadPart } from '../shell/load-part.js';

export const PointsMap = loadPart({
  what: 'The map',
  load: async () => (await import('../map/points-map.js')).PointsMap,
  waiting: <p className="map-none">Loading the map…</p>,
});

/** Close enough to see the streets around. */
const ZOOM = 14;

interface Props {
  /** Identifies the home on the map. */
  readonly homeKey: string;
  readonly location: Location;
}

export function PlaceMap({ homeKey, location }: Props) {
  const lastView = useRef<View | null>({ center: [location.lng, location.lat], zoom: ZOOM });
  const [selection] = useState(createSelection);
  const homes = useMemo(
    () => [{ home_id: homeKey, location, lowest_price: null }],
    [homeKey, location],
  );
  return <PointsMap {...{ homes, selection, lastView }} title="Map of this home" searched={null} />;
}
