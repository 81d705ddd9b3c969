/** Settings that are JSON objects of texts, and headers to send among them. */
import { OperatorError } from '#base/operator-error.js';
import { unknownPlaceholder } from '#collect/upstream/header-values.js';
import { type Env, parseJson, quoted, text } from './config-values.js';

/** Headers of the connection, or derived from the request (RFC 9110, 7.6.1; RFC 9112, 6). */
const OWN_HEADERS: readonly string[] = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
];
/** A token, and a field value (RFC 9110, 5.6.2 and 5.5). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers of a setting, to send with each request; none when it is unset. */
export function headersOf(env: Env, name: string): Record<string, string> {
  const value = text(env, name);
  if (value === undefined) return {};
  const headers = textsIn(value);
  if (headers === null) {
    throw new OperatorError(`${name} must be a JSON object of header names and texts.`);
  }
  const seen = new Set<string>();
  for (const [header, sent] of Object.entries(headers)) {
    const wrong = faultOf(header, sent, seen);
    if (wrong !== null) throw new OperatorError(`${name} ${wrong}`);
    seen.add(header.toLowerCase());
  }
  return headers;
}

/** Why a header cannot be sent. An invalid name may be a misplaced secret, so it is not quoted. */
function faultOf(header: string, value: string, seen: ReadonlySet<string>): string | null {
  const lower = header.toLowerCase();
  if (!HEADER_NAME.test(header)) {
    return 'has an invalid header name: use letters, digits and hyphens, no spaces.';
  }
  if (OWN_HEADERS.includes(lower)) return `may not set ${quoted(lower)}: Rowhouse sends its own.`;
  if (seen.has(lower)) return `names ${quoted(lower)} twice.`;
  if (value.trim() === '') return `has no value for ${quoted(lower)}.`;
  const unknown = unknownPlaceholder(value);
  if (unknown !== undefined) {
    return `has the unknown placeholder ${unknown} for ${quoted(lower)}: only {uuid} is supported.`;
  }
  if (HEADER_VALUE.test(value)) return null;
  return `has an invalid value for ${quoted(lower)}: no line breaks, control or non-Latin characters.`;
}

/** A JSON object whose values are all strings, or null. */
export function textsIn(value: string): Record<string, string> | null {
  const parsed = parseJson(value);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  const isTexts = Object.values(parsed).every((one) => typeof one === 'string');
  return isTexts ? (parsed as Record<string, string>) : null;
}
