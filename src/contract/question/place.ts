/** The place of a question: a ZIP code, or a city or county with its state if it is named. Pure. */
import { STATES } from './states.js';
import { FILLERS } from './words.js';

interface PlaceFound {
  readonly query: Readonly<Record<string, string>>;
  /** The text without the place. */
  readonly rest: string;
}

const STATE_NAME = [...STATES.keys()].map(anyCase).join('|');
/** A name ends where these words stand. */
const STOP = String.raw`(?:with|and|near|by|for|under|over|that|having|built|but|or|in|on|at|less|more|to|between|from)\b`;
const END = String.raw`(?=\s*(?:$|[|,.?!])|\s+${STOP})`;
/** Codes that are words, too: in small letters they are codes only at the end. */
const WORDY = String.raw`(?:in|or|me|hi|ok|oh)`;
/** A state's whole name in any case, or its code in capitals. */
const STATE = String.raw`(?<state>${STATE_NAME}|[A-Z]{2})(?![\p{L}])`;
const SMALL_CODE = String.raw`(?<state>(?!${WORDY}\b)[a-z]{2}\b${END}|[a-z]{2}(?=\s*(?:$|[|,.?!])))`;
/** Up to five words that begin with a letter. */
const WORD = String.raw`(?!${STOP})\p{L}[\p{L}.'’-]*`;
const NAME = String.raw`(?<![\p{L}])(?<name>${WORD}(?:\s+${WORD}){0,4}?)`;
const COUNTY = String.raw`(?:County|Parish|Borough|county|parish|borough)`;
const IN = String.raw`\b(?:[Ii]n|[Nn]ear|[Aa]round|[Oo]f)\s+(?:the\s+)?`;

const ZIP = /(?<![$\d,.\p{L}-])(?<zip>\d{5})(?:-\d{4})?(?![\d]|[,.]\d)/gu;
/** Before a place that is not to be searched. */
const NOT =
  /(?<!\p{L})(?:not|never|except|excluding|outside)(?:\s+(?:in|near|around|of|for|from|the|zip|code))*\s*$/iu;
const FORMS: readonly RegExp[] = [
  String.raw`${NAME}\s+${COUNTY}(?:\s*,\s*|\s+)${STATE}`,
  String.raw`${NAME}\s+${COUNTY}(?:\s*,\s*|\s+)${SMALL_CODE}`,
  String.raw`${NAME}\s+${COUNTY}(?![\p{L}])`,
  String.raw`${NAME}\s*,\s*${STATE}`,
  String.raw`${NAME}\s*,\s*${SMALL_CODE}`,
  String.raw`${IN}${NAME}\s+${STATE}`,
  String.raw`${IN}${NAME}\s+${SMALL_CODE}`,
  String.raw`${NAME}\s+${STATE}${END}`,
  String.raw`${IN}${NAME}${END}`,
].map((form) => new RegExp(form, 'gu'));
/** The first of the forms are of counties. */
const COUNTY_FORMS = 3;

/** Finds the place: a ZIP code before any name. What follows "not in" stays in the rest. */
export function placeIn(text: string): PlaceFound {
  const placesOf = (form: RegExp) =>
    [...text.matchAll(form)].filter(({ index }) => !NOT.test(text.slice(0, index)));
  const [found] = placesOf(ZIP);
  if (found !== undefined) {
    return { query: { zip: found.groups?.zip ?? '' }, rest: without(text, found) };
  }
  for (const [nth, form] of FORMS.entries()) {
    for (const match of placesOf(form)) {
      const query = queryOf(match.groups ?? {}, nth < COUNTY_FORMS ? 'county' : 'city');
      if (query !== null) return { query, rest: without(text, match) };
    }
  }
  return { query: {}, rest: text };
}

/** Types before a name, such as "Condos Denver CO"; in the singular a name may begin with them. */
const TYPES_BEFORE =
  /^(?:homes|houses|condos|townho(?:use|me)s|apartments|lots|[a-z]+plex(?:es)?|land|house|condo|townhouse|apartment)$/;

/** The parameters of a match; null where it is no place. */
function queryOf(
  { name: words = '', state }: Readonly<Record<string, string | undefined>>,
  kind: 'city' | 'county',
): Readonly<Record<string, string>> | null {
  const code = state === undefined ? undefined : (STATES.get(state.toLowerCase()) ?? codeOf(state));
  if (state !== undefined && code === undefined) return null;
  const parts = words.split(/\s+/);
  const isBefore = (word: string) =>
    FILLERS.has(word.toLowerCase()) ||
    TYPES_BEFORE.test(word) ||
    (/^[A-Z][a-z]+s$/.test(word) && TYPES_BEFORE.test(word.toLowerCase()));
  while (parts.length > 0 && isBefore(parts[0] ?? '')) parts.shift();
  const name = parts.join(' ').replace(/[.'’-]+$/, '');
  // "West Virginia" is no place in Virginia, a whole state is no area, and "TX" is no city.
  const isWhole = isState(`${name} ${state ?? ''}`.trim().toLowerCase());
  if (name === '' || isWhole || (code === undefined && codeOf(name) !== undefined)) return null;
  return { [kind]: name, ...(code !== undefined && { state: code }) };
}

const CODES = new Set(STATES.values());
const codeOf = (state: string): string | undefined =>
  CODES.has(state.toUpperCase()) ? state.toUpperCase() : undefined;

/** Not where a city has the name of a state. */
const isState = (name: string): boolean =>
  STATES.has(name) && name !== 'new york' && name !== 'washington';

const without = (text: string, { index = 0, 0: found }: RegExpMatchArray): string =>
  `${text.slice(0, index)} | ${text.slice(index + found.length)}`;

/** A pattern of a name in any case: the place names around it are read with theirs. */
function anyCase(name: string): string {
  return Array.from(name)
    .map((letter) => (letter === ' ' ? String.raw`\s+` : `[${letter}${letter.toUpperCase()}]`))
    .join('');
}
