/** The search: starts its calls one at a time, and keeps its state. */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { toError } from '../service/client.js';
import {
  type LoadedPage,
  type LoadOptions,
  openPage,
  PAGES_MAX,
  searchPage,
} from '../service/load-page.js';
import { refreshAccount } from '../service/query.js';
import { routeOr } from '../text/labels.js';
import { type Draft, queryOf } from './draft.js';
import { openBatches, type PageBatches } from './page-batches.js';
import { type Action, INITIAL, reduce, type SearchState, type Waiting } from './search-state.js';
import { followJobs, type JobFollower } from './unfinished.js';

interface RunOptions {
  readonly refresh: boolean;
  /** Request ids of the pages that are loaded. */
  readonly loaded: readonly string[];
  /** How many pages there are; null where that is not known. */
  readonly pagesWanted: number | null;
  /** The job that is waited for, and the pages of the link before it. */
  readonly jobId: string | null;
  readonly opening: readonly string[] | null;
}

const NO_LINK = { pagesWanted: null, jobId: null, opening: null };

type Load = (options: LoadOptions, add: (page: LoadedPage) => void) => Promise<void>;

export interface SearchHandle extends SearchState {
  /** Starts a search from its first page; `refresh` bypasses the cache. */
  start(draft: Draft, refresh?: boolean): void;
  next(): void;
  /** Loads all further pages, one after the other. */
  rest(): void;
  /** Opens earlier pages, free, and then waits for a job, whose rows cost a credit. */
  open(draft: Draft, requestIds: readonly string[], jobId: string | null): void;
  /** Repeats what failed: nothing that was accepted is sent again. */
  again(): void;
  cancel(): void;
  /** Clears the error or the stop message. */
  dismiss(): void;
}

/** The search of the console. It is aborted when the key changes. */
export function useSearch(key: string | null): SearchHandle {
  const [state, dispatch] = useReducer(reduce, INITIAL);
  const { shownInputs, sentInputs, sent, replacing, pages, waiting, jobId, opening, isRefresh } =
    state;
  const { run, abort } = useRun(key, waiting?.requestId ?? null, dispatch);
  const open = useCallback(
    (draft: Draft, requestIds: readonly string[], job: string | null) => {
      const ids = job === null ? requestIds : [...requestIds, job];
      const pagesWanted = job === null ? ids.length : null;
      const what = job === null ? 'link' : 'job';
      run(what, draft, loadLink(ids), { pagesWanted, jobId: job, opening: requestIds });
    },
    [run],
  );
  const further = (what: 'page' | 'rest', pagesMax: number) => {
    // Of a link that failed half-way, the other pages come first.
    if (opening !== null && sentInputs !== null) return open(sentInputs, opening, jobId);
    const cursor = nextCursor(pages);
    const loaded = pages.map(({ request_id }) => request_id);
    if (shownInputs !== null && cursor !== null)
      run(what, shownInputs, loadPages(shownInputs, { cursor, jobId }, pagesMax), {
        loaded,
        jobId,
      });
  };
  const start = (draft: Draft, refresh = false) =>
    run('search', draft, loadPages(draft, FIRST, 1), { refresh });
  const rest = () => further('rest', PAGES_MAX - pages.length);
  const again = () => {
    if (sentInputs === null) return;
    if (opening !== null) open(sentInputs, opening, jobId);
    else if (pages.length > 0 && !replacing && sent === 'rest') rest();
    else if (pages.length > 0 && !replacing) further('page', 1);
    else if (jobId !== null) open(sentInputs, [], jobId);
    else start(sentInputs, isRefresh);
  };
  return {
    ...state,
    open,
    again,
    start,
    next: () => further('page', 1),
    rest,
    cancel: () => {
      abort();
      dispatch({ type: 'stop' });
    },
    dismiss: useCallback(() => dispatch({ type: 'dismiss' }), []),
  };
}

/** Runs one load at a time, and keeps its job while that is not delivered. */
function useRun(key: string | null, pendingId: string | null, dispatch: (action: Action) => void) {
  const running = useRef<AbortController | null>(null);
  const jobs = useRef<JobFollower | null>(null);
  const batches = useRef<PageBatches | null>(null);
  useEffect(() => () => running.current?.abort(), [key]);
  // After the state, so that the list of unfinished searches never shows what is waited for.
  useEffect(() => {
    if (pendingId !== null) jobs.current?.pending(pendingId);
  }, [pendingId]);
  const run = useCallback(
    (what: Waiting['what'], draft: Draft, load: Load, more: Partial<RunOptions> = {}) => {
      if (key === null) return;
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      const { refresh = false, loaded = [], ...begun } = { ...NO_LINK, ...more };
      dispatch({ type: 'begin', what, draft, isRefresh: refresh, ...begun });
      const options = { apiKey: key, signal: control.signal, refresh };
      jobs.current = followJobs(draft, loaded);
      const batch = openBatches((pages) => {
        if (!control.signal.aborted) dispatch({ type: 'pages', pages });
      });
      batches.current = batch;
      void perform(load, options, jobs.current, batch, dispatch).then(
        (done) => done && refreshAccount(),
      );
    },
    [key, dispatch],
  );
  const abort = () => {
    // Pages that came were paid for.
    batches.current?.flush();
    running.current?.abort();
  };
  return { run, abort };
}

/** Loads pages and dispatches each step; true when complete. An aborted call dispatches nothing. */
async function perform(
  load: Load,
  options: LoadOptions,
  jobs: JobFollower,
  batches: PageBatches,
  dispatch: (action: Action) => void,
): Promise<boolean> {
  const report = (action: Action) => {
    if (!options.signal.aborted) dispatch(action);
  };
  const reportAfterPages = (action: Action) => {
    batches.flush();
    report(action);
  };
  try {
    await load(
      {
        ...options,
        onPending: ({ request_id }) => reportAfterPages({ type: 'pending', requestId: request_id }),
        onRetry: (retry) => reportAfterPages({ type: 'retry', retry }),
      },
      (page) => {
        jobs.delivered(page.request_id);
        batches.add(page);
      },
    );
    reportAfterPages({ type: 'end' });
    return !options.signal.aborted;
  } catch (error) {
    const failed = toError(error);
    jobs.failed(failed);
    reportAfterPages({ type: 'fail', error: failed });
    return false;
  }
}

/** The cursor of the page after those loaded; null when there is none, or no room for it. */
export const nextCursor = (pages: readonly LoadedPage[]): string | null =>
  pages.length < PAGES_MAX ? (pages.at(-1)?.result.next_cursor ?? null) : null;

interface From {
  readonly cursor: string | null;
  /** The job of the page there, if the service has accepted it. */
  readonly jobId: string | null;
}

const FIRST: From = { cursor: null, jobId: null };

/** Loads pages until the last one, at most so many. */
const loadPages =
  (draft: Draft, from: From, pagesMax: number): Load =>
  async (options, add) => {
    const query = Object.fromEntries(queryOf(draft));
    let { cursor, jobId } = from;
    for (let loaded = 0; loaded < pagesMax; loaded += 1) {
      const sent = cursor === null ? query : { ...query, cursor };
      const page =
        jobId === null
          ? await searchPage(routeOr(draft.routeId), sent, options)
          : await openPage(jobId, options);
      add(page);
      jobId = null;
      cursor = page.result.next_cursor;
      if (cursor === null) return;
    }
  };

/** Pages of a link that are opened at once: they were paid for, and do not depend on each other. */
const OPEN_AT_ONCE = 6;

/** In their order; the last one alone, since it may be a job that is pending. */
const loadLink =
  (requestIds: readonly string[]): Load =>
  async (options, add) => {
    const last = requestIds.length - 1;
    for (let from = 0; from < last; from += OPEN_AT_ONCE) {
      const some = requestIds.slice(from, Math.min(from + OPEN_AT_ONCE, last));
      const opened = await Promise.allSettled(some.map((id) => openPage(id, options)));
      for (const each of opened) {
        if (each.status === 'rejected') throw each.reason;
        add(each.value);
      }
    }
    for (const id of requestIds.slice(-1)) add(await openPage(id, options));
  };
