/** The source's codes for home types and states of a listing, and what they mean here. */
import type { PropertyType } from '#contract/values.js';
import { type Absent, isAbsent } from '#domain/parsed-row.js';
import type { Raw } from '../raw-values.js';
import { numberIn, textIn, valueIn } from './values.js';

/** `propertyType`: codes that recorded rows pair with a type. Others are unknown. */
const HOME_TYPES: Readonly<Record<number, PropertyType>> = {
  3: 'condo',
  4: 'multi_family',
  5: 'multi_family',
  6: 'single_family',
  8: 'land',
  13: 'townhouse',
};

/**
 * `uiPropertyType`: the coarser code that the search filter `uipt` also uses. The source shows and
 * exports co-ops (8) under one name with condos.
 */
const SEARCH_TYPES: Readonly<Record<number, PropertyType>> = {
  1: 'single_family',
  2: 'condo',
  3: 'townhouse',
  4: 'multi_family',
  5: 'land',
  6: 'other',
  7: 'manufactured',
  8: 'condo',
};

/**
 * The search codes that include every home of a type. Manufactured homes are under 7 or, in older
 * versions, with other homes under 6. The source has no type for apartments; the nearest is
 * buildings of several homes. An extra row is filtered out after reading, a missing one is lost.
 */
export const SEARCH_CODES: Readonly<Record<PropertyType, readonly number[]>> = {
  single_family: [1],
  condo: [2, 8],
  townhouse: [3],
  multi_family: [4],
  land: [5],
  manufactured: [6, 7],
  apartment: [4],
  other: [6],
};

/** `searchStatus` of a sold home. */
export const SOLD = 4;
export const FOR_SALE = 1;
/** `searchStatus` on the market: for sale, under contract, coming soon, and sums of these. */
const ON_MARKET: ReadonlySet<unknown> = new Set([FOR_SALE, 2, 8, 128, 130, 131]);
/** MLS states before a sale. Sold rows have "Sold", "Closed", "Closed Sale" and the like. */
const UNSOLD = /^(?:active|coming soon|contingent|for sale|new|pending|under contract)\b/i;
const CLOSED = /^(?:closed|recorded|sold)\b/i;

/** The home type. A code in neither table is `other`, with the code itself in the extras. */
export function propertyType(raw: Raw): PropertyType | Absent {
  const code = numberIn(raw.propertyType);
  const known = isAbsent(code) ? undefined : HOME_TYPES[code];
  if (known !== undefined) return known;
  const search = numberIn(raw.uiPropertyType);
  if (isAbsent(search)) return isAbsent(code) ? code : 'other';
  return SEARCH_TYPES[search] ?? 'other';
}

/** Whether the two codes of a home type agree; null if one of them is unknown. */
export function typesAgree(raw: Raw): boolean | null {
  const [code, search] = [numberIn(raw.propertyType), numberIn(raw.uiPropertyType)];
  if (isAbsent(code) || isAbsent(search)) return null;
  const [fine, coarse] = [HOME_TYPES[code], SEARCH_TYPES[search]];
  return fine === undefined || coarse === undefined || coarse === 'other' ? null : fine === coarse;
}

/** Whether the finer code of a home type is known. */
export function knowsFineType(raw: Raw): boolean {
  const code = numberIn(raw.propertyType);
  return !isAbsent(code) && code in HOME_TYPES;
}

/** Whether one of the codes of a home type is known. */
export function knowsType(raw: Raw): boolean {
  const [code, search] = [numberIn(raw.propertyType), numberIn(raw.uiPropertyType)];
  return (!isAbsent(code) && code in HOME_TYPES) || (!isAbsent(search) && search in SEARCH_TYPES);
}

/** What a row is: a sale, a home on the market, or unknown. */
export type SaleState = 'sold' | 'on_market' | 'unknown';

/**
 * Whether the row is a sale. Rows for sale have a price and the date of their previous sale, so
 * taking one for a sale would show its asking price as a sale price. A search for sales also
 * returns homes on the market; a row whose two states contradict each other is neither.
 */
export function saleState(raw: Raw): SaleState {
  const status = valueIn(raw.searchStatus);
  const words = textIn(raw.mlsStatus);
  const [isUnsold, isClosed] = isAbsent(words) ? [] : [UNSOLD.test(words), CLOSED.test(words)];
  if (typeof status !== 'number') return isUnsold ? 'on_market' : 'sold';
  if (status === SOLD) return isUnsold ? 'unknown' : 'sold';
  return ON_MARKET.has(status) && !isClosed ? 'on_market' : 'unknown';
}

export const isSold = (raw: Raw): boolean => saleState(raw) === 'sold';
