/** Results in memory, as they are sent: what a cache hit copies and never makes anew. */
import { gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { assert } from '#base/assert.js';
import type { StoredResult } from '#store/results.js';
import { type GzipTail, gzipTail, splice } from './gzip-splice.js';
import { pageDigest, type Task } from './task.js';

/** A result from its `count` member on: every delivery shares these bytes. */
export interface Tail {
  readonly result_id: string;
  readonly digest: string;
  readonly route: string;
  readonly collectedAtMs: number;
  readonly freshUntilMs: number;
  readonly past_end: boolean;
  readonly gzip: GzipTail;
  /** The bytes as they read, for callers that take no gzip. */
  identity(): Buffer;
  /** The page after this one, to be read ahead; null after the last. */
  readonly next: { readonly task: Task; readonly digest: string } | null;
}

export interface Tails {
  /** The newest tail of a page in memory, when it is still fresh and was collected at `sinceMs` or later. */
  fresh(digest: string, nowMs: number, sinceMs: number): Tail | undefined;
  ofResult(resultId: string): Tail | undefined;
  /** Keeps a result; gives its tail. */
  put(result: StoredResult): Tail;
  /** Keeps the newest result of its page, as it was just looked up; gives its tail. */
  putNewest(result: StoredResult): Tail;
  /** A newer result of this page was stored somewhere. */
  forget(digest: string): void;
}

/** What a tail costs beside its bytes. */
const OVERHEAD_BYTES = 1_024;
const PROBE = '{';

/** Opens the memory, bounded by `bytesMax` of compressed tails and as many of uncompressed ones. */
export function openTails(bytesMax: number): Tails {
  const newest = new Map<string, string>();
  const texts = sized<Buffer>(bytesMax, (text) => text.length);
  const tails = sized<Tail>(
    bytesMax,
    ({ gzip }) => gzip.blocks.length,
    ({ result_id, digest }) => {
      if (newest.get(digest) === result_id) newest.delete(digest);
    },
  );
  const textOf = (resultId: string, gzip: GzipTail): Buffer => {
    const text = texts.get(resultId) ?? read(gzip);
    texts.set(resultId, text);
    return text;
  };
  const put = (result: StoredResult): Tail => {
    const known = tails.get(result.result_id);
    if (known !== undefined) return known;
    const tail = tailOf(result, textOf);
    tails.set(tail.result_id, tail);
    return tail;
  };
  return {
    fresh: (digest, nowMs, sinceMs) => {
      const id = newest.get(digest);
      const tail = id === undefined ? undefined : tails.get(id);
      if (tail === undefined || tail.freshUntilMs <= nowMs) return undefined;
      return tail.collectedAtMs >= sinceMs ? tail : undefined;
    },
    ofResult: (resultId) => tails.get(resultId),
    put,
    putNewest: (result) => {
      const tail = put(result);
      const other = tails.get(newest.get(tail.digest) ?? '');
      if (other === undefined || other.collectedAtMs <= tail.collectedAtMs) {
        if (tails.has(tail.result_id)) newest.set(tail.digest, tail.result_id);
      }
      return tail;
    },
    forget: (digest) => newest.delete(digest),
  };
}

function sized<V extends object>(
  bytesMax: number,
  bytesOf: (value: V) => number,
  dispose?: (value: V) => void,
) {
  return new LRUCache<string, V>({
    maxSize: Math.max(1, bytesMax),
    sizeCalculation: (value) => bytesOf(value) + OVERHEAD_BYTES,
    ...(dispose && { dispose }),
  });
}

function tailOf(result: StoredResult, textOf: (resultId: string, gzip: GzipTail) => Buffer): Tail {
  const gzip = gzipTail(result.tail_gzip);
  assert(gzip !== undefined, 'a result is stored as one gzip member');
  read(gzip);
  const task = result.next_task as Task | null;
  const { result_id, digest, route, past_end } = result;
  return {
    result_id,
    digest,
    route,
    past_end,
    collectedAtMs: result.collected_at.getTime(),
    freshUntilMs: result.fresh_until.getTime(),
    gzip,
    identity: () => textOf(result_id, gzip),
    next: task === null ? null : { task, digest: pageDigest(task.search, task.position) },
  };
}

/** Decodes a tail behind another text, as a client will; throws when its checksum does not hold. */
function read(gzip: GzipTail): Buffer {
  const around = splice(PROBE, gzip);
  assert(around !== null, 'the probe is short');
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const whole = Buffer.concat([bytes(around.start), gzip.blocks, bytes(around.end)]);
  return gunzipSync(whole).subarray(PROBE.length);
}
