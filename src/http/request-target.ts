/** Where a request is sent: RFC 9112, "Request Target" and "Host". */
import type { IncomingMessage } from 'node:http';

const SLASH = 0x2f;
const ABSOLUTE = /^https?:\/\/([^/?#@]+)(\/?)([^#]*)$/i;

/**
 * Reads an address in its absolute form as the path that it names, on the host that it names. What has
 * no form of an address becomes a path that is unknown.
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url = '', headers } = request;
  if (url.charCodeAt(0) === SLASH) return;
  const [, host, , rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) {
    // The router takes what does not begin with a slash for its root; it names no path of ours.
    request.url = `/${url}`;
    return;
  }
  request.url = `/${rest}`;
  if (headers.host !== undefined) headers.host = host;
}

/** HTTP/1.1 has no request without a Host; HTTP/1.0 may. */
export const isHostless = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1';
