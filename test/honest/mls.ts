/** mls: a RESO Web API server over the homes of a world. */
import assert from 'node:assert/strict';
import { DAY_MS } from '#contract/durations.js';
import type { PropertyType } from '#contract/values.js';
import { readAsk } from '#sandbox/mls/ask.js';
import { holds } from '#sandbox/mls/evaluate.js';
import { NOW_MS, type PortalText } from '../mutations/world.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import type { Answer } from './portals.js';

type Row = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<PropertyType, readonly [type: string, subType: string]>> = {
  single_family: ['Residential', 'Single Family Residence'],
  condo: ['Residential', 'Condominium'],
  townhouse: ['Residential', 'Townhouse'],
  multi_family: ['Residential Income', 'Duplex'],
  land: ['Land', 'Unimproved Land'],
  manufactured: ['Residential', 'Manufactured Home'],
  apartment: ['Residential', 'Apartment'],
  other: ['Residential', 'Houseboat'],
};

export function answerMls(draft: Draft): Answer {
  const rows = draft.homes.map((home) => rowOf(draft, home));
  rows.sort((a, b) => (String(a['ListingKey']) < String(b['ListingKey']) ? -1 : 1));
  return ({ path }): PortalText => {
    const ask = readAsk(new URL(path, 'http://source.invalid').searchParams, '');
    assert.ok(!('wrong' in ask), JSON.stringify(ask));
    const { filter, select } = ask;
    const found = rows.filter((row) => filter === null || holds(filter, row));
    const shown = found.slice(0, Math.min(ask.top ?? ask.pageRows, ask.pageRows));
    const value = shown.map((row) =>
      select === null
        ? row
        : Object.fromEntries(select.map((field) => [field, row[field] ?? null])),
    );
    const count = ask.count ? { '@odata.count': found.length } : {};
    const json = { '@odata.context': '$metadata#Property', ...count, value };
    return { prefix: '', json: JSON.stringify(json) };
  };
}

const dayOf = (daysAgo: number): string =>
  new Date(NOW_MS - daysAgo * DAY_MS).toISOString().slice(0, 10);

const STATUSES = {
  listings: 'Active',
  rentals: 'Active',
  sold: 'Closed',
  auctions: 'Active',
} as const;

function rowOf({ kind }: Draft, home: Home): Row {
  const [type, subType] = TYPES[home.type];
  const isSold = kind === 'sold';
  const asked =
    home.price === null ? 250_000 : Math.round(home.price * (home.id % 3 === 0 ? 1 : 1.02));
  const listed = (isSold ? home.soldAge : 0) + home.age;
  const full = home.baths === null ? null : Math.floor(home.baths);
  const half = home.baths === null || full === null ? null : home.baths > full ? 1 : 0;
  return {
    ListingKey: `RH${home.id}`,
    ListingId: `MLS${2_000_000 + (home.id % 900_000)}`,
    ListingURL: null,
    StandardStatus: STATUSES[kind],
    MlsStatus: isSold ? 'Sold' : 'Active',
    PropertyType: kind === 'rentals' ? 'Residential Lease' : type,
    PropertySubType: subType,
    ListPrice: isSold ? asked : home.price,
    ClosePrice: isSold ? home.price : null,
    LeaseAmount: null,
    LeaseAmountFrequency: kind === 'rentals' ? 'Monthly' : null,
    AssociationFee: home.dues,
    AssociationFeeFrequency: home.dues === null ? null : 'Monthly',
    TaxAssessedValue: home.tax,
    CloseDate: isSold ? dayOf(home.soldAge) : null,
    OnMarketDate: dayOf(listed),
    ListingContractDate: dayOf(listed + (home.id % 9)),
    DaysOnMarket: home.age,
    ModificationTimestamp: `${dayOf(isSold ? home.soldAge : home.age % 5)}T${String(home.id % 24).padStart(2, '0')}:${String(home.id % 60).padStart(2, '0')}:29Z`,
    BedroomsTotal: home.beds,
    BathroomsTotalInteger: full === null ? null : full + (half ?? 0),
    BathroomsFull: full,
    BathroomsHalf: half,
    BathroomsThreeQuarter: home.baths === null ? null : 0,
    BathroomsOneQuarter: null,
    LivingArea: home.area,
    LivingAreaUnits: home.area === null ? null : 'Square Feet',
    LotSizeSquareFeet: home.lot,
    LotSizeAcres: home.lot === null ? null : Math.round((home.lot / 43_560) * 1e4) / 1e4,
    YearBuilt: home.year,
    ...placeOf(home),
    ListOfficeName: home.broker ?? 'Gullgrove Realty',
    ListAgentFullName: home.agent ?? 'Ada Oakbank',
    AttributionContact: '555-0100',
    OriginatingSystemName: 'Larkspur MLS',
    PhotosCount: home.photos,
    InternetEntireListingDisplayYN: true,
    InternetAddressDisplayYN: true,
  };
}

function placeOf(home: Home): Row {
  const [number = '', ...others] = home.line.split(' ');
  const side = /^[NSEW]{1,2}$/.test(others[0] ?? '') ? (others.shift() ?? null) : null;
  const suffix = others.length > 1 ? (others.pop() ?? null) : null;
  const unit = home.door === null ? null : home.door.replace(/^(?:#|\S+ ) ?/, '');
  return {
    StreetNumber: number,
    StreetDirPrefix: side,
    StreetName: others.join(' '),
    StreetSuffix: suffix,
    StreetDirSuffix: null,
    UnitNumber: unit,
    UnparsedAddress: `${home.line}${unit === null ? '' : ` #${unit}`}, ${home.city}, ${home.state} ${home.zip}`,
    City: home.city,
    PostalCity: null,
    StateOrProvince: home.state,
    PostalCode: home.zip,
    CountyOrParish: home.county.replace(/ (?:County|Parish)$/, '') || null,
    Latitude: home.hasPoint ? home.lat : null,
    Longitude: home.hasPoint ? home.lng : null,
  };
}
