/** What the callers got, and every answer that does not agree with it. */
import type { Account, Heard, Question } from './caller.js';

export interface Told {
  readonly request_id: string;
  readonly account: Account;
  readonly idempotencyKey: string | null;
  /** The search, without its cursor. */
  readonly path: string;
  status: 'pending' | 'complete' | 'failed';
  credits: number;
  /** Of the whole answer, once settled: a settled job never changes. */
  digest: string | null;
  cursor: string | null;
}

export interface History {
  readonly jobs: Map<string, Told>;
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
export function hearSearch(history: History, question: Question, heard: Heard): Told | null {
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
  const told: Told = {
    request_id,
    account,
    idempotencyKey: idempotencyKey ?? null,
    path: question.path,
    status: 'pending',
    credits: 0,
    digest: null,
    cursor: null,
  };
  history.jobs.set(request_id, told);
  compare(history, told, heard);
  return told;
}

/** Notes the answer of a poll. */
export function hearPoll(history: History, told: Told, heard: Heard): void {
  if (heard.kind === 'job') compare(history, told, heard);
  else if (heard.kind === 'refused' && heard.code === 'request_not_found') {
    history.lost.push(`${told.request_id} was ${told.status} and is not found`);
  }
}

/**
 * Checks an answer against the answers before. Answers that were on their way together may arrive
 * in any order, so a late `pending` is looked at again by the report, not here.
 */
function compare(history: History, told: Told, heard: Heard & { readonly kind: 'job' }): void {
  const { envelope, digest } = heard;
  const { request_id, status, credits } = envelope;
  if (request_id !== told.request_id) {
    history.lost.push(`${told.request_id} was answered as ${request_id}`);
    return;
  }
  if (told.status === 'pending') {
    if (status === 'pending') return;
    told.status = status;
    told.credits = credits;
    told.digest = digest;
    told.cursor = envelope.result?.next_cursor ?? null;
    return;
  }
  if (status === 'pending') return;
  if (status !== told.status || credits !== told.credits || digest !== told.digest) {
    history.lost.push(
      `${request_id} was ${told.status}, ${told.credits} credits and is ${status}, ${credits} credits${
        digest === told.digest ? '' : ', other bytes'
      }`,
    );
  }
}
