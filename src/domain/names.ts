/**
 * Place names normalized for comparison: no accents, case or punctuation, one space between words,
 * and one spelling for Saint, Fort and Mount.
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
 * Whether a text can be the name of a place: letters with their accents, digits, spaces, full
 * stops, commas, apostrophes and hyphens. Normalizing drops every other sign, so "Austin%" would
 * pass as Austin.
 */
export const isPlaceName = (text: string): boolean => PLACE_NAME.test(text);

/** A normalized name without its spaces, so that "De Kalb" and "DeKalb" match. */
export const compactName = (normal: string): string => normal.replaceAll(' ', '');

/** U+0300 to U+036F are combining accents. */
const PLACE_NAME = /^[\p{L}\p{Nd}\p{Zs}\u0300-\u036f.,'’‘`´ʻʼ\-‐‑–]+$/u;
const MARKS = /\p{M}+/gu;
/** Full stops and all marks typed as an apostrophe, including the Hawaiian okina. */
const DROPPED = /[.'’‘`´ʻʼ]/gu;
const SPACED = /[^\p{L}\p{N}]+/gu;
const ONE_SPELLING = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
]);
