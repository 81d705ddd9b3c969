/**
 * The auction portal: the homes of a state that go under the hammer; what is missing is 0, an empty
 * text or null.
 */
import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '#contract/durations.js';
import type { PropertyType } from '#contract/values.js';
import { readAsk } from '#sandbox/auction/ask.js';
import { NOW_MS, type PortalText } from '../mutations/world.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import type { Answer } from './portals.js';

type Row = Readonly<Record<string, unknown>>;

const COUNTY_WORD = / (?:County|Parish)$/;
const STRUCTURES: Readonly<Record<PropertyType, string>> = {
  single_family: 'SINGLE_FAMILY_HOME',
  condo: 'CONDOMINIUM',
  townhouse: 'TOWNHOUSE',
  multi_family: 'MULTI_FAMILY',
  land: 'VACANT_LAND',
  manufactured: 'MANUFACTURED_HOME',
  apartment: 'APARTMENT_BUILDING',
  other: 'OTHER',
};

export function answerAuction(draft: Draft): Answer {
  // The share of homes without beds differs by the day, as on recorded lists.
  const gaps = { bids: draft.wire.noBids, beds: draft.draw.pick([0.13, 0.25, 0.37]) };
  return ({ body }): PortalText => {
    const asked = readAsk(body ?? '', false);
    assert.ok(!('code' in asked), JSON.stringify(asked));
    const { state, county, city } = asked.ask;
    const isAsked = (word: string | null, own: string) =>
      word === null || word === own.toLowerCase();
    const found = draft.homes
      .filter((home) => isAsked(state, home.state) && isAsked(city, home.city))
      .filter((home) => isAsked(county, home.county.replace(COUNTY_WORD, '')))
      .toSorted((a, b) => startOf(a) - startOf(b));
    const shown = found.slice(asked.offset, asked.offset + asked.limit);
    const seek_listings_from_filters = {
      total_count: found.length,
      total_pages: Math.ceil(found.length / asked.limit),
      size: asked.limit,
      current_page: Math.floor(asked.offset / asked.limit),
      aggregation: null,
      content: shown.map((home) => rowOf(home, gaps, draft.filters.beds_min !== undefined)),
    };
    return { prefix: '', json: JSON.stringify({ data: { seek_listings_from_filters } }) };
  };
}

/** Sales of the next weeks, on a few days; some wait for a date. */
const startOf = ({ age }: Home): number =>
  Math.floor(NOW_MS / DAY_MS) * DAY_MS + ((age % 9) * 3 + 1) * DAY_MS + 8 * HOUR_MS;

const share = ({ id }: Home, salt: number): number =>
  (Math.imul(id + salt * 40_503, 2_654_435_761) >>> 0) / 2 ** 32;

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

interface Gaps {
  readonly bids: number;
  readonly beds: number;
}

function rowOf(home: Home, gaps: Gaps, asksBeds: boolean): Row {
  const isOnline = home.id % 3 === 0;
  const bid = share(home, 1) < gaps.bids ? null : Math.round((home.price ?? 200_000) * 0.005) * 100;
  const hasBeds = asksBeds || share(home, 2) >= gaps.beds;
  const street = home.door === null ? home.line : `${home.line} ${home.door}`;
  const county = home.id % 2 === 0 ? home.county : home.county.replace(COUNTY_WORD, '');
  const start = startOf(home);
  return {
    __typename: 'Listing',
    listing_id: String(home.id),
    urn: `adc:listing:${home.id}`,
    listing_status_group: 'ACTIVE',
    listing_status: 'SALE_PENDING',
    listing_status_label: 'Dec 07',
    listing_page_path: `/details/${street.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${home.id}`,
    listing_photos_count: home.photos,
    formatted_address: [street, `${home.city}, ${home.state} ${home.zip}, ${home.county}`],
    listing_configuration: {
      product_type: home.channel === 'foreclosure' ? 'BANK_OWNED' : 'TRUSTEE',
      asset_type: home.channel === 'foreclosure' ? 'BANK_OWNED' : 'FORECLOSURE',
      occupancy_status: home.id % 4 === 0 ? 'VACANT' : 'OCCUPIED',
      buyer_premium_available: isOnline,
      financing_available: null,
      interior_access_allowed: home.id % 7 === 0,
      trustee_sales_channel: home.channel === 'foreclosure' ? null : 'AUCTIONEERING',
    },
    trustee: home.channel === 'foreclosure' ? null : { sale_time: '09:00:00' },
    open_houses: [],
    auction: {
      auction_date: iso(start).slice(0, 10),
      start_date: iso(start),
      end_date: isOnline ? iso(start + 2 * DAY_MS) : null,
      visible_auction_start_date_time: iso(start + 8 * HOUR_MS),
      starting_bid: bid,
      is_online: isOnline,
    },
    venue: isOnline
      ? { venue_type: 'ONLINE', venue_name: null, venue_address: null }
      : {
          venue_type: 'LIVE',
          venue_name: home.id % 25 === 0 ? null : `${home.county} Courthouse`,
          venue_address:
            home.id % 25 === 0
              ? null
              : {
                  street_number: '1',
                  street_name: 'Court Sq',
                  municipality: home.city,
                  country_primary_subdivision: home.state,
                  postal_code: home.zip,
                },
        },
    valuation: { seller_current_value_amount: home.estimate },
    external_information:
      home.id % 5 < 2
        ? {
            collateral: {
              summary: [{ type: 'composite', estimated: home.price, low: null, high: null }],
            },
          }
        : null,
    seller_property: {
      street_description: street.toUpperCase(),
      municipality: home.city.toUpperCase(),
      country_primary_subdivision: home.state,
      country_secondary_subdivision: county,
      postal_code: home.zip,
    },
    primary_property: {
      property_id: String(home.id + 1),
      summary: {
        total_bedrooms: hasBeds ? (home.beds ?? 0) : home.id % 4 === 0 ? '' : 0,
        total_bathrooms: share(home, 3) < 0.03 ? 0 : (home.baths ?? 0),
        square_footage: home.area ?? 0,
        lot_size: home.lot === null ? 0 : Math.round(home.lot / 435.6) / 100,
        year_built: home.year ?? 0,
        valuation: home.estimate,
        structure_type_code: STRUCTURES[home.type],
        structure_type_group: 'SINGLE_FAMILY',
        address: { coordinates: { lon: home.lng, lat: home.lat } },
      },
    },
    selling_method: isOnline
      ? {
          __typename: 'OnlineAuctionSegment',
          _alias_OnlineAuctionSegment__starting_bid_amount: bid,
          start_date: iso(start),
          initial_end_date: iso(start + 2 * DAY_MS),
          bid_count: 0,
          current_highest_bid: null,
          reserve_status: 'RESERVE_NOT_MET',
          result: null,
        }
      : { __typename: 'LiveAuctionSegment', _alias_LiveAuctionSegment__starting_bid_amount: bid },
    marketing_tags: [],
  };
}
