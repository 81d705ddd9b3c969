/**
 * One street line as street and unit: "401 W Elm Ave # 508" is "401 W Elm Ave" and "#508". The unit
 * keeps the source's spelling. The line is cut at the first word from which everything up to its
 * end reads as a unit, so a word that only looks like a designator ("9 Suite Rd") cuts nothing.
 *
 * A number sign after a road that goes by a number is the road's ("12 Hwy #40", "State Hwy #40"),
 * and the unit's where the road has a name or a number already ("1200 Old Hwy #3", "12 Hwy 40 #3").
 */
import { ROW_TEXT_CHARS_MAX } from '#contract/limits.js';
import {
  DESIGNATORS,
  type Designator,
  DIRECTIONS,
  LEVEL_NOUNS,
  LEVELS,
  NAMED_UNITS,
  NUMBERED_ROADS,
  PLAIN_SUFFIXES,
  ROAD_KINDS,
  SUFFIXES,
  WHOLE_STREETS,
} from './street-address-words.js';

export interface StreetAndUnit {
  readonly line1: string;
  readonly unit: string | undefined;
}

/** `known` is the unit that the source sends separately; the line may repeat it. */
export function splitUnit(street: string, known?: string): StreetAndUnit {
  // Longer texts are withheld anyway; finding a unit takes time quadratic in the length.
  if (street.length > ROW_TEXT_CHARS_MAX) return { line1: street, unit: undefined };
  const text = tidied(street);
  if (known !== undefined) {
    const line1 = withoutKnown(text, known);
    if (line1 !== undefined) return { line1, unit: known };
  }
  if (!MAY_HAVE_UNIT.test(text)) return { line1: text, unit: undefined };
  const plain = splitPlainly(text);
  if (plain !== undefined) return plain;
  const spaced = tidied(text.replace(/\s/g, ' '));
  return splitAtEnd(spaced) ?? splitAtStart(spaced) ?? { line1: spaced, unit: undefined };
}

/** Normalizes the spaces of a unit or street line: one between words, none after a number sign. */
export const tidied = (text: string): string =>
  text.includes('  ') || text.includes('# ') || text.endsWith(',')
    ? text
        .replace(/ {2,}/g, ' ')
        .replaceAll('# ', '#')
        .replace(/[ ,]+$/, '')
    : text;

/** Starts of units that may end in a suffix: "Unit 411 N 104th St", "Apt 4, 12 Oak St". */
const BEGINS_UNIT = /[#(,]|\s(?:unit|apt|apartment|ste|suite|condo)/i;

/** Most units: a sign or a common designator with an identifier, after a plain street. */
function splitPlainly(text: string): StreetAndUnit | undefined {
  const from = PLAIN_UNIT.exec(text)?.index;
  if (from === undefined) return undefined;
  const line1 = text.slice(0, from);
  return PLAIN_STREET.test(line1) && !BEGINS_UNIT.test(line1)
    ? { line1, unit: text.slice(from + 1) }
    : undefined;
}

const PLAIN_UNIT = / (?:#[a-z\d][\w/-]*|(?:unit|apt)\.? #?(?:[a-z]{0,2}\d[\w-]*|[a-z]))$/i;
/** Without highways; of roads, only those with a name of three letters or more. */
const PLAIN_STREET = new RegExp(
  '^\\d+ \\S.* (?:st|ave|dr|ln|blvd|ct|pl|way|cir|ter|pkwy|fwy|' +
    `(?<! (?:${[...ROAD_KINDS].join('|')}|[a-z]{1,2}) )rd)(?: [ns]?[ew]| [ns])?$`,
  'i',
);

interface Token {
  readonly word: string;
  readonly at: number;
}

/** A quick test that skips most streets: a sign, a designator, or an identifier at the end. */
const MAY_HAVE_UNIT = new RegExp(
  `[#(,]|[^\\S ]|(?:^|\\s)(?:(?:${[...DESIGNATORS.keys()].join('|')}|house)(?![a-z])|` +
    `(?:\\d[\\w-]{0,5}|[a-z]-?\\d{1,4}|[a-df-mo-rt-vx-z]|ph-?[a-z])$)`,
  'i',
);
const TOKEN = /[,()]|#?[^\s,#()]+|#/g;
const IDENTIFIER =
  /^(?:[a-z]{0,3}[-/]?\d[\w/-]*|[a-z](?:[-/][a-z\d]+)?|[a-z]{2}|ph-?[a-z]|x{0,2}(?:v?i{1,3}))$/;
const AFTER_SIGN = /^#[a-z\d][\w/-]*$/;
/** Designator and identifier in one word: "Apt4", "PH-2B", "No.5", "PH-B", "PHB". */
const GLUED = /^([a-z]+)-?(\d[\w/-]*)$|^([a-z]{2,})-([a-z])$|^(ph)([a-z])$/;
const ORDINAL = /^\d+(?:st|nd|rd|th)$/;
const MORE = /^(?:\d[\w/-]*|[a-z])$/;
const JOINS = new Set(['&', 'and', '+', '-', '–', 'to', 'thru', '/', ',']);
const BEFORE_IDENTIFIER = new Set(['-', '–', 'no', 'num', 'number', '#', ':']);
/** An identifier without a designator, after a suffix or a comma. */
const BARE = /^(?:\d[\w-]{0,5}|[a-z]-?\d{1,4}|[a-df-mo-rt-vx-z])$/;
const HOUSE_NUMBER = /\d/;
const FRACTION = /^\d\/\d$/;

function splitAtEnd(text: string): StreetAndUnit | undefined {
  const tokens = tokensOf(text);
  const start = streetStart(tokens);
  for (let at = start + 1; at < tokens.length; at += 1) {
    if (!isUnit(tokens, start, at)) continue;
    const from = tokens[at]?.at ?? 0;
    const line1 = text.slice(0, from).replace(/[\s,–-]+$/, '');
    const unit = text.slice(from);
    return { line1, unit: tokens[at]?.word === '(' ? unit.replace(/^\(\s*|\s*\)$/g, '') : unit };
  }
  return undefined;
}

/** Some write the unit first: "Apt 4, 12 Oak St". */
function splitAtStart(text: string): StreetAndUnit | undefined {
  const [, unit, line1] = UNIT_FIRST.exec(text) ?? [];
  return line1 === undefined ? undefined : { line1, unit };
}

const UNIT_FIRST =
  /^((?:(?:apt|apartment|unit|suite|ste)\.? ?#?|#)(?:[\w-]*\d[\w-]*|[a-z])),? (\d[\w-]*(?<!st|nd|rd|th) (?=.*[a-z]{2}).+)$/i;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: sent, index } of text.matchAll(TOKEN)) {
    tokens.push({ word: sent.toLowerCase().replace(/\.|:$|^[-–](?=[a-z\d])/g, ''), at: index });
  }
  return tokens;
}

/** The index where the street begins, after its house number. */
function streetStart(tokens: readonly Token[]): number {
  if (!HOUSE_NUMBER.test(wordAt(tokens, 0)) || ORDINAL.test(wordAt(tokens, 0))) return 0;
  return FRACTION.test(wordAt(tokens, 1)) ? 2 : 1;
}

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';

/** Whether the line from this token to its end is a unit, and the tokens before it a street. */
function isUnit(tokens: readonly Token[], start: number, at: number): boolean {
  const word = wordAt(tokens, at);
  if (word === ',' || !isStreet(tokens, start, at)) return false;
  if (word.startsWith('#') || word === 'no') {
    return !isRoadNumber(tokens, start, at) && readsAsUnit(tokens, at);
  }
  if (isBareUnit(tokens, start, at)) return true;
  const floor = DESIGNATORS.get(word)?.open === true ? at + 1 : at;
  const named =
    isFloor(tokens, floor) || identifierAfter(tokens, at) !== undefined || GLUED.test(word);
  return (named || isComplete(tokens, start, at)) && readsAsUnit(tokens, at);
}

/** At least one word besides directions, and no parcel: "Lot 5 Unit 3 Pine Valley". */
function isStreet(tokens: readonly Token[], start: number, end: number): boolean {
  const first = wordAt(tokens, start);
  if (first === ',') return false;
  if (end - start === 1 && (DIRECTIONS.has(first) || (start === 0 && first.length < 3))) {
    return false;
  }
  return !(DESIGNATORS.has(first) && /^#?\d/.test(wordAt(tokens, start + 1)));
}

/** Whether a street ends before this token: by its suffix, its number or a comma. */
function isComplete(tokens: readonly Token[], start: number, end: number): boolean {
  let last = end - 1;
  if (wordAt(tokens, end) === '(' || /^[,–-]$/.test(wordAt(tokens, last))) return true;
  if (DIRECTIONS.has(wordAt(tokens, last)) && last > start + 1) last -= 1;
  const word = wordAt(tokens, last);
  if (WHOLE_STREETS.has(word)) return true;
  if (PLAIN_SUFFIXES.has(word) || NUMBERED_ROADS.has(word)) return last > start;
  const before = wordAt(tokens, last - 1);
  return MORE.test(word) && (NUMBERED_ROADS.has(before) || SUFFIXES.has(before));
}

/** "12 Oak St 4B", "12 Oak Rd, 4B": only a suffix or a comma shows that it is a unit. */
function isBareUnit(tokens: readonly Token[], start: number, at: number): boolean {
  const word = wordAt(tokens, at);
  const end = wordAt(tokens, at + 1) === '(' ? afterBrackets(tokens, at + 1) : at + 1;
  if (end !== tokens.length || !BARE.test(word) || ORDINAL.test(word)) return false;
  let last = at - 1;
  if (wordAt(tokens, last) === ',') return last > start + 1;
  if (DIRECTIONS.has(wordAt(tokens, last))) last -= 1;
  const name = wordAt(tokens, last - 1);
  if (!PLAIN_SUFFIXES.has(wordAt(tokens, last)) || last <= start) return false;
  return !ROAD_KINDS.has(name) && !DIRECTIONS.has(name) && name !== 'old';
}

/** Whether a number sign belongs to an unnamed road: all words before it tell its kind. */
function isRoadNumber(tokens: readonly Token[], start: number, at: number): boolean {
  if (!NUMBERED_ROADS.has(wordAt(tokens, at - 1))) return false;
  return tokens
    .slice(start, at - 1)
    .every(({ word }) => ROAD_KINDS.has(word) || DIRECTIONS.has(word) || STATE_CODE.test(word));
}

const STATE_CODE = /^[a-z]{2}$/;

/** "25th Floor" is no street; "Terrace FL" may be in Florida. */
function isFloor(tokens: readonly Token[], at: number): boolean {
  const noun = wordAt(tokens, at + 1);
  const isLevel = LEVELS.has(wordAt(tokens, at)) && noun !== 'fl';
  return DESIGNATORS.get(noun)?.name === 'FL' && (isLevel || ORDINAL.test(wordAt(tokens, at)));
}

/** Whether only parts of units follow until the end: "Bldg 4 Apt C", "#A & B". */
function readsAsUnit(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (at < tokens.length) {
    const next = afterPart(tokens, at);
    if (next === undefined) return false;
    at = wordAt(tokens, next) === ',' ? next + 1 : next;
  }
  return true;
}

/** The token after one part of a unit; undefined where none begins. */
function afterPart(tokens: readonly Token[], at: number): number | undefined {
  const word = wordAt(tokens, at);
  if (word === '(') return afterBrackets(tokens, at);
  if (AFTER_SIGN.test(word)) return afterIdentifier(tokens, at, /\d/.test(word));
  const next = wordAt(tokens, at + 1);
  if ((ORDINAL.test(word) || LEVELS.has(word)) && LEVEL_NOUNS.has(next)) {
    return identifierAfter(tokens, at + 1) === undefined ? at + 2 : at + 1;
  }
  const [, glued, , spelled, , penthouse] = GLUED.exec(word) ?? [];
  const whole = DESIGNATORS.get(glued ?? spelled ?? penthouse ?? '');
  if (whole !== undefined) return afterIdentifier(tokens, at, whole.open);
  const designator = DESIGNATORS.get(word);
  if (designator === undefined) return undefined;
  const identifier = identifierAfter(tokens, at);
  if (identifier === undefined && designator.open && isFloor(tokens, at + 1)) {
    return afterPart(tokens, at + 1);
  }
  if (identifier === undefined) return designator.alone ? at + 1 : undefined;
  const numbered = HOUSE_NUMBER.test(wordAt(tokens, identifier));
  return afterIdentifier(tokens, identifier, designator.open && numbered);
}

/** The index of the designator's identifier; undefined when it has none. */
function identifierAfter(tokens: readonly Token[], at: number): number | undefined {
  const designator = DESIGNATORS.get(wordAt(tokens, at));
  if (designator === undefined) return undefined;
  let next = at + 1;
  while (BEFORE_IDENTIFIER.has(wordAt(tokens, next))) next += 1;
  return isIdentifier(designator, wordAt(tokens, next)) ? next : undefined;
}

function isIdentifier(designator: Designator, word: string): boolean {
  if (AFTER_SIGN.test(word)) return true;
  if (ORDINAL.test(word)) return false;
  if (designator.open && NAMED_UNITS.has(word)) return true;
  if (!IDENTIFIER.test(word) || SUFFIXES.has(word)) return false;
  return designator.open || word.length === 1 || HOUSE_NUMBER.test(word);
}

/**
 * The token after an identifier and what belongs to it: "18 E", "A & B", "68 (E)". After an open
 * designator the rest is the street that the source took for the unit's name: "411 N. 104th St".
 */
function afterIdentifier(tokens: readonly Token[], identifier: number, open: boolean): number {
  let at = identifier + 1;
  for (;;) {
    const word = wordAt(tokens, at);
    const next = wordAt(tokens, at + 1);
    if (JOINS.has(word) && (MORE.test(next) || AFTER_SIGN.test(next))) at += 2;
    else if (MORE.test(word) || DIRECTIONS.has(word)) at += 1;
    else if (word === '(') at = afterBrackets(tokens, at);
    else if (next === '' && DESIGNATORS.get(word)?.name === 'FL') at += 1;
    else break;
  }
  const rest = wordAt(tokens, at);
  const isRest = open && rest !== ',' && !DESIGNATORS.has(rest) && !rest.startsWith('#');
  const namesRoad = at === identifier + 1 && SUFFIXES.has(rest);
  return isRest && !namesRoad && NAME.test(rest) ? tokens.length : at;
}

const NAME = /^[a-z\d][a-z\d'-]*$/;

function afterBrackets(tokens: readonly Token[], at: number): number {
  const end = tokens.findIndex(({ word }, index) => index > at && word === ')');
  return end < 0 ? tokens.length : end + 1;
}

/** The line without its known unit at the end; a bare number may belong to the road. */
function withoutKnown(street: string, unit: string): string | undefined {
  const from = street.length - unit.length;
  const repeats = street.endsWith(unit) || street.slice(from).toLowerCase() === unit.toLowerCase();
  if (!repeats || street[from - 1] !== ' ') return undefined;
  const line1 = street.slice(0, from - 1).replace(/[\s,–-]+$/, '');
  if (line1 === '') return undefined;
  const last = /^\d/.test(unit) ? tokensOf(line1).at(-1)?.word : undefined;
  return last !== undefined && NUMBERED_ROADS.has(last) ? undefined : line1;
}
