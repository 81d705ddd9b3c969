/**
 * Roads with a number: "FM 1431", "State Highway 71", "US-290". Each kind has one spelling. The
 * meaning of a kind depends on the state, which the ZIP gives; a kind that may be two roads ("Hwy
 * 71" may be US 71 or Texas 71) remains separate.
 */
import { DIRECTION_WORDS, SUFFIX_WORDS, tableOf } from './postal-words.js';
import { ORDINAL_SUFFIXES } from './street-names.js';
import { STATE_NAMES, stateOfZip } from './zip-states.js';

/** Each line: the kind, then its spellings, in the words of ROAD_WORDS. */
const KINDS = `
INTERSTATE | INTERSTATE, INTERSTATE HWY, IH, I, I HWY, I H, HWY I, HWY IH
US HWY | US, US HWY, US RTE, HWY US, USHWY, U S, U S HWY, U S RTE, UNITED STATES HWY, UNITED STATES RTE, USH
STATE HWY | ST HWY, ST RTE, ST RD, ST TRUNK HWY, SH, SR, SRT, STH, S H, S R
COUNTY RD | CO RD, CR, C R
COUNTY HWY | CO HWY, CO TRUNK HWY, CO TRUNK, CTH, CH, CSAH, CO ST AID HWY
COUNTY RTE | CO RTE
TOWNSHIP RD | TWP RD, TSR
TOWNSHIP HWY | TWP HWY
PRIVATE RD | PVT RD
PARISH RD | PARISH RD
FOREST SVC RD | FOREST SERVICE RD, FOREST SVC RD, FS RD, USFS RD
FM | FM, FM RD, HWY FM, F M, F M RD, FARM TO MARKET, FARM TO MARKET RD, FARM MARKET, FARM MARKET RD
RM | RM, RM RD, R M, RNCH TO MARKET, RNCH TO MARKET RD, RNCH MARKET RD
HWY | HWY
RTE | RTE`;

/** Exceptions for some states; a kind without a name is unknown there. */
const KINDS_OF_STATES = `
TX: FM | FARM RD
TX: RM | RNCH RD, RR, R R
TX: LOOP | LOOP, ST LOOP, ST HWY LOOP, LP
TX: SPUR | SPUR, ST SPUR, ST HWY SPUR
TX: STATE RD | ST RD
TX: STATE RTE | ST RTE
TX: PRIVATE RD | PR, P R, PR RD
TX: | SR, SRT, S R
OH: TOWNSHIP RD | TR
MN: COUNTY STATE AID HWY | CSAH, CO ST AID HWY
WI: COUNTY RD | CO HWY, CO TRUNK HWY, CO TRUNK, CTH, CH
NY: COUNTY RD | CO RTE
NY: STATE HWY | NYS, NYS HWY, NYS RTE, NYS RD
NJ: COUNTY RD | CO RTE
MI: STATE HWY | M, HWY M, ST HWY M
KS: STATE HWY | K, HWY K, ST HWY K
CO: WELD CO RD | WCR
PR: STATE HWY | CARR, CARRETERA, CARR PR, CARRETERA PR, RD PR`;

/** Where letters are state roads: "Highway J", "Route J" and "J Hwy" are the same in Missouri. */
const LETTERED_STATE = 'MO';
/** Where a road's number is a place on the county's grid: "CR 500N" is "CR 500 N". */
const GRID_STATES = new Set(['IL', 'IN']);

/** One form of each word in a kind's name; not of STREET: "Street Rd" is a street. */
const ROAD_WORDS = tableOf(`
HWY HGWY HIGHWAY HIGHWY HIWAY HIWY HWAY HY
RTE ROUTE RT
RD ROAD
CO COUNTY CNTY CTY
ST STATE
TWP TOWNSHIP TWNSHP
PVT PRIVATE PRIV PRVT
RNCH RANCH
MARKET MKT`);

/** State highways use their state's code ("TX-71"). CO also means county, and NE a direction. */
const CODES_OF_OTHER_WORDS = new Set(['CO', 'NE']);
/** Kinds that mean a state road after a state's name: "Texas Highway 71" is "State Highway 71". */
const OF_THE_STATE: Readonly<Record<string, string>> = { HWY: 'STATE HWY', RTE: 'STATE HWY' };
const KINDS_BEHIND_STATES = new Set([
  'STATE HWY',
  'COUNTY RD',
  'COUNTY HWY',
  'FM',
  'RM',
  'LOOP',
  'SPUR',
  ...Object.keys(OF_THE_STATE),
]);
const STATE = 'STATE HWY';

/** Variants ("Bus", "Alt"), anywhere in the line: another road than the number alone. */
const VARIANTS = tableOf(`
BUS BUSINESS
ALT ALTERNATE
BYP BYPASS
TRUCK`);

type Kinds = ReadonlyMap<string, string>;

const kindsOf = (lines: readonly string[]): (readonly [string, string])[] =>
  lines.flatMap((line) => {
    const [kind = '', written = ''] = line.split('|').map((part) => part.trim());
    return written.split(', ').map((phrase) => [phrase, kind] as const);
  });

const EVERYWHERE: Kinds = new Map(kindsOf(KINDS.trim().split('\n')));
const BY_STATE = new Map<string, Kinds>();
for (const line of KINDS_OF_STATES.trim().split('\n')) {
  const state = line.slice(0, 2);
  const kinds = BY_STATE.get(state) ?? EVERYWHERE;
  BY_STATE.set(state, new Map([...kinds, ...kindsOf([line.slice(3)])]));
}
const PHRASE_WORDS_MAX = Math.max(
  ...[...EVERYWHERE.keys()].map((phrase) => phrase.split(' ').length),
);

export interface NumberedRoad {
  readonly words: readonly string[];
  /** The number of words used. */
  readonly used: number;
}

/** The numbered road at the start of these words, or undefined. */
export function numberedRoad(words: readonly string[], zip: string): NumberedRoad | undefined {
  const state = stateOfZip(zip) ?? '';
  const first = numberFirst(words, state);
  if (first !== undefined) return first;
  if (!mayBegin(words[0] ?? '', state)) return undefined;
  const kinds = BY_STATE.get(state) ?? EVERYWHERE;
  const parts = partsOf(words, state, kinds);
  const before = VARIANTS.get(parts[0]?.text ?? '');
  const start = before === undefined ? 0 : 1;
  const ofState = ofTheState(parts, start, state, kinds);
  for (const phrase of ofState === undefined ? phrasesAt(parts, start, kinds) : [ofState]) {
    const road = roadOf(parts, phrase, before, state);
    if (road !== undefined) return road;
  }
  return undefined;
}

function roadOf(
  parts: readonly Part[],
  phrase: Phrase,
  before: string | undefined,
  state: string,
): NumberedRoad | undefined {
  let at = phrase.end;
  const between = VARIANTS.get(parts[at]?.text ?? '');
  if (between !== undefined) at += 1;
  if (parts[at]?.text === 'NO') at += 1;
  const number = wholeNumber(parts, at);
  const next = parts[number.end]?.text ?? '';
  if (!isRoadNumber(number.text, phrase.isSpelled, next)) return undefined;
  const variant = before ?? between;
  const isLettered = OF_THE_STATE[phrase.kind] !== undefined && /^[A-Z]+$/.test(number.text);
  const kind = isLettered && state === LETTERED_STATE ? STATE : phrase.kind;
  const name = number.text.replace(/^0+(?=\d)/, '').replace(/^(\d+)-/, '$1');
  const place = GRID_STATES.has(state) ? name.replace(/^(\d{3,4})(?=[NSEW]$)/, '$1 ') : name;
  const isRepeated = !phrase.isSpelled && REPEATED[kind] === formOf(next);
  const used = (parts[number.end - 1]?.word ?? 0) + (isRepeated ? 2 : 1);
  return { words: [...kind.split(' '), place, ...(variant === undefined ? [] : [variant])], used };
}

/** Words that may follow the number instead of preceding it: "US 40 Hwy", "FM 1960 Rd W". */
const REPEATED: Readonly<Record<string, string>> = {
  INTERSTATE: 'HWY',
  'US HWY': 'HWY',
  'STATE HWY': 'HWY',
  FM: 'RD',
  RM: 'RD',
};

/** The number takes its entire word: "A-12" is "A12", and "71-73" is not 71. */
function wholeNumber(parts: readonly Part[], at: number): { text: string; end: number } {
  const word = parts[at]?.word;
  const texts = parts.slice(at).filter((part) => part.word === word && word !== undefined);
  const joined = texts.map(({ text }) => text).join('-');
  const text = joined.replace(/^([A-Z])-(\d{1,2})-?([A-Z]?)$/, '$1$2$3');
  return { text, end: at + texts.length };
}

/** "40 Hwy", and in a lettered state also "J Hwy". */
function numberFirst(words: readonly string[], state: string): NumberedRoad | undefined {
  const [number = '', kind = '', next] = words;
  const isLettered = state === LETTERED_STATE && /^([A-Z])\1?$/.test(number);
  if (!isLettered && !/^\d{1,3}$/.test(number)) return undefined;
  const isLast = next === undefined || DIRECTION_WORDS.has(next);
  if (formOf(kind) !== 'HWY' || !isLast) return undefined;
  return { words: [isLettered ? STATE : 'HWY', number], used: 2 };
}

const FIRST_WORDS = new Set(
  [EVERYWHERE, ...BY_STATE.values()].flatMap((kinds) =>
    [...kinds.keys()].map((phrase) => phrase.split(' ', 1)[0]),
  ),
);

/** A quick test that skips most streets: the first word of a kind or of the state's name. */
function mayBegin(word: string, state: string): boolean {
  const first = /^[A-Z]+/.exec(word)?.[0] ?? '';
  if (first === '') return false;
  const isOfState = STATE_NAMES.get(state)?.startsWith(first);
  return (
    FIRST_WORDS.has(formOf(first)) || VARIANTS.has(first) || first === state || isOfState === true
  );
}

/** Road words without hyphens: "FM-1431" and "IH35" are two each. */
interface Part {
  readonly text: string;
  /** The index of the word that contains it. */
  readonly word: number;
  /** Whether a hyphen follows: "CO-9". */
  readonly isHyphened: boolean;
}

const GLUED = /^([A-Z]{1,5})-?(\d[\dA-Z]*)$/;
const PARTS_MAX = 10;

function partsOf(words: readonly string[], state: string, kinds: Kinds): readonly Part[] {
  return words.slice(0, PARTS_MAX).flatMap((whole, word) => {
    const [, name = '', number = ''] = GLUED.exec(whole) ?? [];
    const isRoad = kinds.has(formOf(name)) || name === state;
    const isHyphened = whole.includes('-');
    let texts = /^\d+-[A-Z]$/.test(whole) ? [whole] : whole.split('-');
    if (number !== '' && isRoad) texts = [name, number];
    return texts.filter((text) => text !== '').map((text) => ({ text, word, isHyphened }));
  });
}

const formOf = (word: string): string => ROAD_WORDS.get(word) ?? word;

interface Phrase {
  readonly kind: string;
  readonly end: number;
  /** Whether its words are spelled out, so that a letter may be its number: "County Road J". */
  readonly isSpelled: boolean;
}

/** The possible kinds at this word, longest first: "Highway I 35", "Highway I". */
function phrasesAt(parts: readonly Part[], from: number, kinds: Kinds): readonly Phrase[] {
  const forms = parts.slice(from, from + PHRASE_WORDS_MAX).map(({ text }) => formOf(text));
  return forms.flatMap((_, cut) => {
    const count = forms.length - cut;
    const written = forms.slice(0, count).join(' ');
    const kind = kinds.get(written);
    if (kind === undefined || kind === '') return [];
    const isSpelled = / (?:HWY|RD|RTE|TRUNK)$|^(?:HWY|RTE|CR|CTH|SR|STH)$/.test(written);
    return [{ kind, end: from + count, isSpelled }];
  });
}

/** A road with the state's name: "TX-71", "Texas Highway 71", "TX FM 1431". */
function ofTheState(
  parts: readonly Part[],
  from: number,
  state: string,
  kinds: Kinds,
): Phrase | undefined {
  const name = STATE_NAMES.get(state)?.split(' ') ?? [];
  const isHyphened = parts[from]?.isHyphened === true;
  const isOther = CODES_OF_OTHER_WORDS.has(state) && !isHyphened;
  const isCode = parts[from]?.text === state && !isOther;
  const isName = name.length > 0 && name.every((word, at) => parts[from + at]?.text === word);
  if (!isCode && !isName) return undefined;
  const next = from + (isCode ? 1 : name.length);
  const [behind] = phrasesAt(parts, next, kinds);
  if (behind !== undefined && KINDS_BEHIND_STATES.has(behind.kind)) {
    return { ...behind, kind: OF_THE_STATE[behind.kind] ?? behind.kind };
  }
  const isSpelled = state === LETTERED_STATE && isHyphened;
  return isCode ? { kind: STATE, end: next, isSpelled } : undefined;
}

const NUMBER =
  /^(?:\d{1,5}(?:-?[A-Z]|(?!ST|ND|RD|TH)[A-Z]{2})?|\d{1,3}\/\d{1,2}|[A-Z]\d{1,2}[A-Z]?)$/;
const LETTERS = /^(?:[A-Z]{1,2}|([A-Z])\1\1)$/;

/** A number, or letters after words that are spelled out: "County Road J", "Route AA". */
const isRoadNumber = (text: string, isSpelled: boolean, next: string): boolean =>
  NUMBER.test(text) ||
  (isSpelled && LETTERS.test(text) && !isWord(text) && !SUFFIX_WORDS.has(next));

/** "Ct" and "NE" are words, "E" may be a letter. */
const isWord = (text: string): boolean =>
  text.length > 1 && (ORDINAL_SUFFIXES.has(text) || DIRECTION_WORDS.has(text));
