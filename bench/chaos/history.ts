/** What the callers got, and every answer that does not agree with it. */
import type { Account, Heard, Question } from './caller.js';

export interface KnownJob {
  readonly request_id: string;
  readonly account: Account;
  readonly idempotencyKey: string | null;
  /** The search, without its cursor. */
  readonly path: string;
  status: 'pending' | 'complete' | 'failed';
  credits: number;
  /** Of the whole answer, once settled: a settled job never changes. */
  hash: string | null;
  cursor: string | null;
}

export interface History {
  readonly jobs: Map<string, KnownJob>;
  /** Every search sent under an Idempotency-Key, and the requests that its answers named. */
  readonly keys: Map<string, { readonly question: Question; readonly ids: Set<string> }>;
  /** Retries that found the request of a call whose answer had never arrived. */
  rescued: number;
  readonly lost: string[];
  readonly doubled: string[];
}

export const newHistory = (): History => ({
  jobs: new Map(),
  keys: new Map(),
  rescued: 0,
  lost: [],
  doubled: [],
});

/** Notes the answer of a search. */
export function hearSearch(history: History, question: Question, heard: Heard): KnownJob | null {
  const { idempotencyKey, account } = question;
  if (idempotencyKey !== undefined && !history.keys.has(idempotencyKey)) {
    history.keys.set(idempotencyKey, { question, ids: new Set() });
  }
  if (heard.kind !== 'job') return null;
  const { request_id } = heard.envelope;
  const ids = history.keys.get(idempotencyKey ?? '')?.ids;
  if (heard.replayed && ids?.size === 0) history.rescued += 1;
  ids?.add(request_id);
  const known = history.jobs.get(request_id);
  if (known !== undefined) {
    compare(history, known, heard);
    return known;
  }
  const returned: KnownJob = {
    request_id,
    account,
    idempotencyKey: idempotencyKey ?? null,
    path: question.path,
    status: 'pending',
    credits: 0,
    hash: null,
    cursor: null,
  };
  history.jobs.set(request_id, returned);
  compare(history, returned, heard);
  return returned;
}

/** Notes the answer of a poll. */
export function hearPoll(history: History, returned: KnownJob, heard: Heard): void {
  if (heard.kind === 'job') compare(history, returned, heard);
  else if (heard.kind === 'refused' && heard.code === 'request_not_found') {
    history.lost.push(`${returned.request_id} was ${returned.status} and is not found`);
  }
}

/**
 * Checks an answer against the answers before. Answers that were on their way together may arrive
 * in any order, so a late `pending` is looked at again by the report, not here.
 */
function compare(
  history: History,
  returned: KnownJob,
  heard: Heard & { readonly kind: 'job' },
): void {
  const { envelope, hash } = heard;
  const { request_id, status, credits } = envelope;
  if (request_id !== returned.request_id) {
    history.lost.push(`${returned.request_id} was answered as ${request_id}`);
    return;
  }
  if (returned.status === 'pending') {
    if (status === 'pending') return;
    returned.status = status;
    returned.credits = credits;
    returned.hash = hash;
    returned.cursor = envelope.result?.next_cursor ?? null;
    return;
  }
  if (status === 'pending') return;
  if (status !== returned.status || credits !== returned.credits || hash !== returned.hash) {
    history.lost.push(
      `${request_id} was ${returned.status}, ${returned.credits} credits and is ${status}, ${credits} credits${
        hash === returned.hash ? '' : ', other bytes'
      }`,
    );
  }
}
