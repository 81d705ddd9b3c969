/**
 * A question in words as the parameters of `GET /v1/homes`: "3-bed under 600k in 78704, price cut
 * this month". What no rule reads is returned, never guessed. Pure.
 */

import { placeIn } from './place.js';
import { type Reading, RULES, type Rule, TYPE_RULES } from './rules.js';
import { FILLERS } from './words.js';

/** Longest question that is read. */
export const QUESTION_CHARS_MAX = 300;

export interface WordsRead {
  /**
   * Parameters of `GET /v1/homes` by name, as text. A city or county without its state has no
   * `state`; the kind may also be `sold`, which only searches answer.
   */
  readonly query: Readonly<Record<string, string>>;
  /** Words that mean nothing here, in order. */
  readonly unread: readonly string[];
}

/** Stands for words that a rule has read, so that no other rule reads across them. */
const READ = ' | ';

/** Reads a question. `today` is the day that "this month" is counted from. */
export function readQuestion(text: string, today: Date): WordsRead {
  const query: Record<string, string> = {};
  const unread: string[] = [];
  const read = (rules: readonly Rule[], from: string): string =>
    rules.reduce(
      (left, rule) =>
        left.replace(rule.pattern, (...found: unknown[]) => {
          const groups = groupsOf(found);
          const reading = rule.read(groups, today, query);
          if (reading === null) return String(found[0]);
          const { unread: none, ...said } =
            groups.no === undefined ? reading : { unread: String(found[0]) };
          if (none !== undefined) unread.push(none.trim());
          merge(query, said);
          return READ;
        }),
      from,
    );
  const start = text.slice(0, QUESTION_CHARS_MAX).normalize('NFC').replace(/[‐-―]/g, '-');
  const place = placeIn(read(RULES, start));
  Object.assign(query, place.query);
  // After the place: there is a Sugar Land and a Mobile.
  const rest = read(TYPE_RULES, place.rest);
  const words = rest.match(/[\p{L}\p{N}$.'’-]*[\p{L}\p{N}]/gu) ?? [];
  unread.push(...words.filter((word) => !FILLERS.has(word.toLowerCase())));
  return { query, unread };
}

/** The named groups are the last argument of a replacement. */
const groupsOf = (found: readonly unknown[]): Readonly<Record<string, string | undefined>> => {
  const last = found.at(-1);
  return typeof last === 'object' && last !== null ? { ...last } : {};
};

/** Home types add up; of any other parameter the last words count. */
function merge(query: Record<string, string>, reading: Reading): void {
  for (const [name, value] of Object.entries(reading)) {
    const before = query[name];
    if (name !== 'property_type' || before === undefined) query[name] = value;
    else query[name] = [...new Set([...before.split(','), ...value.split(',')])].join(',');
  }
}
