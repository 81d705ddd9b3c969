/** State of a lookup: pending, found or failed. */
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { RowhouseError } from '#client/index.js';
import { type SearchState, stoppedOf, type Waiting, waitingFor } from '../search/search-state.js';
import { type LoadedPage, type LoadOptions, openPage, searchPage } from '../service/load-page.js';
import { shown } from '../service/query.js';
import type { Asked } from './link.js';

export interface LookupHandle {
  /** The pending call. */
  readonly waiting: Waiting | null;
  /** The user stopped waiting: for a job, which continues, or for the first answer. */
  readonly stopped: SearchState['stopped'];
  readonly page: LoadedPage | null;
  readonly error: RowhouseError | null;
  /** What the page or the error is of. */
  readonly asked: Asked | null;
  /** Whether an earlier lookup is opened, free: nothing is looked up. */
  readonly opening: boolean;
  /** Looks the home up: costs what the route costs if it is found. */
  start(asked: Asked): void;
  /** Opens the home of an earlier lookup; free. */
  open(asked: Asked, requestId: string): void;
  /** Stops waiting; the job goes on, and is charged only if its row is opened. */
  stop(): void;
  clear(): void;
}

interface Call {
  readonly asked: Asked;
  /** Of an earlier lookup. */
  readonly requestId: string | null;
  readonly signal: AbortSignal;
}

/** Gets the page of a lookup that has ended; null where it found none. */
type OnEnd = (asked: Asked, page: LoadedPage | null) => void;

/** It is aborted when the key changes, or when the page is left. */
export function useLookup(apiKey: string, onEnd: OnEnd): LookupHandle {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [stopped, setStopped] = useState<SearchState['stopped']>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), [apiKey]);
  const call = useMutation<LoadedPage, RowhouseError, Call>({
    mutationFn: (wanted) =>
      shown(() =>
        perform(wanted, apiKey, (more) => {
          if (!wanted.signal.aborted) setWaiting((now) => now && { ...now, ...more });
        }),
      ),
    onSuccess: (page, { asked }) => onEnd(asked, page),
    onError: (_error, { asked, requestId, signal }) => {
      if (requestId === null && !signal.aborted) onEnd(asked, null);
    },
  });
  const { mutate, reset } = call;
  const begin = useCallback(
    (asked: Asked, requestId: string | null) => {
      running.current?.abort();
      running.current = new AbortController();
      setWaiting(waitingFor(requestId === null ? 'search' : 'link'));
      setStopped(null);
      mutate({ asked, requestId, signal: running.current.signal });
    },
    [mutate],
  );
  const end = useCallback(
    (how: SearchState['stopped']) => {
      running.current?.abort();
      reset();
      setStopped(how);
    },
    [reset],
  );
  return {
    waiting: call.isPending ? waiting : null,
    stopped,
    page: call.data ?? null,
    error: call.error,
    asked: call.variables?.asked ?? null,
    opening: (call.variables?.requestId ?? null) !== null,
    start: useCallback((asked: Asked) => begin(asked, null), [begin]),
    open: begin,
    stop: () => end(stoppedOf(waiting)),
    clear: useCallback(() => end(null), [end]),
  };
}

/**
 * The page of the one home; a link may name the request of a search. `wait` gets the steps of a
 * pending call.
 */
async function perform(
  { asked: { route, by, value }, requestId, signal }: Call,
  apiKey: string,
  wait: (more: Partial<Waiting>) => void,
): Promise<LoadedPage> {
  const options: LoadOptions = {
    apiKey,
    signal,
    onPending: ({ request_id }) => wait({ requestId: request_id }),
    onRetry: ({ error, pauseMs }) => wait({ retry: { error, atMs: performance.now() + pauseMs } }),
  };
  const page =
    requestId === null
      ? await searchPage(route, { [by]: value.trim() }, options)
      : await openPage(requestId, options);
  if (page.result.data.length === 1) return page;
  throw new RowhouseError({ code: 'request_not_found', message: 'This link opens no home.' });
}
