/**
 * Host names that a loopback listener accepts. A site that points its own name at this machine (DNS
 * rebinding) makes browsers call us, and they send that name as Host.
 */
import { isIPv4 } from 'node:net';

/** Whether a Host header names loopback (any port), or one of the other names, in lower case. */
export function isOwnHost(header: string, more: readonly string[]): boolean {
  const name = nameIn(header);
  if (name === undefined) return false;
  if (name === 'localhost' || name === '::1') return true;
  return (isIPv4(name) && name.startsWith('127.')) || more.includes(name);
}

/** The host of a Host header, without port and brackets; undefined for an invalid one. */
function nameIn(header: string): string | undefined {
  const [, inBrackets, name] =
    /^(?:\[([0-9a-f:.]+)\]|([^:@/[\]\s]+))(?::\d*)?$/i.exec(header) ?? [];
  return (inBrackets ?? name)?.toLowerCase();
}
