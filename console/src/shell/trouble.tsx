/** A failure in the words of the service, with what to do and how long to wait. */
import { useEffect, useState } from 'react';
import type { Trouble } from '../service/call.js';
import { counted } from '../words/figures.js';

interface Props {
  readonly trouble: Trouble;
  /** Whether the failed call was a search, which costs. */
  readonly search?: boolean;
  onAgain?: (() => void) | undefined;
  onKey?: (() => void) | undefined;
}

export function TroubleBox({ trouble, search = false, onAgain, onKey }: Props) {
  const left = useCountdown(trouble);
  const { code, message, param, http, candidates } = trouble;
  const keyIsWrong = http === 401 || http === 403;
  return (
    <section className="trouble" role="alert">
      <h2>{titleOf(trouble)}</h2>
      <p>{message}</p>
      {left !== null && (
        <p>
          {left > 0
            ? `The service asks to wait ${counted(left, 'second')}.`
            : 'You can try again now.'}
        </p>
      )}
      {candidates.length > 0 && (
        <ul>
          {candidates.map(({ address, source_id }) => (
            <li key={source_id}>{address}</li>
          ))}
        </ul>
      )}
      {search && !/charged/.test(message) && <p>{chargeOf(trouble)}</p>}
      <p className="code-line">
        <code>{code}</code>
        {param !== null && (
          <>
            {' '}
            on <code>{param}</code>
          </>
        )}
        {http !== null && ` · HTTP ${http}`}
      </p>
      <div className="actions">
        {onAgain !== undefined && (
          <button type="button" onClick={onAgain} disabled={left !== null && left > 0}>
            {left !== null && left > 0 ? `Try again in ${left} s` : 'Try again'}
          </button>
        )}
        {keyIsWrong && onKey !== undefined && (
          <button type="button" className="primary" onClick={onKey}>
            Change the key
          </button>
        )}
      </div>
    </section>
  );
}

const SERVER_FAULT = 500;

/** A API error costs nothing; of a lost answer nobody here knows, but it is found again under its key. */
const chargeOf = ({ http }: Trouble): string =>
  http !== null && http < SERVER_FAULT
    ? 'Nothing was charged.'
    : 'Try again: the same search is charged once.';

function titleOf({ http, code }: Trouble): string {
  if (code === 'unreachable') return 'No answer';
  if (code === 'console_fault') return 'The console failed';
  if (http === null) return 'The search failed';
  if (http === 401 || http === 403) return 'Not allowed';
  if (http === 404) return 'Not found';
  if (http === 429) return 'Too much for now';
  if (http >= 500) return 'Not available';
  return 'The search was refused';
}

/** Seconds still to wait, or null when the answer named none. */
function useCountdown(trouble: Trouble): number | null {
  const [left, setLeft] = useState(trouble.retryAfterS);
  useEffect(() => {
    setLeft(trouble.retryAfterS);
    if (trouble.retryAfterS === null) return;
    const timer = setInterval(() => setLeft((now) => Math.max(0, (now ?? 0) - 1)), 1000);
    return () => clearInterval(timer);
  }, [trouble]);
  return left;
}
