/** A page of a search as a tool reads it: with the same jobs, credits and waits as the routes. */
import type { Result } from '#contract/envelope.js';
import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import type { Route } from '#contract/routes.js';
import { requireSearch } from '#service/accounts/require-scope.js';
import { type Answer, errorOf, resultOf } from '#service/search/answer.js';
import { readJob } from '#service/search/poll.js';
import { startOnce } from '#service/search/start-once.js';
import type { ToolAnswer, ToolCall } from './tool.js';

/** A delivered page. */
export interface ToolPage {
  readonly jobId: string;
  readonly credits: number;
  /** It was charged before: the same job was requested again. */
  readonly isRepeat: boolean;
  readonly result: Result;
}

export interface PendingPage {
  readonly pendingId: string;
}

/** Requests a page of a route and waits until a deadline; returns the job if still pending. */
export async function awaitPage(
  call: ToolCall,
  requestId: string,
  route: Route,
  queryText: string,
  untilMs: number = waitEndMs(call),
): Promise<ToolPage | PendingPage> {
  const { account_id: accountId, key_id: keyId, credits_max: creditsMax } = call.caller;
  requireSearch(call.caller);
  const { app, readmit, isThere } = call;
  // Earlier pages may have taken time.
  const feeds = await readmit();
  const search = {
    requestId,
    accountId,
    keyId,
    creditsMax,
    feeds,
    route,
    queryText,
    readmit,
    isThere,
  };
  const answer = await startOnce(app, search);
  app.metrics.searched(route.id, answer.replayed ? 'replayed' : (answer.cache?.use ?? 'miss'));
  if (answer.status === 'pending') {
    const settled = await waitForJob(call, answer.request_id, untilMs);
    return delivered({ ...settled, replayed: answer.replayed });
  }
  return delivered(answer);
}

/** The page of a caller's job; waits for it until a deadline. */
export const readJobPage = async (call: ToolCall, jobId: string): Promise<ToolPage | PendingPage> =>
  delivered(await waitForJob(call, jobId, waitEndMs(call)));

/** The deadline of a held answer. */
export const waitEndMs = ({ app }: ToolCall): number => app.clock.nowMs() + WAIT_SECONDS_MAX * 1000;

async function waitForJob(call: ToolCall, requestId: string, untilMs: number): Promise<Answer> {
  const { app, caller, readmit, isThere, silent } = call;
  return readJob(app, {
    requestId,
    accountId: caller.account_id,
    feeds: await readmit(),
    waitS: Math.max(0, (untilMs - app.clock.nowMs()) / 1000),
    readmit,
    isThere,
    silent,
  });
}

/** Throws the error of a failed job: a failure is never an empty page. */
function delivered(answer: Answer): ToolPage | PendingPage {
  const { status, request_id: jobId, credits, replayed: isRepeat } = answer;
  if (status === 'failed') throw errorOf(answer);
  if (status === 'pending') return { pendingId: jobId };
  return { jobId, credits, isRepeat, result: resultOf(answer) };
}

const WAIT_FOR_IT =
  'Call get_job with this job_id; it waits up to 20 seconds, and is charged when it delivers.';

/** What to do about a page that takes longer. */
export const pendingAnswer = ({ pendingId }: PendingPage, next = WAIT_FOR_IT): ToolAnswer => ({
  facts: {
    status: 'pending',
    job_id: pendingId,
    credits: 0,
    next: `The collection is still running. ${next}`,
  },
});
