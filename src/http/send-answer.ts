/** Sends the answer of a request: the envelope, then the cached body of its result. */
import { POLL_RETRY_AFTER_S } from '#contract/limits.js';
import { type Answer, type CacheUse, jobPath } from '#service/search/answer.js';
import type { CachedPage } from '#service/search/page-cache.js';
import { type Call, header } from './call.js';
import { holds } from './if-none-match.js';
import { JSON_TYPE } from './respond.js';
import { type Fields, writeBody } from './write-body.js';

export const NOT_MODIFIED = 304;
const STATUS = { pending: 202, complete: 200, failed: 200 } as const;

/** Names representations that are equal in meaning, compressed or not (RFC 9110, ETag). */
export const weakEtag = (version: string): string => `W/"${version}"`;

/** Cache-Status (RFC 9211) by cache use. */
export const CACHE_STATUS = {
  hit: 'rowhouse; hit',
  miss: 'rowhouse; fwd=miss',
  collapsed: 'rowhouse; fwd=miss; collapsed',
} as const satisfies Record<CacheUse['use'], string>;

/**
 * Sends the answer of a request. A caller that has what the answer's ETag names gets a 304; one
 * that accepts gzip gets the stored bytes after the envelope as one stream; others get them
 * uncompressed.
 */
export function sendAnswer(call: Call, answer: Answer): void {
  const { reply } = call;
  const { page, prefix } = answer;
  const headers = headersOf(answer);
  if (headers.etag !== undefined && holds(header(call, 'if-none-match'), headers.etag)) {
    reply.code(NOT_MODIFIED).headers({ ...headers, vary: vary(call) });
    void reply.send();
    return;
  }
  if (page === null) {
    void reply.code(STATUS[answer.status]).headers({ 'content-type': JSON_TYPE, ...headers });
    void reply.send(prefix);
    return;
  }
  sendPage(call, prefix, page, headers);
}

function headersOf({ status, request_id, credits, version, cache, replayed }: Answer) {
  const headers: Record<string, string> = { 'x-credits-charged': String(credits) };
  if (version !== null) headers.etag = weakEtag(version);
  if (status === 'pending') {
    headers.location = jobPath(request_id);
    headers['retry-after'] = String(POLL_RETRY_AFTER_S);
  }
  if (cache !== null) headers['cache-status'] = CACHE_STATUS[cache.use];
  if (cache?.use === 'hit') headers.age = String(cache.age_s);
  if (replayed) headers['idempotent-replayed'] = 'true';
  return headers;
}

function sendPage(
  { request, reply, app }: Call,
  prefix: string,
  page: CachedPage,
  headers: Readonly<Record<string, string>>,
): void {
  const own = { ...headers, vary: vary({ reply }) };
  const fields: Fields = Object.entries({ ...reply.getHeaders(), ...own }).flatMap(
    ([name, value]) => [name, String(value)],
  );
  if (app.stopping.aborted) fields.push('connection', 'close');
  // For a damaged page it throws before anything is sent: the reply is still there for the error.
  writeBody(reply.raw, fields, request.headers['accept-encoding'], prefix, page);
  reply.hijack();
  // The counters that run after the answer read the headers here.
  reply.headers(own);
}

/** Vary, added to what was set before, for example Origin. */
export function vary({ reply }: Pick<Call, 'reply'>): string {
  const set = reply.getHeader('vary');
  return set === undefined ? 'Accept-Encoding' : `${String(set)}, Accept-Encoding`;
}
