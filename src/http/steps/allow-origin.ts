import { apiError } from '#domain/api-error.js';
import { type Call, header } from '../call.js';
import { isOwnHost } from '../own-host.js';

const EXPOSED =
  'Location, Retry-After, X-Request-Id, X-Credits-Charged, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit, RateLimit-Policy, Cache-Status, Content-Disposition, Idempotent-Replayed, ETag, Age';
const PREFLIGHT_SECONDS = 600;

/**
 * Step 5: a browser's request from a site that is neither ours nor on the operator's list is
 * rejected (docs/errors.md#origin_not_allowed). A server sends neither header and passes.
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

/**
 * Whether an origin is the address that the call was sent to. A site that points its own name at
 * this machine (DNS rebinding) passes that test too: on the MCP endpoint a browser's page has to be
 * on loopback or on the operator's list.
 */
function isOwn(call: Call, origin: string): boolean {
  const host = header(call, 'host');
  if (host === undefined) return false;
  if (call.target?.to === 'mcp' && !isOwnHost(host, [])) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}

const corsHeaders = (origin: string) => ({ 'access-control-allow-origin': origin, vary: 'Origin' });

const ASKED_HEADERS = 'Authorization, Idempotency-Key, Cache-Control, If-None-Match';
/** Headers also sent by calls with a body, including those of the MCP protocol. */
const BODY_HEADERS = 'Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name';

/** The headers for a preflight from an allowed site, for a path that accepts these methods. */
export const preflightHeaders = (origin: string, methods: readonly string[]) => ({
  ...corsHeaders(origin),
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': methods.some((method) => method !== 'GET')
    ? `${ASKED_HEADERS}, ${BODY_HEADERS}`
    : ASKED_HEADERS,
  'access-control-max-age': String(PREFLIGHT_SECONDS),
});
