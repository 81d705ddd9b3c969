/** The pending call, its elapsed time or next retry, and a button to stop waiting. */
import { useEffect, useState } from 'react';
import type { Waiting } from '../search/use-search.js';
import { errorTitle } from '../shell/error-box.js';
import { Icon } from '../shell/icons.js';

interface Props {
  readonly waiting: Waiting;
  onCancel(): void;
}

const LABELS: Readonly<Record<Waiting['what'], string>> = {
  search: 'Searching',
  page: 'Loading the next page',
  link: 'Opening this link',
};

export function Progress({ waiting, onCancel }: Props) {
  const nowMs = useNow();
  const { requestId, retry, sinceMs } = waiting;
  const pauseS = retry === null ? 0 : Math.ceil((retry.atMs - nowMs) / 1000);
  const seconds = Math.floor((nowMs - sinceMs) / 1000);
  return (
    <div className="progress">
      <span className="spinner" aria-hidden="true" />
      <p>
        {retry !== null && pauseS > 0 ? `${errorTitle(retry.error)}. Retrying` : labelOf(waiting)}
        {/* Hidden from screen readers, which would announce it every second. */}
        <span aria-hidden="true">
          {pauseS > 0 ? ` in ${pauseS} s` : seconds > 0 && ` · ${seconds} s`}
        </span>
      </p>
      {requestId !== null && (
        <p className="hint">
          Job <code>{requestId}</code>
        </p>
      )}
      <button type="button" onClick={onCancel}>
        <Icon name="close" /> Stop waiting
      </button>
    </div>
  );
}

const labelOf = ({ what, requestId }: Waiting): string =>
  requestId === null ? LABELS[what] : 'Fetching from the source';

function useNow(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
