/** Which addresses of the network may be dialled for a caller, or for an open set. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The block of global unicast addresses: other IPv6 space is special (RFC 4291, section 2.4). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an IP address is public. IPv6 forms that embed an IPv4 address (mapped, NAT64, 6to4,
 * Teredo) are not, whatever address they embed: a gateway may lead anywhere.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** The host of a URL without the brackets of an IPv6 address. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Whether the host of a URL may be public: where a name leads is seen when it is dialled. */
export function isPublicHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !/(^|\.)localhost\.?$/.test(host);
}
