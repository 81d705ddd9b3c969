/** What is waited for and how long already, with a way out. */
import { useEffect, useState } from 'react';
import type { Waiting } from '../search/run.js';
import { Icon } from '../shell/icons.js';

interface Props {
  readonly waiting: Waiting;
  onCancel(): void;
}

const WORDS: Readonly<Record<Waiting['what'], string>> = {
  search: 'Asking for the rows',
  page: 'Asking for the next page',
  link: 'Opening the rows of this link',
};

export function Progress({ waiting, onCancel }: Props) {
  const seconds = useSeconds(waiting);
  return (
    <div className="progress">
      <span className="spinner" aria-hidden="true" />
      <p>
        {waiting.requestId === null ? WORDS[waiting.what] : 'The source is being read'}
        {/* The clock is for the eye: read aloud, it would interrupt every second. */}
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
