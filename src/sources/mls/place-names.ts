/** Spellings of a place's name, from the form in which names are compared here. */

/** Words that the compared form writes in one way, and sources in several. */
const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map([
  ['st', ['st', 'st.', 'saint']],
  ['ste', ['ste', 'ste.', 'sainte']],
  ['ft', ['ft', 'ft.', 'fort']],
  ['mt', ['mt', 'mt.', 'mount']],
]);

/**
 * The ways in which a feed may write a name: as text in lower case ("saint louis"), or as a token of a list
 * ("SaintLouis").
 */
export function spellingsOf(name: string, isText: boolean): string[] {
  const [first = '', ...others] = name.split(' ');
  const begun = (WRITTEN.get(first) ?? [first]).map((word) => [word, ...others]);
  if (isText) return [...new Set(begun.flatMap((words) => [words.join(' '), words.join('-')]))];
  return [...new Set(begun.map((words) => words.map(capital).join('').replaceAll('.', '')))];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** "SanFrancisco" as words. Names that have a capital inside ("McAllen") are tokens of their own spelling. */
export const wordsOf = (token: string): string =>
  token.replace(/(?<=[a-z])(?<!\bMc|\bDe|\bLa|\bDu|\bMac)(?=[A-Z])/g, ' ');
