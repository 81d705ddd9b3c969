/**
 * A function of a short text that caches its results: the rows of a page share their codes, words
 * and dates, and each is looked up several times.
 */
const ANSWERS_MAX = 1_000;
/** Longer texts are not cached, so that a source cannot fill the memory. */
const TEXT_CHARS_MAX = 100;

export function remembered<T extends object | string | number | boolean>(
  of: (text: string) => T,
): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = of(text);
    if (text.length > TEXT_CHARS_MAX) return answer;
    if (answers.size >= ANSWERS_MAX) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}
