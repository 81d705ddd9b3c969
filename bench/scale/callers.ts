/** Callers of hits and misses for the large store and the empty one, and what they measured. */
import { type Answered, bearer, type Caller, openCaller } from '../support/caller.js';
import type { Place } from '../support/fill.js';
import type { Grown } from '../support/grown-store.js';
import type { Service } from '../support/service.js';

export const CALLERS = 32;
export const MISS_CALLERS = 4;
const MISSES_A_ROUND = 60;
/** Accounts that call beside the hot one. */
export const CALLING = 1_000;
export const HIT = '/v1/portal_a/listings?zip=90011';
/** Above this price one page of the source holds the whole ZIP: one request a miss. */
const MISS = '/v1/portal_a/listings?zip=94104&min_price=';
const PRICE = 2_000_000;

export type Draw = 'even' | 'hot';
export interface Side {
  readonly name: 'large' | 'empty';
  readonly place: Place;
  readonly grown: Grown;
  readonly service: Service;
  readonly hits: Record<Draw, Measured>;
  readonly misses: number[];
}
export interface Measured {
  readonly tookMs: number[];
  readonly perS: number[];
}

let calls = 0;

/** The key of the next call; accounts that call are drawn from all of them. */
function nextKey({ others, hot }: Grown, draw: Draw): string {
  calls += 1;
  if (draw === 'hot' && calls % 2 === 0) return hot;
  const every = Math.max(1, Math.floor(others.length / CALLING));
  return others[((calls % CALLING) * every) % others.length] ?? '';
}

function hitOnce(caller: Caller, side: Side, draw: Draw): Promise<Answered> {
  return caller.get(side.service.url + HIT, {
    ...bearer(nextKey(side.grown, draw)),
    'accept-encoding': 'gzip',
  });
}

export function forSeconds(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1000;
  return () => performance.now() >= until;
}

/** Hits by all callers until the time is over or \`until\` resolves. */
export async function callHits(
  side: Side,
  draw: Draw,
  into: Measured,
  isOver: () => boolean,
): Promise<void> {
  const caller = openCaller(CALLERS);
  const began = performance.now();
  let done = 0;
  const callOn = async () => {
    while (!isOver()) {
      const { status, tookMs } = await hitOnce(caller, side, draw);
      if (status !== 200) throw new Error(`a hit was answered ${status}`);
      into.tookMs.push(tookMs);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, callOn));
  into.perS.push(done / ((performance.now() - began) / 1000));
  caller.close();
}

export async function callMisses(side: Side, counts: boolean): Promise<void> {
  const caller = openCaller(MISS_CALLERS);
  let left = MISSES_A_ROUND;
  const callOn = async () => {
    while (left > 0) {
      left -= 1;
      const head = bearer(nextKey(side.grown, 'hot'));
      const path = `${MISS}${PRICE + calls}`;
      const { status, tookMs, body } = await caller.get(side.service.url + path, head);
      if (status !== 202) throw new Error(`a miss was answered ${status} ${body.toString()}`);
      if (counts) side.misses.push(tookMs);
      await caller.get(`${side.service.url}${JSON.parse(body.toString()).poll_url}?wait=20`, head);
    }
  };
  await Promise.all(Array.from({ length: MISS_CALLERS }, callOn));
  caller.close();
}
