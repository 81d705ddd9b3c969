/** Where a home is: its address in parts, and its point. */
import type { Row } from '#contract/rows.js';
import type { Location, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { pointAt, stateIn, streetAndUnit, zipIn } from '../home-values.js';
import { plain, type Raw } from '../raw-values.js';
import { firstOf, isEmpty, isWithheld, numberIn, textIn } from './values.js';

type AddressRead = ParsedRow<Row>['address'];

const HIDDEN = absent('hidden_by_source', 'The seller withholds the address.');

const PARTS = [
  'StreetNumber',
  'StreetDirPrefix',
  'StreetName',
  'StreetSuffix',
  'StreetDirSuffix',
] as const;

export function addressOf(
  raw: Raw,
  type: PropertyType | Absent,
  state: string | Absent,
): AddressRead {
  const street = isAddressHidden(raw)
    ? { line1: HIDDEN, unit: HIDDEN }
    : streetAndUnit(streetOf(raw), textIn(raw.UnitNumber), type);
  return {
    ...street,
    city: firstOf(textIn(raw.PostalCity), textIn(raw.City)),
    state,
    zip: zipIn(textIn(raw.PostalCode)),
    county: textIn(raw.CountyOrParish),
    county_fips: absent('not_on_search_page'),
  };
}

export const stateOf = (raw: Raw): string | Absent => stateIn(textIn(raw.StateOrProvince));

/** Whether the seller hides the address; a point or the name of a page would reveal it. */
export const isAddressHidden = (raw: Raw): boolean => isWithheld(raw, 'InternetAddressDisplayYN');

export function locationOf(raw: Raw): Location | Absent {
  if (isAddressHidden(raw)) return HIDDEN;
  return pointAt(numberIn(raw.Latitude), numberIn(raw.Longitude));
}

/** The street line from its parts, else from the full address without city and state. */
function streetOf(raw: Raw): string | Absent {
  const parts = PARTS.map((part) => textIn(raw[part]));
  const odd = parts.find((part) => isAbsent(part) && !isEmpty(part));
  if (odd !== undefined) return odd;
  const [number, , name] = parts;
  const joined = parts.flatMap((part) => (isAbsent(part) ? [] : [part])).join(' ');
  if (!isAbsent(number) && !isAbsent(name)) return joined;
  const whole = textIn(raw.UnparsedAddress);
  // A home on a new street has no house number yet.
  if (isAbsent(whole)) return isAbsent(name) ? (name ?? whole) : joined;
  return withoutCity(whole);
}

/** Matches "12 Oak St, Unit 4, Austin, TX 78704": the first group is the street with its unit. */
const CITY_BEHIND = /^(.+?),\s*[^,]+,\s*[A-Za-z]{2}(?:[\s,]+\d{5}(?:-?\d{4})?)?\s*$/;

/** The street of an unparsed address, with its unit. */
export const withoutCity = (whole: string): string => CITY_BEHIND.exec(whole)?.[1] ?? whole;

/**
 * Whether a street number stands for no number: a lot has "0" or "TBD" in its place, which the
 * unparsed address may leave out. A word of the street is in its place by mistake; "Lot" and
 * "Tract" also stand before the number of the lot.
 */
export function standsForNone(number: string, whole: string): boolean {
  if (/[1-9]/.test(number)) return false;
  if (/^[\d\s]*$|^(?:lot|tract)s?$/i.test(number)) return true;
  return !spaced(withoutCity(whole)).includes(spaced(number));
}

/** The words of a text, each between two spaces. */
const spaced = (text: string): string => ` ${text.toLowerCase().replaceAll(/[\s,]+/g, ' ')} `;

/** Whether the direction and the suffix surround the name in the unparsed address. */
export function partsBegin(view: Raw): boolean | null {
  const [number, name, whole, prefix, suffix] = [
    view.StreetNumber,
    view.StreetName,
    view.UnparsedAddress,
    view.StreetDirPrefix,
    view.StreetSuffix,
  ].map((part) => (typeof part === 'string' ? plain(part) : ''));
  if (!number || !name || !whole?.startsWith(number)) return null;
  const rest = whole.slice(number.length);
  const at = rest.indexOf(name);
  if (at < 0) return null;
  const [before, after] = [rest.slice(0, at), rest.slice(at + name.length)];
  if (initial(before) !== initial(prefix ?? '')) return false;
  return !suffix || initial(after) === initial(suffix);
}

/** The first letter, which abbreviations keep; an X stands for "Cross": "Xing", "Xrd". */
const initial = (word: string): string => word.charAt(0).replace('x', 'c');
