/** The addresses of sources: the configured one, and the one that callers see. */

/** An upstream's address without its credentials, and the credentials. */
export interface SplitAddress {
  /** The address without user and password. */
  readonly url: string;
  /** Value of the `authorization` header (RFC 7617); null when the address names no user. */
  readonly authorization: string | null;
}

/** Parses an http or https address; null if invalid or if its user cannot be sent. */
export function splitAddress(text: string): SplitAddress | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const [user, password] = [bytesOf(url.username), bytesOf(url.password)];
  url.username = '';
  url.password = '';
  if (user === '' && password === '') return { url: url.href, authorization: null };
  // RFC 7617: everything after the first colon is the password, so a user name cannot contain one.
  if (user.includes(':')) return null;
  const pair = Buffer.from(`${user}:${password}`, 'latin1').toString('base64');
  return { url: url.href, authorization: `Basic ${pair}` };
}

/** The percent-decoded bytes of a part of an address, one character per byte; never throws. */
const bytesOf = (part: string): string =>
  part.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** The text as an origin, or null: http or https, no credentials, no path. */
export function originIn(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { origin } = new URL(text);
  return text.toLowerCase().replace(/\/$/, '') === origin ? origin : null;
}

/**
 * The address of a home's page as callers may see it. Links from a source can hold credentials or
 * point to the upstream itself: credentials are removed, and upstream links point to the public
 * site.
 */
export function publicPage(page: string, site: string, upstream: string | undefined): string {
  if (page.startsWith(`${site}/`) || !URL.canParse(page)) return page;
  const url = new URL(page);
  const hidden = upstream === undefined ? undefined : new URL(upstream);
  if (hidden !== undefined && url.hostname === hidden.hostname) {
    const base = hidden.pathname.replace(/\/$/, '');
    const path = url.pathname.startsWith(`${base}/`)
      ? url.pathname.slice(base.length)
      : url.pathname;
    return site + path + url.search + url.hash;
  }
  if (url.username === '' && url.password === '') return page;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The same, whichever upstream of the source the link points to. */
export const shownPage = (page: string, site: string, upstreams: readonly string[]): string =>
  upstreams.reduce(
    (shown, upstream) => publicPage(shown, site, upstream),
    publicPage(page, site, undefined),
  );
