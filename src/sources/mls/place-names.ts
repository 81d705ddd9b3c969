/** Spellings of a place's name, from its normalized form. */

/** Words with one spelling in the normalized form and several in sources. */
const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map([
  ['st', ['st', 'st.', 'saint']],
  ['ste', ['ste', 'ste.', 'sainte']],
  ['ft', ['ft', 'ft.', 'fort']],
  ['mt', ['mt', 'mt.', 'mount']],
]);

/**
 * The ways in which a feed may write a name: as lower-case text ("saint louis"), or as a token of a
 * list ("SaintLouis").
 */
export function spellingsOf(name: string, isText: boolean): string[] {
  const [first = '', ...others] = name.split(' ');
  const begun = (WRITTEN.get(first) ?? [first]).map((word) => [word, ...others]);
  if (isText) return [...new Set(begun.flatMap((words) => [words.join(' '), words.join('-')]))];
  return [...new Set(begun.map((words) => words.map(capital).join('').replaceAll('.', '')))];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** "SanFrancisco" as words. Names with an inner capital ("McAllen") remain one word. */
export const wordsOf = (token: string): string =>
  token.replace(/(?<=[a-z])(?<!\bMc|\bDe|\bLa|\bDu|\bMac)(?=[A-Z])/g, ' ');
