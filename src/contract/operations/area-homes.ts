/** Homes for sale or for rent in an area, one line a home over all sources (docs/area-homes.md). */

import { HOME_SORTS, OFFER_KINDS } from '../area-homes.js';
import type { Location, Money } from '../field.js';
import { ADDRESS_CHARS_MAX, HOMES_PATH } from '../homes.js';
import { type BoundName, PARAMS } from '../params.js';
import * as s from '../schema.js';
import { COVERAGES } from '../statistics.js';
import { ASKED_PROPERTY_TYPES } from '../values.js';
import { Disagreement, HOME_FACTS, Home, HomeAddress } from './homes.js';
import { AREA, type AskOf, type Operation } from './operation.js';

/** Lines of one answer. */
export const AREA_HOMES_MAX = 100;
export const AREA_HOMES_DEFAULT = 50;
/** Offers that no collection has seen for longer are left out, unless the call says otherwise. */
export const SEEN_DAYS_DEFAULT = 14;
const SEEN_DAYS_MAX = 365;

const money = (description: string) => s.plain<Money>({ ...s.refTo('Money'), description });

const HomeOffer = s.shapeOf('HomeOffer', {
  source: s.text('Name of the source.'),
  source_id: s.text('ID of the home at the source.'),
  source_url: s.text('Page of the home on the source site.'),
  status: s.text('Listing status.'),
  price: s.orNull(money('Asking price, or monthly rent.')),
  list_date: s.orNull(s.day('Date the listing started, according to the source.')),
  first_seen: s.instant('When a collection first saw it.'),
  last_seen: s.instant('When a collection last saw it.'),
});
export type HomeOffer = s.ValueOf<typeof HomeOffer>;

const PriceCut = s.shapeOf('PriceCut', {
  source: s.text('The source whose price was reduced.'),
  from: money('The price before.'),
  to: money('The price after.'),
  percent: s.decimal('The reduction in percent of the price before.'),
  seen_at: s.instant('The first collection that saw the lower price.'),
});
export type PriceCut = s.ValueOf<typeof PriceCut>;

const HomeLine = s.shapeOf('HomeLine', {
  home_id: s.uuid('ID of the home.'),
  address: s.refTo(HomeAddress),
  location: s.orNull(s.refTo<Location>('Location')),
  ...HOME_FACTS,
  lowest_price: s.orNull(money('The lowest price of the offers.')),
  highest_price: s.orNull(money('The highest price of the offers.')),
  offers: s.arrayOf(s.refTo(HomeOffer), { description: 'Who offers it, the last seen first.' }),
  disagreements: s.arrayOf(s.refTo(Disagreement), {
    description: 'Fields on which sources currently differ.',
  }),
  price_cut: s.orNull(s.refTo(PriceCut)),
  sold_before: s.orNull(
    s.objectOf({
      source: s.text('Source that reports the sale.'),
      date: s.day('Date of the last reported sale.'),
      price: s.orNull(money('Sale price; null where it is not public.')),
    }),
  ),
});
export type HomeLine = s.ValueOf<typeof HomeLine>;

const facetOf = (description: string) =>
  s.arrayOf(
    s.objectOf({
      value: s.orNull(s.text('The value; null for homes without one.')),
      count: s.count('Homes with it.'),
    }),
    { description },
  );

const AreaSource = s.shapeOf('AreaSource', {
  source: s.text('Name of the source.'),
  route: s.text('ID of the search route.'),
  coverage: s.meaningsOf('How much of the area the stored pages show.', COVERAGES),
  read_at: s.orNull(s.instant('When the oldest of these pages was collected.')),
  is_fresh: s.flag('Whether a search would be answered from these pages.'),
  is_stored: s.flag(
    'Whether its offers are among the homes: not where a licence forbids to store prices.',
  ),
  credits_per_page: s.count('Price of each page of a search that reads the area now.'),
  search: s.text('Path and query of that search.'),
});
export type AreaSource = s.ValueOf<typeof AreaSource>;

const AreaHomes = s.shapeOf('AreaHomes', {
  kind: s.choiceOf(OFFER_KINDS, 'Kind of offers.'),
  count: s.count('Homes that match, over all pages.'),
  homes: s.arrayOf(s.refTo(HomeLine)),
  next_after: s.orNull(s.uuid('`after` of the next page; null on the last.')),
  facets: s.objectOf({
    property_type: facetOf('By home type.'),
    beds: facetOf('By bedrooms.'),
    source: facetOf('By source; a home may have several.'),
    price: s.arrayOf(
      s.objectOf({
        from: money('Lowest price of the band.'),
        below: money('The band ends below this price.'),
        count: s.count('Homes whose lowest price lies in it.'),
      }),
      { description: 'By price, in bands of equal width.' },
    ),
  }),
  sources: s.arrayOf(s.refTo(AreaSource), {
    description: 'Every source that could show the area: what is known of it, and its price.',
  }),
});
export type AreaHomesBody = s.ValueOf<typeof AreaHomes>;

/** The answer about an address is a home; about an area, its offers. */
const HomesAnswer = s.named('HomesAnswer', s.anyOf(s.refTo(Home), s.refTo(AreaHomes)));

export const AREA_HOME_SCHEMAS = [
  HomesAnswer,
  AreaHomes,
  HomeLine,
  HomeOffer,
  PriceCut,
  AreaSource,
];

/** A bound of searches, with the same limits. */
function bound(name: BoundName, description: string) {
  const { type, min, max } = PARAMS[name];
  return (type === 'integer' ? s.whole : s.decimal)(description, { minimum: min, maximum: max });
}

const BOUNDS = {
  min_price: bound('min_price', 'Lowest price, or rent.'),
  max_price: bound('max_price', 'Highest price, or rent.'),
  beds_min: bound('beds_min', 'Fewest bedrooms.'),
  baths_min: bound('baths_min', 'Fewest bathrooms, in halves.'),
  sqft_min: bound('sqft_min', 'Smallest living area.'),
  sqft_max: bound('sqft_max', 'Largest living area.'),
  year_built_min: bound('year_built_min', 'Earliest year built.'),
  year_built_max: bound('year_built_max', 'Latest year built.'),
} satisfies Record<BoundName, unknown>;

/** The parameters of the question. */
const AREA_HOMES_QUERY = {
  ...AREA,
  kind: s.choiceOf(OFFER_KINDS, 'With an area: homes for sale, or for rent. Required there.', {
    type: 'string',
  }),
  ...BOUNDS,
  property_type: s.text(`Home types, comma-separated: ${ASKED_PROPERTY_TYPES.join(', ')}.`, {
    pattern: `^(?:${ASKED_PROPERTY_TYPES.join('|')})(?:,(?:${ASKED_PROPERTY_TYPES.join('|')}))*$`,
  }),
  price_cut_within_days: s.whole('Only homes whose price was reduced in this many days.', {
    minimum: 1,
    maximum: SEEN_DAYS_MAX,
  }),
  price_cut_min_percent: s.whole('With the reduction at least this large.', {
    minimum: 1,
    maximum: 99,
  }),
  new_within_days: s.whole('Only homes listed in this many days, according to their sources.', {
    minimum: 1,
    maximum: SEEN_DAYS_MAX,
  }),
  seen_within_days: s.whole(
    `Offers that a collection has seen in this many days; ${SEEN_DAYS_DEFAULT} when omitted.`,
    { minimum: 1, maximum: SEEN_DAYS_MAX },
  ),
  sort: s.choiceOf(HOME_SORTS, 'Order; `newest` when omitted.', { type: 'string' }),
  limit: s.whole(`Lines of one page; ${AREA_HOMES_DEFAULT} when omitted.`, {
    minimum: 1,
    maximum: AREA_HOMES_MAX,
  }),
  after: s.uuid('`next_after` of the page before.'),
};

export const AREA_HOME_OPERATIONS = [
  {
    id: 'homes',
    tag: 'Areas',
    method: 'GET',
    path: HOMES_PATH,
    summary: 'Homes of an area, or one home by its address',
    description:
      'With an area (`zip`, `city` or `county` with `state`, `bbox`, or `lat`, `lng` and `radius_mi`) and `kind`: what is for sale or for rent there, one line a home over all sources, from what is stored, with facets and with what is known of each source. With `address`: the same as by its id; its key consists of ZIP, number, street and unit, in any spelling. Reads no source. Free.',
    query: {
      address: s.text('Street, unit, city, state and ZIP of a home in one line.', {
        minLength: 1,
        maxLength: ADDRESS_CHARS_MAX,
      }),
      ...AREA_HOMES_QUERY,
    },
    status: 200,
    answer: HomesAnswer,
  },
] as const satisfies readonly Operation[];

export type HomesQuery = AskOf<(typeof AREA_HOME_OPERATIONS)[0]>;
