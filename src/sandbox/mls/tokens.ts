/** The token endpoint (RFC 6749, 4.4), and the tokens that it issued. */
import type { PortalAnswer, PortalRequest } from '../portal.js';

const PREFIX = 'sandbox-';
const LIFETIME_S = 3_600;

/** Any client gets a token: its data is synthetic. */
export function issueToken({ method, body, headers = {} }: PortalRequest): PortalAnswer {
  const form = new URLSearchParams(body);
  const client = /^Basic /i.test(String(headers.authorization ?? '')) || form.has('client_id');
  if (method !== 'POST' || form.get('grant_type') !== 'client_credentials' || !client) {
    return { status: 400, json: { error: 'invalid_request' } };
  }
  const json = {
    access_token: `${PREFIX}${form.get('scope') ?? 'api'}`,
    token_type: 'Bearer',
    expires_in: LIFETIME_S,
  };
  return { status: 200, json };
}

/** Without a token the server is open; a token that it never issued is invalid. */
export function isValid(authorization: unknown): boolean {
  const sent = typeof authorization === 'string' ? authorization : '';
  return !/^Bearer /i.test(sent) || sent.startsWith(`Bearer ${PREFIX}`);
}
