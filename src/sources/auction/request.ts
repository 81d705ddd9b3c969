/** The request for one page of one area: the one GraphQL operation that the source answers. */
import { edgesAsked } from '#domain/box.js';
import { type AreaAsk, pageNumber, type Question, type UpstreamRequest } from '../driver.js';

/** Rows per page; the source does not send more at once. */
export const PAGE_ROWS = 500;
/** The farthest offset seen on its own site: all active auctions of the country. */
const OFFSET_MAX = 11_500;
/** The most pages requested; a state has one to three. */
export const PAGES_MAX = OFFSET_MAX / PAGE_ROWS + 1;

/** The source rejects a query without a name. */
const OPERATION = 'resiSearch_blueprint_seekListingsFromFilters';

/**
 * Soonest auction first. It is the only order whose name is known, so a search for the newest
 * requests it too, and the page is sorted after reading (read.ts).
 */
const SORT = 'auction_date_order,resi_sort_v2';

/** The misspelled type name is the schema's own; aliases keep the two kinds of segment apart. */
const QUERY = `query ${OPERATION}($filters: ListingCompatabilityFilters!) {
  seek_listings_from_filters(filters: $filters) {
    total_count total_pages size current_page
    content {
      __typename
      ... on Listing {
        listing_id listing_status_group listing_status listing_page_path listing_photos_count
        formatted_address(format: DOUBLE_LINE)
        listing_configuration {
          product_type asset_type occupancy_status financing_available buyer_premium_available
          interior_access_allowed trustee_sales_channel
        }
        venue {
          venue_type venue_name
          venue_address {
            street_number street_name municipality country_primary_subdivision postal_code
          }
        }
        trustee { sale_time }
        open_houses { local_date start_time end_time }
        valuation { seller_current_value_amount }
        seller_property {
          street_description municipality postal_code
          country_primary_subdivision country_secondary_subdivision
        }
        primary_property {
          summary {
            total_bedrooms total_bathrooms square_footage lot_size year_built valuation
            structure_type_code address { coordinates { lon lat } }
          }
        }
        auction {
          start_date end_date starting_bid is_online visible_auction_start_date_time auction_date
        }
        external_information(resolvePolicy: CACHE_ONLY) {
          collateral { summary { estimated low high type } }
        }
        selling_method(resolvePolicy: CACHE_ONLY) {
          __typename
          ... on OnlineAuctionSegment {
            _alias_OnlineAuctionSegment__starting_bid_amount: starting_bid_amount
            start_date initial_end_date bid_count current_highest_bid { bid_amount }
            reserve_status result { winning_bid_amount }
          }
          ... on LiveAuctionSegment {
            _alias_LiveAuctionSegment__starting_bid_amount: starting_bid_amount
          }
        }
      }
    }
  }
}`;

/**
 * Only the area goes upstream. The source's codes for home types are only partly known, and an
 * extra home is filtered out after reading while a missing one is lost, so types, rooms, areas and
 * years are filtered after reading.
 */
export function requestFor(question: Question): UpstreamRequest {
  const filters = {
    ...areaFilters(question.area),
    listing_type: 'active',
    sort: SORT,
    limit: PAGE_ROWS,
    offset: (pageNumber(question) - 1) * PAGE_ROWS,
    version: 1,
  };
  return {
    method: 'POST',
    path: '/graphql',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ operationName: OPERATION, query: QUERY, variables: { filters } }),
  };
}

/**
 * A state, and a county or city in it: all known clients query this way. That the site knows boxes
 * only shows in the addresses of its pages; the parameter is a guess, so an option of the source
 * enables it.
 */
function areaFilters(area: AreaAsk): Readonly<Record<string, string>> {
  if (area.by === 'state') {
    const { state, county, city } = area;
    return {
      property_state: state,
      ...(county !== undefined && { property_county: county.replace(COUNTY_WORD, '') }),
      ...(city !== undefined && { property_city: city }),
    };
  }
  if (area.by === 'box') {
    const { south, west, north, east } = edgesAsked(area.box);
    const edges = [south, west, north, east].map((edge) => edge.toFixed(7));
    return { geo_location_box: edges.join(',') };
  }
  if (area.by === 'everything') return {};
  throw new TypeError(`auction supports states and boxes, not ${area.by}`);
}

/** The source names counties without the word. */
const COUNTY_WORD =
  / (?:County|Parish|Borough|Census Area|City and Borough|Municipality|Planning Region)$/;
