/** A run of a watch: all pages of its search, one after the other, each stored before the next is read. */
import { assert } from '#base/assert.js';
import { ApiError } from '#domain/api-error.js';
import { findAccount } from '#store/accounts.js';
import { RUN_KEY_PREFIX } from '#store/requests.js';
import type { WatchRun } from '#store/watch-runs.js';
import { findWatch, type PauseReason, type Watch } from '#store/watches.js';
import type { App } from '../app.js';
import { CallerGone } from '../caller-gone.js';
import type { Answer } from '../search/answer.js';
import { readBody } from '../search/collect-task.js';
import { readJob } from '../search/poll.js';
import { startSearch } from '../search/start.js';
import { endWatchRun } from './end-run.js';
import { toQueryText } from './query-text.js';
import { routeOf } from './read-body.js';
import { storePage } from './store-page.js';

/** Pages of one run: 500,000 homes. */
const PAGES_MAX = 5_000;
/** Times that one page is asked for before the run ends without it. */
const PAGE_ATTEMPTS_MAX = 5;
/** Longest wait before a page is asked for again. */
const RETRY_S_MAX = 60;
const RETRY_S = 5;
const JOB_WAIT_S = 20;

/** Why a run reads no further. */
interface Stop {
  readonly reason: string;
  readonly pause?: PauseReason;
}

type PageOutcome = { readonly answer: Answer } | { readonly stop: Stop };

/** Codes after which the same call may succeed a little later. */
const PASSING: ReadonlySet<string> = new Set([
  'too_many_pending',
  'queue_full',
  'collection_unavailable',
  'storage_unavailable',
]);

/** Reads what is left of a run and ends it; leaves it as it stands when the signal aborts. */
export async function readRun(app: App, run: WatchRun, signal: AbortSignal): Promise<void> {
  const watch = await findWatch(app.db, run.account_id, run.watch_id);
  const account = await findAccount(app.db, run.account_id);
  if (watch === undefined || account === undefined) return;
  const caller = { accountId: run.account_id, keyId: watch.key_id, feeds: account.feeds };
  let at: Progress = run;
  while (at.pages < PAGES_MAX && (at.pages === 0 || at.next_cursor !== null)) {
    const limit = watch.max_credits_per_run;
    if (limit !== null && at.credits >= limit) {
      const reason = `A run may cost ${limit} credits (max_credits_per_run).`;
      return endWatchRun(app, run, { reason, pause: 'max_credits_per_run' });
    }
    const outcome = await readPage(app, watch, run, at, caller, signal);
    if (outcome === undefined) return;
    if ('stop' in outcome) return endWatchRun(app, run, outcome.stop);
    const { page: found, credits } = outcome.answer;
    assert(found !== null, 'a complete answer has a page');
    const page = readBody(found.identity());
    if (!(await storePage(app, watch, run, page, credits))) return;
    at = {
      pages: at.pages + 1,
      next_cursor: page.next_cursor,
      credits: at.credits + credits,
    };
  }
  const isEnded = at.next_cursor === null;
  const reason = isEnded ? null : `The search has more than ${PAGES_MAX} pages.`;
  return endWatchRun(app, run, { reason });
}

type Progress = Pick<WatchRun, 'pages' | 'next_cursor' | 'credits'>;
type RunCaller = {
  readonly accountId: string;
  readonly keyId: string;
  readonly feeds: readonly string[];
};

/** One page, asked for again while that may help; undefined when the signal aborts. */
async function readPage(
  app: App,
  watch: Watch,
  run: WatchRun,
  at: Progress,
  caller: RunCaller,
  signal: AbortSignal,
): Promise<PageOutcome | undefined> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const found = await askPage(app, watch, run, at, caller, signal).catch(asFault);
    if (found === undefined) return undefined;
    if ('status' in found && found.status === 'complete') return { answer: found };
    const fault =
      'fault' in found
        ? found.fault
        : { code: 'collection_unavailable', text: messageOf(found), waitS: null };
    if (fault.code === 'quota_exceeded') {
      return { stop: { reason: fault.text, pause: 'quota_exceeded' } };
    }
    if (!PASSING.has(fault.code) || attempt >= PAGE_ATTEMPTS_MAX) {
      return { stop: { reason: fault.text } };
    }
    await app.clock.sleep(Math.min(RETRY_S_MAX, fault.waitS ?? RETRY_S) * 1000, signal);
  }
  return undefined;
}

interface Fault {
  readonly code: string;
  readonly text: string;
  readonly waitS: number | null;
}

/** Undefined when the run was left before its page was delivered. */
function asFault(error: unknown): { readonly fault: Fault } | undefined {
  if (error instanceof CallerGone) return undefined;
  if (!(error instanceof ApiError)) throw error;
  return { fault: { code: error.code, text: error.message, waitS: error.retryAfterS } };
}

const messageOf = ({ prefix }: Answer): string => {
  const { error } = JSON.parse(prefix) as { readonly error: { readonly message: string } | null };
  return error?.message ?? 'The page was not read.';
};

/** Pages that are older than half an interval would show what the run before has seen. */
const maxAgeOf = ({ schedule }: Watch): number | null =>
  'interval_s' in schedule ? Math.floor(schedule.interval_s / 2) : null;

/**
 * A page as any caller would ask for it, so that it is charged, shared and cached as any other. Its
 * Idempotency-Key names run and page: a run that goes on in another process is not charged twice.
 */
async function askPage(
  app: App,
  watch: Watch,
  run: WatchRun,
  at: Progress,
  caller: RunCaller,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const cursor = at.next_cursor === null ? '' : `&cursor=${encodeURIComponent(at.next_cursor)}`;
  const isThere = () => !signal.aborted;
  let answer = await startSearch(app, {
    ...caller,
    requestId: app.ids.uuid(),
    route: routeOf(watch),
    queryText: toQueryText(watch.query) + cursor,
    idempotencyKey: `${RUN_KEY_PREFIX}${run.run_id}:${at.pages}`,
    maxAgeS: maxAgeOf(watch),
    isThere,
  });
  // Every job settles: the cleanup fails those past their deadline.
  while (answer.status === 'pending' && !signal.aborted) {
    answer = await readJob(app, {
      requestId: answer.request_id,
      accountId: caller.accountId,
      waitS: JOB_WAIT_S,
      feeds: caller.feeds,
      readmit: () => caller.feeds,
      isThere,
      silent: signal,
    });
  }
  return answer.status === 'pending' ? undefined : answer;
}
