/** State of the search: the loaded pages, the pending call, the error. */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Retry, RowhouseError } from '#client/index.js';
import { toError } from '../service/client.js';
import { type LoadedPage, type LoadOptions, openPage, searchPage } from '../service/load-page.js';
import { routeOr } from '../text/labels.js';
import { type Draft, queryOf } from './draft.js';

/** The pending call; `requestId` is set once the service has answered 202. */
export interface Waiting {
  readonly what: 'search' | 'page' | 'link';
  readonly requestId: string | null;
  readonly sinceMs: number;
  /** Set once a call was retried. */
  readonly retry: { readonly error: RowhouseError; readonly atMs: number } | null;
}

export interface SearchState {
  /** The inputs of the pages shown; null before the first search. */
  readonly shownInputs: Draft | null;
  /** The inputs sent last; they may be pending or have failed. */
  readonly sentInputs: Draft | null;
  /** Whether a new search is pending or has failed: `pages` are those of the previous one. */
  readonly replacing: boolean;
  readonly pages: readonly LoadedPage[];
  /** Index of the page shown, or all of them. */
  readonly shown: number | 'all';
  readonly waiting: Waiting | null;
  readonly error: RowhouseError | null;
  /** The user stopped waiting. */
  readonly stopped: boolean;
}

const INITIAL: SearchState = {
  shownInputs: null,
  sentInputs: null,
  replacing: false,
  pages: [],
  shown: 0,
  waiting: null,
  error: null,
  stopped: false,
};

type Action =
  | { readonly type: 'begin'; readonly what: Waiting['what']; readonly draft: Draft }
  | { readonly type: 'pending'; readonly requestId: string }
  | { readonly type: 'page'; readonly page: LoadedPage }
  | { readonly type: 'fail'; readonly error: RowhouseError }
  | { readonly type: 'stop' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'end' }
  | { readonly type: 'show'; readonly page: number | 'all' }
  | { readonly type: 'retry'; readonly retry: Retry };

function reduce(state: SearchState, action: Action): SearchState {
  switch (action.type) {
    case 'begin': {
      const { what, draft } = action;
      const waiting = { what, requestId: null, sinceMs: performance.now(), retry: null };
      const replacing = what !== 'page';
      return { ...state, waiting, replacing, sentInputs: draft, error: null, stopped: false };
    }
    case 'pending':
      return state.waiting === null
        ? state
        : { ...state, waiting: { ...state.waiting, requestId: action.requestId } };
    case 'page': {
      if (state.replacing) {
        const shownInputs = state.sentInputs;
        return { ...state, shownInputs, replacing: false, pages: [action.page], shown: 0 };
      }
      const pages = [...state.pages, action.page];
      const last = state.waiting?.what === 'link' ? 0 : pages.length - 1;
      return { ...state, pages, shown: state.shown === 'all' ? 'all' : last };
    }
    case 'fail':
      return { ...state, waiting: null, error: action.error };
    case 'stop':
      return { ...state, waiting: null, stopped: true };
    case 'dismiss':
      return { ...state, error: null, stopped: false };
    case 'end':
      return { ...state, waiting: null };
    case 'show':
      return { ...state, shown: action.page };
    case 'retry': {
      const { error, pauseMs } = action.retry;
      const retry = { error, atMs: performance.now() + pauseMs };
      return state.waiting === null ? state : { ...state, waiting: { ...state.waiting, retry } };
    }
  }
}

type Load = (options: LoadOptions, add: (page: LoadedPage) => void) => Promise<void>;

export interface SearchHandle extends SearchState {
  /** Starts a search from its first page; `refresh` bypasses the cache. */
  start(draft: Draft, refresh?: boolean): void;
  next(): void;
  /** Opens earlier pages by their request ids; free. */
  open(draft: Draft, requestIds: readonly string[]): void;
  cancel(): void;
  show(page: number | 'all'): void;
  /** Clears the error or the stop message. */
  dismiss(): void;
}

/** The search of the console. It is aborted when the key changes. */
export function useSearch(key: string | null, onLoad: () => void): SearchHandle {
  const [state, dispatch] = useReducer(reduce, INITIAL);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), [key]);

  const run = useCallback(
    (what: Waiting['what'], draft: Draft, load: Load, refresh = false) => {
      if (key === null) return;
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      dispatch({ type: 'begin', what, draft });
      const options = { apiKey: key, signal: control.signal, refresh };
      void perform(load, options, dispatch).then((done) => done && onLoad());
    },
    [key, onLoad],
  );
  const open = useCallback(
    (draft: Draft, requestIds: readonly string[]) => run('link', draft, loadLink(requestIds)),
    [run],
  );
  const { shownInputs, pages } = state;
  return {
    ...state,
    open,
    start: (draft, refresh = false) => run('search', draft, loadPage(draft, null), refresh),
    next: () => {
      const cursor = pages.at(-1)?.result.next_cursor ?? null;
      if (shownInputs !== null && cursor !== null)
        run('page', shownInputs, loadPage(shownInputs, cursor));
    },
    cancel: () => {
      running.current?.abort();
      dispatch({ type: 'stop' });
    },
    dismiss: useCallback(() => dispatch({ type: 'dismiss' }), []),
    show: (page) => dispatch({ type: 'show', page }),
  };
}

/** Loads pages and dispatches each step; true when complete. An aborted call dispatches nothing. */
async function perform(
  load: Load,
  options: LoadOptions,
  dispatch: (action: Action) => void,
): Promise<boolean> {
  const report = (action: Action) => {
    if (!options.signal.aborted) dispatch(action);
  };
  try {
    await load(
      {
        ...options,
        onPending: ({ request_id }) => report({ type: 'pending', requestId: request_id }),
        onRetry: (retry) => report({ type: 'retry', retry }),
      },
      (page) => report({ type: 'page', page }),
    );
    report({ type: 'end' });
    return !options.signal.aborted;
  } catch (error) {
    report({ type: 'fail', error: toError(error) });
    return false;
  }
}

const loadPage =
  (draft: Draft, cursor: string | null): Load =>
  async (options, add) => {
    const query = { ...Object.fromEntries(queryOf(draft)), ...(cursor !== null && { cursor }) };
    add(await searchPage(routeOr(draft.routeId), query, options));
  };

const loadLink =
  (requestIds: readonly string[]): Load =>
  async (options, add) => {
    for (const requestId of requestIds) add(await openPage(requestId, options));
  };
