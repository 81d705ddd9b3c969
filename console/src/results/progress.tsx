/** The pending call, its elapsed time or next retry, and a button to stop waiting. */
import { useEffect, useState } from 'react';
import type { Waiting } from '../search/search-state.js';
import type { LoadedPage } from '../service/load-page.js';
import { errorTitle } from '../shell/error-box.js';
import { Icon } from '../shell/icons.js';
import { count } from '../text/format.js';
import { pagesLeft } from './coverage.js';

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
  const seconds = Math.floor((nowMs - sinceMs) / 1000);
  return (
    <div className="progress">
      <span className="spinner" aria-hidden="true" />
      <p>
        {retry !== null && pauseS > 0
          ? `${errorTitle(retry.error)}. Retrying`
          : labelOf(waiting, pages)}
        {/* Hidden from screen readers, which would announce it every second. */}
        <span aria-hidden="true">
          {pauseS > 0 ? ` in ${pauseS} s` : seconds > 0 && ` · ${seconds} s`}
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

function labelOf({ what, requestId }: Waiting, pages: readonly LoadedPage[]): string {
  if (what !== 'rest') return requestId === null ? LABELS[what] : 'Fetching from the source';
  const left = pagesLeft(pages);
  const all = left === null ? '' : ` of about ${count(pages.length + left)}`;
  return `Loading page ${count(pages.length + 1)}${all}`;
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
