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
}

/** The route is known at run time only: the types of one stand for all, those of lookups too. */
type AnyPath = (typeof SEARCH_ROUTES)[0]['path'];

export type Query = Readonly<Partial<Record<string, unknown>>>;

/**
 * The last search without a final response, and its Idempotency-Key: sent again, it keeps the key.
 */
let unanswered: { readonly search: string; readonly key: string } | null = null;

/**
 * Searches or looks a home up, polls and returns the page. Throws RowhouseError, or the reason of
 * the signal.
 */
export async function searchPage(
  route: Route,
  query: Query,
  { apiKey, signal, refresh = false, onPending, onRetry }: LoadOptions,
): Promise<LoadedPage> {
  const search = JSON.stringify([apiKey, route.path, query, refresh]);
  if (unanswered?.search !== search) unanswered = { search, key: newKey() };
  const { key } = unanswered;
  try {
    const page = await connect(apiKey, onRetry).search(
      route.path as AnyPath,
      query as SearchParams<AnyPath>,
      {
        signal,
        onPending,
        idempotencyKey: key,
        ...(refresh && { maxAgeS: 0 }),
      },
    );
    forget(key);
    return page as LoadedPage;
  } catch (cause) {
    if (cause instanceof RowhouseError && isFinal(cause)) forget(key);
    throw cause;
  }
}

/** The page of an earlier request; free. Throws like searchPage. */
export async function openPage(
  requestId: string,
  { apiKey, signal, onPending, onRetry }: LoadOptions,
): Promise<LoadedPage> {
  const page = await connect(apiKey, onRetry).waitFor(requestId, { signal, onPending });
  return page as LoadedPage;
}

const SERVER_ERROR = 500;

/**
 * Below 500 nothing was charged. Otherwise the search may have been, and its key finds it again.
 */
const isFinal = ({ status }: RowhouseError): boolean => status > 0 && status < SERVER_ERROR;

function forget(key: string): void {
  if (unanswered?.key === key) unanswered = null;
}
