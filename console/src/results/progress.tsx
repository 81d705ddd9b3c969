/** The pending call, its elapsed time, and a button to stop waiting. */
import { useEffect, useState } from 'react';
import type { Waiting } from '../search/use-search.js';
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
  const seconds = useSeconds(waiting);
  return (
    <div className="progress">
      <span className="spinner" aria-hidden="true" />
      <p>
        {waiting.requestId === null ? LABELS[waiting.what] : 'Fetching from the source'}
        {/* Hidden from screen readers, which would announce it every second. */}
        <span aria-hidden="true">{seconds > 0 ? ` · ${seconds} s` : ''}</span>
      </p>
      {waiting.requestId !== null && (
        <p className="hint">
          Job <code>{waiting.requestId}</code>
        </p>
      )}
      <button type="button" onClick={onCancel}>
        <Icon name="close" /> Stop waiting
      </button>
    </div>
  );
}

function useSeconds({ sinceMs }: Waiting): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const count = () => setSeconds(Math.floor((performance.now() - sinceMs) / 1000));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return seconds;
}
