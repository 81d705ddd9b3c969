/** An error as the service describes it, with what to do and how long to wait. */
import { useEffect, useState } from 'react';
import type { Trouble } from '../service/call.js';
import { counted } from '../text/format.js';

interface Props {
  readonly error: Trouble;
  /** Whether the failed call was a search, which can cost a credit. */
  readonly search?: boolean;
  onRetry?: (() => void) | undefined;
  onKey?: (() => void) | undefined;
}

export function ErrorBox({ error, search = false, onRetry, onKey }: Props) {
  const left = useCountdown(error);
  const { code, message, param, http, candidates } = error;
  const keyIsWrong = http === 401 || http === 403;
  return (
    <section className="error-box" role="alert">
      <h2>{titleOf(error)}</h2>
      <p>{message}</p>
      {left !== null && (
        <p>{left > 0 ? `Try again in ${counted(left, 'second')}.` : 'You can try again now.'}</p>
      )}
      {candidates.length > 0 && (
        <ul>
          {candidates.map(({ address, source_id }) => (
            <li key={source_id}>{address}</li>
          ))}
        </ul>
      )}
      {search && !/charged/.test(message) && <p>{chargeOf(error)}</p>}
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
        {onRetry !== undefined && (
          <button type="button" onClick={onRetry} disabled={left !== null && left > 0}>
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

/** A rejected request is free. After a lost response, a retry is charged at most once. */
const chargeOf = ({ http }: Trouble): string =>
  http !== null && http < SERVER_FAULT
    ? 'You were not charged.'
    : 'Try again: the search is charged at most once.';

function titleOf({ http, code }: Trouble): string {
  if (code === 'unreachable') return 'No response';
  if (code === 'console_fault') return 'The console failed';
  if (http === null) return 'The search failed';
  if (http === 401 || http === 403) return 'Not allowed';
  if (http === 404) return 'Not found';
  if (http === 429) return 'Rate limit reached';
  if (http >= 500) return 'Service unavailable';
  return 'Invalid search';
}

/** Seconds left to wait, or null without Retry-After. */
function useCountdown(error: Trouble): number | null {
  const [left, setLeft] = useState(error.retryAfterS);
  useEffect(() => {
    setLeft(error.retryAfterS);
    if (error.retryAfterS === null) return;
    const timer = setInterval(() => setLeft((now) => Math.max(0, (now ?? 0) - 1)), 1000);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
