/**
 * Reads and actions by react-query: what is cached, cancelled and loaded again. Calls that cost
 * credits are no reads: a cache that loads again would buy again.
 */
import {
  type InfiniteData,
  QueryClient,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Retry, type Rowhouse, RowhouseError } from '#client/index.js';
import { useKey } from '../shell/session.js';
import { connect, newKey, toError } from './client.js';
import { isUnreachable, reconnect } from './reconnect.js';
import { beginWait } from './waits.js';

/** The published client repeats what may be repeated. A closed network counts as online. */
export const DEFAULTS = {
  queries: {
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  },
  mutations: { networkMode: 'always' },
} as const;

export const cache = new QueryClient({ defaultOptions: DEFAULTS });

type Load<T> = (client: Rowhouse, signal: AbortSignal) => Promise<T>;

type ReadOptions<T> = Pick<
  UseQueryOptions<T, RowhouseError>,
  'refetchInterval' | 'staleTime' | 'placeholderData' | 'refetchOnMount' | 'retryOnMount'
> & {
  readonly enabled?: boolean;
};

/** A read of the service, free; each key has its own. Its error is always one that can be shown. */
export function useRead<T>(
  name: readonly [string, ...string[]],
  load: Load<T>,
  more: ReadOptions<T> = {},
) {
  const { apiKey } = useKey();
  return useQuery<T, RowhouseError>({
    ...more,
    queryKey: [READ, ...name, apiKey],
    queryFn: ({ signal }) => read(async () => load(connect(apiKey), signal), signal),
    enabled: apiKey !== '' && more.enabled !== false,
  });
}

const READ = 'read';

/** A read that waits for the server, as the page says, and whose error can be shown. */
async function read<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const wait = beginWait();
  const onRetry = ({ error, pauseMs }: Retry) => wait.until(error, performance.now() + pauseMs);
  return shown(() => reconnect(work, { signal, onRetry })).finally(wait.end);
}

/** What could not be read because the server did not answer is read again. */
export const readAgain = (): void =>
  void cache.refetchQueries({
    predicate: ({ state: { error } }) => error instanceof RowhouseError && isUnreachable(error),
  });

/** Work whose error can be shown. */
export const shown = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((cause: unknown) => {
    throw toError(cause);
  });

export const useAccount = () =>
  useRead(['account'], (client, signal) => client.account({ signal }));

/**
 * Loads what is shown of these reads again. A first read that is under way may have been answered
 * before what has changed, and would be taken for its result: it is given up.
 */
async function loadAgain(queryKey: QueryKey): Promise<void> {
  await cache.cancelQueries({ queryKey });
  await cache.invalidateQueries({ queryKey });
}

/** Something was charged, or an endpoint was changed. */
export const refreshAccount = (): void => void loadAgain([READ, 'account']);

/** Loads what is shown again. */
export const refresh = (): void => void loadAgain([READ]);

/** It was deleted: a link to it must not show what was loaded before. */
export const forget = (...name: readonly [string, ...string[]]): void =>
  cache.removeQueries({ queryKey: [READ, ...name] });

/** A file of the build, loaded once. */
export const buildFile = <T>(url: string): Promise<T> =>
  cache.fetchQuery<T>({
    queryKey: [url],
    queryFn: async () => (await fetch(url)).json(),
    staleTime: Infinity,
    gcTime: Infinity,
  });

/**
 * Runs what a button does: one call at a time, its error, and what follows it: what is shown loads
 * again.
 */
export function useAction() {
  const { apiKey } = useKey();
  const { run, isPending, error } = useOneAtATime<void, RowhouseError, () => Promise<void>>(shown);
  const act = <T>(
    work: (client: Rowhouse) => Promise<T>,
    then: (answer: T) => void = refresh,
  ): void => run(async () => then(await work(connect(apiKey))));
  return { act, busy: isPending, error };
}

/**
 * A mutation that drops what it is given while it runs. `isPending` is of the last render: it does
 * not know the first of two calls before the next one.
 */
export function useOneAtATime<T, E, V>(
  work: (given: V) => Promise<T>,
  more: Omit<UseMutationOptions<T, E, V>, 'mutationFn'> = {},
) {
  const isRunning = useRef(false);
  const { mutate, ...state } = useMutation<T, E, V>({
    ...more,
    mutationFn: (given) =>
      work(given).finally(() => {
        isRunning.current = false;
      }),
  });
  const run = (given: V): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(given);
  };
  return { ...state, run };
}

/** One Idempotency-Key for one input: sent again after an error, it makes nothing twice. */
export function useIdempotencyKey(): (input: object) => string {
  const sent = useRef({ text: '', key: '' });
  return (input) => {
    const text = JSON.stringify(input);
    if (sent.current.text !== text) sent.current = { text, key: newKey() };
    return sent.current.key;
  };
}

export interface Parts<T> {
  /** Parts that are loaded. */
  readonly done: number;
  /** All parts; null until the last one is loaded. */
  readonly parts: readonly T[] | null;
  readonly error: RowhouseError | null;
  /** Goes on with the part that failed. */
  retry(): void;
}

/** Loads many parts of one thing one after the other, since calls are counted; each once. */
export function useParts<P, T>(
  queryKey: QueryKey,
  wanted: readonly P[],
  load: (part: P, signal: AbortSignal) => Promise<T>,
): Parts<T> {
  const query = useInfiniteQuery<T, RowhouseError, InfiniteData<T, number>, QueryKey, number>({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(() => load(wanted[pageParam] as P, signal), signal),
    initialPageParam: 0,
    getNextPageParam: (_, all) => (all.length < wanted.length ? all.length : null),
    enabled: wanted.length > 0,
    staleTime: 'static',
  });
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const pages = data?.pages ?? [];
  return {
    done: pages.length,
    parts: pages.length > 0 && !hasNextPage ? pages : null,
    error,
    retry: () => void fetchNextPage(),
  };
}
