/** The search that is shown: its pages so far, what is under way, and what went wrong. */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { asTrouble, type Trouble } from '../service/call.js';
import { type Allowance, type JobCall, type LoadedPage, readJob, search } from '../service/jobs.js';
import { routeOr } from '../words/names.js';
import { type Draft, queryOf } from './draft.js';

/** What is being waited for; `requestId` is known once the service has made a job of it. */
export interface Waiting {
  readonly what: 'search' | 'page' | 'link';
  readonly requestId: string | null;
  readonly sinceMs: number;
}

export interface Run {
  /** The inputs of the pages shown; null before the first search. */
  readonly asked: Draft | null;
  /** The inputs sent last; its rows may still be on their way, or have failed to come. */
  readonly tried: Draft | null;
  /** Whether the next page is the first of a new search: the pages shown are those of the one before. */
  readonly replacing: boolean;
  readonly pages: readonly LoadedPage[];
  /** Place of the page shown, or all of them. */
  readonly shown: number | 'all';
  readonly waiting: Waiting | null;
  readonly trouble: Trouble | null;
  /** Said once when a wait was given up. */
  readonly stopped: boolean;
  readonly allowance: Allowance | null;
}

const NOTHING: Run = {
  asked: null,
  tried: null,
  replacing: false,
  pages: [],
  shown: 0,
  waiting: null,
  trouble: null,
  stopped: false,
  allowance: null,
};

type Step =
  | { readonly type: 'begin'; readonly what: Waiting['what']; readonly draft: Draft }
  | { readonly type: 'pending'; readonly requestId: string }
  | { readonly type: 'page'; readonly page: LoadedPage }
  | { readonly type: 'fail'; readonly trouble: Trouble }
  | { readonly type: 'stop' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'end' }
  | { readonly type: 'show'; readonly page: number | 'all' }
  | { readonly type: 'allowance'; readonly allowance: Allowance };

function step(run: Run, action: Step): Run {
  switch (action.type) {
    case 'begin': {
      const waiting = { what: action.what, requestId: null, sinceMs: performance.now() };
      const replacing = action.what !== 'page';
      return { ...run, waiting, replacing, tried: action.draft, trouble: null, stopped: false };
    }
    case 'pending':
      return run.waiting === null
        ? run
        : { ...run, waiting: { ...run.waiting, requestId: action.requestId } };
    case 'page': {
      if (run.replacing) {
        return { ...run, asked: run.tried, replacing: false, pages: [action.page], shown: 0 };
      }
      const pages = [...run.pages, action.page];
      const last = run.waiting?.what === 'link' ? 0 : pages.length - 1;
      return { ...run, pages, shown: run.shown === 'all' ? 'all' : last };
    }
    case 'fail':
      return { ...run, waiting: null, trouble: action.trouble };
    case 'stop':
      return { ...run, waiting: null, stopped: true };
    case 'dismiss':
      return { ...run, trouble: null, stopped: false };
    case 'end':
      return { ...run, waiting: null };
    case 'show':
      return { ...run, shown: action.page };
    case 'allowance':
      return { ...run, allowance: action.allowance };
  }
}

type Reading = (call: JobCall, keep: (page: LoadedPage) => void) => Promise<void>;

export interface Searching extends Run {
  /** Starts a search from its first page; `again` reads the source even where a page is kept. */
  start(draft: Draft, anew?: boolean): void;
  next(): void;
  /** Opens pages that were read before; costs nothing. */
  open(draft: Draft, requestIds: readonly string[]): void;
  cancel(): void;
  show(page: number | 'all'): void;
  /** Takes back what was said of a search that failed or was left. */
  dismiss(): void;
}

/** The one search of the console. Everything is given up when the key changes. */
export function useSearching(key: string | null, onRead: () => void): Searching {
  const [run, dispatch] = useReducer(step, NOTHING);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), [key]);

  const read = useCallback(
    (what: Waiting['what'], draft: Draft, reading: Reading, anew = false) => {
      if (key === null) return;
      underWay.current?.abort();
      const control = new AbortController();
      underWay.current = control;
      dispatch({ type: 'begin', what, draft });
      const call = { key, signal: control.signal, anew };
      void perform(reading, call, dispatch).then((done) => done && onRead());
    },
    [key, onRead],
  );
  const open = useCallback(
    (draft: Draft, requestIds: readonly string[]) => read('link', draft, readEarlier(requestIds)),
    [read],
  );
  const { asked, pages } = run;
  return {
    ...run,
    open,
    start: (draft, anew = false) => read('search', draft, readPage(draft, null), anew),
    next: () => {
      const cursor = pages.at(-1)?.result.next_cursor ?? null;
      if (asked !== null && cursor !== null) read('page', asked, readPage(asked, cursor));
    },
    cancel: () => {
      underWay.current?.abort();
      dispatch({ type: 'stop' });
    },
    dismiss: useCallback(() => dispatch({ type: 'dismiss' }), []),
    show: (page) => dispatch({ type: 'show', page }),
  };
}

/** Reads and reports each step; whether all was read. What was given up reports nothing more. */
async function perform(
  reading: Reading,
  call: JobCall,
  dispatch: (action: Step) => void,
): Promise<boolean> {
  const tell = (action: Step) => {
    if (!call.signal.aborted) dispatch(action);
  };
  try {
    await reading(
      {
        ...call,
        onPending: (requestId) => tell({ type: 'pending', requestId }),
        onAllowance: (allowance) => tell({ type: 'allowance', allowance }),
      },
      (page) => tell({ type: 'page', page }),
    );
    tell({ type: 'end' });
    return !call.signal.aborted;
  } catch (error) {
    tell({ type: 'fail', trouble: asTrouble(error) });
    return false;
  }
}

const readPage =
  (draft: Draft, cursor: string | null): Reading =>
  async (call, keep) => {
    const query = new URLSearchParams(queryOf(draft));
    if (cursor !== null) query.set('cursor', cursor);
    keep(await search(routeOr(draft.routeId), query, call));
  };

const readEarlier =
  (requestIds: readonly string[]): Reading =>
  async (call, keep) => {
    for (const requestId of requestIds) keep(await readJob(requestId, call));
  };
