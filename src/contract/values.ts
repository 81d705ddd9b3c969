/**
 * The closed value lists and shared value types of the wire. Each list is defined once here; types,
 * readers, docs and tests read it. The sources are in sources.ts.
 */

/** Known values, and any other that a newer service may send. */
export type OrOther<T extends string> = T | (string & {});

/** What a route returns: it determines the row schema and the summary. */
export const KINDS = ['listings', 'rentals', 'sold', 'auctions'] as const;
export type Kind = (typeof KINDS)[number];

export const LISTING_KINDS = ['home', 'building'] as const;

export const LISTING_STATUSES = ['for_sale', 'pending', 'for_rent', 'sold', 'off_market'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** The home types a caller may ask for. */
export const ASKED_PROPERTY_TYPES = [
  'single_family',
  'condo',
  'townhouse',
  'multi_family',
  'land',
  'manufactured',
  'apartment',
] as const;
export type AskedPropertyType = (typeof ASKED_PROPERTY_TYPES)[number];

/** The home types a row may have: those above and `other`. */
export const PROPERTY_TYPES = [...ASKED_PROPERTY_TYPES, 'other'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** Whether a sale was at arm's length, as a search asks it: `unknown` where no publisher says. */
export const ARMS_LENGTH = ['true', 'false', 'unknown'] as const;
export type ArmsLength = (typeof ARMS_LENGTH)[number];

export const SALE_PRICE_DISCLOSURES = [
  'public_record',
  'mls_reported',
  'not_disclosed',
  'unknown',
] as const;
export type SalePriceDisclosure = (typeof SALE_PRICE_DISCLOSURES)[number];

export const JOB_STATUSES = ['pending', 'complete', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const COMPLETENESS = ['complete', 'partial'] as const;
export type Completeness = (typeof COMPLETENESS)[number];

/** Why a field is null: a closed list (docs/api.md#why-a-field-is-null), with meanings. */
export const NOTE_REASONS = {
  not_on_search_page: 'The source has the field, but its search page does not show it.',
  not_disclosed: 'Hidden by law or by the parties of the sale.',
  hidden_by_source: 'The source withholds the value: an address, an agent or a broker.',
  not_reported: 'The source shows the field, but the value is empty for this home.',
  not_applicable: 'The field does not apply to this row.',
  unreadable: 'The source sent an unreadable value; detail shows its shape.',
  implausible: 'The value failed a sanity check and was withheld.',
} as const;
export type NoteReason = keyof typeof NOTE_REASONS;

export type { Address, Location, Money } from './field.js';

/** Of an account: whether its calls are answered. */
export const ACCOUNT_STATUSES = ['active', 'suspended', 'moved'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
