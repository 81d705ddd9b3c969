/** Sends a stored result: the envelope of this call, then the cached body. */
import type { ServerResponse } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';
import type { CachedPage } from '#service/search/page-cache.js';
import { concatGzip, type GzipBody, type GzipFrame, gzipBodyOf } from './gzip-body.js';
import { JSON_TYPE } from './respond.js';

/** Header fields in order: name, value, name, value. */
export type Fields = (string | number)[];

/**
 * Writes a 200 in parts that are sent together: no row is made, copied or compressed. `accept` is
 * the caller's Accept-Encoding; type, encoding and length are added to the fields.
 */
export function writeBody(
  raw: ServerResponse,
  fields: Fields,
  accept: string | string[] | undefined,
  prefix: string,
  page: CachedPage,
): void {
  const gzip = takesGzip(accept) ? gzipBodyOf(page.body) : null;
  const around = gzip === null ? null : concatGzip(prefix, gzip);
  fields.push('content-type', JSON_TYPE);
  if (gzip === null || around === null) writeIdentity(raw, fields, prefix, page);
  else writeGzip(raw, fields, around, gzip);
}

/** The first part is a string, so that the header is sent in one piece with it. */
function writeGzip(
  raw: ServerResponse,
  fields: Fields,
  around: GzipFrame,
  { blocks }: GzipBody,
): void {
  const { start, end } = around;
  const length = start.length + blocks.length + end.length;
  fields.push('content-encoding', 'gzip', 'content-length', length);
  raw.writeHead(200, fields as string[]);
  raw.cork();
  raw.write(start, 'latin1');
  raw.write(blocks);
  raw.end(end, 'latin1');
  raw.uncork();
}

function writeIdentity(
  raw: ServerResponse,
  fields: Fields,
  prefix: string,
  page: CachedPage,
): void {
  const text = page.identity();
  fields.push('content-length', Buffer.byteLength(prefix) + text.length);
  raw.writeHead(200, fields as string[]);
  raw.cork();
  raw.write(prefix);
  raw.end(text);
  raw.uncork();
}

const ACCEPTS_MAX = 1_000;
const GZIP_EXCLUDED = /(?:^|,)\s*gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i;
const accepts = new LRUCache<string, boolean>({ max: ACCEPTS_MAX });

/** Whether a caller prefers gzip over the plain bytes (RFC 9110, Accept-Encoding). */
export function takesGzip(accept: string | string[] | undefined): boolean {
  if (typeof accept !== 'string') return false;
  const known = accepts.get(accept);
  if (known !== undefined) return known;
  // Codings are case-insensitive (RFC 9110, 8.4.1), but the library compares them as written. It
  // lets `*` outweigh a coding that the caller names and excludes (12.5.3).
  const takes =
    !GZIP_EXCLUDED.test(accept) && negotiate(accept.toLowerCase(), ['gzip', 'identity']) === 'gzip';
  accepts.set(accept, takes);
  return takes;
}
