/** The dictionary's values for home types and states of a listing, and what they mean here. */
import type { ListingStatus, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { plain, type Raw, textOr } from '../raw-values.js';
import { helping, isEmpty, textIn } from './values.js';

/** `PropertySubType`, which is more specific than `PropertyType`. */
const SUB_TYPES: Readonly<Record<PropertyType, readonly string[]>> = {
  single_family: ['Single Family Residence', 'Cabin', 'Ranch'],
  condo: ['Condominium', 'Stock Cooperative', 'Co-Ownership', 'Own Your Own', 'Tenancy In Common'],
  townhouse: ['Townhouse'],
  multi_family: ['Duplex', 'Triplex', 'Quadruplex', 'Multi Family'],
  land: ['Unimproved Land'],
  manufactured: ['Manufactured Home', 'Manufactured On Land', 'Mobile Home'],
  apartment: ['Apartment'],
  other: [],
};

/** `PropertyType`, used when the sub-type is none of these. */
const TYPES: Readonly<Record<string, PropertyType>> = {
  Residential: 'other',
  'Residential Lease': 'other',
  'Residential Income': 'multi_family',
  'Manufactured In Park': 'manufactured',
  Land: 'land',
  Farm: 'land',
};

/** The types of a sale. Commercial property and businesses are no homes and not requested. */
export const SALE_TYPES = [
  'Residential',
  'Residential Income',
  'Manufactured In Park',
  'Land',
  'Farm',
] as const;
export const LEASE_TYPES = ['Residential Lease'] as const;

const byPlain = <T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, T> =>
  new Map(pairs.map(([name, value]) => [plain(name), value]));

const OF_SUB_TYPE = byPlain(
  Object.entries(SUB_TYPES).flatMap(([type, names]) =>
    names.map((name) => [name, type as PropertyType] as const),
  ),
);
const OF_TYPE = byPlain(Object.entries(TYPES));
const LEASES: ReadonlySet<string> = new Set(LEASE_TYPES.map(plain));
const SALES: ReadonlySet<string> = new Set(SALE_TYPES.map(plain));

/** What to request for a home type: more than the type if only the sub-type identifies it. */
export function valuesOfType(type: PropertyType): { subTypes: string[]; types: string[] } {
  const types = Object.entries(TYPES).flatMap(([name, meant]) => (meant === type ? [name] : []));
  return { subTypes: [...SUB_TYPES[type]], types };
}

const FARM = plain('Farm');

/**
 * The home type; a value outside the dictionary is `other`, with the value in the extras. So is a
 * farm with bedrooms: its house is sold with it.
 */
export function propertyType(raw: Raw): PropertyType | Absent {
  const sub = textIn(raw.PropertySubType);
  if (isAbsent(sub) && !isEmpty(sub)) return sub;
  const known = isAbsent(sub) ? undefined : OF_SUB_TYPE.get(plain(sub));
  if (known !== undefined) return known;
  const type = textIn(raw.PropertyType);
  if (isAbsent(type)) return isAbsent(sub) ? type : 'other';
  if (plain(type) === FARM && helping(raw.BedroomsTotal) > 0) return 'other';
  return OF_TYPE.get(plain(type)) ?? 'other';
}

/** Whether a home type is in the dictionary. */
export function knowsType({ PropertyType: type, PropertySubType: sub }: Raw): boolean {
  const names = [textOr(type), textOr(sub)].flatMap((name) =>
    name === undefined ? [] : plain(name),
  );
  return names.some((name) => OF_TYPE.has(name) || OF_SUB_TYPE.has(name));
}

/** Whether the sub-type is in the dictionary; feeds have some of their own. */
export const knowsSubType = ({ PropertySubType: sub }: Raw): boolean =>
  OF_SUB_TYPE.has(plain(textOr(sub) ?? ''));

/** Whether the row is for rent; null if its type is not a home. */
export function isLease(raw: Raw): boolean | null {
  const type = plain(textOr(raw.PropertyType) ?? '');
  if (LEASES.has(type)) return true;
  return SALES.has(type) ? false : null;
}

/** `StandardStatus` on a sale. `Incomplete` and `Delete` are not listings. */
const STATUSES: ReadonlyMap<string, ListingStatus> = byPlain([
  ['Active', 'for_sale'],
  ['Coming Soon', 'for_sale'],
  ['Active Under Contract', 'pending'],
  ['Pending', 'pending'],
  ['Closed', 'sold'],
  ['Hold', 'off_market'],
  ['Withdrawn', 'off_market'],
  ['Canceled', 'off_market'],
  ['Cancelled', 'off_market'],
  ['Expired', 'off_market'],
]);

/** The statuses that a search requests, in the dictionary's spelling. */
export const LISTED_STATUSES = ['Active', 'Coming Soon', 'Active Under Contract', 'Pending'];
export const RENTAL_STATUSES = ['Active', 'Coming Soon'];
export const SOLD_STATUSES = ['Closed'];

export const statusOf = (raw: Raw): ListingStatus | undefined =>
  STATUSES.get(plain(textOr(raw.StandardStatus) ?? ''));

/** How often a fee or a rent is paid, in payments per month; feeds have other words as well. */
const A_MONTH: ReadonlyMap<string, number> = byPlain([
  ['Monthly', 1],
  ['Month', 1],
  ['Per Month', 1],
  ['Annually', 1 / 12],
  ['Annual', 1 / 12],
  ['Yearly', 1 / 12],
  ['Per Year', 1 / 12],
  ['Semi-Annually', 1 / 6],
  ['Semi-Annual', 1 / 6],
  ['Quarterly', 1 / 3],
  ['Bi-Annually', 1 / 24],
  ['Bi-Monthly', 1 / 2],
  ['Semi-Monthly', 2],
  ['Bi-Weekly', 26 / 12],
  ['Weekly', 52 / 12],
]);

/** Payment periods that have no monthly amount. */
const NOT_MONTHLY: ReadonlySet<string> = new Set(
  ['Daily', 'One Time', 'Seasonal', 'See Remarks', 'None', 'Other'].map(plain),
);

/** Whether a payment period is known. */
export function knowsFrequency(name: unknown): boolean {
  const word = plain(textOr(name) ?? '');
  return A_MONTH.has(word) || NOT_MONTHLY.has(word);
}

/** A monthly amount; payments that are one-time, daily or seasonal have none. */
export function monthly(amount: number, name: string): number | Absent {
  const times = A_MONTH.get(plain(name));
  if (times !== undefined) return amount * times;
  return absent('not_applicable', `The payment period is ${name.slice(0, FREQUENCY_CHARS_MAX)}.`);
}

const FREQUENCY_CHARS_MAX = 40;

const METRES: ReadonlySet<string> = new Set(['squaremeters', 'squaremetres']);

const FEET: ReadonlySet<string> = new Set(['squarefeet', 'sqft', 'sf']);

/** Whether the unit of an area is known. */
export function knowsAreaUnits(units: unknown): boolean {
  const word = plain(textOr(units) ?? '');
  return METRES.has(word) || FEET.has(word);
}

/** Square feet per unit of area: feet unless the row says metres. */
export const squareFeetOf = (units: unknown): number =>
  METRES.has(plain(textOr(units) ?? '')) ? SQFT_OF_SQM : 1;

const SQFT_OF_SQM = 10.7639;
