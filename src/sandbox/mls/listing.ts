/** One listing as the feed sends it: RESO Data Dictionary fields, and the feed's own gaps. */
import { isoDate } from '../data/calendar.js';
import { hashText, unit, whole } from '../data/chance.js';
import { keepsSalePrices } from '../data/disclosure.js';
import { type Home, type HomeType, MICRO } from '../data/home.js';
import { addressOf, agentOf, brokerOf } from '../data/names.js';
import { PORTAL_SALTS, saltsFrom } from '../data/salts.js';
import { portalId } from '../data/synthetic-data.js';
import type { WireRow } from '../portal.js';

const PORTAL = 'mls';
const PORTAL_HASH = hashText(PORTAL, 0);

/** Draws of this feed alone. */
const DRAW = saltsFrom(
  PORTAL_SALTS,
  `shown gap display address price fee baths days contract lease tax photos units`,
);

const SHOWN_SHARE = 0.9;
const NOT_DISPLAYED_SHARE = 0.01;
const PRICE_WITHHELD_SHARE = 0.5;
const UNDER_CONTRACT_SHARE = 0.4;
const FEE_SHARE_FLAT = 0.85;
const FEE_SHARE_HOUSE = 0.2;
const WEEKLY_SHARE = 0.05;
const METRES_SHARE = 0.02;
const PHOTOS_MAX = 40;
const SQFT_OF_SQM = 10.7639;
const SQFT_OF_ACRE = 43_560;
const MISSING = { beds: 0.03, baths: 0.02, sqft: 0.06, built: 0.05, lot: 0.12 } as const;

/** `PropertyType` and `PropertySubType` of a home for sale. */
const TYPES: Readonly<Record<HomeType, readonly [string, string | null]>> = {
  single_family: ['Residential', 'Single Family Residence'],
  condo: ['Residential', 'Condominium'],
  townhouse: ['Residential', 'Townhouse'],
  multi_family: ['Residential Income', 'Duplex'],
  land: ['Land', 'Unimproved Land'],
  manufactured: ['Residential', 'Manufactured Home'],
  apartment: ['Residential', 'Apartment'],
  other: ['Residential', 'Houseboat'],
};

export interface Listing {
  readonly home: Home;
  readonly key: string;
  readonly hash: number;
}

/** The home as the feed lists it, or undefined: only brokers list, and only homes. */
export function listingOf(home: Home): Listing | undefined {
  const hash = home.hash ^ PORTAL_HASH;
  if (home.form !== 'home' || home.channel === 'owner') return undefined;
  if (unit(hash, DRAW.shown) >= SHOWN_SHARE) return undefined;
  // A relisted home is another listing.
  return { home, key: `RH${portalId(home, PORTAL)}-${home.list_day}`, hash };
}

/** Whether its seller allows it to be displayed at all. */
export const isDisplayed = ({ hash }: Listing): boolean =>
  unit(hash, DRAW.display) >= NOT_DISPLAYED_SHARE;

export interface ListingScene {
  /** Share of homes whose address is withheld. */
  readonly hidden: number;
  readonly day: number;
  /** The name of a ZIP's county without its kind. */
  readonly countyOf: (zip: string) => string | null;
}

export function rowOf(listing: Listing, scene: ListingScene): WireRow {
  const { home, hash } = listing;
  const [type, subType] = TYPES[home.type];
  const lease = home.status === 'for_rent';
  return {
    ListingKey: listing.key,
    ListingId: `MLS${whole(hash, DRAW.units + (home.relisted ? 2 : 1), 1_000_000, 9_999_999)}`,
    ListingURL: null,
    StandardStatus: statusOf(listing),
    MlsStatus: home.status === 'sold' ? 'Sold' : statusOf(listing),
    PropertyType: lease ? 'Residential Lease' : type,
    PropertySubType: subType,
    ...money(listing),
    ...dates(listing, scene),
    ...rooms(listing),
    ...areas(listing),
    ...place(listing, scene),
    ListOfficeName: brokerOf(home),
    ListAgentFullName: agentOf(home),
    AttributionContact: '555-0100',
    OriginatingSystemName: 'Sandbox MLS',
    PhotosCount: whole(hash, DRAW.photos, 0, PHOTOS_MAX),
    InternetEntireListingDisplayYN: isDisplayed(listing),
    InternetAddressDisplayYN: unit(hash, DRAW.address) >= scene.hidden,
  };
}

function statusOf({ home, hash }: Listing): string {
  if (home.status === 'sold') return 'Closed';
  if (home.status === 'pending') {
    return unit(hash, DRAW.contract) < UNDER_CONTRACT_SHARE ? 'Active Under Contract' : 'Pending';
  }
  return home.channel === 'coming_soon' ? 'Coming Soon' : 'Active';
}

/** The listing's price: the asking price, a month's rent, or the sale price. */
export function priceOf(listing: Listing): number | null {
  if (listing.home.status === 'sold') return closePrice(listing);
  const price = listPrice(listing);
  if (price === null || !isWeekly(listing)) return price;
  return Math.round(price * (52 / 12) * 100) / 100;
}

/** Some rents are weekly. */
const isWeekly = ({ home, hash }: Listing): boolean =>
  home.status === 'for_rent' && unit(hash, DRAW.lease) < WEEKLY_SHARE;

function listPrice(listing: Listing): number | null {
  const { price } = listing.home;
  return price === null || !isWeekly(listing) ? price : Math.round((price * 12) / 52);
}

function closePrice({ home, hash }: Listing): number | null {
  const withheld =
    keepsSalePrices(home.plot.zip.state) && unit(hash, DRAW.price) < PRICE_WITHHELD_SHARE;
  return withheld ? null : home.sale_price;
}

function money(listing: Listing): WireRow {
  const { home, hash } = listing;
  const lease = home.status === 'for_rent';
  const flat = home.block !== -1 || home.type === 'townhouse';
  const hasFee = unit(hash, DRAW.fee) < (flat ? FEE_SHARE_FLAT : FEE_SHARE_HOUSE);
  const yearly = unit(hash, DRAW.fee + 1) < 0.3;
  const fee = whole(hash, DRAW.fee + 2, 20, flat ? 900 : 150);
  return {
    ListPrice: listPrice(listing),
    ClosePrice: closePrice(listing),
    LeaseAmount: null,
    LeaseAmountFrequency: lease ? (isWeekly(listing) ? 'Weekly' : 'Monthly') : null,
    AssociationFee: hasFee ? (yearly ? fee * 12 : fee) : null,
    AssociationFeeFrequency: hasFee ? (yearly ? 'Annually' : 'Monthly') : null,
    TaxAssessedValue:
      lease || home.price === null
        ? null
        : Math.round(home.price * (0.6 + 0.3 * unit(hash, DRAW.tax))),
  };
}

/** When the listing last changed: listed, repriced, under contract or sold. */
export function changedAt({ home, hash }: Listing): string {
  return `${isoDate(home.changed_day)}T${clock(whole(hash, DRAW.days + 1, 0, 86_399))}Z`;
}

function dates(listing: Listing, { day }: ListingScene): WireRow {
  const { home, hash } = listing;
  const until = home.sold_day ?? home.pending_day ?? day;
  return {
    CloseDate: home.sold_day === null ? null : isoDate(home.sold_day),
    OnMarketDate: isoDate(home.list_day),
    ListingContractDate: isoDate(home.list_day - whole(hash, DRAW.days, 0, 9)),
    DaysOnMarket: Math.max(0, until - home.list_day),
    ModificationTimestamp: changedAt(listing),
  };
}

const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');

/** The bedrooms and the living area in square feet, as far as the feed knows them. */
export const roomsOf = ({ home, hash }: Listing) => ({
  beds: unit(hash, DRAW.gap) < MISSING.beds ? null : home.beds,
  sqft: unit(hash, DRAW.gap + 4) < MISSING.sqft ? null : home.area_sqft,
});

/** The year it was built, as far as the feed knows it. */
export const builtOf = ({ home, hash }: Listing): number | null =>
  unit(hash, DRAW.gap + 8) < MISSING.built ? null : home.year_built;

function rooms(listing: Listing): WireRow {
  const { home, hash } = listing;
  const baths = unit(hash, DRAW.gap + 2) < MISSING.baths ? null : home.baths;
  const full = baths === null ? null : Math.floor(baths);
  const half = baths === null || full === null ? null : Math.round((baths - full) * 2);
  return {
    BedroomsTotal: roomsOf(listing).beds,
    BathroomsTotalInteger: full === null || half === null ? null : full + half,
    BathroomsFull: full,
    BathroomsHalf: half,
    BathroomsThreeQuarter: baths === null ? null : 0,
    BathroomsOneQuarter: null,
  };
}

function areas(listing: Listing): WireRow {
  const { home, hash } = listing;
  const gap = (salt: number, share: number, value: number | null) =>
    unit(hash, DRAW.gap + salt) < share ? null : value;
  const feet = roomsOf(listing).sqft;
  const metres = unit(hash, DRAW.units) < METRES_SHARE;
  const lot = gap(6, MISSING.lot, home.lot_sqft);
  return {
    LivingArea: feet === null || !metres ? feet : Math.round((feet / SQFT_OF_SQM) * 100) / 100,
    LivingAreaUnits: feet === null ? null : metres ? 'Square Meters' : 'Square Feet',
    LotSizeSquareFeet: lot,
    LotSizeAcres: lot === null ? null : Math.round((lot / SQFT_OF_ACRE) * 10_000) / 10_000,
    YearBuilt: builtOf(listing),
  };
}

function place({ home }: Listing, { countyOf }: ListingScene): WireRow {
  const { line1, unit: door, city, state, zip } = addressOf(home);
  const [number = '', ...others] = line1.split(' ');
  const side = /^[NSEW]$/.test(others[0] ?? '') ? (others.shift() ?? null) : null;
  const suffix = others.pop() ?? null;
  const named = door === null ? null : door.replace(/^\S+ /, '');
  return {
    StreetNumber: number,
    StreetDirPrefix: side,
    StreetName: others.join(' '),
    StreetSuffix: suffix,
    StreetDirSuffix: null,
    UnitNumber: named,
    UnparsedAddress: `${line1}${named === null ? '' : ` #${named}`}, ${city}, ${state} ${zip}`,
    City: city,
    PostalCity: null,
    StateOrProvince: state,
    PostalCode: zip,
    CountyOrParish: countyOf(zip),
    Latitude: home.y / MICRO,
    Longitude: home.x / MICRO,
  };
}
