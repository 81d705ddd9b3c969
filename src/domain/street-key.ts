/** One spelling for the street of an address without its number: the USPS words in their order. */
import { type NumberedRoad, numberedRoad } from './numbered-roads.js';
import { DIRECTION_WORDS, STREET_WORDS, SUFFIX_WORDS } from './postal-words.js';
import {
  CARDINAL_WORDS,
  KIND_WORDS,
  NAME_WORDS,
  ORDINAL_SUFFIXES,
  ORDINAL_WORDS,
  PEOPLE,
  TENS_WORDS,
  TITLES,
} from './street-names.js';
import { STATE_NAMES, stateOfZip } from './zip-states.js';

/** The normalized street; the words of `line` are in capitals, without accents. Empty if none. */
export function streetKey(line: readonly string[], zip: string): string {
  const words = withState(line, zip);
  const count = directionsAt(words);
  const before = words.slice(0, count).map(directionKey);
  const rest = words.slice(count);
  const road = roadAt(rest, zip);
  if (road !== undefined) {
    const behind = apart(rest.slice(road.used)).map(wordKey);
    return [...before, ...road.words, ...joinedDirections(behind, 0)].join(' ');
  }
  const [person, others] = personAt(apart(rest));
  const named = withOrdinal(joined(withNumbers(withCountyRoad(others))));
  const end = lastOf(named);
  const keys = endingInDirection(named).map(
    (word, at) => kindKey(named, at, zip) ?? nameKey(word, at === end),
  );
  const directions = /^\d/.test(named[0] ?? '') ? joinedDirections(before, 0) : before;
  const isNamedByLetters = person.length === 0 && SUFFIX_WORDS.has(named[0] ?? '');
  return [...directions, ...person, ...joinedDirections(keys, isNamedByLetters ? 2 : 1)].join(' ');
}

/** "No Main St" and "So Main St" are directions too; "No 5 Rd" is not. */
const SHORT_DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ['NO', 'N'],
  ['SO', 'S'],
]);
const directionKey = (word: string): string =>
  DIRECTION_WORDS.get(word) ?? SHORT_DIRECTIONS.get(word) ?? word;

/** How many words at the beginning are directions. */
function directionsAt(words: readonly string[]): number {
  const [, next = ''] = words;
  const isShort =
    SHORT_DIRECTIONS.has(words[0] ?? '') &&
    /^\D|[A-Z]$/.test(next) &&
    (words.length > 2 || !SUFFIX_WORDS.has(next));
  const first = words.findIndex(
    (word, at) => !(DIRECTION_WORDS.has(word) || (at === 0 && isShort)),
  );
  return first < 0 ? words.length : first;
}

/** "5th Ave No" and "3300 So" end in a direction; "Kim So" is a name. */
function endingInDirection(words: readonly string[]): readonly string[] {
  const direction = SHORT_DIRECTIONS.get(words.at(-1) ?? '');
  const before = words.at(-2) ?? '';
  const isDirection = SUFFIX_WORDS.has(before) || /^\d/.test(before);
  return direction !== undefined && isDirection ? [...words.slice(0, -1), direction] : words;
}

/** "N C Hwy 42" and "North Carolina Hwy 42" are state roads there; N is no direction. */
function withState(words: readonly string[], zip: string): readonly string[] {
  const [first = '', second = '', kind = ''] = words;
  if (!DIRECTION_WORDS.has(first) || !/^(?:HWY|HIGHWAY|RTE|RT|ROUTE|STATE)$/.test(kind))
    return words;
  const state = stateOfZip(zip) ?? '';
  const [before = '', name] = STATE_NAMES.get(state)?.split(' ') ?? [];
  const isSpelled = second === name && DIRECTION_WORDS.get(first) === DIRECTION_WORDS.get(before);
  return isSpelled || first + second === state ? [state, ...words.slice(2)] : words;
}

/** County roads with the county's name: "Weld CR 13". */
const withCountyRoad = (words: readonly string[]): readonly string[] =>
  words[1] === 'CR' && /^\d/.test(words[2] ?? '')
    ? words.with(1, 'CO').toSpliced(2, 0, 'RD')
    : words;

const AGES = new Set(['OLD', 'NEW']);

/** The numbered road at the beginning, or an old one: "Old Highway 71" is another road. */
function roadAt(words: readonly string[], zip: string): NumberedRoad | undefined {
  const [first = ''] = words;
  const road = numberedRoad(words, zip);
  if (road !== undefined || !AGES.has(first)) return road;
  const old = numberedRoad(words.slice(1), zip);
  return old && { words: [first, ...old.words], used: old.used + 1 };
}

/** Words without hyphens, but "Avenue K-8" is "Avenue K8", and "29.5 Rd" is "29 1/2 Rd". */
const apart = (words: readonly string[]): readonly string[] =>
  words.some((word) => /[-.]/.test(word)) ? words.flatMap(wordApart) : words;

const wordApart = (word: string): readonly string[] =>
  word
    .replace(/^([A-Z])-(?=\d+$)/, '$1')
    .replace(/^(\d+)\.5$/, '$1-1/2')
    .split('-')
    .filter((part) => part !== '');

/** Whether a single first letter is part of the name: "I 35", "M L King Blvd", "O Brien Ct". */
export const beginsName = (words: readonly string[], zip: string): boolean =>
  words[0] === 'O' || personAt(words)[0].length > 0 || numberedRoad(words, zip) !== undefined;

const PERSON_WORDS_MAX = Math.max(...[...PEOPLE.keys()].map((way) => way.split(' ').length));

/** The person that a street is named after, and the remaining words: "Dr M L King Jr Blvd". */
function personAt(words: readonly string[]): readonly [readonly string[], readonly string[]] {
  const start = words.findIndex((word) => !TITLES.has(word));
  for (let count = PERSON_WORDS_MAX; count > 0; count -= 1) {
    const person = PEOPLE.get(words.slice(start, start + count).join(' '));
    if (person === undefined) continue;
    const isJunior = /^(?:JR|JUNIOR)$/.test(words[start + count] ?? '');
    return [[person], words.slice(start + count + (isJunior ? 1 : 0))];
  }
  return [[], words];
}

/** 39 as "39TH". */
function ordinal(value: number): string {
  const isTeen = value % 100 > 10 && value % 100 < 14;
  const ending = isTeen ? undefined : ['TH', 'ST', 'ND', 'RD'][value % 10];
  return `${value}${ending ?? 'TH'}`;
}

/** Ordinals in words as digits: "Thirty Ninth", "One Hundred and Fifth". */
function withNumbers(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const times =
      words[at + 1] === 'HUNDRED' ? Number(CARDINAL_WORDS.get(words[at] ?? '') ?? 0) : 0;
    const hundreds = words[at] === 'HUNDRED' ? 1 : times;
    let next = at + (times > 0 ? 1 : 0) + (hundreds > 0 ? 1 : 0);
    if (hundreds > 0 && words[next] === 'AND') next += 1;
    if (words[at] === 'ONE' && words[at + 1] === 'HUNDREDTH') next += 1;
    const [below, used] = ordinalBelow(words[next] ?? '', words[next + 1] ?? '');
    if (below === 0) result.push(words[at] ?? '');
    else {
      result.push(ordinal(hundreds * 100 + below));
      at = next + used - 1;
    }
  }
  return result;
}

/** The value of the ordinal in one or two words, and how many it takes; 0 if they are none. */
function ordinalBelow(word: string, next: string): readonly [number, number] {
  const whole = ORDINAL_WORDS.get(word);
  if (whole !== undefined) return [Number(whole), 1];
  const [, tens = '', unit = ''] = GLUED_TENS.exec(word) ?? [];
  const [above, below, used] = tens === '' ? [word, next, 2] : [tens, unit, 1];
  const sum = Number(TENS_WORDS.get(above)) + Number(ORDINAL_WORDS.get(below));
  return sum % 10 > 0 ? [sum, used] : [0, 0];
}

const GLUED_TENS = new RegExp(`^(${[...TENS_WORDS.keys()].join('|')})([A-Z]+)$`);

/** "39 TH" and "42 TH" are ordinals; so is "23 RD", unless RD is the suffix. */
const isEndingOf = (digits: string, word: string): boolean =>
  /^(?:TH|ND)$/.test(word) || ordinal(Number(digits)) === digits + word;

/** Joins "39 TH", "MC DONALD" and "MAC ARTHUR" into one word, and "O BRIEN" at the beginning. */
function joined(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (const [at, word] of words.entries()) {
    const before = result.at(-1) ?? '';
    const isSuffix = SUFFIX_WORDS.has(word) && !SUFFIX_WORDS.has(words[at + 1] ?? '');
    const isEnding =
      /^\d+$/.test(before) && isEndingOf(before, word) && !isSuffix && at < words.length - 1;
    const isName =
      /^[A-Z]{3,}$/.test(word) &&
      !SUFFIX_WORDS.has(word) &&
      !DIRECTION_WORDS.has(word) &&
      (before === 'MC' || before === 'MAC' || (before === 'O' && at === 1));
    if (isEnding || isName) result.splice(-1, 1, before + word);
    else result.push(word);
  }
  return result;
}

/** "39 Ave" is "39th Ave". */
function withOrdinal(words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...others] = words;
  const isOrdinal = /^\d+$/.test(first) && ORDINAL_SUFFIXES.has(STREET_WORDS.get(second) ?? '');
  return isOrdinal && second !== 'SAINT' ? [ordinal(Number(first)), second, ...others] : words;
}

/** The index of the last word that is no direction. */
const lastOf = (words: readonly string[]): number =>
  words.findLastIndex((word) => !DIRECTION_WORDS.has(word));

/** The kind before a Spanish name: "Avenida de la Playa", but not "Paseo Dr". */
function kindKey(words: readonly string[], at: number, zip: string): string | undefined {
  const [first = '', second = ''] = words;
  const isAlone = words.length < 3 && (SUFFIX_WORDS.has(second) || DIRECTION_WORDS.has(second));
  if (at > 0 || isAlone || second === '') return undefined;
  return first === 'C' && stateOfZip(zip) === 'PR' ? 'CALLE' : KIND_WORDS.get(first);
}

const DIGITS = /^(\d+)(?:ST|ND|RD|TH)$/;

/** In names, plurals are kept ("Parks Ave" is not "Park Ave"), but suffixes have one form. */
function nameKey(word: string, isLast: boolean): string {
  const digits = DIGITS.exec(word)?.[1];
  if (digits !== undefined) return ordinal(Number(digits));
  return !isLast && isPlural(word) ? word : wordKey(word);
}

const isPlural = (word: string): boolean =>
  word.endsWith('S') &&
  SUFFIX_WORDS.has(word) &&
  [word.slice(0, -1), word.slice(0, -2)].some(
    (one) => SUFFIX_WORDS.get(one) === SUFFIX_WORDS.get(word),
  );

const wordKey = (word: string): string =>
  CARDINAL_WORDS.get(word) ?? STREET_WORDS.get(word) ?? NAME_WORDS.get(word) ?? word;

/** Joins "N W" at the end to "NW". */
function joinedDirections(words: readonly string[], from: number): readonly string[] {
  const pair = words.slice(-2).join('');
  const isPair = words.length >= from + 2 && /^[NS][EW]$/.test(pair) && words.at(-1)?.length === 1;
  return isPair ? [...words.slice(0, -2), pair] : words;
}
