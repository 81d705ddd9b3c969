/** The search page: form, map, summary and table. */
import {
  type ComponentProps,
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ResultsFrame } from '../layout/results-frame.js';
import { SkipToRows } from '../layout/skip-to-rows.js';
import type { Drawn } from '../map/draw-layer.js';
import type { MapHandle } from '../map/map-view.js';
import { coverageOf, oldestOf } from '../results/coverage.js';
import { type Draft, problemsOf, withValues } from '../search/draft.js';
import { SearchForm } from '../search/form.js';
import type { DrawTool } from '../search/location-fields.js';
import { PastSearches } from '../search/past-searches.js';
import type { Suggestion } from '../search/places.js';
import { linkedIds } from '../search/search-state.js';
import { remember } from '../search/searches.js';
import { UnfinishedSearches } from '../search/unfinished-searches.js';
import { type SearchHandle, useSearch } from '../search/use-search.js';
import { type Link, writeLink } from '../shell/link.js';
import { loadPart } from '../shell/load-part.js';
import { type Session, useKey } from '../shell/session.js';
import { WatchDialog } from '../watches/watch-dialog.js';

const loadFound = async () => (await import('./found.js')).Found;
/** Loading begins with the page: every search shows them. */
let early: ReturnType<typeof loadFound> | null = loadFound();
const Found = loadPart({
  what: 'The results',
  load: () => {
    const found = early ?? loadFound();
    early = null;
    return found;
  },
});

interface Props {
  readonly session: Session;
  readonly link: Link;
  /** The link of the current search, for the navigation. */
  onLink(link: string): void;
}

export function SearchPage({ session, link, onLink }: Props) {
  const { onKey } = useKey();
  const [draft, setDraft] = useState<Draft>(link.draft);
  const { setDrawing, ...drawing } = useDrawing(setDraft);
  const [watching, setWatching] = useState<Draft | null>(null);
  const handle = useRef<MapHandle | null>(null);
  const results = useRef<HTMLElement>(null);
  const searching = useSearch(session.key);
  const offered = useAddress(searching, link, session.key, setDraft, onLink);
  const onTakeView = () => setDraft(withBox(draft, handle.current?.view() ?? ''));
  const start = useKeyed(session, onKey, (wanted) => {
    searching.start(wanted);
    bringIntoView(results.current);
  });
  const search = (wanted: Draft) => {
    setDraft(wanted);
    start(wanted);
  };
  return (
    <div className="workspace">
      <aside>
        <h1 className="sr-only">Search the listing sources</h1>
        <SearchForm
          {...{ draft, onTakeView, onDraft: setDraft, onDraw: setDrawing }}
          drawing={drawing.drawing}
          busy={searching.waiting !== null}
          onPlace={(place) => handle.current?.goTo(place, PLACE_ZOOM[place.kind])}
          onSearch={() => search(draft)}
          onWatch={() => (session.key === null ? onKey() : setWatching(draft))}
          onInvalid={searching.dismiss}
        />
        <BelowForm {...{ session, searching }} onDraft={setDraft} />
      </aside>
      <ResultsFrame ref={results}>
        <Found
          {...{ searching, draft, offered, handle, ...drawing }}
          onSearchHere={(wanted) => {
            setDraft(wanted);
            searching.start(wanted);
          }}
          onExample={(example) => {
            // The examples disappear, so the focus moves to the results.
            results.current?.focus();
            search(example);
          }}
        />
      </ResultsFrame>
      <WatchDialog draft={watching} onClose={() => setWatching(null)} />
    </div>
  );
}

/** Ways to homes beside the form: other pages, and earlier searches. */
const BelowForm = (props: ComponentProps<typeof UnfinishedSearches>) => (
  <>
    {props.searching.shown.length > 0 && <SkipToRows />}
    <OtherWays />
    <UnfinishedSearches {...props} />
    <PastSearches />
  </>
);

const OtherWays = () => (
  <p className="other-ways">
    <a href="#/home">Look up one home by its address</a>
    <a href="#/compare">Compare two searches</a>
  </p>
);

/** On a narrow screen the results are below the form. */
const bringIntoView = (results: HTMLElement | null): void =>
  results?.scrollIntoView({ block: 'start', behavior: 'smooth' });

/** Drawing an area on the map. */
function useDrawing(setDraft: Dispatch<SetStateAction<Draft>>) {
  const [drawing, setDrawing] = useState<DrawTool | null>(null);
  const onDrawn = useCallback(
    (drawn: Drawn) => {
      const shape = 'shape' in drawn ? { shape: drawn.shape } : {};
      setDraft((now) => ({ ...withValues(now, drawn.values, drawn.form), ...shape }));
      setDrawing(null);
    },
    [setDraft],
  );
  const onDrawEnd = useCallback(() => setDrawing(null), []);
  return { drawing, setDrawing, onDrawn, onDrawEnd };
}

const withBox = (draft: Draft, bbox: string): Draft => withValues(draft, { bbox }, 'bbox');

/**
 * Starts a search with the key; asks for one where there is none. Until that is known the search
 * waits.
 */
function useKeyed(session: Session, onKey: () => void, start: (draft: Draft) => void) {
  const [awaited, setAwaited] = useState<Draft | null>(null);
  const begin = (draft: Draft) => (session.key === null ? onKey() : start(draft));
  const known = session.key !== null || session.config !== null;
  const release = useEffectEvent(() => {
    if (awaited === null) return;
    setAwaited(null);
    begin(awaited);
  });
  useEffect(() => {
    if (known) release();
  }, [known]);
  return known ? begin : setAwaited;
}

const PLACE_ZOOM: Readonly<Record<Suggestion['kind'], number>> = { zip: 11, city: 10, county: 8.5 };

/**
 * The search of a link without pages, which is not sent by itself: it has a price. Null once
 * something is sent.
 */
function useOffered({ waiting }: SearchHandle, { page, draft, requestIds, jobId }: Link) {
  const isBare = page === 'search' && requestIds.length === 0 && jobId === null;
  const linked = isBare && Object.keys(problemsOf(draft)).length === 0 ? draft : null;
  const sinceMs = waiting?.sinceMs ?? null;
  // What was pending when the link came does not answer it.
  const [seen, setSeen] = useState({ linked, before: sinceMs, isAnswered: false });
  if (linked !== seen.linked) setSeen({ linked, before: sinceMs, isAnswered: false });
  else if (!seen.isAnswered && sinceMs !== null && sinceMs !== seen.before) {
    setSeen({ ...seen, isAnswered: true });
  }
  return linked !== seen.linked || !seen.isAnswered ? linked : null;
}

/** Keeps the URL in step with the search, and opens links. Returns what a link offers to search. */
function useAddress(
  searching: SearchHandle,
  link: Link,
  key: string | null,
  setDraft: (draft: Draft) => void,
  onLink: (link: string) => void,
): Draft | null {
  const { shownInputs, sentInputs, replacing, pages, waiting, jobId, opening } = searching;
  const inputs = replacing ? sentInputs : shownInputs;
  const ids = useMemo(() => linkedIds({ replacing, pages, opening }), [replacing, pages, opening]);
  const sinceMs = waiting?.sinceMs ?? null;
  const written = useRef('');
  const begun = useRef<number | null>(null);
  useEffect(() => {
    if (inputs === null) return;
    const next = writeLink(inputs, ids, jobId);
    const isNew = replacing && sinceMs !== null && sinceMs !== begun.current;
    begun.current = sinceMs;
    if (next === written.current) return;
    if (!replacing && pages.length > 0 && ids.length === pages.length) {
      const { loaded: rows } = coverageOf(pages);
      remember(inputs, writeLink(inputs, ids), rows, oldestOf(pages).collected_at);
    }
    // A new search is a history entry; its job and its further pages are not.
    const isFirst = written.current === '' || next === location.hash;
    written.current = next;
    const step = isNew && !isFirst ? 'pushState' : 'replaceState';
    if (link.page === 'search') history[step](null, '', next);
    onLink(next);
  }, [inputs, ids, replacing, pages, sinceMs, jobId, link.page, onLink]);

  const drafted = useRef(link);
  const opened = useRef<Link | null>(null);
  const { open, dismiss } = searching;
  useEffect(() => {
    const own = writeLink(link.draft, link.requestIds, link.jobId) === written.current;
    if (link.page !== 'search' || own) return;
    // Once for each link, never when the key comes: the form may have been filled by then.
    if (drafted.current !== link) {
      drafted.current = link;
      setDraft(link.draft);
      // What failed before says nothing of this link.
      dismiss();
    }
    if (key === null || opened.current === link) return;
    opened.current = link;
    if (link.requestIds.length > 0 || link.jobId !== null) {
      open(link.draft, link.requestIds, link.jobId);
    }
  }, [link, key, setDraft, open, dismiss]);
  return useOffered(searching, link);
}
