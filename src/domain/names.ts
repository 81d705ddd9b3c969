/**
 * The form in which place names are compared: no accents, case or punctuation, one space between
 * words, and one spelling for Saint, Fort and Mount.
 */
export function normalName(text: string): string {
  return text
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(SPACED, ' ')
    .trim()
    .split(' ')
    .map((word) => ONE_SPELLING.get(word) ?? word)
    .join(' ');
}

/** A normalised name without its spaces, so that "De Kalb" and "DeKalb" meet. */
export const compactName = (normal: string): string => normal.replaceAll(' ', '');

const MARKS = /\p{M}+/gu;
/** Full stops and every mark that people type for an apostrophe, the Hawaiian okina included. */
const DROPPED = /[.'’‘`´ʻʼ]/gu;
const SPACED = /[^\p{L}\p{N}]+/gu;
const ONE_SPELLING = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
]);
