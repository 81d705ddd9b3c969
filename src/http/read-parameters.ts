import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import type { Operation } from '#contract/operations/operation.js';
import type { Json } from '#contract/schema.js';
import { apiError, invalidQuery, outOfRange } from '#domain/api-error.js';
import { isDay } from '#domain/days.js';
import { uniqueParameters, unknownParameter } from '#domain/query.js';
import { DECIMAL, WHOLE } from '#domain/query-values.js';
import { isUuid } from '#domain/uuid.js';

/** The database cannot store NUL in text. */
const holdsNul = (name: string): string => `${name} must be text without the character NUL (%00).`;

/** The parameters sent; throws for one that is not accepted. */
export function readParameters(taken: readonly string[], queryText: string): Map<string, string> {
  const sent = uniqueParameters(taken, queryText);
  for (const [name, value] of sent) {
    if (taken.includes(name)) {
      // waitOf accepts digits only, and has an error of its own.
      if (name === 'wait' || !value.includes('\0')) continue;
      throw invalidQuery(name, holdsNul(name));
    }
    throw unknownParameter(name, taken);
  }
  return sent;
}

/** An operation's query, read by its schemas. Throws the API error of the first invalid value. */
export function readQuery(
  operation: Operation,
  queryText: string,
): Readonly<Record<string, unknown>> {
  const { query = {}, required = [] } = operation;
  const sent = readParameters(Object.keys(query), queryText);
  const values = Object.entries(query).flatMap(([name, schema]): [string, unknown][] => {
    const raw = sent.get(name) ?? (required.includes(name) ? '' : undefined);
    if (raw === undefined) return [];
    return [[name, name === 'wait' ? waitOf(sent) : valueOf(name, raw, schema)]];
  });
  return Object.fromEntries(values);
}

function valueOf(name: string, raw: string, { type, format, ...rule }: Json): unknown {
  const { minimum, maximum, minLength = 0, maxLength, enum: choices, pattern } = rule as Rule;
  if (type === 'integer') {
    const [min, max] = [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER];
    const value = /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw outOfRange(name, `a whole number from ${min} to ${max}`);
  }
  if (type === 'number') {
    const [min, max] = [minimum ?? -Infinity, maximum ?? Infinity];
    const value = DECIMAL.test(raw) ? Number(raw) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw outOfRange(name, `a number from ${min} to ${max}`);
  }
  if (format === 'date') {
    if (isDay(raw)) return raw;
    throw outOfRange(name, 'a day of the calendar, YYYY-MM-DD');
  }
  if (format === 'uuid') {
    if (isUuid(raw)) return raw.toLowerCase();
    throw outOfRange(name, 'an id');
  }
  if (choices?.includes(raw) === false) {
    throw outOfRange(name, `one of ${choices.join(', ')}`);
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(raw)) {
    throw invalidQuery(name, `${name} has another form. It is: ${(rule as Rule).description}`);
  }
  if (raw.length >= minLength && raw.length <= (maxLength ?? raw.length)) return raw;
  const upTo = maxLength === undefined ? ' or more' : ` to ${maxLength}`;
  throw outOfRange(name, `a text of ${minLength}${upTo} characters`);
}

interface Rule {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
}

/** wait is a whole number from 0 to 20 (docs/errors.md#invalid_wait). */
export function waitOf(sent: ReadonlyMap<string, string>): number {
  const raw = sent.get('wait') ?? '0';
  const seconds = WHOLE.test(raw) ? Number(raw) + 0 : Number.NaN;
  if (seconds >= 0 && seconds <= WAIT_SECONDS_MAX) return seconds;
  throw apiError('invalid_wait', { param: 'wait' });
}
