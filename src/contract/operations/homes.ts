/** Homes over all sources (docs/homes.md). */
import type { Location, Money } from '../field.js';
import {
  CONTRADICTIONS,
  HOME_EVENTS,
  HOME_MEMBERS_PATH,
  HOME_PATH,
  HOMES_ASKED_MAX,
  MEMBER_LEVELS,
  OBSERVATION_ENDS,
  POSSIBLE_REASONS,
} from '../homes.js';
import * as s from '../schema.js';
import type { Operation } from './operation.js';

const ID = {
  source: s.text('Name of the source.'),
  source_id: s.text('ID of the home at the source.'),
};
const ROW = {
  ...ID,
  kind: s.text('Kind of its rows: listings, rentals, sold or auctions.'),
  source_url: s.text('Page of the home on the source site.'),
};
const money = (description: string) => s.plain<Money>({ ...s.refTo('Money'), description });
const OWN_ID = s.uuid('The id of its own address.');

export const HomeAddress = s.shapeOf('HomeAddress', {
  line1: s.text('Street line.'),
  unit: s.orNull(s.text('Unit designation.')),
  city: s.text('City.'),
  state: s.text('Two-letter state code.'),
  zip: s.text('Five-digit ZIP code.'),
});
export type HomeAddress = s.ValueOf<typeof HomeAddress>;

/** What sources show of a home itself. */
export const HOME_FACTS = {
  property_type: s.orNull(s.text('Home type.')),
  beds: s.orNull(s.decimal('Bedrooms.')),
  baths: s.orNull(s.decimal('Bathrooms.')),
  living_area_sqft: s.orNull(s.count('Living area in square feet.')),
  year_built: s.orNull(s.count('Year of construction.')),
};

const HomeMember = s.shapeOf('HomeMember', {
  ...ROW,
  level: s.meaningsOf('Why it counts as the home.', MEMBER_LEVELS),
  home_id: OWN_ID,
  first_seen: s.instant('When a collection first saw it.'),
  last_seen: s.instant('When a collection last saw it.'),
  status: s.orNull(s.text('Listing status; null once removed, and for sold homes.')),
  price: s.orNull(money('Asking price; for sold homes the sale price, for auctions the bid.')),
  rent_monthly: s.orNull(money('Monthly rent.')),
  ...HOME_FACTS,
});
/** One id of the home at a source, with its current or last data. */
export type Member = s.ValueOf<typeof HomeMember>;

const PossibleMember = s.shapeOf('PossibleMember', {
  ...ROW,
  home_id: OWN_ID,
  address: s.refTo(HomeAddress),
  reason: s.meaningsOf('Why it may be the home, or is not merged.', POSSIBLE_REASONS),
  detail: s.text(
    `The missing or contradicting fact. ${Object.entries(CONTRADICTIONS)
      .map(([fact, meaning]) => `\`${fact}\`: ${meaning}`)
      .join(' ')}`,
  ),
});
export type PossibleMember = s.ValueOf<typeof PossibleMember>;

const ObservedState = s.shapeOf('ObservedState', {
  ...ID,
  kind: s.text('Kind of the rows: listings, rentals or auctions.'),
  status: s.text('Listing status.'),
  price: s.orNull(money('Asking price; for auctions the opening bid.')),
  rent_monthly: s.orNull(money('Monthly rent.')),
  list_date: s.orNull(s.day('Date the listing started, according to the source.')),
  from: s.instant('The first collection that saw this state.'),
  to: s.instant('The last collection that saw this state.'),
  ended_by: s.orNull(s.meaningsOf('Why it ended; null for the current state.', OBSERVATION_ENDS)),
});
/** A state of a listing from the first to the last collection that saw it. */
export type ObservedState = s.ValueOf<typeof ObservedState>;

const ReportedEvent = s.shapeOf('ReportedEvent', {
  ...ID,
  event: s.openText('Type of event.', HOME_EVENTS),
  date: s.day('When.'),
  price: s.orNull(money('Sale price, if the source gives it.')),
  disclosure: s.orNull(s.text('Where the price comes from.')),
});
/** An event that a source itself reports. */
export type ReportedEvent = s.ValueOf<typeof ReportedEvent>;

const DerivedSale = s.shapeOf('DerivedSale', {
  sold_date: s.day('Date of the sale.'),
  sale_price: money('Sale price.'),
  sale_source: s.text('Source that reports the sale.'),
  list_price: money('The last asking price seen before the sale.'),
  list_source: s.text('Source of the listing.'),
  list_seen: s.instant('When that price was last seen.'),
  sale_to_list_ratio: s.decimal('sale_price divided by list_price.'),
});
/** A sale with the listing that it closed: no source reports the link. */
export type DerivedSale = s.ValueOf<typeof DerivedSale>;

export const Disagreement = s.shapeOf('Disagreement', {
  field: s.text('Name of the field.'),
  values: s.arrayOf(
    s.objectOf({
      ...ID,
      value: s.plain<string | number>({
        type: ['string', 'number'],
        description: 'Its value.',
      }),
    }),
  ),
});
/** A field on which the sources differ now. */
export type Disagreement = s.ValueOf<typeof Disagreement>;

/** The sources that list a home, and where they differ. */
const MEMBERS = {
  home_id: s.uuid('ID of the home.'),
  members: s.arrayOf(s.refTo(HomeMember), { description: 'Ordered by first seen.' }),
  disagreements: s.arrayOf(s.refTo(Disagreement), {
    description: 'Fields on which sources currently differ.',
  }),
};

const HomeMembers = s.shapeOf('HomeMembers', {
  homes: s.arrayOf(s.objectOf(MEMBERS), {
    description: 'In the requested order.',
  }),
  unknown: s.arrayOf(s.uuid('ID that is unknown, or to which the account has no access.')),
});
export type HomeMembersBody = s.ValueOf<typeof HomeMembers>;
export type MembersOfHome = HomeMembersBody['homes'][number];

export const Home = s.shapeOf('Home', {
  home_id: s.uuid('ID of the home, derived from its address key alone, the same on every server.'),
  building_id: s.uuid('ID of the building, shared by all units of one house number.'),
  address: s.refTo(HomeAddress),
  location: s.orNull(s.refTo<Location>('Location')),
  members: MEMBERS.members,
  possible: s.arrayOf(s.refTo(PossibleMember), { description: 'May be the home; never merged.' }),
  disagreements: MEMBERS.disagreements,
  observed: s.arrayOf(s.refTo(ObservedState), {
    description: 'States seen by complete collections of this service, oldest first.',
  }),
  reported: s.arrayOf(s.refTo(ReportedEvent), {
    description: 'Events reported by the sources, oldest first.',
  }),
  derived: s.arrayOf(s.refTo(DerivedSale), {
    description: 'Sales with the listings that they closed; no source reports these ratios.',
  }),
  left_out: s.count('Older states, events and possible rows that are not shown.'),
});
export type HomeBody = s.ValueOf<typeof Home>;

export const HOME_SCHEMAS = [
  Home,
  HomeMembers,
  HomeAddress,
  HomeMember,
  PossibleMember,
  ObservedState,
  ReportedEvent,
  DerivedSale,
  Disagreement,
];

const ROW_OF_HOME = { tag: 'Homes', method: 'GET', status: 200 } as const;

export const HOME_OPERATIONS = [
  {
    ...ROW_OF_HOME,
    id: 'home_members',
    path: HOME_MEMBERS_PATH,
    summary: 'Members of several homes',
    description: `For up to ${HOMES_ASKED_MAX} homes: the members of each with their current values, and the fields on which they differ. Unknown homes are in \`unknown\`. Rows of licensed feeds need a grant. Free.`,
    query: {
      home_ids: s.text('Ids of homes (`extras.home_id` of rows), comma-separated. Required.', {
        minLength: 1,
      }),
    },
    required: ['home_ids'],
    answer: HomeMembers,
    // Unknown homes are listed in the answer, so there is no home_not_found.
  },
  {
    ...ROW_OF_HOME,
    id: 'home',
    path: HOME_PATH,
    summary: 'One home across all sources',
    description:
      "A home's members at each source, the states observed by this service (`observed`), the events that sources report (`reported`), figures computed from the two (`derived`), and rows that may be the same home, which are never merged (`possible`). Rows of licensed feeds need a grant. Free.",
    answer: Home,
  },
  {
    ...ROW_OF_HOME,
    id: 'home_csv',
    path: `${HOME_PATH}/history.csv`,
    summary: 'One home as CSV',
    description: 'Every list of the home as lines of one table, `list` first. Free.',
    format: 'csv',
  },
  {
    ...ROW_OF_HOME,
    id: 'home_ndjson',
    path: `${HOME_PATH}/history.ndjson`,
    summary: 'One home as NDJSON',
    description: 'Every list of the home as lines of JSON, `list` first. Free.',
    format: 'ndjson',
  },
] as const satisfies readonly Operation[];
