/**
 * Figures that are loaded again and again while the page is visible, and actions, by react-query.
 */
import {
  MutationCache,
  QueryCache,
  QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { DEFAULTS, useOneAtATime } from '../service/query.js';
import {
  type AdminAccess,
  type AdminCall,
  type AdminError,
  callAdmin,
  isRejected,
  toAdminError,
} from './call-admin.js';

/** Time between an answer and the next call, in seconds. */
export const REFRESH_S = 10;
/** The same for what is read from the ledger. */
export const LEDGER_REFRESH_S = 60;

/** What is known with one token: nothing of it is left after another one. */
export function openCache(onRejected: (why: string) => void): QueryClient {
  const onError = (cause: unknown) => {
    const error = toAdminError(cause);
    if (isRejected(error)) onRejected(error.message);
  };
  return new QueryClient({
    defaultOptions: DEFAULTS,
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
}

export const Access = createContext<AdminAccess>({ token: '', operator: '' });

type Call = <T>(call: AdminCall) => Promise<T>;

/** Calls with the token that was entered. Throws AdminError. */
export function useCall(): Call {
  const access = useContext(Access);
  return (call) =>
    callAdmin<never>(access, call).catch((cause: unknown) => {
      throw toAdminError(cause);
    });
}

export interface Polled<T> {
  /** The last answer; null before the first. */
  readonly value: T | null;
  /** When it came. */
  readonly atMs: number | null;
  /** Why the last call failed, and since when they do; null after one that did not. */
  readonly failing: { readonly error: AdminError; readonly sinceMs: number } | null;
  readonly busy: boolean;
  /** Loads now, unless a call is under way. */
  refresh(): void;
}

export function usePolled<T>(
  name: readonly string[],
  load: (call: Call) => Promise<T>,
  everyS = REFRESH_S,
): Polled<T> {
  const call = useCall();
  const query = useQuery<T, AdminError>({
    queryKey: name,
    queryFn: ({ signal }) => load((one) => call({ ...one, signal })),
    refetchInterval: everyS * 1000,
    refetchOnWindowFocus: 'always',
  });
  const { data, error, errorUpdatedAt, isSuccess, isFetching, refetch } = query;
  // Before the first answer, react-query forgets the error while it asks again.
  const [failing, setFailing] = useState<Polled<T>['failing']>(null);
  if (error !== null && failing?.error !== error)
    setFailing({ error, sinceMs: failing?.sinceMs ?? errorUpdatedAt });
  if (isSuccess && failing !== null) setFailing(null);
  return {
    value: data ?? null,
    atMs: data === undefined ? null : query.dataUpdatedAt,
    failing,
    busy: isFetching,
    refresh: () => void refetch({ cancelRefetch: false }),
  };
}

/**
 * Runs what a button does: one call at a time, what came of it, and its error. Then the figures
 * load again.
 */
export function useAdminAction() {
  const call = useCall();
  const cache = useQueryClient();
  const { run, isPending, data, error } = useOneAtATime<
    string,
    AdminError,
    {
      readonly wanted: AdminCall;
      readonly done: string;
      readonly onAnswer: ((answer: unknown) => void) | undefined;
    }
  >(
    ({ wanted, done, onAnswer }) =>
      call(wanted).then((answer) => {
        onAnswer?.(answer);
        return done;
      }),
    { onSuccess: () => void cache.invalidateQueries() },
  );
  return {
    act: (wanted: AdminCall, done: string, onAnswer?: (answer: unknown) => void): void =>
      run({ wanted, done, onAnswer }),
    busy: isPending,
    said: data ?? '',
    error,
  };
}
