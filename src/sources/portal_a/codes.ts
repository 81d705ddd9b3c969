/** The source's codes for home types and listing states, and what they mean here. */
import type { ListingStatus, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { textOf, textOr } from '../raw-values.js';
import { remembered } from '../remembered.js';
import { gapOf, type View } from './view.js';

/**
 * Keys are codes without case and underscores: the same for SINGLE_FAMILY and singleFamily. Tables
 * that a source's words look up are maps: an object would know the word "constructor" too.
 */
const HOME_TYPES: ReadonlyMap<string, PropertyType> = new Map(
  Object.entries({
    singlefamily: 'single_family',
    condo: 'condo',
    townhouse: 'townhouse',
    townhome: 'townhouse',
    multifamily: 'multi_family',
    lot: 'land',
    land: 'land',
    manufactured: 'manufactured',
    apartment: 'apartment',
  } as const),
);

/** Words of a rental card without homeInfo: "Apartment for rent". */
const HOME_WORDS: ReadonlyMap<string, PropertyType> = new Map(
  Object.entries({
    house: 'single_family',
    condo: 'condo',
    townhouse: 'townhouse',
    'multi-family home': 'multi_family',
    apartment: 'apartment',
  } as const),
);

/** Types that a card calls by the same word. */
const SHOWN_WORDS: ReadonlyMap<string, readonly PropertyType[]> = new Map(
  Object.entries<readonly PropertyType[]>({
    house: ['single_family', 'manufactured', 'townhouse'],
    condo: ['condo', 'apartment'],
    townhouse: ['townhouse', 'condo'],
    'multi-family home': ['multi_family'],
    'lot / land': ['land'],
  }),
);

const STATUSES: ReadonlyMap<string, ListingStatus> = new Map(
  Object.entries({
    forsale: 'for_sale',
    pending: 'pending',
    forrent: 'for_rent',
    sold: 'sold',
    recentlysold: 'sold',
    other: 'off_market',
  } as const),
);
/** States of ended listings: they belong to no route. */
const ENDED: ReadonlySet<string> = new Set(
  'offmarket inactive withdrawn canceled cancelled expired'.split(' '),
);

/** The home type; an unknown code is `other`, with the code itself in the extras. */
export function propertyType(view: View): PropertyType | Absent {
  const code = textOf(view.info.homeType, view.card.homeType);
  if (isAbsent(code)) return code;
  if (code !== undefined) return HOME_TYPES.get(plain(code)) ?? 'other';
  if (view.form === 'building') return 'apartment';
  if (view.form === 'community') {
    return absent('not_on_search_page', 'A community card does not name the types of its homes.');
  }
  return typeInWords(view) ?? absent(gapOf(view, 'homeType'));
}

function typeInWords({ card }: View): PropertyType | undefined {
  return HOME_WORDS.get(offered(textOr(card.statusText) ?? ''));
}

/** What a card offers for rent or sale: the first word of "House for rent". */
const offered = remembered(
  (words) => /^(.+) for (?:rent|sale)$/i.exec(words)?.[1]?.toLowerCase() ?? '',
);

/** Whether the card names a home type in words. */
export const namesTypeInWords = (view: View): boolean => typeInWords(view) !== undefined;

/** Whether the home type of a row is known. */
export const namesKnownType = ({ info, card }: View): boolean =>
  HOME_TYPES.has(plain(textOr(info.homeType, card.homeType) ?? ''));

/** Whether the home type matches the card's word for the home; null if either is unknown. */
export function typeAgrees({ info, card }: View): boolean | null {
  const type = HOME_TYPES.get(plain(textOr(info.homeType, card.homeType) ?? ''));
  const shown = SHOWN_WORDS.get(offered(textOr(card.statusText) ?? ''));
  return type === undefined || shown === undefined ? null : shown.includes(type);
}

/** Whether one of the row's states is known. */
export const namesKnownStatus = ({ info, card }: View): boolean =>
  [info.homeStatus, card.statusType, card.rawHomeStatusCd].some((member) => {
    const code = plain(textOr(member) ?? '');
    return STATUSES.has(code) || ENDED.has(code);
  });

/** The group of a state: offered for sale, for rent, or sold; undefined for any other. */
export function statusGroup(code: unknown): 'sale' | 'rental' | 'sold' | undefined {
  const status = STATUSES.get(plain(textOr(code) ?? ''));
  if (status === 'for_sale' || status === 'pending') return 'sale';
  if (status === 'for_rent') return 'rental';
  return status === 'sold' ? 'sold' : undefined;
}

/** Whether the row has any state, known or not. */
export const namesStatus = (view: View): boolean =>
  textOr(view.info.homeStatus, view.card.statusType, view.card.rawHomeStatusCd) !== undefined;

/**
 * The state if the route lists it, or undefined for a row of another route. The members can
 * disagree (a community for sale says "For Rent" in words; `homeStatusForHDP` can be that of
 * another listing of the same home), so the first one that fits the route counts and display words
 * never do. An unknown state is the route's own: the source listed the row there.
 */
export function statusIn(
  routes: readonly [ListingStatus, ...ListingStatus[]],
  { card, info }: View,
): ListingStatus | undefined {
  let known = false;
  for (const member of [info.homeStatus, card.statusType, card.rawHomeStatusCd]) {
    const code = plain(textOr(member) ?? '');
    if (ENDED.has(code)) return undefined;
    const status = STATUSES.get(code);
    if (status !== undefined && routes.includes(status)) return status;
    if (status !== undefined && status !== 'off_market') known = true;
  }
  if (known) return undefined;
  return plain(textOr(info.homeStatus) ?? '') === 'other' ? 'off_market' : routes[0];
}

const plain = remembered((code) => code.replaceAll('_', '').toLowerCase());
