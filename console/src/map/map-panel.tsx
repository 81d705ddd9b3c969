/** The map with its legend; a new map is made when the theme changes. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { THEME_CHANGED } from '../shell/theme.js';
import { counted } from '../text/format.js';
import type { MapProps } from './map-view.js';
import type { View } from './open-map.js';
import { SelectedCard } from './selected-card.js';

const MapView = lazy(() => import('./map-view.js').then((file) => ({ default: file.MapView })));

export function MapPanel(props: Omit<MapProps, 'lastView'>) {
  const theme = useThemeTurn();
  const lastView = useRef<View | null>(null);
  const { rows, kind, selection } = props;
  const unlocated = rows.filter(({ location }) => location === null).length;
  const buildings = rows.some((row) => 'listing_kind' in row && row.listing_kind === 'building');
  return (
    <section className="map" aria-label="Map">
      <Suspense fallback={<p className="map-none">Loading the map…</p>}>
        <MapView key={theme} {...props} lastView={lastView} />
      </Suspense>
      {rows.length > 0 && (buildings || unlocated > 0) && (
        <p className="legend">
          {buildings && (
            <>
              <span className="key home" /> home <span className="key building" /> building
              {unlocated > 0 && ' · '}
            </>
          )}
          {unlocated > 0 && (
            <span>{`${counted(unlocated, 'row', 'rows')} without a location`}</span>
          )}
        </p>
      )}
      <SelectedCard {...{ rows, kind, selection }} />
    </section>
  );
}

/** Counts theme changes, by the switch or by the system. */
function useThemeTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const change = () => setTurn((now) => now + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', change);
    addEventListener(THEME_CHANGED, change);
    return () => {
      system.removeEventListener('change', change);
      removeEventListener(THEME_CHANGED, change);
    };
  }, []);
  return turn;
}
