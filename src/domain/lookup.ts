/** A lookup of one home: which of the three inputs was sent, and how addresses are compared. */
import { LOOKUP_PARAMS, type LookupParam } from '#contract/params.js';
import type { LookupRoute } from '#contract/routes.js';
import { apiError, outOfRange } from './api-error.js';
import { normalName } from './names.js';
import { GENERIC_DESIGNATOR_WORDS, STREET_WORDS } from './postal-words.js';
import { uniqueParameters, unknownParameter } from './query.js';

export interface ReadLookup {
  readonly by: LookupParam;
  readonly value: string;
}

/**
 * Reads the query of a lookup route. Throws the API error of the first broken rule: sent twice,
 * unknown or out of range, not exactly one input.
 */
export function readLookupQuery(route: LookupRoute, text: string): ReadLookup {
  const sent = [...uniqueParameters(route.params, text)].map(([name, value]) => {
    const by = route.params.find((known) => known === name);
    if (by === undefined) throw unknownParameter(name, route.params);
    const { pattern, description } = LOOKUP_PARAMS[by];
    if (!pattern.test(value)) throw outOfRange(by, description);
    return { by, value };
  });
  const [only, ...others] = sent;
  if (only === undefined || others.length > 0)
    throw apiError('lookup_required', { param: 'lookup' });
  return only;
}

/** The parts of an address that its text contains. */
export interface AskedAddress {
  /** Street line and unit as sent. */
  readonly line: string;
  /** The same, normalized for comparison. */
  readonly street: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
}

const COUNTRY = /[\s,]+(usa|united states)$/i;
const ZIP = /[\s,]+(\d{5})(-\d{4})?$/;
const STATE = /[\s,]+([A-Za-z]{2})$/;

const STATES = new Set(
  'AK AL AR AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY'.split(
    ' ',
  ),
);
/** State codes that also end a street line: Court and Northeast. */
const STREET_ENDS = new Set(['CT', 'NE']);

/** The state at the end of an address without its ZIP, unless it is the end of a street line. */
function stateAtEnd(text: string): string | null {
  const state = STATE.exec(text)?.[1]?.toUpperCase();
  if (state === undefined || !STATES.has(state)) return null;
  return STREET_ENDS.has(state) && !text.includes(',') ? null : state;
}

/** Splits "line1, unit, city, ST 12345"; commas, unit, city, state or ZIP may be missing. */
export function readAddress(text: string): AskedAddress {
  let rest = text.replace(COUNTRY, '');
  const zip = ZIP.exec(rest)?.[1] ?? null;
  rest = rest.replace(ZIP, '');
  const state = stateAtEnd(rest);
  if (state !== null) rest = rest.replace(STATE, '');
  const parts = rest.split(',').map((part) => part.trim());
  const city = parts.length > 1 ? (parts.pop() ?? null) : null;
  const line = parts.join(' ');
  return { line, street: normalStreet(line), city, state, zip };
}

/** The parts of a home's address that a requested street may contain. */
export interface AddressParts {
  readonly line1: string;
  readonly unit: string | null;
  readonly city: string;
  readonly state: string;
}

/** How a street that means this home may be written: with its unit, and without. */
export function streetForms(home: AddressParts): {
  readonly exact: readonly string[];
  readonly all: readonly string[];
} {
  if (home.line1 === '') return { exact: [], all: [] };
  const exact = formsOf(home);
  return {
    exact,
    all: home.unit === null ? exact : [...exact, ...formsOf({ ...home, unit: null })],
  };
}

/** A home with its unit, alone or followed by city and state. */
function formsOf({ line1, unit, city, state }: AddressParts): readonly string[] {
  const home = unit === null ? line1 : `${line1} ${unit}`;
  const withCity = `${home} ${city}`;
  return [home, withCity, `${withCity} ${state}`].map(normalStreet);
}

/** A street line normalized for comparison: the Postal Service's short words, no punctuation. */
export function normalStreet(text: string): string {
  const words = normalName(text.replaceAll('#', ' unit ')).toUpperCase().split(' ');
  const short = words.map((word) =>
    GENERIC_DESIGNATOR_WORDS.has(word) ? 'UNIT' : (STREET_WORDS.get(word) ?? word),
  );
  // "apt unit 4" and "unit 4" are one.
  return short.filter((word, index) => !(word === 'UNIT' && short[index - 1] === 'UNIT')).join(' ');
}
