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

/**
 * Whether a text can be the name of a place: letters with their accents, digits, spaces, full stops, commas,
 * apostrophes and hyphens. Normalising drops every other sign, so "Austin%" would be taken for Austin.
 */
export const isPlaceName = (text: string): boolean => PLACE_NAME.test(text);

/** A normalised name without its spaces, so that "De Kalb" and "DeKalb" meet. */
export const compactName = (normal: string): string => normal.replaceAll(' ', '');

/** U+0300 to U+036F are the accents of letters that are written in two parts. */
const PLACE_NAME = /^[\p{L}\p{Nd}\p{Zs}\u0300-\u036f.,'’‘`´ʻʼ\-‐‑–]+$/u;
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
