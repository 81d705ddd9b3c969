/** Addresses that events may be sent to. */
import { isPublicHost } from '#collect/upstream/public-address.js';
import { ENDPOINT_URL_CHARS_MAX } from '#contract/webhooks.js';

/** Ports of https: URLs have an empty port where it is the scheme's own. */
const PORTS = new Set(['', '8443']);

/**
 * What is wrong with an endpoint's URL; undefined when it is valid. Its resolved address is checked
 * at each connection.
 */
export function wrongWithUrl(text: string, isPrivateAllowed: boolean): string | undefined {
  if (text.length > ENDPOINT_URL_CHARS_MAX) {
    return `url must have at most ${ENDPOINT_URL_CHARS_MAX} characters.`;
  }
  if (!URL.canParse(text)) return 'url must be an address like https://example.com/hooks.';
  const { protocol, hostname, port, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'url must have no user and no password.';
  if (isPrivateAllowed) {
    return ['http:', 'https:'].includes(protocol) ? undefined : 'url must start with https://.';
  }
  if (protocol !== 'https:') return 'url must start with https://.';
  if (!PORTS.has(port)) return 'url must have port 443 or 8443.';
  return isPublicHost(hostname) ? undefined : 'url must have a host on the public internet.';
}
