/** The pending call, its elapsed time or next retry, and a button to stop waiting. */
import { MINUTE_S } from '#contract/durations.js';
import type { Waiting } from '../search/search-state.js';
import type { LoadedPage } from '../service/load-page.js';
import { Icon } from '../shell/icons.js';
import { isRetrying, RetryWords, useNow } from '../shell/retry-words.js';
import { count, counted } from '../text/format.js';
import { coverageOf } from './coverage.js';

interface Props {
  readonly waiting: Waiting;
  readonly pages: readonly LoadedPage[];
  onCancel(): void;
}

const LABELS: Readonly<Record<Waiting['what'], string>> = {
  search: 'Searching',
  page: 'Loading the next page',
  rest: 'Loading all pages',
  link: 'Opening this link',
  job: 'Opening the unfinished search',
};

export function Progress({ waiting, pages, onCancel }: Props) {
  const nowMs = useNow();
  const { requestId, retry, sinceMs } = waiting;
  const pauseS = retry === null ? 0 : Math.ceil((retry.atMs - nowMs) / 1000);
  const retried = retry !== null && isRetrying(pauseS) ? retry.error : null;
  const seconds = Math.floor((nowMs - sinceMs) / 1000);
  const further = isFurther(waiting, pages);
  const rows = pages.reduce((sum, { result }) => sum + result.count, 0);
  const left = further ? timeLeftText(waiting, pages, nowMs) : '';
  return (
    <div className={further ? 'progress further' : 'progress'}>
      {further ? (
        <progress
          aria-label="Pages loaded"
          max={pagesWanted(waiting, pages) ?? undefined}
          value={pagesWanted(waiting, pages) === null ? undefined : pages.length}
        />
      ) : (
        <span className="spinner" aria-hidden="true" />
      )}
      <p>
        {retried === null ? (
          labelOf(waiting, pages)
        ) : (
          <RetryWords error={retried} seconds={pauseS} />
        )}
        {/* Hidden from screen readers, which would announce it every second. */}
        <span aria-hidden="true">
          {retried === null && !further && seconds > 0 && ` · ${seconds} s`}
          {further && ` · ${counted(rows, 'row')}${left}`}
        </span>
      </p>
      {requestId !== null && (
        <details className="hint">
          <summary>Details</summary>
          Job <code>{requestId}</code>
        </details>
      )}
      <button type="button" onClick={onCancel}>
        <Icon name="close" /> Stop waiting
      </button>
    </div>
  );
}

/** Whether pages are added to those shown: then the bar stands beside them, and covers nothing. */
export const isFurther = ({ what }: Waiting, pages: readonly LoadedPage[]): boolean =>
  pages.length > 0 && (what === 'rest' || what === 'page' || what === 'link');

/** How many pages there will be; null where that is not known. */
function pagesWanted(
  { what, pagesBefore, pagesWanted: known }: Waiting,
  pages: readonly LoadedPage[],
): number | null {
  if (what === 'page') return pagesBefore + 1;
  return known ?? coverageOf(pages).pagesInAll;
}

function labelOf(waiting: Waiting, pages: readonly LoadedPage[]): string {
  const { what, requestId } = waiting;
  if (!isFurther(waiting, pages) || what === 'page') {
    return requestId === null ? LABELS[what] : 'Fetching from the source';
  }
  const all = pagesWanted(waiting, pages);
  const of = all === null ? '' : ` of ${what === 'rest' ? 'about ' : ''}${count(all)}`;
  return `Loading page ${count(pages.length + 1)}${of}`;
}

/** By the pages that have come since the start; empty until some have. */
function timeLeftText(waiting: Waiting, pages: readonly LoadedPage[], nowMs: number): string {
  const came = pages.length - waiting.pagesBefore;
  const all = pagesWanted(waiting, pages);
  if (all === null || came < 2 || waiting.what === 'page') return '';
  const seconds = ((nowMs - waiting.sinceMs) / came) * ((all - pages.length) / 1000);
  return seconds < 1 ? '' : ` · about ${durationText(Math.ceil(seconds))} left`;
}

const durationText = (seconds: number): string =>
  seconds < MINUTE_S ? `${seconds} s` : `${Math.ceil(seconds / MINUTE_S)} min`;
