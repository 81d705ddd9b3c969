/** The rules of JSON Schema in words: what a value must be that breaks one. */
import type { Json } from './schema.js';

/** A broken rule, as the validator reports it. */
export interface BrokenRule {
  readonly keyword: string;
  readonly message?: string;
  readonly params: Json;
}

/**
 * What a value must be, such as `must have at most 40 characters`. Patterns are said in the given
 * words, by pattern; a rule without words is said as the validator says it.
 */
export function ruleInWords(
  { keyword, message = 'is wrong', params }: BrokenRule,
  patterns: Readonly<Record<string, string>>,
): string {
  if (keyword === 'pattern') {
    const words = patterns[String(params.pattern)];
    return words === undefined ? message : `must be ${words}`;
  }
  return RULES[keyword]?.(params) ?? message;
}

/** The types that a value may have, in words: `text or null`. */
const typesOf = (types: unknown): string =>
  [types]
    .flat()
    .map((type) => TYPE_WORDS[String(type)])
    .join(' or ');

const listOf = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '');

const RULES: Readonly<Record<string, (params: Json) => string>> = {
  type: ({ type }) => `must be ${typesOf(type)}`,
  enum: ({ allowedValues }) => `must be one of ${listOf(allowedValues)}`,
  minimum: ({ limit }) => `must be ${String(limit)} or more`,
  maximum: ({ limit }) => `must be ${String(limit)} or less`,
  minItems: ({ limit }) => `must have ${String(limit)} or more items`,
  maxItems: ({ limit }) => `must have at most ${String(limit)} items`,
  minLength: ({ limit }) => `must have ${String(limit)} or more characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  uniqueItems: () => 'must have no item twice',
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};
