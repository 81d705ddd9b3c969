/** State of a lookup: pending, found or failed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type PendingJob, type Retry, RowhouseError } from '#client/index.js';
import type { Waiting } from '../search/search-state.js';
import { toError } from '../service/client.js';
import { type LoadedPage, type LoadOptions, openPage, searchPage } from '../service/load-page.js';
import type { Asked } from './link.js';

export type LookupState =
  | { readonly status: 'none' | 'stopped' }
  | { readonly status: 'waiting'; readonly waiting: Waiting }
  | {
      readonly status: 'found';
      readonly asked: Asked;
      readonly page: LoadedPage;
      /** Whether an earlier lookup was opened, free. */
      readonly opened: boolean;
    }
  | {
      readonly status: 'failed';
      readonly asked: Asked;
      readonly error: RowhouseError;
      /** Whether an earlier lookup was opened: nothing was looked up. */
      readonly opening: boolean;
    };

export interface LookupHandle {
  readonly state: LookupState;
  /** Looks the home up: costs what the route costs if it is found. */
  start(asked: Asked): void;
  /** Opens the home of an earlier lookup; free. */
  open(asked: Asked, requestId: string): void;
  /** Stops waiting; the job goes on, and is charged only if its row is opened. */
  stop(): void;
  clear(): void;
}

type Load = (options: LoadOptions) => Promise<LoadedPage>;

/** It is aborted when the key changes, or when the page is left. */
export function useLookup(
  apiKey: string,
  onFound: (asked: Asked, page: LoadedPage) => void,
): LookupHandle {
  const [state, setState] = useState<LookupState>({ status: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), [apiKey]);
  const run = useCallback(
    (what: 'search' | 'link', asked: Asked, load: Load) => {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      const { signal } = control;
      const report = (next: (now: LookupState) => LookupState) => {
        if (!signal.aborted) setState(next);
      };
      const begun = { what, sinceMs: performance.now(), requestId: null, retry: null };
      report(() => ({ status: 'waiting', waiting: begun }));
      const options = { apiKey, signal, ...progressTo(report) };
      oneHome(load, options).then(
        (page) => {
          report(() => ({ status: 'found', asked, page, opened: what === 'link' }));
          if (!signal.aborted) onFound(asked, page);
        },
        (cause: unknown) => {
          const error = toError(cause);
          report(() => ({ status: 'failed', asked, error, opening: what === 'link' }));
        },
      );
    },
    [apiKey, onFound],
  );
  const end = useCallback((status: 'none' | 'stopped') => {
    running.current?.abort();
    setState({ status });
  }, []);
  return {
    state,
    start: useCallback((asked: Asked) => run('search', asked, lookUp(asked)), [run]),
    open: useCallback(
      (asked: Asked, id: string) => run('link', asked, (options) => openPage(id, options)),
      [run],
    ),
    stop: useCallback(() => end('stopped'), [end]),
    clear: useCallback(() => end('none'), [end]),
  };
}

/** The steps of a call that is pending. */
function progressTo(report: (next: (now: LookupState) => LookupState) => void) {
  const wait = (more: Partial<Waiting>) =>
    report((now) =>
      now.status === 'waiting' ? { ...now, waiting: { ...now.waiting, ...more } } : now,
    );
  return {
    onPending: (job: PendingJob) => wait({ requestId: job.request_id }),
    onRetry: ({ error, pauseMs }: Retry) =>
      wait({ retry: { error, atMs: performance.now() + pauseMs } }),
  };
}

const lookUp =
  ({ route, by, value }: Asked): Load =>
  (options) =>
    searchPage(route, { [by]: value.trim() }, options);

/** A link may name the request of a search. */
async function oneHome(load: Load, options: LoadOptions): Promise<LoadedPage> {
  const page = await load(options);
  if (page.result.data.length === 1) return page;
  throw new RowhouseError({ code: 'request_not_found', message: 'This link opens no home.' });
}
