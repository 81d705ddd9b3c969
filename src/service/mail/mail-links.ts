/** Links in mails, signed, so that they need no key: to confirm an address, or to unsubscribe. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '#contract/durations.js';
import { isUuid } from '#domain/uuid.js';

export type LinkPurpose = 'confirm' | 'unsubscribe';

/** How long a confirmation is valid. A link that unsubscribes never ends. */
export const CONFIRM_HOURS = 48;

/** The path of a link, after the service's origin. */
export function linkPath(
  secret: string,
  purpose: LinkPurpose,
  endpointId: string,
  nowMs: number,
): string {
  const ends = purpose === 'confirm' ? Math.ceil(nowMs / HOUR_MS) + CONFIRM_HOURS : 0;
  const claim = `${endpointId}.${ends}`;
  return `/mail/${purpose}/${claim}.${macOf(secret, purpose, claim).toString('base64url')}`;
}

/** The endpoint of a token; undefined for one that is not ours or has ended. */
export function endpointOf(
  secret: string,
  purpose: LinkPurpose,
  token: string,
  nowMs: number,
): string | undefined {
  const [id = '', ends = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(secret, purpose, `${id}.${ends}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const isOver = purpose === 'confirm' && nowMs >= Number(ends) * HOUR_MS;
  return isUuid(id) && !isOver ? id : undefined;
}

const macOf = (secret: string, purpose: LinkPurpose, claim: string): Buffer =>
  createHmac('sha256', secret).update(`mail link ${purpose} ${claim}`).digest();
