import type { FastifyReply } from 'fastify';
import type { Log } from '#base/log.js';
import { LAYERS_PATH } from '#contract/layers.js';
import { ApiError, apiError } from '#domain/api-error.js';
import type { RateWindow } from '#domain/rate.js';
import { noteError } from './end-call.js';

export const JSON_TYPE = 'application/json; charset=utf-8';
const WINDOW_S = 60;

/** Sends JSON other than a job envelope. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).headers({ 'content-type': JSON_TYPE }).send(JSON.stringify(body));
}

/** Sends an API error in its envelope; anything else is logged and sent without detail. */
export function sendError(reply: FastifyReply, error: unknown, log: Log): FastifyReply {
  const sent = error instanceof ApiError ? error : internalError(reply, error, log);
  const retry = sent.retryAfterS;
  if (retry !== null) reply.header('retry-after', String(retry));
  if (sent.http === 401) reply.header('www-authenticate', 'Bearer');
  if (sent.http === 405 && !reply.hasHeader('allow')) reply.header('allow', 'GET');
  const body = sent.body();
  noteError(reply.request.raw, body);
  return sendJson(reply, statusOf(reply, sent), { error: body });
}

const UNPROCESSABLE = 422;
const BAD_REQUEST = 400;

/** The standard of layers has 400 for every invalid parameter, where the contract has 422. */
function statusOf({ request }: FastifyReply, { http }: ApiError): number {
  const isOfLayers = request.raw.url?.startsWith(LAYERS_PATH) === true;
  return http === UNPROCESSABLE && isOfLayers ? BAD_REQUEST : http;
}

/** The contract has no code for a bug: the nearest is a service that cannot answer now. */
function internalError(reply: FastifyReply, error: unknown, log: Log): ApiError {
  log.error(
    { err: error, request_id: reply.getHeader('x-request-id') },
    'a call failed with an internal error',
  );
  return apiError('storage_unavailable', {
    message:
      'The service failed. Try again, with the same Idempotency-Key if you sent one; the operator finds the cause in the log.',
  });
}

/** The rate limit in the contract's fields and the newer standard pair: name, value, name, … */
export function rateFields({ limit, remaining, reset_s }: RateWindow): string[] {
  return [
    'ratelimit-limit',
    String(limit),
    'ratelimit-remaining',
    String(remaining),
    'ratelimit-reset',
    String(reset_s),
    'ratelimit',
    `"minute";r=${remaining};t=${reset_s}`,
    'ratelimit-policy',
    `"minute";q=${limit};w=${WINDOW_S}`,
  ];
}

/** The same as headers of a reply. */
export function rateHeaders(window: RateWindow): Record<string, string> {
  const fields = rateFields(window);
  const headers: Record<string, string> = {};
  for (let at = 0; at < fields.length; at += 2) headers[fields[at] ?? ''] = fields[at + 1] ?? '';
  return headers;
}
