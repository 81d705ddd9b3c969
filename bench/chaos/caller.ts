/** Calls as a client with several base addresses makes them, each sorted into what it met. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS } from '#contract/errors.js';
import type { Chance } from '../support/chance.js';
import type { FleetNode } from './fleet.js';

/** Longer than any answer can take in this run: wait, pool and statement timeout. */
const TIMEOUT_MS = 20_000;
/** One call with its retries; the database is never away for as long. */
const GIVE_UP_MS = 60_000;
const AGAIN_MS = [50, 300] as const;

export interface Account {
  readonly account_id: string;
  readonly api_key: string;
}

export interface Envelope {
  readonly request_id: string;
  readonly status: 'pending' | 'complete' | 'failed';
  readonly credits: number;
  readonly cached: boolean;
  readonly poll_url: string | null;
  readonly error: { readonly code: string } | null;
  readonly result: { readonly next_cursor: string | null } | null;
}

export type Heard =
  | {
      readonly kind: 'job';
      readonly envelope: Envelope;
      readonly hash: string;
      /** The Idempotency-Key named a request that was stored before this call. */
      readonly replayed: boolean;
    }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'odd' };

export interface Question {
  readonly account: Account;
  readonly path: string;
  readonly idempotencyKey?: string;
}

/** What all calls of a phase met. */
export interface Tally {
  readonly seen: Map<string, number>;
  readonly odd: string[];
  readonly tookMs: number[];
  calls: number;
  gaveUp: number;
}

export const newTally = (): Tally => ({
  seen: new Map(),
  odd: [],
  tookMs: [],
  calls: 0,
  gaveUp: 0,
});

/** One call to one node. */
export async function callOnce(tally: Tally, url: string, question: Question): Promise<Heard> {
  tally.calls += 1;
  const began = performance.now();
  const { account, path, idempotencyKey } = question;
  try {
    const answer = await fetch(url + path, {
      headers: {
        authorization: `Bearer ${account.api_key}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    tally.tookMs.push(performance.now() - began);
    const heard = read(answer, text);
    if (heard.kind === 'odd') {
      tally.odd.push(`${path.slice(0, 80)}: ${answer.status} ${text.slice(0, 300)}`);
    }
    note(tally, `${answer.status} ${labelOf(heard)}`);
    return heard;
  } catch (error) {
    note(tally, `broken ${reasonOf(error)}`);
    return { kind: 'broken' };
  }
}

/**
 * A call that is sent again, to the next node each time, until somebody answers it. Only no answer
 * and 503 storage_unavailable are sent again; the Idempotency-Key makes that safe.
 */
export async function callUntilAnswered(
  tally: Tally,
  nodes: readonly FleetNode[],
  chance: Chance,
  question: Question,
): Promise<Heard> {
  const until = performance.now() + GIVE_UP_MS;
  const order = chance.shuffled(nodes);
  for (let tries = 0; performance.now() < until; tries += 1) {
    const url = order[tries % order.length]?.url ?? '';
    const heard = await callOnce(tally, url, question);
    if (!again(heard)) return heard;
    if (tries > 0) await delay(chance.between(...AGAIN_MS));
  }
  tally.gaveUp += 1;
  return { kind: 'broken' };
}

const again = (heard: Heard): boolean =>
  heard.kind === 'broken' ||
  heard.kind === 'odd' ||
  (heard.kind === 'refused' && heard.code === 'storage_unavailable');

/** Whether a free call that needs the database is answered with 200. */
export const answers = (url: string, account: Account): Promise<boolean> =>
  fetch(`${url}/v1/sources`, {
    headers: { authorization: `Bearer ${account.api_key}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (answer) => (await answer.text()) !== '' && answer.status === 200,
    () => false,
  );

/** Holds an answer to the contract: anything that has not its shape is odd. */
function read(answer: Response, text: string): Heard {
  const body = parse(text);
  if (!answer.headers.has('x-request-id') || body === null) return { kind: 'odd' };
  if (answer.status === 200 || answer.status === 202) return readJob(answer, body, text);
  const code = body.error?.code as string | undefined;
  const row = Object.entries(ERRORS).find(([name]) => name === code)?.[1];
  const hurried = answer.status === 429 || answer.status === 503;
  const fits =
    code !== undefined &&
    row?.http === answer.status &&
    typeof body.error.message === 'string' &&
    'param' in body.error &&
    (!hurried || answer.headers.has('retry-after'));
  return fits ? { kind: 'refused', code } : { kind: 'odd' };
}

function readJob(answer: Response, body: any, text: string): Heard {
  const { status, headers } = answer;
  const pending = body.status === 'pending';
  const fits =
    typeof body.request_id === 'string' &&
    (body.credits === 0 || body.credits === 1) &&
    headers.get('x-credits-charged') === String(body.credits) &&
    (status === 202
      ? pending && headers.has('location') && headers.has('retry-after') && body.poll_url !== null
      : !pending && body.poll_url === null) &&
    (body.status === 'complete') === (body.result !== null) &&
    (body.status === 'failed') === (body.error !== null);
  if (!fits) return { kind: 'odd' };
  const replayed = headers.get('idempotent-replayed') === 'true';
  return { kind: 'job', envelope: body as Envelope, hash: hashOf(text), replayed };
}

function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function labelOf(heard: Heard): string {
  if (heard.kind === 'refused') return heard.code;
  if (heard.kind !== 'job') return 'NOT OF THE CONTRACT';
  const { status, error } = heard.envelope;
  return error === null ? status : `${status} ${error.code}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return String(error);
}

function note(tally: Tally, label: string): void {
  tally.seen.set(label, (tally.seen.get(label) ?? 0) + 1);
}
