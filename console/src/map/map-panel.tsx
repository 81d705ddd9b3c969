/** The frame of the map: its legend, rows without a point, and a new map when the colours change. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { THEME_CHANGED } from '../shell/theme.js';
import { counted } from '../words/figures.js';
import { ChosenCard } from './chosen-card.js';
import type { MapProps } from './map-view.js';
import type { View } from './open-map.js';

const MapView = lazy(() => import('./map-view.js').then((file) => ({ default: file.MapView })));

export function MapPanel(props: Omit<MapProps, 'lastView'>) {
  const theme = useThemeTurn();
  const lastView = useRef<View | null>(null);
  const { rows, kind, pointing } = props;
  const unplaced = rows.filter(({ location }) => location === null).length;
  const buildings = rows.some((row) => 'listing_kind' in row && row.listing_kind === 'building');
  return (
    <section className="map" aria-label="Map">
      <Suspense fallback={<p className="map-none">Loading the map…</p>}>
        <MapView key={theme} {...props} lastView={lastView} />
      </Suspense>
      {rows.length > 0 && (buildings || unplaced > 0) && (
        <p className="legend">
          {buildings && (
            <>
              <span className="key home" /> home <span className="key building" /> building
              {unplaced > 0 && ' · '}
            </>
          )}
          {unplaced > 0 && (
            <span>{`${counted(unplaced, 'row has', 'rows have')} no map point`}</span>
          )}
        </p>
      )}
      <ChosenCard {...{ rows, kind, pointing }} />
    </section>
  );
}

/** Counts the changes of light and dark, by the switch or by the system. */
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
