/** The place of a question: a ZIP code, or a city or county with its state if it is named. Pure. */
import { STATES } from './states.js';

interface PlaceFound {
  readonly query: Readonly<Record<string, string>>;
  /** The text without the place. */
  readonly rest: string;
}

const STATE_NAME = [...STATES.keys()].map(anyCase).join('|');
/** A state's whole name in any case, or its code: after a comma in any case, else in capitals. */
const STATE = String.raw`(?<state>${STATE_NAME}|[A-Z]{2})(?![\p{L}])`;
const AFTER_COMMA = String.raw`(?<state>${STATE_NAME}|[A-Za-z]{2})(?![\p{L}])`;
/** Up to four words that begin with a letter; a name ends where these words stand. */
const STOP = String.raw`(?:with|and|near|by|for|under|over|that|having|built|but|or|in|on|of|at|less|more|to)\b`;
const WORD = String.raw`(?!${STOP})\p{L}[\p{L}.'’-]*`;
const NAME = String.raw`(?<![\p{L}])(?<name>${WORD}(?:\s+${WORD}){0,3}?)`;
const COUNTY = String.raw`(?:County|Parish|Borough|county|parish|borough)`;
const IN = String.raw`\b(?:[Ii]n|[Nn]ear|[Aa]round)\s+(?:the\s+)?`;
const END = String.raw`\s*(?:$|[|,.?!])`;

const zip = /\b(?<zip>\d{5})(?:-\d{4})?\b/u;
const FORMS: readonly RegExp[] = [
  String.raw`${NAME}\s+${COUNTY}(?:\s*,\s*${AFTER_COMMA})`,
  String.raw`${NAME}\s+${COUNTY}(?:\s+${STATE})?(?![\p{L}])`,
  String.raw`${NAME}\s*,\s*${AFTER_COMMA}`,
  String.raw`${IN}${NAME}\s+${STATE}`,
  String.raw`${NAME}\s+${STATE}(?=${END})`,
  String.raw`${IN}${NAME}(?=${END}|\s*\b${STOP})`,
].map((form) => new RegExp(form, 'u'));
/** The first of the forms are of counties. */
const COUNTY_FORMS = 2;

/** Finds the place: a ZIP code before any name. */
export function placeIn(text: string): PlaceFound {
  const found = zip.exec(text);
  if (found?.groups !== undefined) {
    return { query: { zip: found.groups.zip ?? '' }, rest: without(text, found) };
  }
  for (const [nth, form] of FORMS.entries()) {
    const match = form.exec(text);
    const { name = '', state } = match?.groups ?? {};
    const code =
      state === undefined ? undefined : (STATES.get(state.toLowerCase()) ?? codeOf(state));
    if (match === null || (state !== undefined && code === undefined)) continue;
    // "West Virginia" is no place in Virginia, and a whole state is no area.
    if (isState(`${name} ${state ?? ''}`.trim().toLowerCase())) continue;
    const query = {
      [nth < COUNTY_FORMS ? 'county' : 'city']: name,
      ...(code !== undefined && { state: code }),
    };
    return { query, rest: without(text, match) };
  }
  return { query: {}, rest: text };
}

const CODES = new Set(STATES.values());
const codeOf = (state: string): string | undefined =>
  CODES.has(state.toUpperCase()) ? state.toUpperCase() : undefined;

/** Not where a city has the name of a state. */
const isState = (name: string): boolean =>
  STATES.has(name) && name !== 'new york' && name !== 'washington';

const without = (text: string, { index, 0: found }: RegExpExecArray): string =>
  `${text.slice(0, index)} | ${text.slice(index + found.length)}`;

/** A pattern of a name in any case: the place names around it are read with theirs. */
function anyCase(name: string): string {
  return Array.from(name)
    .map((letter) => (letter === ' ' ? String.raw`\s+` : `[${letter}${letter.toUpperCase()}]`))
    .join('');
}
