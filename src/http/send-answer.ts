/** A verb's answer on the wire: the envelope, and behind it the shared tail of its result. */
import type { Answer } from '#service/answer.js';
import type { Tail } from '#service/tails.js';
import { type Call, header } from './call.js';
import { holds } from './if-none-match.js';
import { JSON_TYPE } from './respond.js';
import { type Fields, writeTail } from './write-tail.js';

export const NOT_MODIFIED = 304;

/**
 * Sends a verb's answer. A caller that holds what the answer's ETag names is told 304; one that takes
 * gzip gets the stored bytes behind the envelope as one stream; others get them as they read.
 */
export function sendAnswer(call: Call, answer: Answer): void {
  const { reply } = call;
  const { etag, tail } = answer;
  const headers = {
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

function sendTail(
  { request, reply, house }: Call,
  head: string,
  tail: Tail,
  headers: Readonly<Record<string, string>>,
): void {
  // Kept on the reply as well, where what is counted after the answer reads them.
  const set = reply.headers({ ...headers, vary: vary({ reply }) }).getHeaders();
  const fields: Fields = [];
  for (const name in set) fields.push(name, String(set[name]));
  if (house.stopping.aborted) fields.push('connection', 'close');
  reply.hijack();
  writeTail(reply.raw, fields, request.headers['accept-encoding'], head, tail);
}

/** Vary with what was set before, the origin say. */
export function vary({ reply }: Pick<Call, 'reply'>): string {
  const set = reply.getHeader('vary');
  return set === undefined ? 'Accept-Encoding' : `${String(set)}, Accept-Encoding`;
}
