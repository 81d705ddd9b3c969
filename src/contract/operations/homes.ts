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
import {
  arrayOf,
  count,
  day,
  decimal,
  instant,
  meaningsOf,
  named,
  objectOf,
  openText,
  orNull,
  plain,
  refTo,
  text,
  uuid,
  type ValueOf,
} from '../schema.js';
import type { Operation } from './operation.js';

const ID = {
  source: text('Name of the source.'),
  source_id: text('ID of the home at the source.'),
};
const ROW = {
  ...ID,
  kind: text('Kind of its rows: listings, rentals, sold or auctions.'),
  source_url: text('Page of the home on the source site.'),
};
const money = (description: string) => plain<Money>({ ...refTo('Money'), description });
const OWN_ID = uuid('The id of its own address.');

export const HomeAddress = named(
  'HomeAddress',
  objectOf({
    line1: text('Street line.'),
    unit: orNull(text('Unit designation.')),
    city: text('City.'),
    state: text('Two-letter state code.'),
    zip: text('Five-digit ZIP code.'),
  }),
);
export type HomeAddress = ValueOf<typeof HomeAddress>;

/** What sources show of a home itself. */
export const HOME_FACTS = {
  property_type: orNull(text('Home type.')),
  beds: orNull(decimal('Bedrooms.')),
  baths: orNull(decimal('Bathrooms.')),
  living_area_sqft: orNull(count('Living area in square feet.')),
  year_built: orNull(count('Year of construction.')),
};

const HomeMember = named(
  'HomeMember',
  objectOf({
    ...ROW,
    level: meaningsOf('Why it counts as the home.', MEMBER_LEVELS),
    home_id: OWN_ID,
    first_seen: instant('When a collection first saw it.'),
    last_seen: instant('When a collection last saw it.'),
    status: orNull(text('Listing status; null once removed, and for sold homes.')),
    price: orNull(money('Asking price; for sold homes the sale price, for auctions the bid.')),
    rent_monthly: orNull(money('Monthly rent.')),
    ...HOME_FACTS,
  }),
);
/** One id of the home at a source, with its current or last data. */
export type Member = ValueOf<typeof HomeMember>;

const PossibleMember = named(
  'PossibleMember',
  objectOf({
    ...ROW,
    home_id: OWN_ID,
    address: refTo(HomeAddress),
    reason: meaningsOf('Why it may be the home, or is not merged.', POSSIBLE_REASONS),
    detail: text(
      `The missing or contradicting fact. ${Object.entries(CONTRADICTIONS)
        .map(([fact, meaning]) => `\`${fact}\`: ${meaning}`)
        .join(' ')}`,
    ),
  }),
);
export type PossibleMember = ValueOf<typeof PossibleMember>;

const ObservedState = named(
  'ObservedState',
  objectOf({
    ...ID,
    kind: text('Kind of the rows: listings, rentals or auctions.'),
    status: text('Listing status.'),
    price: orNull(money('Asking price; for auctions the opening bid.')),
    rent_monthly: orNull(money('Monthly rent.')),
    list_date: orNull(day('Date the listing started, according to the source.')),
    from: instant('The first collection that saw this state.'),
    to: instant('The last collection that saw this state.'),
    ended_by: orNull(meaningsOf('Why it ended; null for the current state.', OBSERVATION_ENDS)),
  }),
);
/** A state of a listing from the first to the last collection that saw it. */
export type ObservedState = ValueOf<typeof ObservedState>;

const ReportedEvent = named(
  'ReportedEvent',
  objectOf({
    ...ID,
    event: openText('Type of event.', HOME_EVENTS),
    date: day('When.'),
    price: orNull(money('Sale price, if the source gives it.')),
    disclosure: orNull(text('Where the price comes from.')),
  }),
);
/** An event that a source itself reports. */
export type ReportedEvent = ValueOf<typeof ReportedEvent>;

const DerivedSale = named(
  'DerivedSale',
  objectOf({
    sold_date: day('Date of the sale.'),
    sale_price: money('Sale price.'),
    sale_source: text('Source that reports the sale.'),
    list_price: money('The last asking price seen before the sale.'),
    list_source: text('Source of the listing.'),
    list_seen: instant('When that price was last seen.'),
    sale_to_list_ratio: decimal('sale_price divided by list_price.'),
  }),
);
/** A sale with the listing that it closed: no source reports the link. */
export type DerivedSale = ValueOf<typeof DerivedSale>;

export const Disagreement = named(
  'Disagreement',
  objectOf({
    field: text('Name of the field.'),
    values: arrayOf(
      objectOf({
        ...ID,
        value: plain<string | number>({
          type: ['string', 'number'],
          description: 'Its value.',
        }),
      }),
    ),
  }),
);
/** A field on which the sources differ now. */
export type Disagreement = ValueOf<typeof Disagreement>;

/** The sources that list a home, and where they differ. */
const MEMBERS = {
  home_id: uuid('ID of the home.'),
  members: arrayOf(refTo(HomeMember), { description: 'Ordered by first seen.' }),
  disagreements: arrayOf(refTo(Disagreement), {
    description: 'Fields on which sources currently differ.',
  }),
};

const HomeMembers = named(
  'HomeMembers',
  objectOf({
    homes: arrayOf(objectOf(MEMBERS), {
      description: 'In the requested order.',
    }),
    unknown: arrayOf(uuid('ID that is unknown, or to which the account has no access.')),
  }),
);
export type HomeMembersBody = ValueOf<typeof HomeMembers>;
export type MembersOfHome = HomeMembersBody['homes'][number];

export const Home = named(
  'Home',
  objectOf({
    home_id: uuid('ID of the home, derived from its address key alone, the same on every server.'),
    building_id: uuid('ID of the building, shared by all units of one house number.'),
    address: refTo(HomeAddress),
    location: orNull(refTo<Location>('Location')),
    members: MEMBERS.members,
    possible: arrayOf(refTo(PossibleMember), { description: 'May be the home; never merged.' }),
    disagreements: MEMBERS.disagreements,
    observed: arrayOf(refTo(ObservedState), {
      description: 'States seen by complete collections of this service, oldest first.',
    }),
    reported: arrayOf(refTo(ReportedEvent), {
      description: 'Events reported by the sources, oldest first.',
    }),
    derived: arrayOf(refTo(DerivedSale), {
      description: 'Sales with the listings that they closed; no source reports these ratios.',
    }),
    left_out: count('Older states, events and possible rows that are not shown.'),
  }),
);
export type HomeBody = ValueOf<typeof Home>;

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
      home_ids: text('Ids of homes (`extras.home_id` of rows), comma-separated. Required.', {
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
