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
    const raw = sent.get(name);
    if (raw !== undefined) {
      return [[name, name === 'wait' ? waitOf(sent) : valueOf(name, raw, schema)]];
    }
    if (!required.includes(name)) return [];
    throw invalidQuery(name, `${name} is missing. Send it in the query: ${wordsOf(schema)}.`);
  });
  return Object.fromEntries(values);
}

function valueOf(name: string, raw: string, schema: Json): unknown {
  const value = readValue(raw, schema);
  if (value !== null) return value;
  const { pattern, description } = schema as Rule;
  if (pattern === undefined) throw outOfRange(name, wordsOf(schema));
  throw invalidQuery(name, `${name} has another form. It is: ${description}`);
}

/** A value as its schema has it; null for another one. */
function readValue(raw: string, { type, format, ...rule }: Json): unknown {
  const { minLength = 0, maxLength, enum: choices, pattern } = rule as Rule;
  if (type === 'integer' || type === 'number') {
    const { min, max } = boundsOf(type, rule);
    const value = (type === 'integer' ? /^\d{1,16}$/ : DECIMAL).test(raw) ? Number(raw) : NaN;
    return value >= min && value <= max ? value : null;
  }
  if (format === 'date') return isDay(raw) ? raw : null;
  if (format === 'uuid') return isUuid(raw) ? raw.toLowerCase() : null;
  if (choices?.includes(raw) === false) return null;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(raw)) return null;
  return raw.length >= minLength && raw.length <= (maxLength ?? raw.length) ? raw : null;
}

/** What a value of a schema must be, after "must be". */
function wordsOf({ type, format, ...rule }: Json): string {
  const { minLength = 0, maxLength, enum: choices } = rule as Rule;
  if (type === 'integer' || type === 'number') {
    const { min, max } = boundsOf(type, rule);
    return `${type === 'integer' ? 'a whole number' : 'a number'} from ${min} to ${max}`;
  }
  if (format === 'date') return 'a day of the calendar, YYYY-MM-DD';
  if (format === 'uuid') return 'an id';
  if (choices !== undefined) return `one of ${choices.join(', ')}`;
  return `a text of ${minLength}${maxLength === undefined ? ' or more' : ` to ${maxLength}`} characters`;
}

const boundsOf = (type: 'integer' | 'number', { minimum, maximum }: Rule) =>
  type === 'integer'
    ? { min: minimum ?? 0, max: maximum ?? Number.MAX_SAFE_INTEGER }
    : { min: minimum ?? -Infinity, max: maximum ?? Infinity };

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
