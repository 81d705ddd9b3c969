/**
 * A question in words as the parameters of `GET /v1/homes`: "3-bed under 600k in 78704, price cut
 * this month". What no rule reads is returned, never guessed. Pure.
 */

import { placeIn } from './place.js';
import { type Reading, RULES } from './rules.js';

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

/** Words between the others. */
const FILLERS = new Set(
  `a about all around also an and any anything are as at available be by can could do find first for from get give had has have
  having home homes houses how i in is it its let list listed listing listings look looking market me my near of
  on one ones only or our please place places properties property real estate search see seen show some that the
  their them there they this to up us want was we were what what's where which who whose w will with would you your zip code priced`.split(
    /\s+/,
  ),
);

/** Reads a question. `today` is the day that "this month" is counted from. */
export function readQuestion(text: string, today: Date): WordsRead {
  let rest = text.slice(0, QUESTION_CHARS_MAX).normalize('NFC').replace(/[‐-―]/g, '-');
  const query: Record<string, string> = {};
  const unread: string[] = [];
  for (const rule of RULES) {
    rest = rest.replace(rule.pattern, (...found: unknown[]) => {
      const match = groupsOf(found);
      const reading = rule.read(match, today, query);
      if (reading === null) return String(found[0]);
      const { unread: none, ...read } = reading;
      if (none !== undefined) unread.push(none);
      merge(query, read);
      return READ;
    });
  }
  const place = placeIn(rest);
  Object.assign(query, place.query);
  const words = place.rest.match(/[\p{L}\p{N}$.'’-]*[\p{L}\p{N}]/gu) ?? [];
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
