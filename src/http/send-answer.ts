/** A verb's answer on the wire: the envelope, and behind it the shared tail of its result. */
import type { ServerResponse } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';
import type { Answer } from '#service/answer.js';
import { isSpliceable, spliceEnd, spliceStart } from '#service/gzip-splice.js';
import type { Tail } from '#service/tails.js';
import { type Call, header } from './call.js';
import { holds } from './if-none-match.js';
import { JSON_TYPE } from './respond.js';

const CACHE_CONTROL = 'private, no-store';
/** A finished job may be kept by its caller, who asks each time whether it still holds. */
export const CACHE_CONTROL_JOB = 'private, no-cache';
export const NOT_MODIFIED = 304;

/**
 * Sends a verb's answer. A caller that holds what the answer's ETag names is told 304; one that takes
 * gzip gets the stored bytes behind the envelope as one stream; others get them as they read.
 */
export function sendAnswer(call: Call, answer: Answer): void {
  const { reply } = call;
  const { etag, tail } = answer;
  const headers = {
    'cache-control': etag === null ? CACHE_CONTROL : CACHE_CONTROL_JOB,
    'x-credits-charged': String(answer.credits),
    ...(etag !== null && { etag }),
    ...answer.headers,
  };
  if (etag !== null && holds(header(call, 'if-none-match'), etag)) {
    reply.code(NOT_MODIFIED).headers({ ...headers, vary: vary(call) });
    void reply.send();
    return;
  }
  if (tail === null) {
    void reply.code(answer.http).headers({ 'content-type': JSON_TYPE, ...headers });
    void reply.send(answer.head);
    return;
  }
  sendTail(call, answer.head, tail, headers);
}

/** Three writes that leave together: no row is made, copied or compressed. */
function sendTail(
  { request, reply, house }: Call,
  head: string,
  tail: Tail,
  headers: Readonly<Record<string, string>>,
): void {
  const text = Buffer.from(head);
  const gzip = takesGzip(request.headers['accept-encoding']) && isSpliceable(text);
  const parts = gzip
    ? [spliceStart(text), tail.gzip.blocks, spliceEnd(text, tail.gzip)]
    : [text, tail.identity()];
  // Kept on the reply as well, where what is counted after the answer reads them.
  const set = reply.headers(headers).getHeaders();
  const fields: (string | number)[] = ['content-type', JSON_TYPE];
  if (gzip) fields.push('content-encoding', 'gzip');
  for (const name in set) if (name !== 'vary') fields.push(name, String(set[name]));
  fields.push(
    'vary',
    set.vary === undefined ? 'Accept-Encoding' : `${String(set.vary)}, Accept-Encoding`,
  );
  fields.push(
    'content-length',
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  if (house.stopping.aborted) fields.push('connection', 'close');
  reply.hijack();
  writeParts(reply.raw, fields, parts);
}

function writeParts(
  raw: ServerResponse,
  fields: (string | number)[],
  parts: readonly Buffer[],
): void {
  raw.writeHead(200, fields as string[]);
  raw.cork();
  for (const part of parts) raw.write(part);
  raw.end();
  raw.uncork();
}

const ACCEPTS_MAX = 1_000;
const accepts = new LRUCache<string, boolean>({ max: ACCEPTS_MAX });

/** Whether a caller prefers gzip over the plain bytes (RFC 9110, Accept-Encoding). */
export function takesGzip(accept: string | string[] | undefined): boolean {
  if (typeof accept !== 'string') return false;
  const known = accepts.get(accept);
  if (known !== undefined) return known;
  const takes = negotiate(accept, ['gzip', 'identity']) === 'gzip';
  accepts.set(accept, takes);
  return takes;
}

export function vary({ reply }: Call): string {
  const set = reply.getHeader('vary');
  return set === undefined ? 'Accept-Encoding' : `${String(set)}, Accept-Encoding`;
}
