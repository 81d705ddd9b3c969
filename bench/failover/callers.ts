/** Callers that measure: paid cache hits without retries, and calls that read. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, callOnce, newTally } from '../chaos/caller.js';
import { type History, hearSearch } from '../chaos/history.js';

const PAUSE_MS = 30;
const TIMEOUT_MS = 20_000;
const WARM_MS_MAX = 60_000;
const WARM_AGAIN_MS = 200;
const ZIPS = ['78704', '78745', '77007', '98115', '60614', '33139'];
const READ_PATHS = ['/v1/account', '/v1/sources', '/v1/watches'];

export interface Answered {
  readonly kind: 'hit' | 'read';
  /** "200 complete", "503 storage_unavailable", "broken …". */
  readonly label: string;
  readonly isGood: boolean;
  readonly beganMs: number;
  readonly endedMs: number;
}

export interface Measured {
  readonly urls: readonly string[];
  readonly accounts: readonly Account[];
  readonly history: History;
  readonly answers: Answered[];
  /** Answers that are not of the contract. */
  readonly odd: string[];
  stopped: boolean;
}

/** Runs until stopped; resolves when every caller has ended its last call. */
export async function runCallers(measured: Measured, hits: number, reads: number): Promise<void> {
  const one = async (at: number, call: (at: number, turn: number) => Promise<void>) => {
    for (let turn = 0; !measured.stopped; turn += 1) {
      await call(at, turn);
      await delay(PAUSE_MS);
    }
  };
  await Promise.all([
    ...Array.from({ length: hits }, (_, at) => one(at, (...when) => hit(measured, ...when))),
    ...Array.from({ length: reads }, (_, at) => one(at, (...when) => read(measured, ...when))),
  ]);
}

/** Resolves when the cache has every page that is hit. */
export async function warmCache(measured: Measured): Promise<void> {
  const until = performance.now() + WARM_MS_MAX;
  for (let turn = 0; turn < ZIPS.length; turn += 1) {
    const question = { account: pick(measured.accounts, turn), path: pathOf(turn) };
    for (;;) {
      const heard = await callOnce(newTally(), pick(measured.urls, turn), question);
      hearSearch(measured.history, question, heard);
      if (heard.kind === 'job' && heard.envelope.status === 'complete') break;
      if (performance.now() > until) throw new Error('the cache was not filled');
      await delay(WARM_AGAIN_MS);
    }
  }
}

const pathOf = (turn: number): string => `/v1/portal_a/listings?zip=${pick(ZIPS, turn)}`;

async function hit(measured: Measured, at: number, turn: number): Promise<void> {
  const { urls, history, odd } = measured;
  const account = pick(measured.accounts, at);
  const question = { account, path: pathOf(at + turn) };
  const tally = newTally();
  const beganMs = performance.now();
  const heard = await callOnce(tally, pick(urls, at), question);
  hearSearch(history, question, heard);
  odd.push(...tally.odd);
  const [label = ''] = tally.seen.keys();
  const isGood = heard.kind === 'job';
  measured.answers.push({ kind: 'hit', label, isGood, beganMs, endedMs: performance.now() });
}

async function read(measured: Measured, at: number, turn: number): Promise<void> {
  const beganMs = performance.now();
  const headers = { authorization: `Bearer ${pick(measured.accounts, at).api_key}` };
  const url = pick(measured.urls, at) + pick(READ_PATHS, turn);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const label = await fetch(url, { headers, signal }).then(
    async (answer) => {
      const body = (await answer.json()) as { error?: { code: string } };
      return `${answer.status} ${body.error?.code ?? 'ok'}`;
    },
    (error: unknown) => `broken ${error instanceof Error ? error.name : ''}`,
  );
  const isGood = label.startsWith('200');
  measured.answers.push({ kind: 'read', label, isGood, beganMs, endedMs: performance.now() });
}

function pick<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}
