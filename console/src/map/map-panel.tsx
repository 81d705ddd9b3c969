/** The map with its menu and legends; a new map is made when the theme changes. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import { columnsOf } from '../results/fields.js';
import type { Draft } from '../search/draft.js';
import { loadPart } from '../shell/load-part.js';
import { openStored, useStored } from '../shell/stored.js';
import { THEME_CHANGED } from '../shell/theme.js';
import { counted } from '../text/format.js';
import { type DotChoice, dotsOf, readChoice, writeChoice } from './dots.js';
import { DotLegend, ShadeLegend } from './legend.js';
import type { MapProps } from './map-view.js';
import type { View } from './open-map.js';
import { isMisleading, type Outside, outsideOf, outsideText } from './outside.js';
import { SearchHere } from './search-here.js';
import { NO_OUTLINE } from './searched-area.js';
import { SelectedCard } from './selected-card.js';
import { shadesOf } from './shades.js';
import { StyleMenu } from './style-menu.js';
import { usePlaceArea } from './use-place-area.js';

const MapView = loadPart({
  what: 'The map',
  load: async () => (await import('./map-view.js')).MapView,
  waiting: <p className="map-none">Loading the map…</p>,
});

interface Props extends Omit<MapProps, 'lastView' | 'dots' | 'shades' | 'onMoved' | 'outline'> {
  /** The route whose fields can colour and size the dots; without it they cannot be chosen. */
  readonly route?: SearchRoute;
  /** Searches the visible part; without it that is not offered. */
  readonly onSearchHere?: (draft: Draft) => void;
  /** A search is pending. */
  readonly busy?: boolean;
}

export function MapPanel({ route, onSearchHere, busy = false, ...props }: Props) {
  const theme = useThemeTurn();
  const lastView = useRef<View | null>(null);
  const { rows, kind, selection } = props;
  const columns = useMemo(() => (route === undefined ? [] : columnsOf(route)), [route]);
  const [choice, setChoice] = useDotChoice(route);
  const dots = useMemo(() => dotsOf(rows, columns, choice), [rows, columns, choice]);
  const shades = useMemo(
    () => shadesOf(rows, columns, choice.shade, choice.method),
    [rows, columns, choice],
  );
  const [box, onMoved] = useMovedTo(props.searched);
  const { outline, outside } = useSearchedArea(props);
  return (
    <section className="map" aria-label="Map">
      <div className="map-frame">
        <MapView key={theme} {...props} {...{ outline, dots, shades, lastView, onMoved }} />
        {rows.length > 0 && props.drawing === null && (
          <div className="map-side">
            {route !== undefined && (
              <StyleMenu {...{ rows, columns, choice }} onChange={setChoice} />
            )}
            {dots !== null && <DotLegend {...dots} />}
            {shades !== null && <ShadeLegend {...shades} />}
          </div>
        )}
        <div className="map-foot">
          {onSearchHere !== undefined && props.searched !== null && props.drawing === null && (
            <SearchHere {...{ box, busy }} searched={props.searched} onSearch={onSearchHere} />
          )}
          <SelectedCard {...{ rows, kind, selection }} opens={route !== undefined} />
        </div>
      </div>
      {/* It keeps its room: a map that grows or shrinks no longer shows what was searched. */}
      <div className={dots === null ? 'map-notes' : 'map-notes scaled'}>
        {rows.length > 0 && <KindLegend {...props} />}
        {rows.length > 0 && outside !== null && <AreaNote {...outside} />}
      </div>
    </section>
  );
}

/** Where the user moved the map after a search; null until then. */
function useMovedTo(searched: Draft | null) {
  const [moved, setMoved] = useState<{ box: string; after: Draft | null } | null>(null);
  const onMoved = useCallback((box: string) => setMoved({ box, after: searched }), [searched]);
  return [moved !== null && moved.after === searched ? moved.box : null, onMoved] as const;
}

const AreaNote = (outside: Outside) => (
  <p className="area-note">
    {!isMisleading(outside) && <span aria-hidden="true">- - </span>}
    {outsideText(outside)}
  </p>
);

/** The outline of the search, null until it is known, and homes outside where it is an estimate. */
function useSearchedArea({
  rows,
  loaded = rows,
  searched,
}: Pick<Props, 'rows' | 'loaded' | 'searched'>) {
  const area = usePlaceArea(searched);
  const outside = useMemo(
    () => (area?.estimate ? outsideOf(loaded, area.estimate) : null),
    [area, loaded],
  );
  const hidden = outside !== null && isMisleading(outside);
  return { outline: hidden ? NO_OUTLINE : (area?.outline ?? null), outside };
}

/** Circles and squares, and rows that are not on the map. */
function KindLegend({ rows, changes }: Pick<Props, 'rows' | 'changes'>) {
  const unlocated = rows.filter(({ location }) => location === null).length;
  const buildings =
    changes === undefined &&
    rows.some((row) => 'listing_kind' in row && row.listing_kind === 'building');
  if (!buildings && unlocated === 0) return null;
  return (
    <p className="legend">
      {buildings && (
        <>
          <span className="key home" /> home <span className="key building" /> building
          {unlocated > 0 && ' · '}
        </>
      )}
      {unlocated > 0 && <span>{`${counted(unlocated, 'row', 'rows')} without a location`}</span>}
    </p>
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

/** What the dots show, remembered in this browser by source and kind, as the columns are. */
type Kept = Readonly<Record<string, string>>;

const store = openStored<Kept>('rowhouse-dots', readKept);

/** The choice of a route, and how to change it; without a route the same dots for all. */
function useDotChoice(route: SearchRoute | undefined) {
  const key = route === undefined ? null : `${route.source}-${route.kind}`;
  const text = useStored(store)[key ?? ''] ?? null;
  const choice = useMemo(() => readChoice(text), [text]);
  const choose = (next: DotChoice) => {
    if (key !== null) store.set({ ...store.get(), [key]: writeChoice(next) });
  };
  return [choice, choose] as const;
}

/** A function statement: the store above calls it while this module loads. */
function readKept(kept: unknown): Kept {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === 'string'));
}
