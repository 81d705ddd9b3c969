/**
 * What the console knows of a search, and how each step changes it: pages, the pending call, the
 * error.
 */
import type { Retry, RowhouseError } from '#client/index.js';
import { hasEnded } from '../service/client.js';
import type { LoadedPage } from '../service/load-page.js';
import type { Draft } from './draft.js';

/** The pending call; `requestId` is set once the service has answered 202. */
export interface Waiting {
  readonly what: 'search' | 'page' | 'rest' | 'link' | 'job';
  readonly requestId: string | null;
  readonly sinceMs: number;
  /** Pages at its start, and how many a link has; null for a search, which has an estimate. */
  readonly pagesBefore: number;
  readonly pagesWanted: number | null;
  /** Set once a call was retried. */
  readonly retry: { readonly error: RowhouseError; readonly atMs: number } | null;
}

/** A call that begins now. */
export const waitingFor = (what: Waiting['what']): Waiting => ({
  what,
  requestId: null,
  sinceMs: performance.now(),
  pagesBefore: 0,
  pagesWanted: null,
  retry: null,
});

export interface SearchState {
  /** The inputs of the pages shown; null before the first search. */
  readonly shownInputs: Draft | null;
  /** The inputs sent last; they may be pending or have failed. */
  readonly sentInputs: Draft | null;
  /** What was sent last, and whether as a refresh. */
  readonly sent: Waiting['what'] | null;
  readonly isRefresh: boolean;
  /** Whether a new search is pending or has failed: `pages` are those of the previous one. */
  readonly replacing: boolean;
  /** All that were delivered. */
  readonly pages: readonly LoadedPage[];
  /** Those whose rows are shown: while pages come quickly, they are shown in groups. */
  readonly shown: readonly LoadedPage[];
  readonly waiting: Waiting | null;
  /** The job whose page is not delivered: waited for, or after a failure to be waited for again. */
  readonly jobId: string | null;
  /** Pages of a link until all are open; null where none is opened, or none of them exists. */
  readonly opening: readonly string[] | null;
  readonly error: RowhouseError | null;
  /** The user stopped waiting: for a job, which continues, or for the first answer. */
  readonly stopped: 'job' | 'call' | null;
}

const NO_PAGES: readonly LoadedPage[] = [];

export const INITIAL: SearchState = {
  shownInputs: null,
  sentInputs: null,
  sent: null,
  isRefresh: false,
  replacing: false,
  pages: NO_PAGES,
  shown: NO_PAGES,
  waiting: null,
  jobId: null,
  opening: null,
  error: null,
  stopped: null,
};

export type Action =
  | {
      readonly type: 'begin';
      readonly what: Waiting['what'];
      readonly draft: Draft;
      readonly pagesWanted: number | null;
      readonly jobId: string | null;
      readonly opening: readonly string[] | null;
      readonly isRefresh: boolean;
    }
  | { readonly type: 'pending'; readonly requestId: string }
  | { readonly type: 'pages'; readonly pages: readonly LoadedPage[] }
  | { readonly type: 'fail'; readonly error: RowhouseError }
  | { readonly type: 'stop' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'end' }
  | { readonly type: 'retry'; readonly retry: Retry };

export function reduce(state: SearchState, action: Action): SearchState {
  const next = follow(state, action);
  return next.pages !== next.shown && isDue(next, action) ? { ...next, shown: next.pages } : next;
}

/**
 * Rows cost time to show, all of them each time. So pages that come one after the other without a
 * wait are shown once they are as many as those before them: showing n pages takes about as long as
 * showing 2 n rows once. Nothing is held back while one waits.
 */
const isDue = ({ pages, shown, waiting }: SearchState, { type }: Action): boolean =>
  waiting === null || type !== 'pages' || pages.length >= 2 * shown.length;

function follow(state: SearchState, action: Action): SearchState {
  switch (action.type) {
    case 'begin': {
      const { what, draft, pagesWanted, jobId, opening, isRefresh } = action;
      const replacing = what === 'search' || what === 'link' || what === 'job';
      const pagesBefore = replacing ? 0 : state.pages.length;
      const waiting = { ...waitingFor(what), pagesBefore, pagesWanted };
      return {
        ...state,
        waiting,
        jobId,
        opening,
        replacing,
        sentInputs: draft,
        sent: what,
        isRefresh,
        error: null,
        stopped: null,
      };
    }
    case 'pending':
      return state.waiting === null
        ? state
        : {
            ...state,
            jobId: action.requestId,
            waiting: { ...state.waiting, requestId: action.requestId, retry: null },
          };
    case 'pages':
      return withoutJob(withPages(state, action.pages));
    case 'fail':
      return {
        ...state,
        ...(hasEnded(action.error) && NOTHING_LEFT),
        waiting: null,
        error: action.error,
      };
    case 'stop':
      return { ...state, waiting: null, jobId: unlisted(state), stopped: stoppedOf(state.waiting) };
    case 'dismiss':
      return { ...state, error: null, stopped: null };
    case 'end':
      return { ...state, waiting: null, opening: null };
    case 'retry': {
      const { error, pauseMs } = action.retry;
      const retry = { error, atMs: performance.now() + pauseMs };
      return state.waiting === null ? state : { ...state, waiting: { ...state.waiting, retry } };
    }
  }
}

/**
 * The request ids of the address: those of a link until as many pages have come, so that it stays
 * whole while it opens, then those that came.
 */
export function linkedIds({
  replacing,
  pages,
  opening,
}: Pick<SearchState, 'replacing' | 'pages' | 'opening'>): readonly string[] {
  const loaded = replacing ? [] : pages.map(({ request_id }) => request_id);
  return opening !== null && loaded.length <= opening.length ? opening : loaded;
}

/** The job of a link before its first answer: it is not among the unfinished searches yet. */
const unlisted = ({ waiting, jobId }: SearchState): string | null =>
  waiting?.what === 'job' && waiting.requestId === null ? jobId : null;

function withPages(state: SearchState, more: readonly LoadedPage[]): SearchState {
  if (state.replacing) {
    return { ...state, shownInputs: state.sentInputs, replacing: false, pages: more, shown: [] };
  }
  return { ...state, pages: [...state.pages, ...more], waiting: nextPage(state.waiting) };
}

/** A page that came is that of the job, unless it is one before the job of a link. */
const withoutJob = (state: SearchState): SearchState => {
  const { jobId, opening, pages } = state;
  const isBefore = opening !== null && pages.length <= opening.length;
  return jobId === null || isBefore ? state : { ...state, jobId: null };
};

/** Neither to wait for nor to open again. */
const NOTHING_LEFT = { jobId: null, opening: null };

/** A job exists once its id is known; an unfinished search is one. */
export const stoppedOf = (waiting: Waiting | null): 'job' | 'call' =>
  waiting !== null && (waiting.requestId !== null || waiting.what === 'job') ? 'job' : 'call';

/** Waiting for the page after the one that came: its job and its retries are its own. */
const nextPage = (waiting: Waiting | null): Waiting | null =>
  waiting && { ...waiting, requestId: null, retry: null };
