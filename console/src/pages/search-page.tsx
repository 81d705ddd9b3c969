/** The search: form, map, summary and rows. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '#contract/rows.js';
import type { Drawn } from '../map/draw-layer.js';
import { MapPanel } from '../map/map-panel.js';
import type { MapHandle } from '../map/map-view.js';
import { createPointing } from '../results/pointing.js';
import { SummaryPanel } from '../results/summary-panel.js';
import { type Draft, withValues } from '../search/draft.js';
import { SearchForm } from '../search/form.js';
import type { DrawTool } from '../search/location-fields.js';
import type { Suggestion } from '../search/places.js';
import { type Searching, useSearching } from '../search/run.js';
import { type Link, writeLink } from '../shell/link.js';
import type { Session } from '../shell/session.js';
import { routeOr } from '../words/names.js';
import { ResultsBody, ResultsHead, staleClass } from './results.js';

interface Props {
  readonly session: Session;
  readonly link: Link;
  /** A page of rows was read: the balance has changed. */
  onRead(): void;
  /** The address of this search, for the way back from other pages. */
  onLink(link: string): void;
  onKey(): void;
}

export function SearchPage({ session, link, onRead, onLink, onKey }: Props) {
  const [draft, setDraft] = useState<Draft>(link.draft);
  const [drawing, setDrawing] = useState<DrawTool | null>(null);
  const handle = useRef<MapHandle | null>(null);
  const results = useRef<HTMLElement>(null);
  const searching = useSearching(session.key, onRead);
  useAddress(searching, link, session.key, setDraft, onLink);
  const onDrawn = useCallback((drawn: Drawn) => {
    setDraft((now) => withValues(now, drawn.values, drawn.form));
    setDrawing(null);
  }, []);
  const onDrawEnd = useCallback(() => setDrawing(null), []);
  const search = (wanted: Draft) => {
    setDraft(wanted);
    if (session.key === null) return onKey();
    searching.start(wanted);
    // On a narrow screen the rows are far below the form.
    results.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  };
  return (
    <div className="workspace">
      <aside>
        <h1 className="sr-only">Search the listing sources</h1>
        <SearchForm
          draft={draft}
          drawing={drawing}
          busy={searching.waiting !== null}
          onDraft={setDraft}
          onDraw={setDrawing}
          onTakeView={() =>
            setDraft(withValues(draft, { bbox: handle.current?.view() ?? '' }, 'bbox'))
          }
          onPlace={(place) => handle.current?.goTo(place, PLACE_ZOOM[place.kind])}
          onSearch={() => search(draft)}
          onUnfit={searching.dismiss}
        />
      </aside>
      <section className="results" ref={results} tabIndex={-1} aria-label="Results">
        <Found
          {...{ session, searching, draft, drawing, handle, onDrawn, onDrawEnd, onKey }}
          onExample={(example) => {
            // The examples go away with the press, and the focus would go with them.
            results.current?.focus();
            search(example);
          }}
        />
      </section>
    </div>
  );
}

interface FoundProps {
  readonly session: Session;
  readonly searching: Searching;
  readonly draft: Draft;
  readonly drawing: DrawTool | null;
  readonly handle: RefObject<MapHandle | null>;
  onDrawn(drawn: Drawn): void;
  onDrawEnd(): void;
  onKey(): void;
  onExample(draft: Draft): void;
}

/** Map and summary above, everything about the rows below; linked by what is pointed at. */
function Found({ session, searching, draft, onKey, onExample, ...drawing }: FoundProps) {
  const [pointing] = useState(createPointing);
  const { pages, shown } = searching;
  const rows = useMemo(() => rowsOf(pages, shown), [pages, shown]);
  const route = routeOr((searching.asked ?? draft).routeId);
  return (
    <>
      <ResultsHead searching={searching} onKey={onKey} onExample={onExample} />
      <div className={staleClass(searching, 'overview')}>
        {session.config !== null && (
          <MapPanel
            rows={rows}
            kind={route.kind}
            draft={draft}
            tilesUrl={session.config.tiles_url}
            pointing={pointing}
            {...drawing}
          />
        )}
        {rows.length === 0 ? (
          <section className="summary none" aria-hidden="true">
            <p className="hint">Prices of the rows found appear here.</p>
          </section>
        ) : (
          <SummaryPanel
            route={route}
            rows={rows}
            result={shown === 'all' ? null : (pages[shown]?.result ?? null)}
            pointing={pointing}
          />
        )}
      </div>
      <ResultsBody
        searching={searching}
        draft={draft}
        rows={rows}
        apiKey={session.key}
        pointing={pointing}
      />
    </>
  );
}

const rowsOf = (pages: Searching['pages'], shown: Searching['shown']): readonly Row[] =>
  shown === 'all' ? pages.flatMap(({ result }) => result.data) : (pages[shown]?.result.data ?? []);

const PLACE_ZOOM: Readonly<Record<Suggestion['kind'], number>> = { zip: 11, city: 10, county: 8.5 };

/** The address follows the search, and the search follows an address that was opened. */
function useAddress(
  searching: Searching,
  link: Link,
  key: string | null,
  setDraft: (draft: Draft) => void,
  onLink: (link: string) => void,
): void {
  const { asked, tried, replacing, pages, waiting } = searching;
  const inputs = replacing ? tried : asked;
  const opening = waiting?.what === 'link';
  const written = useRef('');
  useEffect(() => {
    // Half-opened pages must not shorten the address: a reload would lose the rest.
    if (inputs === null || opening) return;
    const next = writeLink(inputs, replacing ? [] : pages.map(({ requestId }) => requestId));
    if (next === written.current) return;
    // The first write of a search is a step back in the history; its pages are not.
    const step = written.current === '' || !replacing ? 'replaceState' : 'pushState';
    written.current = next;
    if (link.page === 'search') history[step](null, '', next);
    onLink(next);
  }, [inputs, replacing, pages, opening, link.page, onLink]);

  const opened = useRef<Link | null>(null);
  const { open } = searching;
  useEffect(() => {
    const own = writeLink(link.draft, link.requestIds) === written.current;
    if (link.page !== 'search' || key === null || own || opened.current === link) return;
    opened.current = link;
    setDraft(link.draft);
    if (link.requestIds.length > 0) open(link.draft, link.requestIds);
  }, [link, key, setDraft, open]);
}
