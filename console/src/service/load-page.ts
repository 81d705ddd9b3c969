/** One page of a search, or of an earlier request, by the published client. */
import {
  type Meta,
  type PendingJob,
  type Retry,
  RowhouseError,
  type SearchParams,
} from '#client/index.js';
import type { Result } from '#contract/envelope.js';
import type { Route, SEARCH_ROUTES } from '#contract/routes.js';
import { connect, newKey } from './client.js';
import { reconnect } from './reconnect.js';

/** Pages that one search loads, and one link opens. */
export const PAGES_MAX = 100;

/** The finished envelope of any route. */
export interface LoadedPage {
  readonly request_id: string;
  readonly credits: number;
  readonly cached: boolean;
  readonly meta: Meta;
  readonly result: Result;
}

export interface LoadOptions {
  readonly apiKey: string;
  readonly signal: AbortSignal;
  /** Bypasses the cache. */
  readonly refresh?: boolean;
  readonly onPending?: (job: PendingJob) => void;
  readonly onRetry?: (retry: Retry) => void;
  /** Waits while the server does not answer; those of reconnect where left out. */
  readonly waitsS?: readonly number[];
}

/** The route is known at run time only: the types of one stand for all, those of lookups too. */
type AnyPath = (typeof SEARCH_ROUTES)[0]['path'];

export type Query = Readonly<Partial<Record<string, unknown>>>;

interface Unanswered {
  readonly search: string;
  /** The Idempotency-Key. */
  readonly key: string;
  readonly atMs: number;
  /** Its job, once it is accepted. */
  readonly jobId: string | null;
}

const STORED_AS = 'rowhouse-unanswered';

/** After it the same search is another one, for rows of that time. */
const UNANSWERED_MS_MAX = 3_600_000;

/**
 * The last search of this tab without a final response: sent again, it keeps its key, also after
 * the page was loaded again.
 */
let unanswered: Unanswered | null = null;

/** Each account has its own keys, so the API key is not part of it. */
function keyOf(search: string): string {
  const last = unansweredSearch();
  const isSame = last?.search === search && Date.now() - last.atMs < UNANSWERED_MS_MAX;
  if (last !== null && isSame) return last.key;
  return keep({ search, key: newKey(), atMs: Date.now(), jobId: null }).key;
}

function keep(search: Unanswered): Unanswered {
  unanswered = search;
  tabStore()?.setItem(STORED_AS, JSON.stringify(search));
  return search;
}

const unansweredSearch = (): Unanswered | null =>
  (unanswered ??= JSON.parse(tabStore()?.getItem(STORED_AS) ?? 'null') as Unanswered | null);

/** A program without tabs has none. */
const tabStore = (): Storage | undefined =>
  'sessionStorage' in globalThis ? sessionStorage : undefined;

/**
 * Searches or looks a home up, polls and returns the page. Throws RowhouseError, or the reason of
 * the signal.
 */
export async function searchPage(
  route: Route,
  query: Query,
  { refresh = false, ...options }: LoadOptions,
): Promise<LoadedPage> {
  const key = keyOf(JSON.stringify([route.path, query, refresh]));
  try {
    const send = senderOf(route, query, { ...options, refresh }, key);
    const page = await reconnect(send, options);
    forget(key);
    return page;
  } catch (cause) {
    if (cause instanceof RowhouseError && isFinal(cause)) forget(key);
    throw cause;
  }
}

/** Sends a search; once it is a job, that is waited for, and the search is not sent again. */
function senderOf(
  route: Route,
  query: Query,
  { apiKey, signal, refresh, onPending, onRetry }: LoadOptions,
  key: string,
): () => Promise<LoadedPage> {
  const client = connect(apiKey, onRetry);
  let jobId: string | null = null;
  const options = {
    signal,
    onPending: (job: PendingJob) => {
      jobId = job.request_id;
      if (unanswered?.key === key) keep({ ...unanswered, jobId });
      onPending?.(job);
    },
    idempotencyKey: key,
    ...(refresh === true && { maxAgeS: 0 }),
  };
  return async () => {
    const page =
      jobId === null
        ? client.search(route.path as AnyPath, query as SearchParams<AnyPath>, options)
        : client.waitFor(jobId, { signal, onPending });
    return (await page) as LoadedPage;
  };
}

/** The page of an earlier request; free. Throws like searchPage. */
export async function openPage(requestId: string, options: LoadOptions): Promise<LoadedPage> {
  const { apiKey, signal, onPending, onRetry } = options;
  const page = await reconnect(
    () => connect(apiKey, onRetry).waitFor(requestId, { signal, onPending }),
    options,
  );
  // The search has its response: the next one is another.
  const last = unansweredSearch();
  if (last?.jobId === requestId) forget(last.key);
  return page as LoadedPage;
}

const SERVER_ERROR = 500;

/**
 * Below 500 nothing was charged. Otherwise the search may have been, and its key finds it again.
 */
const isFinal = ({ status }: RowhouseError): boolean => status > 0 && status < SERVER_ERROR;

function forget(key: string): void {
  if (unanswered?.key !== key) return;
  unanswered = null;
  tabStore()?.removeItem(STORED_AS);
}
