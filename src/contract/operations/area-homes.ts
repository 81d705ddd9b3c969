/** Homes for sale or for rent in an area, one line a home over all sources (docs/area-homes.md). */

import { HOME_SORTS, OFFER_KINDS } from '../area-homes.js';
import type { Location, Money } from '../field.js';
import { ADDRESS_CHARS_MAX, HOMES_PATH } from '../homes.js';
import { type BoundName, PARAMS } from '../params.js';
import {
  anyOf,
  arrayOf,
  choiceOf,
  count,
  day,
  decimal,
  flag,
  instant,
  meaningsOf,
  named,
  objectOf,
  orNull,
  plain,
  refTo,
  text,
  uuid,
  type ValueOf,
  whole,
} from '../schema.js';
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

const money = (description: string) => plain<Money>({ ...refTo('Money'), description });

const HomeOffer = named(
  'HomeOffer',
  objectOf({
    source: text('Name of the source.'),
    source_id: text('ID of the home at the source.'),
    source_url: text('Page of the home on the source site.'),
    status: text('Listing status.'),
    price: orNull(money('Asking price, or monthly rent.')),
    list_date: orNull(day('Date the listing started, according to the source.')),
    first_seen: instant('When a collection first saw it.'),
    last_seen: instant('When a collection last saw it.'),
  }),
);
export type HomeOffer = ValueOf<typeof HomeOffer>;

const PriceCut = named(
  'PriceCut',
  objectOf({
    source: text('The source whose price was reduced.'),
    from: money('The price before.'),
    to: money('The price after.'),
    percent: decimal('The reduction in percent of the price before.'),
    seen_at: instant('The first collection that saw the lower price.'),
  }),
);
export type PriceCut = ValueOf<typeof PriceCut>;

const HomeLine = named(
  'HomeLine',
  objectOf({
    home_id: uuid('ID of the home.'),
    address: refTo(HomeAddress),
    location: orNull(refTo<Location>('Location')),
    ...HOME_FACTS,
    lowest_price: orNull(money('The lowest price of the offers.')),
    highest_price: orNull(money('The highest price of the offers.')),
    offers: arrayOf(refTo(HomeOffer), { description: 'Who offers it, the last seen first.' }),
    disagreements: arrayOf(refTo(Disagreement), {
      description: 'Fields on which sources currently differ.',
    }),
    price_cut: orNull(refTo(PriceCut)),
    sold_before: orNull(
      objectOf({
        source: text('Source that reports the sale.'),
        date: day('Date of the last reported sale.'),
        price: orNull(money('Sale price; null where it is not public.')),
      }),
    ),
  }),
);
export type HomeLine = ValueOf<typeof HomeLine>;

const facetOf = (description: string) =>
  arrayOf(
    objectOf({
      value: orNull(text('The value; null for homes without one.')),
      count: count('Homes with it.'),
    }),
    { description },
  );

const AreaSource = named(
  'AreaSource',
  objectOf({
    source: text('Name of the source.'),
    route: text('ID of the search route.'),
    coverage: meaningsOf('How much of the area the stored pages show.', COVERAGES),
    read_at: orNull(instant('When the oldest of these pages was collected.')),
    is_fresh: flag('Whether a search would be answered from these pages.'),
    is_stored: flag(
      'Whether its offers are among the homes: not where a licence forbids to store prices.',
    ),
    credits_per_page: count('Price of each page of a search that reads the area now.'),
    search: text('Path and query of that search.'),
  }),
);
export type AreaSource = ValueOf<typeof AreaSource>;

const AreaHomes = named(
  'AreaHomes',
  objectOf({
    kind: choiceOf(OFFER_KINDS, 'Kind of offers.'),
    count: count('Homes that match, over all pages.'),
    homes: arrayOf(refTo(HomeLine)),
    next_after: orNull(uuid('`after` of the next page; null on the last.')),
    facets: objectOf({
      property_type: facetOf('By home type.'),
      beds: facetOf('By bedrooms.'),
      source: facetOf('By source; a home may have several.'),
      price: arrayOf(
        objectOf({
          from: money('Lowest price of the band.'),
          below: money('The band ends below this price.'),
          count: count('Homes whose lowest price lies in it.'),
        }),
        { description: 'By price, in bands of equal width.' },
      ),
    }),
    sources: arrayOf(refTo(AreaSource), {
      description: 'Every source that could show the area: what is known of it, and its price.',
    }),
  }),
);
export type AreaHomesBody = ValueOf<typeof AreaHomes>;

/** The answer about an address is a home; about an area, its offers. */
const HomesAnswer = named('HomesAnswer', anyOf(refTo(Home), refTo(AreaHomes)));

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
  return (type === 'integer' ? whole : decimal)(description, { minimum: min, maximum: max });
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
  kind: choiceOf(OFFER_KINDS, 'With an area: homes for sale, or for rent. Required there.', {
    type: 'string',
  }),
  ...BOUNDS,
  property_type: text(`Home types, comma-separated: ${ASKED_PROPERTY_TYPES.join(', ')}.`, {
    pattern: `^(?:${ASKED_PROPERTY_TYPES.join('|')})(?:,(?:${ASKED_PROPERTY_TYPES.join('|')}))*$`,
  }),
  price_cut_within_days: whole('Only homes whose price was reduced in this many days.', {
    minimum: 1,
    maximum: SEEN_DAYS_MAX,
  }),
  price_cut_min_percent: whole('With the reduction at least this large.', {
    minimum: 1,
    maximum: 99,
  }),
  new_within_days: whole('Only homes listed in this many days, according to their sources.', {
    minimum: 1,
    maximum: SEEN_DAYS_MAX,
  }),
  seen_within_days: whole(
    `Offers that a collection has seen in this many days; ${SEEN_DAYS_DEFAULT} when omitted.`,
    { minimum: 1, maximum: SEEN_DAYS_MAX },
  ),
  sort: choiceOf(HOME_SORTS, 'Order; `newest` when omitted.', { type: 'string' }),
  limit: whole(`Lines of one page; ${AREA_HOMES_DEFAULT} when omitted.`, {
    minimum: 1,
    maximum: AREA_HOMES_MAX,
  }),
  after: uuid('`next_after` of the page before.'),
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
      address: text('Street, unit, city, state and ZIP of a home in one line.', {
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
