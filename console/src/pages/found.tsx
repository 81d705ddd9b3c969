/**
 * What a search found: the map, and what stands beside and below it. Loaded while the form is
 * shown.
 */
import { type RefObject, useMemo, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Location } from '#contract/values.js';
import { HomePanel } from '../home/home-panel.js';
import { Divider } from '../layout/divider.js';
import { setLayout, useLayout } from '../layout/layout.js';
import { LayoutBar } from '../layout/layout-bar.js';
import type { Drawn } from '../map/draw-layer.js';
import { MapPanel } from '../map/map-panel.js';
import type { MapHandle } from '../map/map-view.js';
import { coverageOf } from '../results/coverage.js';
import { HomeList } from '../results/home-list.js';
import { createSelection, type Selection } from '../results/selection.js';
import { SummaryPanel } from '../results/summary-panel.js';
import { useRows } from '../results/use-rows.js';
import type { Draft } from '../search/draft.js';
import type { DrawTool } from '../search/location-fields.js';
import type { SearchHandle } from '../search/use-search.js';
import { routeOr } from '../text/labels.js';
import { ResultsBody, ResultsHead, staleClass } from './results.js';

interface FoundProps {
  readonly searching: SearchHandle;
  readonly draft: Draft;
  /** The search of a link, to be started by its button; null for any other link. */
  readonly offered: Draft | null;
  readonly drawing: DrawTool | null;
  readonly handle: RefObject<MapHandle | null>;
  onDrawn(drawn: Drawn): void;
  onDrawEnd(): void;
  /** Searches the part of the map that one moved to. */
  onSearchHere(draft: Draft): void;
  onExample(draft: Draft): void;
}

/** The map and what stands beside or below it, linked by the selection. */
export function Found({ searching, draft, offered, onExample, ...drawing }: FoundProps) {
  const [selection] = useState(createSelection);
  const { shown, shownInputs } = searching;
  const route = routeOr((shownInputs ?? draft).routeId);
  const found = useRows(shown, route, shownInputs);
  return (
    <>
      <ResultsHead {...{ searching, offered, onExample }} />
      <LayoutBar />
      <Overview {...{ searching, draft, offered, route, found, selection }} {...drawing} />
      <ResultsBody searching={searching} draft={draft} {...{ ...found, selection }} />
      <HomePanel
        {...{ route, selection }}
        pages={shown}
        columns={found.columns}
        onShowOnMap={({ location }) => {
          if (location === null) return;
          const narrow = matchMedia(NARROW).matches;
          if (narrow) setLayout({ beside: 'figures' });
          showOnMap(drawing.handle.current, location);
          // There the panel covers the map.
          if (narrow) selection.set({ opened: null });
        }}
      />
    </>
  );
}

interface OverviewProps extends Omit<FoundProps, 'onExample'> {
  readonly route: SearchRoute;
  readonly found: ReturnType<typeof useRows>;
  readonly selection: Selection;
}

/** Map, list and figures. */
function Overview({ searching, offered, route, found, ...shared }: OverviewProps) {
  const { beside } = useLayout();
  const { shown, shownInputs } = searching;
  const { rows, kept, loaded, columns, filters, onFilters } = found;
  const { selection } = shared;
  const coverage = useMemo(() => coverageOf(shown), [shown]);
  return (
    <div className={staleClass(searching, 'overview')}>
      <MapPanel
        {...{ rows, loaded, route }}
        kind={route.kind}
        searched={shownInputs ?? offered}
        busy={searching.waiting !== null}
        {...shared}
      />
      {beside !== 'figures' && <Divider />}
      {beside === 'list' && <HomeList {...{ rows, route, columns, selection }} />}
      {loaded.length === 0 ? (
        <section className="summary none" aria-hidden="true">
          <p className="hint">Price statistics appear here.</p>
        </section>
      ) : (
        <SummaryPanel
          rows={kept}
          {...{ coverage, route, columns, filters, selection, onFilters }}
        />
      )}
    </div>
  );
}

/** As in the styles. */
const NARROW = '(max-width: 1080px)';

/** Close enough to tell homes of a street apart. */
const HOME_ZOOM = 15;

function showOnMap(map: MapHandle | null, { lat, lng }: Location): void {
  map?.goTo({ lng, lat }, HOME_ZOOM);
  document.querySelector('.map')?.scrollIntoView({ block: 'center', behavior: 'smooth' });
}
