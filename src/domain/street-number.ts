/** The number at the beginning of a street line, in one spelling. */
import { DIRECTION_WORDS, SUFFIX_WORDS } from './postal-words.js';
import { beginsName } from './street-key.js';
import { stateOfZip } from './zip-states.js';

export interface StreetNumber {
  readonly text: string;
  /** The number of words used. */
  readonly used: number;
}

/** The number of a line in capitals without accents; undefined where it has none. */
export function streetNumber(words: readonly string[], zip: string): StreetNumber | undefined {
  const grid = gridNumber(words, stateOfZip(zip));
  if (grid !== undefined) return grid;
  const used = numberWords(words, zip);
  const text = words
    .slice(0, used)
    .join(' ')
    .replace(/^0+(?=\d)/, '')
    .replace(LETTER_APART, '$1');
  return text === '' || text === '0' ? undefined : { text: wholeRange(text, zip), used };
}

/** "12", "12A", "12-A", "147-25", "408-410", "12-14-16". */
const NUMBER = /^\d+(?:-?[A-Z])?(?:-\d+[A-Z]?){0,2}$/;
const FRACTION = /^\d\/\d$/;
const LETTER = /^[A-Z]$/;
/** "8041 B" and "8041-B" become "8041B". */
const LETTER_APART = /^(\d+)[ -](?=[A-Z]$)/;

/**
 * How many words at the beginning are the number; 0 if there is none. A letter belongs to it if a
 * street name follows: "8041 B Mary Ave"; but in "11 E St", "100 B St NE", "500 E Elm St" and "12 I
 * 35 N" it belongs to the street.
 */
function numberWords(words: readonly string[], zip: string): number {
  const [first = '', second = '', third = ''] = words;
  if (!NUMBER.test(first)) return 0;
  if (FRACTION.test(second)) return 2;
  const isPart =
    LETTER.test(second) &&
    /^\d+$/.test(first) &&
    !DIRECTION_WORDS.has(second) &&
    words.length > 3 &&
    !SUFFIX_WORDS.has(third) &&
    !beginsName(words.slice(1), zip);
  return isPart ? 2 : 1;
}

/** Grids of Wisconsin ("N6W23001", "N8917") and Illinois ("34W852"). */
const GRID = /^(?:[NSEW]\d+-?[NSEW]\d+|[NSEW]\d+|\d{1,2}[NSEW]-?\d{2,4})(?:-?[A-Z])?$/;
/** Such numbers in separate words: "N12 W3456"; in their own state "34 W 852", "N 12 W 3456". */
const APART: readonly { readonly parts: readonly RegExp[]; readonly state?: string }[] = [
  { parts: [/^[NSEW]\d+$/, /^[NSEW]\d+[A-Z]?$/] },
  { parts: [/^[NSEW]$/, /^\d+$/, /^[NSEW]$/, /^\d+$/], state: 'WI' },
  { parts: [/^[NSEW]$/, /^\d{3,5}$/], state: 'WI' },
  { parts: [/^\d{1,2}[NSEW]$/, /^\d{2,4}$/], state: 'IL' },
  { parts: [/^\d{1,2}$/, /^[NSEW]$/, /^\d{3,4}$/], state: 'IL' },
];

function gridNumber(words: readonly string[], state: string | undefined): StreetNumber | undefined {
  for (const { parts, state: only } of APART) {
    const next = words[parts.length] ?? '';
    const fits = parts.every((part, at) => part.test(words[at] ?? ''));
    if (!fits || next === '' || SUFFIX_WORDS.has(next) || (only !== undefined && only !== state)) {
      continue;
    }
    return { text: words.slice(0, parts.length).join(''), used: parts.length };
  }
  const [sent = ''] = words;
  const first = state === 'IL' ? sent.replace(/^O(?=[NSEW]-?\d)/, '0') : sent;
  if (!GRID.test(first)) return undefined;
  return { text: first.replaceAll('-', '').replace(/^0(?=\d)/, ''), used: 1 };
}

/** An abbreviated range: "4934-36" is "4934-4936", but "4934-6" may be a unit. */
const RANGE = /^(\d{3,})-(\d{2,})$/;
/** Where numbers are block-building: Queens, Hawaii, and Fair Lawn in New Jersey. */
const HYPHENATED_ZIPS = /^(?:11[01346]|96[78]|07410)/;
export const hasHyphenatedNumbers = (zip: string): boolean => HYPHENATED_ZIPS.test(zip);

/** In Queens "14725" is "147-25". */
const QUEENS_ZIPS = /^(?:11[1346]|1100[45])/;
const BLOCK_AND_BUILDING = /^(\d{2,3})(\d\d[A-Z]?)$/;

function wholeRange(number: string, zip: string): string {
  if (QUEENS_ZIPS.test(zip)) return number.replace(BLOCK_AND_BUILDING, '$1-$2');
  const [, first = '', last = ''] = RANGE.exec(number) ?? [];
  const shared = first.length - last.length;
  if (last === '' || shared <= 0 || hasHyphenatedNumbers(zip)) return number;
  const whole = first.slice(0, shared) + last;
  const isRange = whole > first && (Number(whole) - Number(first)) % 2 === 0;
  return isRange ? `${first}-${whole}` : number;
}
