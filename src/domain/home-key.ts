/**
 * The key that identifies the same home across sources: ZIP, number, street and unit in one
 * spelling (USPS Publication 28). No key is better than a wrong one: two homes under one key would
 * share a history.
 */
import { createHash } from 'node:crypto';
import {
  DIRECTION_WORDS,
  GENERIC_DESIGNATOR_WORDS,
  NAMED_DESIGNATOR_WORDS,
  STREET_WORDS,
} from './postal-words.js';
import { splitUnit } from './street-address.js';
import { streetKey } from './street-key.js';
import { CARDINAL_WORDS } from './street-names.js';
import { hasHyphenatedNumbers, streetNumber } from './street-number.js';

/** The parts of a row's address, without the city: some sources send a neighborhood as city. */
export interface KeyedAddress {
  readonly line1: string;
  readonly unit: string | null;
  readonly zip: string;
}

export interface HomeKey {
  readonly zip: string;
  readonly number: string;
  /** The words after the number, in order. */
  readonly street: string;
  /** Empty where the address has no unit. */
  readonly unit: string;
}

/** Why an address has no key. */
export const NO_KEY = {
  hidden: 'The source hides the street address.',
  no_zip: 'The address has no ZIP.',
  no_number: 'The address has no house number.',
  stand_in_unit: 'The source has its own number in place of the unit.',
} as const;
export type NoKey = keyof typeof NO_KEY;

/** The key of an address, or why it has none. Takes tens of microseconds. */
export function homeKey({ line1, unit, zip }: KeyedAddress): HomeKey | NoKey {
  const line = streetAndUnit(line1, unit);
  const words = wordsOf(numberTidied(line.line1, hasHyphenatedNumbers(zip)));
  if (words.length === 0) return 'hidden';
  if (!ZIP.test(zip)) return 'no_zip';
  const number = streetNumber(words, zip);
  const street = number === undefined ? '' : streetKey(words.slice(number.used), zip);
  if (number === undefined || street === '') return 'no_number';
  const key = unitKey(line.unit);
  return key === null ? 'stand_in_unit' : { zip, number: number.text, street, unit: key };
}

/** A line may repeat the unit that its source also sends separately. */
function streetAndUnit(line1: string, unit: string | null): { line1: string; unit: string } {
  const split = splitUnit(line1);
  if (unit === null || unit.trim() === '') return { line1: split.line1, unit: split.unit ?? '' };
  const isRepeated = split.unit !== undefined && unitKey(split.unit) === unitKey(unit);
  return { line1: isRepeated ? split.line1 : line1, unit };
}

/** The identity of a home: its ids, and the key they are made of. */
export interface HomeIdentity extends HomeKey {
  readonly home_id: string;
  readonly building_id: string;
}

/**
 * The identity of a home from its address, or from its parcel (county FIPS code and number) where
 * the address has no key: files of sales often name no street. A parcel key has no number, street
 * or unit.
 */
export function identityOf(address: KeyedAddress, parcel: string | null): HomeIdentity | NoKey {
  const key = homeKey(address);
  if (typeof key !== 'string') {
    return {
      ...key,
      home_id: homeId(key),
      building_id: uuidOf(`building|${keyText({ ...key, unit: '' })}`),
    };
  }
  if (parcel === null || key === 'stand_in_unit') return key;
  const id = uuidOf(`parcel|${parcel}`);
  return { zip: address.zip, number: '', street: '', unit: '', home_id: id, building_id: id };
}

/** The parcel of a row as one text; null without its county, in which the number is unique. */
export const parcelOf = (countyFips: string | null, number: unknown): string | null =>
  typeof number === 'string' && number !== '' && countyFips !== null
    ? `${countyFips}:${number}`
    : null;

/** The key as one text; without its unit, the key of the building. */
const keyText = ({ zip, number, street, unit }: HomeKey): string =>
  [zip, number, street, unit].join('|');

/** A UUID (RFC 9562, version 8) made only of the key: the same on every node and in every store. */
export const homeId = (key: HomeKey): string => uuidOf(`home|${keyText(key)}`);

function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

const ZIP = /^\d{5}$/;
const MARKS = /\p{M}+/gu;
const HALVES: Readonly<Record<string, string>> = { '½': ' 1/2', '¼': ' 1/4', '¾': ' 3/4' };
/** Full stops stay between digits ("12.5") and split words ("Co.Rd.12") but not "N.W.". */
const PARTS = /(?<=[A-Z\d]{2})\.(?=[A-Z])|(?<=[A-Z])\.(?=[A-Z\d]{2}|\d)/gu;
const DROPPED = /(?<!\d)\.|\.(?!\d)|['’‘`´ʻʼ]/gu;
const SPACED = /[\s,;:"#()]+/u;

/** The words of a line in capitals, without accents. Hyphens stay: 147-25 is a number in Queens. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/[½¼¾]/g, (sign) => HALVES[sign] ?? sign)
    .normalize('NFKD')
    .replace(MARKS, '')
    .replaceAll('\u2044', '/')
    .replace(/[‐‑–]/g, '-')
    .toUpperCase()
    .replace(PARTS, ' ')
    .replace(DROPPED, '')
    .split(SPACED)
    .filter((word) => word !== '');

/** "12 & 14" are two numbers; a hyphen is part of the number in Queens: 12-14 is one house. */
const HYPHEN = /^(\d+)\s*[–-]\s*(?=\d)/;
const RANGE = /^(\d+)(?:\s*[–&-]\s*|\s+(?:and|to|thru)\s+|\/(?=\d{2,}\s))(?=\d)/i;

/**
 * Makes a number one word and its fraction another ("4934 & 36", "4934/4936", "12-1/2", "12.5"),
 * and separates the number from the street ("489-27th St", "48S 400E").
 */
const numberTidied = (line: string, isHyphenated: boolean): string =>
  line
    .trimStart()
    .replace(/^(\d+)\s*[–-]\s*(?=\d+(?:st|nd|rd|th)\b)/i, '$1 ')
    .replace(isHyphenated ? HYPHEN : RANGE, '$1-')
    .replace(/^(\d{3,})\/(?=\d{2,}\s)/, '$1-')
    .replace(/^(\d+)([nsew])\s+(\d+)([nsew])$/i, '$1 $2 $3 $4')
    .replace(/^(\d+)-(?=\d\/\d)/, '$1 ')
    .replace(/^(\d+)\.5(?=\s)/, '$1 1/2');

/** A level written before its noun: "2nd Floor", "2 Floor", but "2 FL" may be in Florida. */
const LEVEL_FIRST = /^(\d+)(ST|ND|RD|TH)?$/;
/** Placeholders of sources that hide units: eight or nine hex digits, or 32767. */
const STAND_IN = /^(?:[0-9A-F]{8,9}|32767)$/;
/** "APT4B", "PH-2B", "UNIT-B". */
const GLUED = /^([A-Z]{2,})-?(\d[\w/-]*)$|^([A-Z]{2,})-([A-Z]{1,2})$/;
const GLUED_LEVEL = /^(\d+)(?:ST|ND|RD|TH)?-?(?:FL|FLR|FLOOR)$/;
/** Penthouses are named by letters: "PHB". */
const PENTHOUSE = /^(PH)([A-Z])$/;

/** A unit without generic words, as one text; empty if there is none, null for a placeholder. */
function unitKey(unit: string): string | null {
  const kept: string[] = [];
  const words = wordsOf(unit.replace(/\s*-\s*/g, '-').replace(/^-|-$/g, '')).flatMap(apart);
  for (const [at, word] of words.entries()) {
    if (GENERIC_DESIGNATOR_WORDS.has(word)) continue;
    if (STAND_IN.test(word)) return null;
    const [, level, ending] = LEVEL_FIRST.exec(STREET_WORDS.get(word) ?? word) ?? [];
    const noun = NAMED_DESIGNATOR_WORDS.get(words[at + 1] ?? '');
    const isLevel =
      ending !== undefined ||
      (words[at + 1]?.startsWith('FLO') === true && at === words.length - 2);
    if (level !== undefined && noun !== undefined && isLevel) {
      kept.push(noun, level);
      words.splice(at + 1, 1);
      continue;
    }
    const named = NAMED_DESIGNATOR_WORDS.get(word) ?? DIRECTION_WORDS.get(word);
    kept.push(named ?? CARDINAL_WORDS.get(word) ?? identifierKey(word));
  }
  return glued(kept);
}

/** Whether a source sent a placeholder in place of a unit. */
export const isStandIn = (unit: string): boolean => unitKey(unit) === null;

/** "2-B" is "2B", "B-2" is "B2", "04" is "4". */
const identifierKey = (word: string): string =>
  word.replace(/^(\d+)-(?=[A-Z]$)|^([A-Z])-(?=\d+$)/, '$1$2').replace(/^0+(?=\d)/, '');

/** Splits "PH2", "APT4B" and "12THFL" into their two words. */
function apart(word: string): string[] {
  const level = GLUED_LEVEL.exec(word)?.[1];
  if (level !== undefined) return ['FL', level];
  const [, name = '', rest = '', spelled = name, letters = rest] =
    GLUED.exec(word) ?? PENTHOUSE.exec(word) ?? [];
  const isDesignator = NAMED_DESIGNATOR_WORDS.has(spelled) || GENERIC_DESIGNATOR_WORDS.has(spelled);
  return isDesignator ? [spelled, letters] : [word];
}

/**
 * Joins words of a unit. A designator and its identifier are one word, a building first: "BLDG3
 * 201" is not "BLDG 3201". A number and the letter after it are one too ("2 B", "B 2"), but only
 * after no designator or a penthouse: "BLDG 3 B" is unit B of a building.
 */
function glued(words: readonly string[]): string {
  const parts: string[] = [];
  let designator = '';
  for (const word of words) {
    const before = parts.at(-1) ?? '';
    const isNamed = NAMED_DESIGNATOR_WORDS.has(before) && /\d/.test(word);
    const takesLetter = designator === '' || designator === 'PH';
    const isLetter = takesLetter && /\d$/.test(before) && /^[A-Z]$/.test(word);
    const isLettered = designator === '' && /^[A-Z]$/.test(before) && /^\d+$/.test(word);
    if (isNamed || isLetter || isLettered) parts.splice(-1, 1, before + word);
    else parts.push(word);
    if (NAMED_DESIGNATOR_WORDS.has(word)) designator = word;
  }
  const isBuilding = (part: string) => /^BLDG\d/.test(part);
  return [...parts.filter(isBuilding), ...parts.filter((part) => !isBuilding(part))].join(' ');
}
