/**
 * Removes an upstream's secrets from texts that an operator may show to strangers. Configured
 * secrets are found by value, anywhere; others by the usual names of secret parameters and members.
 */
import type { UpstreamAddress } from './upstream.js';

export const MASK = '(hidden)';

/** Shorter parts of a header are words like "web": masking them hides more than it protects. */
const PART_CHARS_MIN = 8;
const SEPARATORS = /[\s;,=:"]+/;
const NAME = String.raw`[\w.-]*(?:token|secret|passw|session|cookie|credential|signature|jwt|auth|(?:api|access|client|app|subscription)[_-]?key)[\w.-]*`;
const IN_QUERY = new RegExp(String.raw`([?&]${NAME}=)[^&\s]+`, 'gi');
const IN_JSON = new RegExp(String.raw`("${NAME}"\s*:\s*)"(?:[^"\\]|\\.)*"?`, 'gi');

/** Headers of formats and languages, whose words occur in every answer. */
const PLAIN_HEADER = /^(?:accept|content-type)/i;

/** Hides the secrets of upstreams in a text. */
export function maskOf(addresses: readonly UpstreamAddress[]): (text: string) => string {
  const secrets = [...new Set(addresses.flatMap(secretsOf))].sort((a, b) => b.length - a.length);
  return (text) =>
    secrets
      .reduce((shown, secret) => shown.replaceAll(secret, MASK), text)
      .replace(IN_QUERY, `$1${MASK}`)
      .replace(IN_JSON, `$1"${MASK}"`);
}

/** Values of headers and their parts, credentials, and query values sent with every request. */
function secretsOf({ headers, oauth, options }: UpstreamAddress): string[] {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    PLAIN_HEADER.test(name) ? [] : [value],
  );
  const whole = [...sent, oauth?.client_id, oauth?.client_secret];
  const query = [...new URLSearchParams(options?.query ?? '').values()];
  const values = [...whole, ...query].filter((value) => value !== undefined);
  const parts = values.flatMap((value) => [value, ...value.split(SEPARATORS)]);
  const long = parts.filter((part) => part.length >= PART_CHARS_MIN);
  return long.flatMap((part) => [part, encodeURIComponent(part), jsonText(part)]);
}

const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1);
