/** An error as the service describes it, with what to do and how long to wait. */
import { useEffect, useState } from 'react';
import type { RowhouseError } from '#client/index.js';
import { HOUR_S } from '#contract/durations.js';
import { waitText } from '../text/format.js';
import { readable } from '../text/labels.js';
import { ONE_PRESS } from './one-press.js';
import { useKey } from './session.js';

interface Props {
  readonly error: RowhouseError;
  /** Whether the failed call was a search, which can cost a credit. */
  readonly search?: boolean;
  onRetry?: (() => void) | undefined;
}

export function ErrorBox({ error, search = false, onRetry }: Props) {
  const { onKey } = useKey();
  const left = useSecondsLeft(error);
  const { code, message, status, candidates } = error;
  const keyIsWrong = status === 401 || status === 403 || code === 'invalid_option';
  // What takes longer is looked at again another time, not waited for here.
  const again = left < HOUR_S ? onRetry : undefined;
  return (
    <section className="error-box" role="alert">
      <h2>{errorTitle(error)}</h2>
      <p>{MESSAGES[code] ?? readable(message)}</p>
      {left > 0 && again === undefined && <p>Try again {waitText(left, Date.now())}.</p>}
      {candidates.length > 0 && (
        <ul>
          {candidates.map(({ address, source_id }) => (
            <li key={source_id}>{address}</li>
          ))}
        </ul>
      )}
      {search && !/charged/.test(message) && <p>{chargeOf(error)}</p>}
      <div className="actions">
        {again !== undefined && (
          <button {...ONE_PRESS} type="button" onClick={again} disabled={left > 0}>
            <span>
              Try again
              {/* Hidden from screen readers, which would announce it every second. */}
              {left > 0 && <span aria-hidden="true">{` in ${clockOf(left)}`}</span>}
            </span>
          </button>
        )}
        {keyIsWrong && (
          <button type="button" className="primary" onClick={onKey}>
            Change the key
          </button>
        )}
      </div>
      <ErrorDetails error={error} />
    </section>
  );
}

/** What a developer or the operator wants to know. */
const ErrorDetails = ({ error: { code, param, status, requestId } }: Pick<Props, 'error'>) => (
  <details className="code-line">
    <summary>Details</summary>
    <p>
      Error <code>{code}</code>
      {param !== null && (
        <>
          {' '}
          on <code>{param}</code>
        </>
      )}
      {status >= CLIENT_ERROR && ` · HTTP ${status}`}
    </p>
    {requestId !== null && (
      <p>
        Request <code>{requestId}</code>
      </p>
    )}
  </details>
);

const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

/** The code of an error before anything was sent. */
const UNSENT = 'invalid_option';

/** A rejected request is free. After a lost response, a retry is charged at most once. */
const chargeOf = ({ code, status }: RowhouseError): string =>
  code === UNSENT || (status > 0 && status < SERVER_ERROR)
    ? 'You were not charged.'
    : 'If you try again, the search is charged at most once.';

/** In place of messages for programmers. */
const MESSAGES: Readonly<Record<string, string>> = {
  connection_failed: 'The server does not answer. Check your connection, then try again.',
  invalid_api_key: 'The service does not accept this key: it is mistyped, expired or revoked.',
};

const TITLES: Readonly<Record<string, string>> = {
  connection_failed: 'No response',
  console_failed: 'The console failed',
  invalid_option: 'Invalid key',
  invalid_api_key: 'Invalid key',
  timeout: 'The search takes too long',
  rate_limited: 'Rate limit reached',
  quota_exceeded: 'No credits available',
  too_many_pending: 'Too many pending searches',
  snapshot_not_allowed: 'These rows cannot be stored',
  too_many_snapshots: 'Too many snapshots',
  endpoint_not_allowed: 'Address not allowed',
  too_many_endpoints: 'Too many endpoints',
  events_expired: 'Events expired',
  invalid_body: 'Invalid input',
  invalid_sql: 'This statement cannot be run',
  sql_too_large: 'The statement was ended',
  sql_busy: 'Another statement is running',
  sql_unavailable: 'SQL is not installed',
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

/** Seconds left to wait; 0 without Retry-After. */
function useSecondsLeft(error: RowhouseError): number {
  const [left, setLeft] = useState(error.retryAfterS ?? 0);
  useEffect(() => {
    const endMs = performance.now() + (error.retryAfterS ?? 0) * 1000;
    const update = () => setLeft(Math.max(0, Math.ceil((endMs - performance.now()) / 1000)));
    update();
    if (error.retryAfterS === null) return;
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

/** "0:34", "12:05". */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
