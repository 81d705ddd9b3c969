/**
 * Silent changes that nothing in the answers can tell from genuine ones, or that change no meaning, each with
 * the reason. A silent case that no entry lists fails the tests, and so does an entry that lists none.
 */
import type { Case } from './run-cases.js';

export interface Allowed {
  /** "portal_a rentals", or "portal_a" for all its kinds; every source and kind when left out. */
  readonly route?: string;
  /** All members when left out; what a source does as a whole has none. */
  readonly members?: RegExp;
  /** All changes when left out. */
  readonly changes?: readonly string[];
  /** What the case came to. */
  readonly detail?: RegExp;
  readonly reason: string;
}

const LOST = ['removed', 'renamed', 'null', 'empty text', 'moved down', 'moved up'];
const EMPTIED = [...LOST, 'empty list or object', 'in an object', 'in a list'];

/** Of every source. */
const GENERAL: readonly Allowed[] = [
  {
    changes: ['of the next row'],
    reason:
      'each value is one that the source has for another row: only a second member of the same row can ' +
      'contradict it, and where there is one the case is not silent',
  },
  {
    detail: /; noticed on page [2-5]: /,
    reason:
      'one page of 40 rows may lack it by accident more often than once in a million; pages are pooled, ' +
      'and the runner saw it noticed on one of the next four',
  },
  ...['portal_a', 'mls'].map((route) => ({
    route,
    detail: /^other reasons: (?:[\w.]+ unreadable(?:, |$))+$/,
    reason:
      'a few rows without a value before and after: their note now says that it cannot be read',
  })),
];

/** Codes and flags in which the rows of a page often agree. */
const CODES =
  /(?:areaName|homeType|buildingType|structure_type_code|saleType|product_type|occupancy_status|listing_status|listing_configuration|mlsStatus)$/;
const FLAGS = /(?:noFee|furnished|financing_available|buyer_premium_available)$/;

const CONSTANTS: readonly Allowed[] = [
  {
    members: CODES,
    changes: ['constant'],
    reason:
      'a page of one code or neighbourhood is ordinary: an area of condos, a county of trustee sales, all of them resales',
  },
  ...['auction', 'nyc_portal'].map((route) => ({
    route,
    members: FLAGS,
    changes: ['constant', 'negated', 'swapped with the next', 'null'],
    reason:
      'areas differ from none to all in these, recorded listings carry null, and nothing else in a row shows it',
  })),
];

const PORTAL_A: readonly Allowed[] = [
  {
    route: 'portal_a listings',
    members: /homeInfo\.streetAddress$/,
    changes: ['in an object', 'in a list', 'text as number', 'other codes'],
    reason:
      'three rows of forty have no street on their card: too few for a share of the page; where it cannot ' +
      'be read the line is null and noted, and the unit comes from its own member in other letters',
  },
  {
    route: 'portal_a listings',
    members: /carouselPhotos(?:Composable(?:\.photoData)?)?$/,
    changes: ['constant'],
    reason: 'the rows of the other form of photos keep their numbers, so that the numbers differ',
  },
  {
    route: 'portal_a listings',
    members: /info6String$/,
    changes: LOST,
    reason: 'the recorded page of 41 homes names no agent: a page without agents is ordinary',
  },
  {
    route: 'portal_a listings',
    members: /listResults$/,
    changes: ['empty list or object'],
    reason:
      'the page is partial; its rows come from the map, whose links are relative, to the same pages',
  },
  {
    route: 'portal_a rentals',
    members: /hdpData(?:\.homeInfo)?$/,
    changes: EMPTIED,
    reason:
      'recorded rental cards have no details: the type is then the one that the card says in words',
  },
  {
    route: 'portal_a rentals',
    members: /(?:brokerName|info6String|carouselPhotos\w*(?:\.photoData)?(?:\[\])?)$/,
    changes: [...EMPTIED, 'constant'],
    reason:
      'recorded rental cards name no broker or agent and list no photos, though they have an image; one ' +
      'agent for the few cards that name one is ordinary',
  },
  {
    route: 'portal_a rentals',
    members: /rentZestimate$/,
    changes: [...LOST, 'swapped with the next'],
    reason:
      'few rentals have an estimate, and the member beside it is the rent, to which it is near',
  },
  {
    route: 'portal_a rentals',
    members: /(?:units(?:\[\](?:\.price|\.beds)?)?|buildingName)$/,
    changes: ['constant', 'swapped with the next'],
    reason: 'five buildings on a page are too few to prove that they must differ',
  },
  {
    route: 'portal_a rentals',
    members: /lotId$/,
    reason:
      'another id is another building, as new buildings are: nothing else in the row repeats the number',
  },
];

const AUCTION: readonly Allowed[] = [
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
    members: /starting_bid$/,
    changes: ['null'],
    reason:
      'in many counties no opening bid is published before the sale: a page without bids is ordinary',
  },
  {
    route: 'auction auctions',
    members: /(?:product_type|structure_type_code)$/,
    changes: ['swapped with the next'],
    reason:
      'the member beside it is the coarser word for the same, and one of the words that are known',
  },
];

const NYC_PORTAL: readonly Allowed[] = [
  ...['nyc_portal listings', 'nyc_portal rentals'].flatMap((route): readonly Allowed[] => [
    {
      route,
      members: /\.unit$/,
      changes: ['swapped with the next'],
      reason: 'the member beside it is the same unit with a mark before it',
    },
    {
      route,
      members: /(?:bedroomCount|fullBathroomCount)$/,
      changes: ['swapped with the next'],
      reason: 'bedrooms and bathrooms are counts of one size: each has values that the other has',
    },
    {
      route,
      members: /(?:full|half)BathroomCount$/,
      changes: ['constant'],
      reason:
        'most flats have one bathroom and no half one; the other of the two members still varies',
    },
    {
      route,
      members: /livingAreaSize$/,
      changes: ['other codes'],
      reason: 'only the 0 of rows that have none becomes a number, of a size that homes have',
    },
  ]),
  {
    route: 'nyc_portal listings',
    members: /monthly(?:Taxes|CommonCharges)$/,
    changes: ['other codes'],
    reason: 'only the 0 of rows that have none becomes a number, of a size that charges have',
  },
  {
    route: 'nyc_portal listings',
    members: /monthly(?:Taxes|Maintenance|CommonCharges)$/,
    changes: ['metres to feet'],
    reason: 'charges of abated and of luxury buildings differ by more than ten times for one price',
  },
  {
    route: 'nyc_portal listings',
    members: /monthlyTaxes$/,
    changes: ['swapped with the next'],
    reason: 'the member beside it is the common charges, which are as high',
  },
  {
    route: 'nyc_portal listings',
    members: /\.price$/,
    changes: ['metres to feet'],
    reason:
      'the page is partial and names price and charges: that they do not fit is seen, but not which is wrong',
  },
  {
    route: 'nyc_portal rentals',
    members: /availableAt$/,
    changes: ['a day later'],
    reason: 'a home may be free a day later, and nothing else in the row says when',
  },
  {
    route: 'nyc_portal rentals',
    members: /(?:netEffectivePrice|monthsFree)$/,
    changes: LOST,
    reason: 'only rentals with free months carry them, and some search pages leave them out',
  },
];

const PORTAL_B: readonly Allowed[] = [
  {
    route: 'portal_b sold',
    members: /homes(?:\[\])?$/,
    changes: ['empty list or object', 'removed'],
    reason: 'the source does not count: an area without sales gives the same answer',
  },
  {
    route: 'portal_b sold',
    members: /dom(?:\.value)?$/,
    changes: [...EMPTIED, 'constant'],
    reason:
      'recorded pages have only the days since the sale there, which are not taken: a page without is ordinary',
  },
  {
    route: 'portal_b sold',
    members: /(?:dom|hoa)\.value$/,
    changes: ['other codes'],
    reason: 'only days and dollars up to 40 change, to ones that homes have',
  },
  {
    route: 'portal_b sold',
    members: /hoa(?:\.value)?$/,
    changes: [...LOST, 'empty list or object'],
    reason:
      'most homes with dues here are in apartment buildings, of which no recorded page says how many have ' +
      'any; of condos and townhouses there are too few',
  },
  {
    route: 'portal_b sold',
    members: /soldDate$/,
    changes: ['a day later'],
    reason:
      'the next midnight is as good a date of a sale, and nothing else in the row says the day',
  },
  {
    route: 'portal_b sold',
    members: /lotSize\.value$/,
    changes: ['metres to feet'],
    reason: 'lots of the next area are ten times as large',
  },
];

const MLS: readonly Allowed[] = [
  {
    route: 'mls',
    members:
      /(?:MlsStatus|OriginatingSystemName|AttributionContact|TaxAssessedValue|AssociationFee|AssociationFeeFrequency|LeaseAmountFrequency|LivingAreaUnits|UnitNumber|StreetDirPrefix)$/,
    changes: ['null', 'empty text', 'constant'],
    reason:
      'the dictionary asks no server for a value: feeds leave these empty or have one for all; a rent without ' +
      'a frequency is monthly and an area without a unit in feet by custom',
  },
  {
    route: 'mls',
    members: /(?:AssociationFeeFrequency|LeaseAmountFrequency)$/,
    changes: ['another unit in the text'],
    reason:
      'weekly is a word of the dictionary, and fees and rents of areas differ by more than four times',
  },
  {
    route: 'mls',
    members: /(?:AssociationFee|DaysOnMarket|ListPrice|ClosePrice|TaxAssessedValue)$/,
    changes: ['metres to feet', 'other codes'],
    reason:
      'ten times the size, and days and dollars of three digits, are what homes of another area have',
  },
  {
    route: 'mls rentals',
    members: /ListPrice$/,
    changes: ['constant'],
    reason: 'rents by the week, the month and the year still differ when one figure stands for all',
  },
  {
    route: 'mls',
    members: /(?:ListingKey|ListingId)$/,
    changes: ['other codes'],
    reason: 'keys are any text: another key is another listing',
  },
  {
    route: 'mls',
    members: /(?:PropertySubType|StandardStatus|BathroomsHalf|StreetSuffix|ModificationTimestamp)$/,
    changes: ['constant'],
    reason:
      'a page of one type, state or moment of a bulk change is ordinary, and most homes have one half bath',
  },
  {
    route: 'mls',
    members: /(?:CloseDate|OnMarketDate|ModificationTimestamp)$/,
    changes: ['a day later', 'swapped with the next', 'null', 'empty text'],
    reason:
      'a day later is as good a date; feeds fill one or both of the two dates of a listing, a day or more apart',
  },
  {
    route: 'mls',
    members:
      /(?:ListOfficeName|ListAgentFullName|OriginatingSystemName|AttributionContact|UnitNumber|StreetName|StreetSuffix|StreetDirPrefix)$/,
    changes: ['swapped with the next'],
    reason:
      'one name for another: the dictionary gives names no form, and no other field repeats them',
  },
  {
    route: 'mls',
    members: /(?:AssociationFee|YearBuilt|ListPrice|ClosePrice|BathroomsFull)$/,
    changes: ['swapped with the next'],
    reason:
      'the two have values of one size, or the page is partial for one of them while the other is a number ' +
      'that nothing is compared with',
  },
  {
    route: 'mls',
    detail: /^partial, but wrong values: sale_price_disclosure/,
    reason: 'the price is null with its cause, and that its origin is unknown is then right',
  },
];

export const ALLOWED_OF_MEMBERS: readonly Allowed[] = [
  ...GENERAL,
  ...CONSTANTS,
  ...PORTAL_A,
  ...AUCTION,
  ...NYC_PORTAL,
  ...PORTAL_B,
  ...MLS,
];

export const ALLOWED_OF_BEHAVIOUR: readonly Allowed[] = [
  {
    changes: ['old: an answer of a month ago'],
    reason: 'homes that were for sale a month ago look like homes that are for sale',
  },
  {
    changes: ['count: one less'],
    reason:
      'one home more than counted is one that came while the pages were read; it is delivered',
  },
  {
    route: 'portal_a listings',
    changes: ['pages: numbered from 0'],
    reason:
      'the page is partial; rows that come from the map have relative links, to the same pages',
  },
  {
    route: 'portal_b sold',
    changes: ['pages: without rows'],
    reason: 'the source does not count: an area without sales gives the same answer',
  },
  {
    route: 'portal_b sold',
    changes: ['pages: numbered from 0'],
    reason:
      'an answer says neither its number nor how many rows there are, and a shorter page is the last',
  },
];

const ALLOWED = [...ALLOWED_OF_MEMBERS, ...ALLOWED_OF_BEHAVIOUR];

export const matches = (entry: Allowed, one: Case): boolean =>
  one.outcome === 'silent' &&
  routeOf(one).startsWith(entry.route ?? '') &&
  (entry.members?.test(one.member) ?? true) &&
  (entry.changes?.includes(one.change) ?? true) &&
  (entry.detail?.test(one.detail) ?? true);

export const routeOf = ({ source, kind }: Pick<Case, 'source' | 'kind'>): string =>
  `${source} ${kind}`;

/** Whether a case is silent and no entry says why it may be. */
export const isUnexplained = (one: Case): boolean =>
  one.outcome === 'silent' && !ALLOWED.some((entry) => matches(entry, one));
