/** Homes over all sources, for `GET /v1/homes/{home_id}` and `GET /v1/homes/members`. */
import {
  CONTRADICTIONS,
  HOME_EVENTS,
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
  objectOf,
  orNull,
  refTo,
  type Schema,
  text,
  uuid,
} from './schema.js';

/** A text of an open list, each value with its meaning. */
const oneOf = (lead: string, meanings: Readonly<Record<string, string>>): Schema =>
  text(
    `${lead} ${Object.entries(meanings)
      .map(([value, meaning]) => `\`${value}\`: ${meaning}`)
      .join(' ')}`,
    { 'x-extensible-enum': Object.keys(meanings) },
  );

const ID = {
  source: text('Name of the source.'),
  source_id: text('ID of the home at the source.'),
};
const ROW = {
  ...ID,
  kind: text('Kind of its rows: listings, rentals, sold or auctions.'),
  source_url: text('Page of the home on the source site.'),
};
const money = (description: string): Schema => ({ ...refTo('Money'), description });

export const homeSchemas = (): Record<string, Schema> => ({
  ...homeSchema(),
  ...rowSchemas(),
  ...eventSchemas(),
});

const homeSchema = (): Record<string, Schema> => ({
  Home: objectOf({
    home_id: uuid('ID of the home: made of its address key alone, equal on every server.'),
    building_id: uuid('ID of the building: all units of one house number have it.'),
    address: refTo('HomeAddress'),
    location: orNull(refTo('Location')),
    members: arrayOf(refTo('HomeMember'), { description: 'First seen first.' }),
    possible: arrayOf(refTo('PossibleMember'), { description: 'May be the home; never merged.' }),
    disagreements: arrayOf(refTo('Disagreement'), {
      description: 'Fields on which sources differ now.',
    }),
    observed: arrayOf(refTo('ObservedState'), {
      description: 'What complete readings of this service saw, oldest first.',
    }),
    reported: arrayOf(refTo('ReportedEvent'), {
      description: 'What sources themselves say happened, oldest first.',
    }),
    derived: arrayOf(refTo('DerivedSale'), {
      description: 'Sales beside the listing that they closed; no source reports these ratios.',
    }),
    left_out: count('Older states and events, and possible rows, that are not shown.'),
  }),
  HomeMembers: objectOf({
    homes: arrayOf(
      objectOf({
        home_id: uuid('ID of the home.'),
        members: arrayOf(refTo('HomeMember'), { description: 'First seen first.' }),
        disagreements: arrayOf(refTo('Disagreement'), {
          description: 'Fields on which sources differ now.',
        }),
      }),
      { description: 'In the order in which they were asked for.' },
    ),
    unknown: arrayOf(uuid('ID of which nothing is known that the account may read.')),
  }),
  HomeAddress: objectOf({
    line1: text('Street line.'),
    unit: orNull(text('Unit designation.')),
    city: text('City.'),
    state: text('Two-letter state code.'),
    zip: text('Five-digit ZIP code.'),
  }),
});

const rowSchemas = (): Record<string, Schema> => ({
  HomeMember: objectOf({
    ...ROW,
    level: oneOf('Why it is taken for the home.', MEMBER_LEVELS),
    home_id: uuid('The id that its own address gives.'),
    first_seen: instant('When a reading first saw it.'),
    last_seen: instant('When a reading last saw it.'),
    status: orNull(text('Listing status; null once removed, and for sold homes.')),
    price: orNull(money('What is asked; of sold homes what was paid, of auctions the bid.')),
    rent_monthly: orNull(money('Monthly rent.')),
    property_type: orNull(text('Home type.')),
    beds: orNull(decimal('Bedrooms.')),
    baths: orNull(decimal('Bathrooms.')),
    living_area_sqft: orNull(count('Living area in square feet.')),
    year_built: orNull(count('Year of construction.')),
  }),
  PossibleMember: objectOf({
    ...ROW,
    home_id: uuid('The id that its own address gives.'),
    address: refTo('HomeAddress'),
    reason: oneOf('Why it may be the home, or is kept apart.', POSSIBLE_REASONS),
    detail: text(
      `What is missing or contradicts. ${Object.entries(CONTRADICTIONS)
        .map(([fact, meaning]) => `\`${fact}\`: ${meaning}`)
        .join(' ')}`,
    ),
  }),
});

const eventSchemas = (): Record<string, Schema> => ({
  ObservedState: objectOf({
    ...ID,
    kind: text('Kind of the rows: listings, rentals or auctions.'),
    status: text('Listing status.'),
    price: orNull(money('Asking price; of auctions the opening bid.')),
    rent_monthly: orNull(money('Monthly rent.')),
    list_date: orNull(day('Date the listing started, as the source says.')),
    from: instant('The first reading that saw it so.'),
    to: instant('The last reading that saw it so.'),
    ended_by: orNull(oneOf('Why it ended; null while it holds.', OBSERVATION_ENDS)),
  }),
  ReportedEvent: objectOf({
    ...ID,
    event: text('What happened.', { 'x-extensible-enum': [...HOME_EVENTS] }),
    date: day('When.'),
    price: orNull(money('What was paid, where the source says it.')),
    disclosure: orNull(text('Where the price comes from.')),
  }),
  DerivedSale: objectOf({
    sold_date: day('Date of the sale.'),
    sale_price: money('What was paid.'),
    sale_source: text('Source that reports the sale.'),
    list_price: money('The last asking price that was seen before.'),
    list_source: text('Source of the listing.'),
    list_seen: instant('When that price was last seen.'),
    sale_to_list_ratio: decimal('sale_price divided by list_price.'),
  }),
  Disagreement: objectOf({
    field: text('Name of the field.'),
    values: arrayOf(
      objectOf({
        ...ID,
        value: { type: ['string', 'number'], description: 'What it shows.' },
      }),
    ),
  }),
});
