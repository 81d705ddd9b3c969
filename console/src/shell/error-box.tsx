/** An error as the service describes it, with what to do and how long to wait. */
import { useEffect, useState } from 'react';
import type { RowhouseError } from '#client/index.js';
import { counted } from '../text/format.js';
import { useKey } from './session.js';

interface Props {
  readonly error: RowhouseError;
  /** Whether the failed call was a search, which can cost a credit. */
  readonly search?: boolean;
  onRetry?: (() => void) | undefined;
}

export function ErrorBox({ error, search = false, onRetry }: Props) {
  const { onKey } = useKey();
  const left = useCountdown(error);
  const { code, message, param, status, candidates } = error;
  const keyIsWrong = status === 401 || status === 403 || code === 'invalid_option';
  return (
    <section className="error-box" role="alert">
      <h2>{errorTitle(error)}</h2>
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
        {status > 0 && ` · HTTP ${status}`}
      </p>
      <div className="actions">
        {onRetry !== undefined && (
          <button type="button" onClick={onRetry} disabled={left !== null && left > 0}>
            {left !== null && left > 0 ? `Try again in ${left} s` : 'Try again'}
          </button>
        )}
        {keyIsWrong && (
          <button type="button" className="primary" onClick={onKey}>
            Change the key
          </button>
        )}
      </div>
    </section>
  );
}

const SERVER_ERROR = 500;

/** A rejected request is free. After a lost response, a retry is charged at most once. */
const chargeOf = ({ status }: RowhouseError): string =>
  status > 0 && status < SERVER_ERROR
    ? 'You were not charged.'
    : 'Try again: the search is charged at most once.';

const TITLES: Readonly<Record<string, string>> = {
  connection_failed: 'No response',
  console_failed: 'The console failed',
  invalid_option: 'Invalid key',
  timeout: 'The search takes too long',
  rate_limited: 'Rate limit reached',
  quota_exceeded: 'No credits available',
  too_many_pending: 'Too many pending searches',
  endpoint_not_allowed: 'Address not allowed',
  too_many_endpoints: 'Too many endpoints',
  events_expired: 'Events expired',
  invalid_body: 'Invalid input',
  address_not_found: 'Home not found',
  address_ambiguous: 'Several homes at this address',
};

export function errorTitle({ status, code }: RowhouseError): string {
  const known = TITLES[code];
  if (known !== undefined) return known;
  if (status < 400) return 'The search failed';
  if (status === 401 || status === 403) return 'Not allowed';
  if (status === 404) return 'Not found';
  if (status === 429) return 'Rate limit reached';
  return status >= SERVER_ERROR ? 'Service unavailable' : 'Invalid search';
}

/** Seconds left to wait, or null without Retry-After. */
function useCountdown(error: RowhouseError): number | null {
  const [left, setLeft] = useState(error.retryAfterS);
  useEffect(() => {
    setLeft(error.retryAfterS);
    if (error.retryAfterS === null) return;
    const timer = setInterval(() => setLeft((now) => Math.max(0, (now ?? 0) - 1)), 1000);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
