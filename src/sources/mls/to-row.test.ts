import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { usd } from '#contract/field.js';
import { absent, isAbsent } from '#domain/parsed-row.js';
import type { Raw } from '../raw-values.js';
import { CONTEXT, kept, rawRow } from './fixtures/pages.js';
import { listingToRow, rentalToRow, soldToRow } from './to-row.js';

const listing = (changes: Raw = {}) => kept(listingToRow(rawRow('listings', changes), CONTEXT));
const rental = (changes: Raw = {}) => kept(rentalToRow(rawRow('rentals', changes), CONTEXT));
const sale = (changes: Raw = {}) => kept(soldToRow(rawRow('sold', changes), CONTEXT));
const reason = (value: unknown) => (isAbsent(value) ? value.absent : value);

test('a listing names its brokerage, its agent and when the feed changed it', () => {
  const row = listing({
    ListOfficeName: 'Alder Homes',
    ListAgentFullName: 'Fenna Ashgrove',
    ModificationTimestamp: '2026-11-19T08:30:00-06:00',
    AttributionContact: 'listings@example.com',
  });
  assert.deepEqual([row.broker_name, row.agent_name], ['Alder Homes', 'Fenna Ashgrove']);
  assert.equal(row.extras.modified_at, '2026-11-19T14:30:00.000Z');
  assert.equal(row.extras.attribution_contact, 'listings@example.com');
  assert.equal(
    sale({ ListAgentFullName: 'Fenna Ashgrove' }).extras.list_agent_name,
    'Fenna Ashgrove',
  );
});

test('a listing hidden by its seller is not a row, and is counted as hidden', () => {
  const read = listingToRow(rawRow('listings', { InternetEntireListingDisplayYN: false }), CONTEXT);
  assert.deepEqual(read, { dropped: 'withheld', detail: null });
  assert.equal(listing({ InternetEntireListingDisplayYN: null }).source, 'mls');
});

test('an address that the seller withholds is hidden with its unit and its point', () => {
  const row = listing({ InternetAddressDisplayYN: false, UnitNumber: '4' });
  assert.deepEqual([row.address.line1, row.address.unit, row.location].map(reason), [
    'hidden_by_source',
    'hidden_by_source',
    'hidden_by_source',
  ]);
  assert.equal(row.address.zip, '78704');
});

test('the page of a home whose address is hidden does not name it', () => {
  const ListingURL = 'https://site.example.invalid/12-oak-st-austin-tx-78704/h1';
  assert.equal(listing({ ListingURL }).source_url, ListingURL);
  const hidden = listing({ ListingURL, InternetAddressDisplayYN: false });
  assert.doesNotMatch(JSON.stringify(hidden), /oak/);
});

test('a flag of display that is not understood withholds, one without a value does not', () => {
  const line1 = (flag: unknown) =>
    reason(listing({ InternetAddressDisplayYN: flag }).address.line1);
  for (const flag of [false, 'false', 'N', 'No', 0, 'maybe', {}]) {
    assert.equal(line1(flag), 'hidden_by_source', JSON.stringify(flag));
    const read = listingToRow(
      rawRow('listings', { InternetEntireListingDisplayYN: flag }),
      CONTEXT,
    );
    assert.deepEqual(read, { dropped: 'withheld', detail: null });
  }
  for (const flag of [true, 'true', 'Y', 'yes', 1, null, '']) {
    assert.notEqual(line1(flag), 'hidden_by_source', String(flag));
  }
});

test('statuses are read in both spellings', () => {
  for (const [sent, status] of [
    ['Active', 'for_sale'],
    ['ComingSoon', 'for_sale'],
    ['Active Under Contract', 'pending'],
    ['ActiveUnderContract', 'pending'],
    ['Pending', 'pending'],
  ]) {
    assert.equal(listing({ StandardStatus: sent }).status, status);
  }
  for (const sent of ['Closed', 'Withdrawn', 'Delete', 'Incomplete', 'ZQ_1', null]) {
    const read = listingToRow(rawRow('listings', { StandardStatus: sent }), CONTEXT);
    assert.ok('dropped' in read, String(sent));
  }
});

test('homes for rent and commercial property are not homes for sale', () => {
  for (const PropertyType of ['Residential Lease', 'ResidentialLease', 'Commercial Sale', 'Pets']) {
    assert.ok('dropped' in listingToRow(rawRow('listings', { PropertyType }), CONTEXT));
  }
  assert.ok('dropped' in rentalToRow(rawRow('rentals', { PropertyType: 'Residential' }), CONTEXT));
});

test('the home type is that of the sub-type, else that of the type', () => {
  const type = (PropertyType: string, PropertySubType: string | null) =>
    listing({ PropertyType, PropertySubType }).property_type;
  assert.equal(type('Residential', 'Single Family Residence'), 'single_family');
  assert.equal(type('Residential', 'SingleFamilyResidence'), 'single_family');
  assert.equal(type('Residential', 'Stock Cooperative'), 'condo');
  assert.equal(type('Residential', 'Townhouse'), 'townhouse');
  assert.equal(type('Residential', 'Manufactured On Land'), 'manufactured');
  assert.equal(type('Residential Income', null), 'multi_family');
  assert.equal(type('Residential', 'Boat Slip'), 'other');
  assert.equal(listing({ PropertySubType: 'Boat Slip' }).extras.property_sub_type, 'Boat Slip');
});

test('a farm is land, unless a house with bedrooms is sold with it', () => {
  const farm = (BedroomsTotal: unknown) =>
    listing({ PropertyType: 'Farm', PropertySubType: 'Agriculture', BedroomsTotal });
  assert.equal(farm(null).property_type, 'land');
  assert.equal(farm(0).property_type, 'land');
  assert.deepEqual([farm(4).property_type, farm(4).beds], ['other', 4]);
});

test('a rent is given by the month, also where it is paid otherwise', () => {
  const rent = (LeaseAmountFrequency: string | null, ListPrice: number | null = 520) =>
    rental({ ListPrice, LeaseAmountFrequency, LeaseAmount: 600 }).rent_monthly;
  assert.deepEqual(rent('Monthly'), usd(520));
  assert.deepEqual(rent(null), usd(520));
  assert.deepEqual(rent('Weekly'), usd((520 * 52) / 12));
  assert.deepEqual(rent('BiWeekly'), usd((520 * 26) / 12));
  assert.deepEqual(rent('Annually', 12_000), usd(1_000));
  assert.deepEqual(rent('Monthly', null), usd(600));
  assert.equal(reason(rent('Daily')), 'not_applicable');
  assert.equal(reason(rent('Seasonal')), 'not_applicable');
});

test('dues are given by the month', () => {
  const dues = (AssociationFeeFrequency: string) =>
    listing({ AssociationFee: 600, AssociationFeeFrequency }).extras.hoa_fee_monthly;
  assert.deepEqual(dues('Quarterly'), usd(200));
  assert.deepEqual(dues('Semi-Annually'), usd(100));
  for (const word of ['Annual', 'Yearly', 'Per Year']) assert.deepEqual(dues(word), usd(50), word);
  for (const word of ['Month', 'Per Month']) assert.deepEqual(dues(word), usd(600), word);
  assert.deepEqual(dues('One Time'), absent('not_applicable', 'The payment period is One Time.'));
  assert.equal(reason(dues('')), 'not_reported');
});

test('baths are counted by their shares, else as the total', () => {
  const baths = (changes: Raw) =>
    listing({
      BathroomsTotalInteger: 4,
      BathroomsFull: null,
      BathroomsHalf: null,
      BathroomsThreeQuarter: null,
      BathroomsOneQuarter: null,
      ...changes,
    }).baths;
  assert.equal(baths({ BathroomsFull: 2, BathroomsHalf: 1, BathroomsThreeQuarter: 1 }), 3.25);
  assert.equal(baths({}), 4);
  assert.equal(reason(baths({ BathroomsTotalInteger: 0 })), 'not_reported');
});

test('areas in square metres and lots in acres are square feet', () => {
  const row = listing({
    LivingArea: 100,
    LivingAreaUnits: 'Square Meters',
    LotSizeSquareFeet: null,
    LotSizeAcres: 0.5,
  });
  assert.deepEqual([row.living_area_sqft, row.extras.lot_area_sqft], [1076, 21_780]);
});

test('the street line is made of its parts, else of the whole address without city and unit', () => {
  const parts = {
    StreetNumber: '12',
    StreetDirPrefix: 'N',
    StreetName: 'Oak',
    StreetSuffix: 'St',
    StreetDirSuffix: null,
    UnitNumber: '4B',
  };
  assert.deepEqual(
    [listing(parts).address.line1, listing(parts).address.unit],
    ['12 N Oak St', '4B'],
  );
  const whole = {
    StreetNumber: null,
    StreetName: null,
    UnitNumber: null,
    UnparsedAddress: '12 N Oak St, Apt 4B, Austin, TX 78704',
  };
  assert.deepEqual(
    [listing(whole).address.line1, listing(whole).address.unit],
    ['12 N Oak St', 'Apt 4B'],
  );
  const unnumbered = { ...parts, StreetNumber: null, UnitNumber: null, UnparsedAddress: null };
  assert.equal(listing(unnumbered).address.line1, 'N Oak St');
});

test('a date is the day the home came to the market, a contract may be older', () => {
  const date = (OnMarketDate: unknown) =>
    listing({ OnMarketDate, ListingContractDate: '2026-10-01' }).list_date;
  assert.equal(date('2026-10-05'), '2026-10-05');
  assert.equal(date('2026-10-05T00:00:00Z'), '2026-10-05');
  assert.equal(date(null), '2026-10-01');
  for (const empty of ['0001-01-01', '0001-01-01T00:00:00Z', '1900-01-01']) {
    assert.equal(date(empty), '2026-10-01', empty);
  }
});

test('a sale price comes from the MLS, or says why it does not', () => {
  const sold = sale({ ClosePrice: 500_000, ListPrice: 520_000, StateOrProvince: 'WA' });
  assert.deepEqual([sold.sale_price, sold.sale_price_disclosure], [usd(500_000), 'mls_reported']);
  assert.equal(sold.sale_to_list_ratio, 0.9615);
  const hidden = sale({ ClosePrice: null, StateOrProvince: 'TX' });
  assert.deepEqual(
    [reason(hidden.sale_price), hidden.sale_price_disclosure],
    ['not_disclosed', 'not_disclosed'],
  );
  const missing = sale({ ClosePrice: 0, StateOrProvince: 'WA' });
  assert.deepEqual(
    [reason(missing.sale_price), missing.sale_price_disclosure],
    ['not_reported', 'unknown'],
  );
});

test("a home's page is the one that the feed names, else one of the operator's site", () => {
  assert.equal(listing({ ListingURL: 'https://a.example/1' }).source_url, 'https://a.example/1');
  assert.equal(
    listing({ ListingURL: null, ListingKey: 'A 1/2' }).source_url,
    'https://homes.example/listing/A%201%2F2',
  );
  assert.equal(
    listing({ ListingURL: 'javascript:1', ListingKey: '7' }).source_url,
    'https://homes.example/listing/7',
  );
});

test('a point at 0, 0 is missing', () => {
  assert.equal(reason(listing({ Latitude: 0, Longitude: 0 }).location), 'implausible');
  assert.equal(reason(listing({ Latitude: null }).location), 'not_reported');
});

test('whatever a row holds, reading it never throws', () => {
  const names = Object.keys(rawRow('sold'));
  const odd = fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 0, 1e300, '', 'constructor', '2026-02-31', {})),
  );
  fc.assert(
    fc.property(odd, (changes) => {
      listingToRow(rawRow('listings', changes), CONTEXT);
      rentalToRow(rawRow('rentals', changes), CONTEXT);
      soldToRow(rawRow('sold', changes), CONTEXT);
    }),
    { seed: 20_261_120, numRuns: 600 },
  );
});

test('a key with half a character is invalid: only that row is excluded', () => {
  for (const ListingKey of ['\ud800', 'K1\udfff']) {
    const read = listingToRow(rawRow('listings', { ListingKey, ListingURL: null }), CONTEXT);
    assert.ok('dropped' in read);
  }
});
