/** Dials public addresses only, whatever a name leads to. */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { bareHost, isPublicAddress } from './public-address.js';

export const CONNECT_MS = 5_000;
/** The code and the sentence of an address that is not dialled. */
export const NOT_PUBLIC = 'It has an address outside the public internet.';

export type Resolve = (
  hostname: string,
  options: LookupOptions,
  callback: (
    error: NodeJS.ErrnoException | null,
    found: string | LookupAddress[],
    family?: number,
  ) => void,
) => void;

const notPublic = (): Error => Object.assign(new Error(NOT_PUBLIC), { code: 'NOT_PUBLIC' });

/**
 * Dials public addresses only. Literal addresses never reach a lookup, so both are tested here, on
 * the address that is dialled: a name that leads elsewhere a moment later gains nothing.
 */
export function publicConnector(resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: publicLookup(resolve) });
  return (options, callback) => {
    const host = bareHost(options.hostname);
    if (isIP(host) !== 0 && !isPublicAddress(host)) callback(notPublic(), null);
    else connect(options, callback);
  };
}

/**
 * Fails when any address of a name is not public: the others of such a name are not to be trusted.
 */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const found = (addresses ?? []) as LookupAddress[];
      const [first] = found;
      if (error !== null || first === undefined) {
        callback(error ?? new Error('no address'), '', 0);
      } else if (!found.every(({ address }) => isPublicAddress(address))) {
        callback(notPublic(), '', 0);
      } else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
