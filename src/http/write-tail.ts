/** A stored result on the wire: the envelope of this call, and behind it the shared tail. */
import type { ServerResponse } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';
import { type Splice, splice } from '#service/gzip-splice.js';
import type { Tail } from '#service/tails.js';
import { JSON_TYPE } from './respond.js';

/** Header fields in turn: name, value, name, value. */
export type Fields = (string | number)[];

/**
 * Writes a 200 in parts that leave together: no row is made, copied or compressed. `accept` is the
 * caller's Accept-Encoding; type, encoding and length are added to the fields.
 */
export function writeTail(
  raw: ServerResponse,
  fields: Fields,
  accept: string | string[] | undefined,
  head: string,
  tail: Tail,
): void {
  const around = takesGzip(accept) ? splice(head, tail.gzip) : null;
  fields.push('content-type', JSON_TYPE);
  if (around === null) writeIdentity(raw, fields, head, tail);
  else writeGzip(raw, fields, around, tail);
}

/** The first part is a text, so that the header leaves in one piece with it. */
function writeGzip(raw: ServerResponse, fields: Fields, around: Splice, { gzip }: Tail): void {
  const { start, end } = around;
  const length = start.length + gzip.blocks.length + end.length;
  fields.push('content-encoding', 'gzip', 'content-length', length);
  raw.writeHead(200, fields as string[]);
  raw.cork();
  raw.write(start, 'latin1');
  raw.write(gzip.blocks);
  raw.end(end, 'latin1');
  raw.uncork();
}

function writeIdentity(raw: ServerResponse, fields: Fields, head: string, tail: Tail): void {
  const text = tail.identity();
  fields.push('content-length', Buffer.byteLength(head) + text.length);
  raw.writeHead(200, fields as string[]);
  raw.cork();
  raw.write(head);
  raw.end(text);
  raw.uncork();
}

const ACCEPTS_MAX = 1_000;
const GZIP_REFUSED = /(?:^|,)\s*gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i;
const accepts = new LRUCache<string, boolean>({ max: ACCEPTS_MAX });

/** Whether a caller prefers gzip over the plain bytes (RFC 9110, Accept-Encoding). */
export function takesGzip(accept: string | string[] | undefined): boolean {
  if (typeof accept !== 'string') return false;
  const known = accepts.get(accept);
  if (known !== undefined) return known;
  // Codings have no case (RFC 9110, 8.4.1), and the library compares as written. It lets `*` outweigh a
  // coding that the caller names and refuses (12.5.3).
  const takes =
    !GZIP_REFUSED.test(accept) && negotiate(accept.toLowerCase(), ['gzip', 'identity']) === 'gzip';
  accepts.set(accept, takes);
  return takes;
}
