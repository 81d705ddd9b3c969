/** Changes of the auction portal that nothing in its answers shows, each with its reason. */
import { type Allowed, EMPTIED, LOST } from './allowed-entry.js';

export const AUCTION: readonly Allowed[] = [
  {
    route: 'auction auctions',
    members: /listing_status_group$/,
    changes: ['swapped with the next'],
    reason:
      'the member beside it is the finer word for the same, and one of the words that are known',
  },
  {
    route: 'auction auctions',
    members: /\.end_date$/,
    changes: ['a day later'],
    reason: 'an online auction may take a day more, and nothing else in the row says when it ends',
  },
  {
    route: 'auction auctions',
    members: /lot_size$/,
    reason:
      'lot_size_raw is delivered as sent: the source mixes acres and square feet without a unit',
  },
  {
    route: 'auction auctions',
    members: /square_footage$/,
    changes: ['swapped with the next'],
    reason: 'the page is partial for the area; the member beside it is a number without a unit',
  },
  {
    route: 'auction auctions',
    members: /(?:square_footage|starting_bid)$/,
    changes: ['other codes'],
    reason:
      'only the 0 of rows that have none becomes a number, of a size that homes and bids have',
  },
  {
    route: 'auction auctions',
    members: /(?:product_type|structure_type_code)$/,
    changes: ['swapped with the next'],
    reason:
      'the member beside it is the coarser word for the same, and one of the words that are known',
  },
  {
    route: 'auction auctions',
    members: /open_houses(?:\[\])?(?:\.\w+)?$/,
    reason: 'one home in twenty has an open house, and nothing else in a row says when',
  },
  {
    route: 'auction auctions',
    members:
      /(?:trustee_sales_channel|interior_access_allowed|reserve_status|venue_name|trustee|sale_time)$/,
    changes: [
      ...EMPTIED,
      'constant',
      'negated',
      'other codes',
      'swapped with the next',
      'of the next row',
    ],
    reason: 'they are asked for and may be empty, and nothing else in a row repeats them',
  },
  {
    route: 'auction auctions',
    members: /venue_address(?:\.\w+)?$/,
    reason: 'sales are held at few places, which no other member names, and may be given in part',
  },
  {
    route: 'auction auctions',
    members: /auction_date$/,
    changes: ['null', 'empty text', 'swapped with the next', 'in the future', 'a day later'],
    reason: 'a sale may wait for its day, which is withheld where it is not that of the start',
  },
  {
    route: 'auction auctions',
    members: /summary\[\]\.(?:estimated|low|high)$/,
    changes: [
      ...LOST,
      'metres to feet',
      'acres to feet',
      'swapped with the next',
      '× 100',
      '× 1000',
      '÷ 1000',
    ],
    detail: /estimated_(?:value_(?:low|high)|rent_monthly)/,
    reason:
      'two in five homes have estimates, some without a range, and rents follow from nothing else',
  },
  {
    route: 'auction auctions',
    members: /selling_method\.(?:bid_count|_alias_OnlineAuctionSegment__starting_bid_amount)$/,
    changes: ['other codes', 'null', 'swapped with the next'],
    reason: 'few sales are held online, and most of them have no bids yet',
  },
  {
    route: 'auction auctions',
    members: /(?:selling_method\.(?:start_date|initial_end_date)|auction\.start_date)$/,
    changes: [
      'in an object',
      'in a list',
      'other codes',
      'date in another form',
      'swapped with the next',
    ],
    reason: 'it stands in where the moment that bidders see is missing, on one row in ten or fewer',
  },
  {
    route: 'auction auctions',
    members: /occupancy_status$/,
    changes: ['swapped with the next'],
    detail: /sale_type|sale_channel/,
    reason: 'the member beside it is withheld too; the page is partial and names the loss',
  },
];
