import { apiError } from '#domain/api-error.js';
import { type Call, header } from '../call.js';

const EXPOSED =
  'Location, Retry-After, X-Request-Id, X-Credits-Charged, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit, RateLimit-Policy, Cache-Status, Content-Disposition, Idempotent-Replayed, ETag, Age';
const PREFLIGHT_SECONDS = 600;

/**
 * Step 5: a browser's request from a site that is neither ours nor on the operator's list is rejected
 * (interface-v1, "Authentication" 4). A server sends neither header and passes.
 */
export function allowOrigin(call: Call): void {
  const origin = header(call, 'origin');
  if (origin !== undefined && isOwn(call, origin)) return;
  if (origin !== undefined && call.allowedOrigins.includes(origin)) {
    call.reply.headers({ ...corsHeaders(origin), 'access-control-expose-headers': EXPOSED });
    return;
  }
  const crossSite = header(call, 'sec-fetch-site') === 'cross-site';
  if (origin !== undefined || crossSite) throw apiError('origin_not_allowed');
}

/** The address that the call itself was sent to. */
function isOwn(call: Call, origin: string): boolean {
  const host = header(call, 'host');
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

const corsHeaders = (origin: string) => ({ 'access-control-allow-origin': origin, vary: 'Origin' });

/** The headers for a preflight from an allowed site. */
export const preflightHeaders = (origin: string) => ({
  ...corsHeaders(origin),
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Authorization, Idempotency-Key, Cache-Control, If-None-Match',
  'access-control-max-age': String(PREFLIGHT_SECONDS),
});
