import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import { apiError } from '#domain/api-error.js';
import { uniqueParameters } from '#domain/query.js';

/** No text of the database can hold it. */
const holdsNul = (name: string): string =>
  `${name} must be a text without the character NUL (%00).`;

/** The parameters sent; throws when one is not among those taken. */
export function readParameters(taken: readonly string[], queryText: string): Map<string, string> {
  const sent = uniqueParameters(taken, queryText);
  for (const [name, value] of sent) {
    if (taken.includes(name)) {
      // waitOf takes digits alone, and has an error of its own.
      if (name === 'wait' || !value.includes('\0')) continue;
      throw apiError('unsupported_or_invalid_query', { param: name, message: holdsNul(name) });
    }
    const description = taken.length === 0 ? 'It takes none.' : `It takes ${taken.join(', ')}.`;
    throw apiError('unsupported_or_invalid_query', {
      message: `"${name.slice(0, 40)}" is not a parameter of this route. ${description}`,
    });
  }
  return sent;
}

/** wait is a whole number from 0 to 20 (docs/errors.md#invalid_wait). */
export function waitOf(sent: ReadonlyMap<string, string>): number {
  const raw = sent.get('wait') ?? '0';
  if (!/^\d{1,2}$/.test(raw) || Number(raw) > WAIT_SECONDS_MAX) {
    throw apiError('invalid_wait', { param: 'wait' });
  }
  return Number(raw);
}
