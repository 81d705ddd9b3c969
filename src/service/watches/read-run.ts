/** A run of a watch reads all pages of its search in order, storing each before the next. */
import { assert } from '#base/assert.js';
import { ownTurn } from '#base/own-turn.js';
import type { PauseReason } from '#contract/watches.js';
import type { WatchRun } from '#store/watch-runs.js';
import { findWatch, type Watch } from '#store/watches.js';
import type { App } from '../app.js';
import type { Answer } from '../search/answer.js';
import { readBody } from '../search/collect-task.js';
import { PASSING, retryAfter, type Settled, settledSearch } from '../search/settled-search.js';
import { admitWatch } from './admit-watch.js';
import { endWatchRun, type RunStop } from './end-run.js';
import { toQueryText } from './query-text.js';
import { routeOf } from './read-body.js';
import { shortestGapS } from './schedule.js';
import { storePage } from './store-page.js';

/** Most pages of one run: 500,000 homes. */
const PAGES_MAX = 5_000;
/** Pages read before a run yields to others. */
const SLICE_PAGES = 10;
/** A run that takes this long yields after its page, however few pages it has read. */
const SLICE_MS = 10_000;
/** Attempts for one page before the run ends without it. */
const PAGE_ATTEMPTS_MAX = 5;

/** A run that resumes after its last stored page. */
export interface Left {
  /** Seconds until it may resume. */
  readonly waitS: number;
  /** 1 if its page was tried in vain. */
  readonly tries: 0 | 1;
}

const LEFT: Left = { waitS: 0, tries: 0 };

type PageOutcome =
  | { readonly answer: Answer }
  | { readonly stop: RunStop }
  | { readonly left: Left };

/** Codes that pause the watch; runs of a suspended account resume with the account. */
const PAUSES: ReadonlyMap<string, PauseReason> = new Map([
  ['quota_exceeded', 'quota_exceeded'],
  ['invalid_api_key', 'key_ended'],
  ['feed_not_granted', 'feed_not_granted'],
  ['watch_not_allowed', 'watch_not_allowed'],
]);

/**
 * Continues a run and ends it after its last page; null when it has ended. The run is left, to
 * resume later, when its slice is over, the signal aborts, or its page cannot be had now.
 */
export async function readRun(app: App, run: WatchRun, signal: AbortSignal): Promise<Left | null> {
  const watch = await findWatch(app.db, run.account_id, run.watch_id);
  if (watch === undefined) return null;
  const end = await readSlice(app, watch, run, signal);
  if (end === 'lost') return null;
  if ('left' in end) return end.left;
  await endWatchRun(app, run, end.stop);
  return null;
}

/** Reads until the run is left, the lease is lost ('lost'), or there is nothing to read. */
async function readSlice(
  app: App,
  watch: Watch,
  run: WatchRun,
  signal: AbortSignal,
): Promise<Exclude<PageOutcome, { readonly answer: Answer }> | 'lost'> {
  const endsMs = app.clock.nowMs() + SLICE_MS;
  let at: RunProgress = run;
  while (at.pages < PAGES_MAX && (at.pages === 0 || at.next_cursor !== null)) {
    const limit = watch.max_credits_per_run;
    if (limit !== null && at.credits >= limit) {
      const reason = `A run may cost ${limit} credits (max_credits_per_run).`;
      return { stop: { reason, pause: 'max_credits_per_run' } };
    }
    const isOver = at.pages - run.pages >= SLICE_PAGES || app.clock.nowMs() >= endsMs;
    if (isOver && at.pages > run.pages) return { left: LEFT };
    const outcome = await readRunPage(app, watch, run, at, signal);
    if (!('answer' in outcome)) return outcome;
    const { page: found, credits } = outcome.answer;
    assert(found !== null, 'a complete answer has a page');
    await ownTurn();
    const page = readBody(found.identity());
    if (!(await storePage(app, watch, run, page, credits))) return 'lost';
    at = {
      pages: at.pages + 1,
      next_cursor: page.next_cursor,
      page_tries: 0,
      credits: at.credits + credits,
    };
  }
  const isEnded = at.next_cursor === null;
  const reason = isEnded ? null : `The search has more than ${PAGES_MAX} pages.`;
  return { stop: { reason } };
}

type RunProgress = Pick<WatchRun, 'pages' | 'next_cursor' | 'page_tries' | 'credits'>;

/** One page; the run is left while a further try may help. */
async function readRunPage(
  app: App,
  watch: Watch,
  run: WatchRun,
  at: RunProgress,
  signal: AbortSignal,
): Promise<PageOutcome> {
  const found = await askPage(app, watch, run, at, signal);
  if (found === undefined) return { left: LEFT };
  if ('answer' in found) return found;
  const { code, text, waitS } = found.fault;
  const pause = PAUSES.get(code);
  if (pause !== undefined) return { stop: { reason: text, pause } };
  // It says nothing of the search: the account is being moved, or the store is away.
  const tries = code === 'storage_unavailable' ? 0 : 1;
  if (!PASSING.has(code) || at.page_tries + tries >= PAGE_ATTEMPTS_MAX) {
    return { stop: { reason: text } };
  }
  return { left: { waitS: retryAfter(waitS), tries } };
}

/** Older pages would show what the previous run has seen. */
const maxAgeOf = ({ schedule }: Watch): number => Math.floor(shortestGapS(schedule) / 2);

/**
 * A page requested like any caller's. Its Idempotency-Key names run and page: a run that resumes in
 * another process is not charged twice. A run may take hours: access is checked for each page, and
 * after each wait.
 */
function askPage(
  app: App,
  watch: Watch,
  run: WatchRun,
  at: RunProgress,
  signal: AbortSignal,
): Promise<Settled | undefined> {
  const cursor = at.next_cursor === null ? '' : `&cursor=${encodeURIComponent(at.next_cursor)}`;
  const { account_id: accountId, key_id: keyId } = watch;
  const admit = async () => {
    const { feeds, credits_max: creditsMax } = await admitWatch(app, watch);
    return { accountId, keyId, feeds, creditsMax };
  };
  const asked = {
    route: routeOf(watch),
    queryText: toQueryText(watch.query) + cursor,
    key: { purpose: 'watch_run', idempotency_key: `${run.run_id}:${at.pages}` },
    maxAgeS: maxAgeOf(watch),
  } as const;
  return settledSearch(app, admit, asked, signal);
}
