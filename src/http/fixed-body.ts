/** Bodies that are built once and never change while the process runs. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { holds } from './if-none-match.js';

const HASH_CHARS = 16;

export interface FixedBody {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
}

/** A body with its content type and the tag of its content. */
export function toFixed(bytes: Buffer, type: string): FixedBody {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARS);
  return { bytes, type, etag: `"${hash}"` };
}

/** 200 with the body, or 304 when the caller's copy is the same (RFC 9110, If-None-Match). */
export function sendFixed(
  reply: FastifyReply,
  { bytes, type, etag }: FixedBody,
  ifNoneMatch: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  reply.headers({ etag, ...headers });
  if (holds(ifNoneMatch, etag) || ifNoneMatch?.trim() === '*') return reply.code(304).send();
  return reply.code(200).type(type).send(bytes);
}
