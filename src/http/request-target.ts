/** The target of a request: RFC 9112, "Request Target" and "Host". */
import type { IncomingMessage } from 'node:http';

const SLASH = 0x2f;
const ABSOLUTE = /^https?:\/\/([^/?#@]+)(\/?)([^#]*)$/i;

/**
 * Rewrites an absolute-form URL to its path, on the host that it names. An invalid URL becomes an
 * unknown path.
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url = '', headers } = request;
  if (url.charCodeAt(0) === SLASH) return;
  const [, host, , rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) {
    // The router treats a target without a leading slash as its root; it is none of our paths.
    request.url = `/${url}`;
    return;
  }
  request.url = `/${rest}`;
  if (headers.host !== undefined) headers.host = host;
}

/** HTTP/1.1 requires a Host; HTTP/1.0 does not. */
export const isHostless = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1';
