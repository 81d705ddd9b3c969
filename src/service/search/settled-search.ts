/** A search of work outside a call, asked like any caller's until its job has settled. */
import type { Candidate } from '#contract/envelope.js';
import { ApiError } from '#domain/api-error.js';
import { requireAccount } from '../accounts/keys.js';
import type { App, Parts } from '../app.js';
import { CallerGone } from '../caller-gone.js';
import { type Answer, errorOf } from './answer.js';
import { keyIsSpent, type SearchCall } from './charge-hit.js';
import { readJob } from './poll.js';
import { requireCredits, startSearch } from './start.js';

const JOB_WAIT_S = 20;

/** Why a search has no rows. */
export interface SearchFault {
  readonly code: string;
  readonly text: string;
  /** When it may be tried again; null where the error does not say. */
  readonly waitS: number | null;
  readonly candidates: readonly Candidate[];
}

/** Codes after which the same call may succeed shortly. */
export const PASSING: ReadonlySet<string> = new Set([
  'too_many_pending',
  'queue_full',
  'collection_unavailable',
  'storage_unavailable',
]);

/** Longest wait of background work: a pause that ends sooner than it says is noticed within it. */
const RETRY_S_MAX = 60;
const RETRY_S = 5;

/** Seconds until background work tries again, by what the error says. */
export const retryAfter = (waitS: number | null | undefined): number =>
  Math.min(RETRY_S_MAX, waitS ?? RETRY_S);

export type Settled = { readonly answer: Answer } | { readonly fault: SearchFault };

/** Who asks, as admitted before each call and after each wait. */
type Admitted = Pick<SearchCall, 'accountId' | 'keyId' | 'feeds' | 'creditsMax'>;
type Asked = Pick<SearchCall, 'route' | 'queryText' | 'key' | 'maxAgeS'>;

/**
 * The settled answer of a search, which is charged, shared and cached like any other; or why there
 * is none. Undefined when the signal aborts before its delivery: the same key finds its job again.
 */
export const settledSearch = (
  app: App,
  admit: () => Promise<Admitted>,
  asked: Asked,
  signal: AbortSignal,
): Promise<Settled | undefined> => ask(app, admit, asked, signal).catch(asFault);

/** Who pays for work outside a call: a key and its account. */
interface Payer {
  readonly account_id: string;
  readonly credits_max: number | null;
  readonly credits_used: number;
}

/** Why nothing can be charged to a payer now, so that nothing is read for it; null where it can. */
export const chargeFault = (
  app: Parts<'clock' | 'db'>,
  admit: () => Promise<Payer>,
  price: number,
): Promise<SearchFault | null> =>
  admit()
    .then(async ({ account_id, credits_max, credits_used }) => {
      if (credits_max !== null && credits_used + price > credits_max) throw keyIsSpent(credits_max);
      await requireCredits(app, app.db, await requireAccount(app.db, account_id), price);
      return null;
    })
    .catch((error: unknown) => asFault(error)?.fault ?? null);

async function ask(
  app: App,
  admit: () => Promise<Admitted>,
  asked: Asked,
  signal: AbortSignal,
): Promise<Settled | undefined> {
  const isThere = () => !signal.aborted;
  const readmit = async () => (await admit()).feeds;
  const admitted = await admit();
  const requestId = app.ids.uuid();
  let answer = await startSearch(app, { ...admitted, ...asked, requestId, readmit, isThere });
  // Every job settles: the cleanup fails those past their deadline.
  while (answer.status === 'pending' && !signal.aborted) {
    answer = await readJob(app, {
      requestId: answer.request_id,
      accountId: admitted.accountId,
      waitS: JOB_WAIT_S,
      feeds: await readmit(),
      readmit,
      isThere,
      silent: signal,
    });
  }
  if (answer.status === 'complete') return { answer };
  if (answer.status === 'pending') return undefined;
  const { code, message: text, candidates = [] } = errorOf(answer);
  return { fault: { code, text, waitS: null, candidates } };
}

/** Undefined when the caller left before the delivery. */
function asFault(error: unknown): { readonly fault: SearchFault } | undefined {
  if (error instanceof CallerGone) return undefined;
  if (!(error instanceof ApiError)) throw error;
  const { code, message: text, retryAfterS: waitS, candidates = [] } = error;
  return { fault: { code, text, waitS, candidates } };
}
