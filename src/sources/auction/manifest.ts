/** auction: foreclosure and bank-owned homes up for auction. */
import { type FieldsOf, may } from '#contract/field.js';
import type { SourceManifest } from '#contract/manifest.js';
import { PARAM_GROUPS } from '#contract/params.js';

const EXTRAS = [
  may('property_type_raw', 'string', "Source's home type code."),
  may('listing_status_raw', 'string', "Source's own status of the auction."),
  may('sale_type', 'string', 'Kind of sale; new kinds may appear.'),
  may('auction_start', 'date_time', 'Start of the auction, UTC.'),
  may('auction_end', 'date_time', 'End of the auction, UTC; null for in-person auctions.'),
  may('online_auction', 'boolean', 'True online; false in person.'),
  may('starting_bid', 'money', 'Opening bid; not a price.'),
  may('current_bid', 'money', 'Highest bid so far.'),
  may('bid_count', 'integer', 'Bids so far.'),
  may('estimated_value', 'money', "Source's own value estimate."),
  may('occupancy', ['OCCUPIED', 'VACANT', 'UNKNOWN'], 'Whether the home is occupied.'),
  may('year_built', 'integer', 'Year built.'),
  may('lot_size_raw', 'number', 'Lot size without a unit, as the source shows it.'),
  may('first_listed_date', 'date', 'Date first listed.'),
  may('financing_available', 'boolean', 'Seller offers financing.'),
  may('buyer_premium', 'boolean', 'Buyer pays a premium on top of the winning bid.'),
  may('auction_date', 'date', 'Local date of the auction.'),
  may('auction_time', 'string', 'Trustee sales: local hour, as HH:MM.'),
  may('venue_name', 'string', 'In-person auctions: the venue.'),
  may('venue_address', 'string', 'Address of the venue.'),
  may('sale_channel', 'string', 'Holder of a trustee sale; new values may appear.'),
  may('reserve_status', 'string', "Source's own reserve status."),
  may('winning_bid', 'money', 'Winning bid; null until the auction is over.'),
  may('estimated_value_low', 'money', 'Low end of the value estimate.'),
  may('estimated_value_high', 'money', 'High end of the value estimate.'),
  may('estimated_rent_monthly', 'money', "Source's own rent estimate."),
  may('open_house', 'string', "Next open house in the source's words."),
  may('open_house_date', 'date', 'Day of the next open house, at the home.'),
  may('interior_access', 'boolean', 'Whether bidders may see the home inside.'),
] as const;
export type AuctionExtras = FieldsOf<typeof EXTRAS>;

const UPSTREAM_OPTIONS = [
  {
    name: 'area',
    pattern: /^(?:state|box)$/,
    description: 'state to request states, counties and cities; box if it supports boxes',
  },
] as const;

const { area, city, home, year } = PARAM_GROUPS;

export const auction = {
  name: 'auction',
  display_name: 'Auctions',
  routes: [
    {
      id: 'auction_listings',
      path: '/auction/listings',
      source: 'auction',
      kind: 'auctions',
      forms: ['zip', 'city', 'county', 'bbox', 'circle'],
      params: [...area, ...city, 'county', ...home, ...year, 'sort'],
      sorts: ['newest'],
      sold_windows: [],
      bbox_sqmi_max: 25_000,
      cache: 'CACHE_AUCTION_S',
      price: 1,
      summary: 'Homes up for auction',
      description:
        'Foreclosure and bank-owned homes up for auction, soonest auction first unless `sort` says otherwise. An auction has no asking price.',
      starter: {
        words: 'Auctions in Maricopa County',
        form: 'county',
        values: { county: 'Maricopa County', state: 'AZ' },
      },
    },
  ],
  lookups: [],
  upstream_options: UPSTREAM_OPTIONS,
  extras: { auctions: EXTRAS },
} as const satisfies SourceManifest;
