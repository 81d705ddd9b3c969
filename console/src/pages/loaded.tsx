/**
 * What a page reads: its value, that it is loading, or why it could not be loaded, with a button to
 * try again.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RowhouseError } from '#client/index.js';
import { isGone } from '../service/client.js';
import { ErrorBox } from '../shell/error-box.js';

interface Props<T> {
  readonly query: UseQueryResult<T, RowhouseError>;
  /** "the watches": what is loading. */
  readonly what: string;
  children(value: T): ReactNode;
}

export function Loaded<T>({ query: { data: last, error, refetch }, what, children }: Props<T>) {
  // What was loaded stays while it cannot be loaded again, but not when it no longer exists.
  const data = error !== null && isGone(error) ? undefined : last;
  return (
    <>
      {error !== null && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p role="status">Loading {what}…</p>}
      {data !== undefined && children(data)}
    </>
  );
}

/** Dims what answers the question before, until the next answer is there. */
export const staleName = (
  { isPlaceholderData }: Pick<UseQueryResult, 'isPlaceholderData'>,
  name = '',
): string => (isPlaceholderData ? `${name} stale` : name);

interface HeadProps {
  readonly title: string;
  readonly query: UseQueryResult<unknown, unknown>;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The head of a page that can be loaded again. */
export const PageHead = ({ title, query: { refetch, isFetching }, children }: HeadProps) => (
  <div className="page-head">
    <h1>{title}</h1>
    <div className="actions">
      {children}
      <button type="button" aria-busy={isFetching} onClick={() => void refetch()}>
        Refresh
      </button>
    </div>
  </div>
);

interface EmptyProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Why a page has nothing to show, and what to do. */
export const Empty = ({ title, children }: EmptyProps) => (
  <section className="empty">
    <h2>{title}</h2>
    {children}
  </section>
);
