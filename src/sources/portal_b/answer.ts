/**
 * The source's JSON for any request: after a prefix that prevents running it as a script, in an
 * envelope in which errors have HTTP 200 and a code of their own.
 */
import { changedAnswer, SourceError } from '../driver.js';
import { jsonOf } from '../json-body.js';
import { isRaw, numberOr, type Raw, rawOf, textOr } from '../raw-values.js';

export const PREFIX = '{}&&';
/** "Invalid arguments": the source no longer understands the request. */
const INVALID_ARGUMENTS = 101;
/** How much of an error's own text a message quotes. */
const WORDS_MAX = 80;

/** The payload of an answer. Throws SourceError. */
export function payloadIn(body: string): Raw {
  const text = body.trim();
  if (text.startsWith('<')) {
    throw new SourceError('refused', 'portal_b answered with a challenge page instead of data.');
  }
  const json = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  const answer = rawOf(jsonOf('portal_b', json));
  requireSuccess(answer);
  if (!isRaw(answer.payload)) throw changedAnswer('portal_b')('the payload is missing');
  return answer.payload;
}

function requireSuccess({ resultCode, errorMessage }: Raw): void {
  if (resultCode === 0 || resultCode === undefined) return;
  const code = numberOr(resultCode);
  const words = (textOr(errorMessage) ?? 'no message').slice(0, WORDS_MAX);
  if (code === INVALID_ARGUMENTS) {
    throw new SourceError('changed', `portal_b no longer understands the request: ${words}.`);
  }
  throw new SourceError('down', `portal_b answered with its error ${code ?? '?'}: ${words}.`);
}
