/** Headers and secrets of Standard Webhooks 1.0.0: symmetric signatures. */
import { createHmac } from 'node:crypto';
import type { Ids } from '#base/ids.js';
import type { Secret } from '#store/endpoints.js';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret. */
export const newSecret = (ids: Ids): string =>
  SECRET_PREFIX + Buffer.from(ids.bytes(SECRET_BYTES)).toString('base64');

/** The secrets valid at a moment. */
export const living = (secrets: readonly Secret[], nowMs: number): Secret[] =>
  secrets.filter(({ ends_at }) => ends_at === null || Date.parse(ends_at) > nowMs);

/** One id for an event at an endpoint, the same at each attempt; it must not contain a dot. */
export const webhookId = (eventId: string, endpointId: string): string =>
  `${eventId}_${endpointId}`;

/** The headers of an attempt: a signature for each secret, over the sent id, time and body. */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly Secret[],
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = living(secrets, nowMs).map(({ secret }) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
