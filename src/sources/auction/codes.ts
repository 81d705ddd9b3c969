/** The source's codes for home types, states and sales, and what they mean here. */
import type { ListingStatus, PropertyType } from '#contract/values.js';
import { type Absent, absent } from '#domain/parsed-row.js';
import { shapeOf, textOf, textOr } from '../raw-values.js';
import { NOT_REPORTED } from '../reasons.js';
import { remembered } from '../remembered.js';
import type { AuctionExtras } from './manifest.js';
import type { View } from './view.js';

type Occupancy = NonNullable<AuctionExtras['occupancy']>;

/**
 * Words in a structure code that reveal the home type. The set of codes is open; most recorded rows
 * are SINGLE_FAMILY_HOME; DUPLEX_BUILDING and MULTI_UNIT_BUILDING occur as well.
 */
const TELLING: readonly (readonly [words: RegExp, type: PropertyType])[] = [
  [/CONDO/, 'condo'],
  [/TOWN_?(?:HOUSE|HOME)/, 'townhouse'],
  [/MANUFACTURED|MOBILE/, 'manufactured'],
  [/(?:DU|TRI|QUADRU|QUAD|FOUR)PLEX|MULTI/, 'multi_family'],
  [/APARTMENT/, 'apartment'],
  [/(?:^|_)(?:LAND|LOT)(?:_|$)/, 'land'],
  [/^SINGLE_FAMILY(?:_|$)/, 'single_family'],
];
const COMMONEST = 'SINGLE_FAMILY_HOME';

const OCCUPANCIES: readonly Occupancy[] = ['OCCUPIED', 'VACANT', 'UNKNOWN'];

/** Scheduled or running. SALE_PENDING is a future sale, not one with a buyer. */
const COMING = new Set(['SALE_PENDING', 'AUCTION_IN_PROGRESS']);
const SOLD = /(?:^|_)SOLD(?:_|$)/;
/** Words of which every listing's state or group contains one. */
const STATES =
  /ACTIVE|SALE_PENDING|AUCTION_IN_PROGRESS|SOLD|CLOSED|CANCELL?ED|WITHDRAWN|REMOVED|ENDED|EXPIRED|POSTPONED/;
const UNSOLD = /UNSOLD|(?:^|_)NOT_SOLD/;
/** Over without a known buyer. A postponed auction is not over. */
const OVER = /(?:^|_)(?:CLOSED|CANCELL?ED|WITHDRAWN|REMOVED|ENDED|EXPIRED)(?:_|$)/;

export const structureCode = ({ summary }: View): string | Absent =>
  textOf(summary.structure_type_code) ?? NOT_REPORTED;

/** The home type; an unknown code is `other`, with the code itself in the extras. */
export function propertyType(view: View): PropertyType | Absent {
  const code = structureCode(view);
  if (code === COMMONEST) return 'single_family';
  if (typeof code !== 'string') return code;
  return typeOf(code);
}

const typeOf = remembered((code): PropertyType => {
  const words = code.toUpperCase();
  return TELLING.find(([telling]) => telling.test(words))?.[1] ?? 'other';
});

/** Whether a structure code means a home type. */
export const knowsType = (code: string): boolean => typeOf(code) !== 'other';

const isState = remembered((code) => STATES.test(code.toUpperCase()));
const isComing = remembered((code) => COMING.has(code.toUpperCase()));

/** Whether a state or group of states is a known word. */
export const namesState = (code: unknown): boolean => isState(textOr(code) ?? '');

/** Whether a group of states is known, and is not a state itself. */
export const namesGroup = (group: unknown): boolean =>
  namesState(group) && !isComing(textOr(group) ?? '');

/** Words in the known kinds of sale. */
const SALES =
  /TRUSTEE|FORECLOSURE|BANK|REO|PRIVATE|SELLER|GOVERNMENT|SHERIFF|TAX|SHORT_SALE|ESTATE/;

/** Whether a kind of sale is known. */
export const knowsSale = remembered((code) => SALES.test(code.toUpperCase()));

const isPostponed = remembered((code) => /POSTPONED/.test(code.toUpperCase()));

/** Whether the auction has a day: one that is postponed has none until it is scheduled again. */
export const isScheduled = ({ row }: View): boolean =>
  !isPostponed(textOr(row.listing_status) ?? '');

export const statusCode = ({ row }: View): string | Absent =>
  textOf(row.listing_status) ?? NOT_REPORTED;

/** The state of the listing; the codes are an open set, so an unknown one is read by its group. */
export function statusOf({ row }: View): ListingStatus {
  const code = (textOr(row.listing_status) ?? '').toUpperCase();
  const group = (textOr(row.listing_status_group) ?? '').toUpperCase();
  const unsold = UNSOLD.test(code);
  if (!unsold && (SOLD.test(code) || SOLD.test(group))) return 'sold';
  if (unsold || OVER.test(code)) return 'off_market';
  const coming = group === 'ACTIVE' || (group === '' && COMING.has(code));
  return coming ? 'for_sale' : 'off_market';
}

/** The kind of sale in the source's word: new kinds may appear. */
export const saleType = ({ configuration }: View): string | Absent =>
  textOf(configuration.product_type, configuration.asset_type) ?? NOT_REPORTED;

export function occupancy({ configuration }: View): Occupancy | Absent {
  const sent = textOf(configuration.occupancy_status);
  if (typeof sent !== 'string') return sent ?? NOT_REPORTED;
  const word = sent.toUpperCase();
  return OCCUPANCIES.find((known) => known === word) ?? absent('unreadable', shapeOf(sent));
}
