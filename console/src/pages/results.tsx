/** The results of a search, above and below the map. */
import { useMemo, useRef, useState } from 'react';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { ByHomeBar } from '../by-home/bar.js';
import { type ByHome, useByHome } from '../by-home/use-by-home.js';
import type { LeftOut } from '../home/use-hidden.js';
import { CodePanel } from '../results/code-panel.js';
import { ColumnChooser } from '../results/column-chooser.js';
import { setColumnLayout, useArranged } from '../results/column-presets.js';
import { Downloads } from '../results/downloads.js';
import type { Column } from '../results/fields.js';
import { FilterBar } from '../results/filter-bar.js';
import type { Filters } from '../results/filters.js';
import { KeepResult } from '../results/keep-result.js';
import { Pager } from '../results/pager.js';
import { isFurther, Progress } from '../results/progress.js';
import { reasonsOf } from '../results/reasons.js';
import { Rights } from '../results/rights.js';
import { fileName } from '../results/row-files.js';
import type { Selection } from '../results/selection.js';
import { StatusLine } from '../results/status-line.js';
import { RowTable } from '../results/table.js';
import type { Draft } from '../search/draft.js';
import { EMPTY_DRAFT, problemsOf } from '../search/draft.js';
import { FilterTags } from '../search/filter-tags.js';
import { OfferedSearch } from '../search/offered-search.js';
import { OpenSetsOffer } from '../search/open-sets-offer.js';
import { useUnfinished } from '../search/unfinished.js';
import type { SearchHandle } from '../search/use-search.js';
import { hasEnded, isGone } from '../service/client.js';
import { ErrorBox } from '../shell/error-box.js';
import { Icon } from '../shell/icons.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { routeOr, routeTitle } from '../text/labels.js';

interface HeadProps {
  readonly searching: SearchHandle;
  /** The search of a link, to be started by its button; null for any other link. */
  readonly offered: Draft | null;
  onExample(draft: Draft): void;
}

interface BodyProps {
  readonly searching: SearchHandle;
  readonly draft: Draft;
  /** All loaded rows, and those that pass the filters. */
  readonly loaded: readonly Row[];
  readonly rows: readonly Row[];
  readonly hidden: LeftOut;
  readonly outside: LeftOut;
  readonly columns: readonly Column[];
  readonly filters: Filters;
  readonly selection: Selection;
  onFilters(filters: Filters): void;
}

/** Above the map: progress, error, or the number of rows. */
export function ResultsHead({ searching, offered, onExample }: HeadProps) {
  const { sentInputs, sent, replacing, pages, error, waiting, stopped } = searching;
  const lost = lostText(searching);
  const loaded = pages.some(({ result }) => result.count > 0);
  const untouched = sentInputs === null && waiting === null && error === null;
  return (
    <div className="head">
      <div aria-live="polite">
        {waiting !== null && !isAdding(searching) && (
          <Progress {...{ waiting, pages }} onCancel={searching.cancel} />
        )}
        {stopped !== null && <Stopped searching={searching} />}
        {(replacing || offered !== null) && waiting === null && loaded && (
          <p className="stopped">These are the results of the previous search.</p>
        )}
        {pages.length > 0 && !(replacing && error !== null && !loaded) && (
          <div className={staleClass(searching, 'result-status')}>
            <ResultStatus searching={searching} />
          </div>
        )}
      </div>
      {error !== null && (lost === null || !isGone(error)) && (
        <ErrorBox
          error={error}
          search={sent !== 'link'}
          onRetry={lost === null ? searching.again : undefined}
        />
      )}
      {lost !== null && sentInputs !== null && (
        <OfferedSearch draft={sentInputs} why={lost} onRun={onExample} />
      )}
      {offered !== null && lost === null && (
        <OfferedSearch draft={offered} why={OFFERED_TEXT} onRun={onExample} />
      )}
      {offered === null && untouched && <Welcome onExample={onExample} />}
    </div>
  );
}

const OFFERED_TEXT =
  'This link opens a search. Nothing is sent, and nothing charged, until you run it.';

/**
 * What became of a link that cannot be opened; null where nothing is lost. Another search is the
 * user's to start: it has a price.
 */
function lostText({ sent, error }: SearchHandle): string | null {
  if (error === null || !hasEnded(error) || (sent !== 'job' && sent !== 'link')) return null;
  if (!isGone(error)) return 'Run the search again to get its rows.';
  return sent === 'job'
    ? 'The job of this search is gone: it has expired, or belongs to another account. Opening it cost nothing.'
    : 'The rows of this link are gone: they have expired, or belong to another account. Opening it cost nothing.';
}

/** Rows stay, dimmed, until the next search is complete. */
export const staleClass = ({ replacing, pages }: SearchHandle, name: string): string =>
  replacing && pages.length > 0 ? `${name} stale` : name;

/** Below the map: the table with its toolbar, and the request as code. */
export function ResultsBody(props: BodyProps) {
  const { searching, draft, loaded } = props;
  const code = searching.sentInputs ?? (Object.keys(problemsOf(draft)).length === 0 ? draft : null);
  return (
    <>
      {loaded.length > 0 && <Rows {...props} />}
      {loaded.length === 0 && searching.waiting !== null && <div className="rows awaited" />}
      {code !== null && <CodePanel draft={code} />}
    </>
  );
}

/** Whether pages are added to those shown. */
const isAdding = ({ waiting, pages, replacing }: SearchHandle): boolean =>
  waiting !== null && !replacing && isFurther(waiting, pages);

function ResultStatus({ searching }: { readonly searching: SearchHandle }) {
  const { shownInputs, pages, waiting, cancel } = searching;
  if (shownInputs === null) return null;
  return (
    <StatusLine
      route={routeOr(shownInputs.routeId)}
      inputs={shownInputs}
      pages={pages}
      loading={
        waiting !== null && isAdding(searching) ? (
          <Progress {...{ waiting, pages }} onCancel={cancel} />
        ) : null
      }
    />
  );
}

function Rows(props: BodyProps) {
  const { searching, loaded, rows, columns, filters, selection, onFilters } = props;
  const { shownInputs, shown } = searching;
  const route = routeOr(shownInputs?.routeId ?? null);
  const { layout, arranged } = useArranged(route, loaded, columns);
  const [filtering, setFiltering] = useState(false);
  const reasons = useMemo(
    () => reasonsOf(shown.flatMap(({ result }) => result.field_notes)),
    [shown],
  );
  const ordered = useRef(rows);
  const isLoading = searching.waiting !== null;
  const byHome = useByHome({ loaded, rows, isLoading });
  const requestIds = shown.map(({ request_id }) => request_id);
  const collectedAt = shown.at(-1)?.result.collected_at ?? '';
  const name = fileName(route, shownInputs ?? EMPTY_DRAFT, collectedAt);
  return (
    <section className={staleClass(searching, 'rows')} aria-label="Rows" aria-busy={isLoading}>
      <div className="toolbar">
        <Pager searching={searching} />
        <ColumnChooser {...{ route, columns, layout, arranged }} />
        <button type="button" aria-pressed={filtering} onClick={() => setFiltering(!filtering)}>
          <Icon name="filter" /> Filter
        </button>
        <ByHomeButton {...byHome} />
        <Downloads
          key={requestIds.join()}
          rowCount={byHome.rows.length}
          shown={arranged.shown}
          {...{ route, columns, ordered, loaded, requestIds, name }}
        />
        <KeepResult key={`keep ${requestIds.join()}`} requestId={requestIds.at(-1) ?? ''} />
        {shownInputs !== null && <Refresh onPress={() => searching.start(shownInputs, true)} />}
      </div>
      <Rights rows={loaded} />
      <FilterBar {...props} passing={rows.length} loaded={loaded.length} />
      <ByHomeBar {...{ byHome, rows }} />
      <RowTable
        rows={byHome.rows}
        homes={byHome.homes}
        kind={route.kind}
        {...{ columns, arranged, reasons, selection, ordered }}
        widths={layout.widths}
        onWidths={(widths) => setColumnLayout(route, { ...layout, widths })}
        filtering={filtering ? { filters, onFilters } : null}
        caption={`${routeTitle(route)}, ${byHome.rows.length} rows. Arrow keys move between cells.`}
      />
    </section>
  );
}

const ByHomeButton = ({ isOn, toggle }: ByHome) => (
  <button
    type="button"
    aria-pressed={isOn}
    title="Rows of other sources below each row. Free"
    onClick={toggle}
  >
    <Icon name="layers" /> By home
  </button>
);

const Refresh = ({ onPress }: { onPress(): void }) => (
  <button
    {...ONE_PRESS}
    type="button"
    className="quiet"
    title="Fetch again from the source, not from the cache. 1 credit"
    onClick={onPress}
  >
    <Icon name="refresh" /> Refresh
  </button>
);

/** What became of the search that one no longer waits for; a link can be opened again. */
function Stopped({ searching }: { readonly searching: SearchHandle }) {
  const { sent, jobId, again } = searching;
  const isListed = useUnfinished().length > 0;
  return (
    <p className="stopped">
      {stoppedText(searching, isListed)}{' '}
      {(jobId !== null || sent === 'link') && (
        <button type="button" onClick={again}>
          Open it again
        </button>
      )}
    </p>
  );
}

function stoppedText({ stopped, sent, jobId }: SearchHandle, isListed: boolean): string {
  if (stopped === 'job') {
    const listed = isListed ? ', from the unfinished searches below the form' : '';
    const where = jobId === null ? listed : '. Its link stays in the address';
    return `Stopped waiting. The search continues; it is charged only if its rows are opened${where}.`;
  }
  if (sent === 'page' || sent === 'rest') {
    return 'Stopped loading pages. Those that are loaded stay; the next one is charged at most once.';
  }
  if (sent === 'link') return 'Stopped opening the link. Opening it again is free.';
  return 'Stopped before the service answered. The same search sent again is charged at most once.';
}

const EXAMPLES = (SEARCH_ROUTES as readonly SearchRoute[]).flatMap(
  ({ id, starter }): (readonly [words: string, draft: Draft])[] => {
    if (starter === undefined) return [];
    const { words, form, values } = starter;
    return [[words, { routeId: id, form, values }]];
  },
);

const Welcome = ({ onExample }: Pick<HeadProps, 'onExample'>) => (
  <section className="empty">
    <h2>Every listing source, one typed row</h2>
    <p>
      Select a source and an area. Results appear on the map and in a table; every empty cell has a
      reason. Or start with an example, for one credit:
    </p>
    <div className="actions">
      {EXAMPLES.map(([words, draft]) => (
        <button key={words} {...ONE_PRESS} type="button" onClick={() => onExample(draft)}>
          {words}
          <FilterTags draft={draft} />
        </button>
      ))}
    </div>
    <OpenSetsOffer />
  </section>
);
