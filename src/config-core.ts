/** The address of a source that another installation reads: `rowhouse+https://KEY@host/`. */
import { OperatorError } from '#base/operator-error.js';
import type { UpstreamAddress } from '#collect/upstream/upstream.js';
import { BASE_PATH } from '#contract/envelope.js';

const SCHEME = /^rowhouse\+(?=https?:\/\/)/i;
/** A core waits for its own sources, so most of what is sent to it is waiting at any time. */
const LIMITS_OF_A_CORE = { rate_per_s: 100, concurrency: 64, timeout_s: 30 };

/** Whether an address names another installation. */
export const isCoreAddress = (address: string): boolean => SCHEME.test(address);

/** Its upstream. Throws OperatorError; no message quotes the address, which holds the key. */
export function coreUpstream(
  name: string,
  address: string,
  headers: UpstreamAddress['headers'],
): UpstreamAddress {
  const text = address.replace(SCHEME, '');
  if (!URL.canParse(text))
    throw new OperatorError(`${name}: what follows rowhouse+ is not an address.`);
  const url = new URL(text);
  const { username: key, password, hash } = url;
  if (password !== '' || !/^[\w.~-]*$/.test(key)) {
    throw new OperatorError(`${name}: the key stands before the @ and has no colon.`);
  }
  if (hash !== '' && hash !== '#sandbox') {
    throw new OperatorError(
      `${name} may end with #sandbox only: then the homes are synthetic there.`,
    );
  }
  if (url.pathname.replace(/\/$/, '').endsWith(BASE_PATH)) {
    throw new OperatorError(`${name} ends with ${BASE_PATH}, which is added to it. Leave it out.`);
  }
  if (url.search !== '') {
    throw new OperatorError(
      `${name} has a question mark. Leave it out: each call has its own query.`,
    );
  }
  const named = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');
  if (named === (key !== '')) {
    throw new OperatorError(
      `${name} needs one key of the other installation: before the @ of its address, or as ${name}_HEADERS {"authorization":"Bearer KEY"}.`,
    );
  }
  for (const part of ['username', 'hash'] as const) url[part] = '';
  return {
    url: url.href,
    headers: key === '' ? headers : { ...headers, authorization: `Bearer ${key}` },
    core: true,
    ...LIMITS_OF_A_CORE,
    ...(hash !== '' && { sandbox: true }),
  };
}
