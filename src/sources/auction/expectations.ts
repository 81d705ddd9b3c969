/** What this source's listings normally contain: every answer is compared with this table. */
import { HOUR_MS } from '#contract/durations.js';
import { normalName } from '#domain/names.js';
import { isAbsent } from '#domain/parsed-row.js';
import {
  carried,
  type Expectations,
  type MemberExpectation,
  member,
  NAME,
  near,
  type RowView,
  ratio,
  STREET_LINE,
  same,
  type Twin,
  twin,
} from '../expectations.js';
import { isRaw, listOf, type Raw, rawOf, textOr } from '../raw-values.js';
import { remembered } from '../remembered.js';
import { knowsSale, knowsType, namesGroup, namesState } from './codes.js';
import { compositeOf } from './extras.js';
import { figureOf, flagOf } from './figures.js';
import { VENUE_PARTS } from './sale.js';
import { type View, viewOf } from './view.js';

/** Every listing has every requested member, empty or not. */
const CARRIED = 0.95;
/** The second display line: "Pueblo, CO 81003, Pueblo County". */
const SECOND_LINE = /^(.+), ([A-Z]{2}) (\d{5})/;

const raw = (view: RowView, part: keyof View): Raw => rawOf(view[part]);
const msOf = remembered(Date.parse);
/** The moment in a text; NaN if it is none. */
const momentIn = (value: unknown): number => msOf(textOr(value) ?? '');
const isMoment = (value: unknown): boolean => !Number.isNaN(momentIn(value));
const hasSeller = (view: RowView): boolean => Object.keys(raw(view, 'seller')).length > 0;
const inPerson = (view: RowView): boolean => view.online === false;

const MEMBERS: readonly MemberExpectation[] = [
  // The display line has the same text in another case; it is used where a row lacks a part.
  member('seller_property', 'address.line1 address.city', 0.95, { has: hasSeller }),
  member('seller.street_description', 'address.line1', CARRIED, hasSeller),
  textual('seller.street_description', 'address.line1', 0.9),
  member('seller.municipality', 'address.city', CARRIED, hasSeller),
  textual('seller.municipality', 'address.city', 0.9),
  member('seller.street_description | row.formatted_address', 'address.line1', 0.97),
  member('seller.municipality | row.formatted_address', 'address.city', 0.97),
  member('seller.country_primary_subdivision | row.formatted_address', 'address.state', 0.97),
  member('seller.postal_code | row.formatted_address', 'address.zip', 0.97),
  member('seller.country_secondary_subdivision', 'address.county', CARRIED, hasSeller),
  member('summary.address', 'location', 0.97),
  member('summary.total_bedrooms', 'beds', CARRIED),
  member('summary.total_bathrooms', 'baths', CARRIED),
  member('summary.square_footage', 'living_area_sqft', CARRIED),
  member('summary.year_built', 'extras.year_built', CARRIED),
  member('summary.lot_size', 'extras.lot_size_raw', CARRIED),
  member('summary.structure_type_code', 'property_type extras.property_type_raw', 0.9),
  member('summary.structure_type_code', 'property_type', 0.93, {
    applies: ({ summary }) => textOr(rawOf(summary).structure_type_code) !== undefined,
    has: ({ summary }) => knowsType(textOr(rawOf(summary).structure_type_code) ?? ''),
  }),
  member('row.listing_status_group', 'status', 0.98, {
    has: ({ row }) => namesGroup(rawOf(row).listing_status_group),
  }),
  member('row.listing_status', 'extras.listing_status_raw', 0.9, {
    has: ({ row }) => namesState(rawOf(row).listing_status),
  }),
  // The substitutes for these mean something else, so the members themselves must be there.
  member('configuration.product_type', 'extras.sale_type', CARRIED, {
    has: ({ configuration }) => knowsSale(textOr(rawOf(configuration).product_type) ?? ''),
  }),
  member('row.external_information', 'extras.estimated_value', 0.8),
  member('row.listing_photos_count', 'photo_count', CARRIED),
  member('configuration.financing_available', 'extras.financing_available', 0.6),
  member('configuration.buyer_premium_available', 'extras.buyer_premium', 0.6),
  member('segment.bid_count', 'extras.bid_count', 0.9, (view) => !inPerson(view)),
  member('segment.current_highest_bid', 'extras.current_bid', 0.9, (view) => !inPerson(view)),
  member('segment.reserve_status', 'extras.reserve_status', 0.9, (view) => !inPerson(view)),
  member('auction.visible_auction_start_date_time', 'extras.auction_start', 0.85, {
    has: ({ auction }) => isMoment(rawOf(auction).visible_auction_start_date_time),
  }),
  // Used where the hour of the start is not shown.
  { ...textual('auction.start_date', 'extras.auction_start', 0.8), rest: true },
  {
    ...textual('auction.end_date', 'extras.auction_end', 0.8),
    applies: (view) => !inPerson(view),
  },
  member('configuration.occupancy_status', 'extras.occupancy', CARRIED),
  member('auction.is_online', 'extras.online_auction', CARRIED),
  member(
    'auction.starting_bid | segment._alias_OnlineAuctionSegment__starting_bid_amount',
    'extras.starting_bid',
    CARRIED,
  ),
  member(
    'auction.end_date | segment.initial_end_date',
    'extras.auction_end',
    0.9,
    (view) => !inPerson(view),
  ),
];

/** Members that every row has because they are requested, empty or not. */
const ASKED: readonly MemberExpectation[] = carried([
  member('auction.auction_date', 'extras.auction_date', CARRIED),
  member('row.trustee', 'extras.auction_time', CARRIED),
  member('row.trustee.sale_time', 'extras.auction_time', CARRIED, ({ row }) =>
    isRaw(rawOf(row).trustee),
  ),
  member('configuration.trustee_sales_channel', 'extras.sale_channel', CARRIED),
  member('configuration.interior_access_allowed', 'extras.interior_access', CARRIED),
  member('row.open_houses', 'extras.open_house extras.open_house_date', CARRIED),
  member('venue.venue_name', 'extras.venue_name', CARRIED, inPerson),
  member('venue.venue_address', 'extras.venue_address', CARRIED, inPerson),
  ...VENUE_PARTS.map((part) =>
    member(`venue.venue_address.${part}`, 'extras.venue_address', CARRIED, ({ venue }) =>
      isRaw(rawOf(venue).venue_address),
    ),
  ),
]);

/** A member that is a text on most rows. */
function textual(path: string, fields: string, share: number): MemberExpectation {
  const [part = '', name = ''] = path.split('.');
  return {
    ...member(path, fields, share),
    has: (view) => textOr(rawOf(view[part])[name]) !== undefined,
  };
}

/** A day from local midnight to midnight has an extra hour in autumn. */
const DAY_HOURS = 25;
/** Two estimates of one home differ by at most this share. */
const ESTIMATES_APART = 0.8;

const TWINS: readonly Twin[] = [
  displayed('municipality', 1, 'address.city', normalName),
  displayed('country_primary_subdivision', 2, 'address.state'),
  displayed('postal_code', 3, 'address.zip'),
  twin('listing_id and listing_page_path', '', (view) => {
    const { listing_id: id, listing_page_path: path } = raw(view, 'row');
    return same(
      typeof id === 'number' ? String(id) : id,
      /-(\d+)\/?$/.exec(textOr(path) ?? '')?.[1],
    );
  }),
  twin(
    'is_online and venue_type',
    'extras.online_auction extras.auction_end extras.bid_count extras.current_bid',
    ({ auction, row }) => {
      const online = flagOf(rawOf(auction).is_online);
      const place = textOr(rawOf(rawOf(row).venue).venue_type)?.toUpperCase();
      if (isAbsent(online) || (place !== 'LIVE' && place !== 'ONLINE')) return null;
      return online === (place === 'ONLINE');
    },
  ),
  twin('starting_bid and starting_bid_amount', 'extras.starting_bid', (view) => {
    const { _alias_OnlineAuctionSegment__starting_bid_amount: online } = raw(view, 'segment');
    return near(figureOf(raw(view, 'auction').starting_bid), figureOf(online), 0.001);
  }),
  // The date is the midnight of its day or the moment itself.
  twin('start_date and visible_auction_start_date_time', 'extras.auction_start', (view) => {
    const { start_date: date, visible_auction_start_date_time: shown } = raw(view, 'auction');
    const hours = (momentIn(shown) - momentIn(date)) / HOUR_MS;
    return Number.isNaN(hours) ? null : hours >= 0 && hours < DAY_HOURS;
  }),
  twin('the composite estimate and the seller value', 'extras.estimated_value', (view) => {
    const { seller_current_value_amount: seller } = rawOf(raw(view, 'row').valuation);
    return near(figureOf(compositeOf(raw(view, 'row'))), figureOf(seller), ESTIMATES_APART);
  }),
  twin('start_date and end_date', 'extras.auction_start extras.auction_end', (view) => {
    const { start_date: start, end_date: end } = raw(view, 'auction');
    const [from, to] = [momentIn(start), momentIn(end)];
    return Number.isNaN(from) || Number.isNaN(to) ? null : from <= to;
  }),
];

const partsOf = remembered((line): readonly string[] => SECOND_LINE.exec(line) ?? []);

/** A part of the seller's address and the same part in the displayed line. */
function displayed(
  part: string,
  group: number,
  field: string,
  spelled: (text: string) => string = (text) => text,
): Twin {
  const words = (text: unknown) => spelled(textOr(text) ?? '');
  return {
    members: `${part} and formatted_address`,
    fields: [field],
    agree: (view) => {
      const line = textOr(listOf(raw(view, 'row').formatted_address)[1]);
      return same(words(raw(view, 'seller')[part]), words(partsOf(line ?? '')[group]));
    },
  };
}

export const EXPECTATIONS: Expectations = {
  view: (row) => viewOf(row) as unknown as RowView,
  members: [...MEMBERS, ...ASKED],
  twins: TWINS,
  fields: {
    status: { required: true },
    source_url: { required: true, differs_with: 'source_id', form: /\/details\// },
    'address.line1': { share: 0.98, form: STREET_LINE },
    'address.city': { share: 0.98, required: true, form: NAME },
    'address.state': { share: 0.98, required: true },
    'address.zip': { share: 0.98, required: true },
    location: { share: 0.97, differs_with: 'address.line1' },
    beds: { share: 0.75, possible: [0, 60], differs_with: 'living_area_sqft' },
    baths: { share: 0.75, possible: [0.25, 40], differs_with: 'living_area_sqft' },
    living_area_sqft: { share: 0.85, possible: [100, 60_000] },
    property_type: { share: 0.9, required: true },
    'extras.year_built': { share: 0.85, possible: [1700, 2035] },
    'extras.lot_size_raw': { share: 0.6 },
    'extras.sale_type': { share: 0.97 },
    'extras.auction_start': { share: 0.9 },
    'extras.occupancy': { share: 0.9 },
    'extras.estimated_value': {
      share: 0.75,
      possible: [500, 300_000_000],
      differs_with: 'living_area_sqft',
    },
    photo_count: { share: 0.6, possible: [0, 500] },
    'extras.starting_bid': { possible: [1, 300_000_000] },
    'extras.current_bid': { possible: [1, 300_000_000] },
  },
  ratios: [
    ratio('living_area_sqft', 'beds', [150, 1_800], [40, 8_000]),
    ratio('extras.estimated_value', 'living_area_sqft', [25, 1_500], [1, 15_000]),
    ratio('extras.starting_bid', 'extras.estimated_value', [0.02, 3], [0.0000001, 30]),
  ],
};
