// The synchronous half of the Python client is its asynchronous half without these words.

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:async|await) /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b_async_/g, '_'],
  [/\b__a(enter|exit)__\b/g, '__$1__'],
  [/\baclose\b/g, 'close'],
];

/** Python code of one thread, from code for an event loop. */
export const withoutAsync = (code: string): string =>
  WORDS.reduce((text, [word, other]) => text.replace(word, other), code);
