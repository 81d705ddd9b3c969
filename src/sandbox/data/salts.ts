/**
 * One number for each draw, so that no two draws of a home correlate. Portals take theirs from
 * PORTAL_SALTS upward. A draw may also use the numbers after its own.
 */
import { type WordsOf, words } from './words.js';

/** A number for each of these draws, ten apart. */
export const saltsFrom = <const Names extends string>(first: number, names: Names) =>
  Object.fromEntries(words(names).map((name, at) => [name, first + 10 * at])) as Readonly<
    Record<WordsOf<Names>, number>
  >;

export const SALT = {
  ...saltsFrom(
    101,
    `count level blobs blob spread x y phase active pending sells channel type block beds baths area
    year lot price round sale flats street number suffix unit agent broker name rank tower steps
    stepDay stepSize stepRises`,
  ),
  ...saltsFrom(471, 'stated pause setback bend'),
};

export const PORTAL_SALTS = 1_000;
