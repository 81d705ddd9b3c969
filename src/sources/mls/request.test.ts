import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question, SourceProfile } from '../driver.js';
import { ASK } from './fixtures/pages.js';
import { mls } from './index.js';

const { listings, sold, rentals } = mls.drivers;

const sent = (
  ask: Partial<Question> = {},
  driver: { request: typeof listings.request } = listings,
  profile?: SourceProfile,
): Record<string, string> =>
  Object.fromEntries(
    new URL(`http://x${driver.request({ ...ASK, ...ask }, profile).path}`).searchParams,
  );

const filter = (...asked: Parameters<typeof sent>): string => sent(...asked).$filter ?? '';

test('the first question counts, and asks for the fields that are read in the order of their keys', () => {
  const { $count, $orderby, $top, $select = '' } = sent();
  assert.deepEqual([$count, $orderby, $top], ['true', 'ListingKey', '200']);
  assert.ok($select.startsWith('ListingKey,ListingId,'));
  assert.ok(!$select.includes('CloseDate'), 'a sale is no part of a listing');
  assert.ok(sent({}, sold).$select?.includes('ClosePrice,CloseDate'));
  assert.ok(sent({}, rentals).$select?.includes('LeaseAmountFrequency'));
});

test('a page after the first begins after the last key, whose quotes are doubled, and counts nothing', () => {
  const after = sent({ at: { token: [900, 200, "O'Neil-1"] } });
  assert.match(after.$filter ?? '', / and ListingKey gt 'O''Neil-1'$/);
  assert.equal(after.$count, undefined);
  assert.equal('$skip' in after, false);
  assert.match(filter({ at: { token: [900, 200, 4711] } }), / and ListingKey gt 4711$/);
});

test('a foreign token is a source error, not a question', () => {
  assert.throws(() => sent({ at: { token: ['x'] } }), /never named/);
});

test('a box is half-open, and asked for half a microdegree low as every box is', () => {
  assert.match(
    filter(),
    /Latitude ge 30\.0999995 and Latitude lt 30\.3999995 and Longitude ge -97\.9000005 and Longitude lt -97\.6000005 and \(InternetAddressDisplayYN eq true or InternetAddressDisplayYN eq null\)$/,
  );
});

test('a ZIP is requested by its field, with and without the ZIP+4 suffix', () => {
  assert.match(
    filter({ area: { by: 'postal_code', postal_code: '78704' } }),
    / and \(PostalCode eq '78704' or startswith\(PostalCode,'78704-'\)\)$/,
  );
});

test('a city is requested by its names, ignoring case, in all spellings', () => {
  const area = { by: 'city', names: ['st paul park'], zips: [], state: 'MN' } as const;
  const asked = filter({ area });
  for (const name of ['st paul park', 'st. paul park', 'saint paul park', 'st-paul-park']) {
    assert.ok(asked.includes(`tolower(City) eq '${name}'`), name);
    assert.ok(asked.includes(`tolower(PostalCity) eq '${name}'`), name);
  }
  assert.ok(asked.endsWith(" and StateOrProvince eq 'MN'"));
});

test('a county is asked with its kind and without', () => {
  const area = {
    by: 'county',
    fips: ['48453'],
    names: ["St. Mary's County"],
    state: 'MD',
  } as const;
  assert.match(
    filter({ area }),
    /\(CountyOrParish eq 'St\. Mary''s' or CountyOrParish eq 'St\. Mary''s County'\) and StateOrProvince eq 'MD'$/,
  );
});

test('each kind asks for its own statuses and types of property', () => {
  assert.match(filter(), /^\(StandardStatus eq 'Active' or .*'Pending'\) and \(PropertyType eq /);
  assert.doesNotMatch(filter(), /Lease|Closed|Commercial/);
  assert.match(filter({}, rentals), /PropertyType eq 'Residential Lease'/);
  assert.match(filter({}, sold), /^StandardStatus eq 'Closed' and .* and CloseDate ge 2026-08-22 /);
  assert.match(filter({ filters: { sold_within_days: 7 } }, sold), /CloseDate ge 2026-11-13 /);
});

test('filters are asked where they mean the same at the server', () => {
  const filters = {
    min_price: 300_000,
    max_price: 900_000,
    beds_min: 2,
    baths_min: 2,
    sqft_min: 800,
    sqft_max: 3_000,
    year_built_min: 1950,
    year_built_max: 2020,
    property_type: ['townhouse', 'land'] as const,
  };
  const asked = filter({ filters });
  for (const condition of [
    'ListPrice ge 300000 and ListPrice le 900000',
    'BedroomsTotal ge 2',
    "(LivingArea ge 799.5 or LivingAreaUnits eq 'Square Meters')",
    "(LivingArea le 3000.5 or LivingAreaUnits eq 'Square Meters')",
    'YearBuilt ge 1950 and YearBuilt le 2020',
    "(PropertySubType eq 'Townhouse' or PropertySubType eq 'Unimproved Land' or PropertyType eq 'Land' or PropertyType eq 'Farm')",
  ]) {
    assert.ok(asked.includes(condition), condition);
  }
  assert.doesNotMatch(asked, /Bathrooms/);
  assert.match(filter({ filters }, sold), /ClosePrice ge 300000/);
  assert.doesNotMatch(filter({ filters }, rentals), /Price|Lease[A-Z]/, 'a rent may be weekly');
});

test('a feed is asked only for the fields that it has', () => {
  const described = new Set(['ListingKey', 'StandardStatus', 'PropertyType', 'City', 'ListPrice']);
  const profile = { options: {}, described };
  assert.equal(
    sent({}, listings, profile).$select,
    'ListingKey,StandardStatus,PropertyType,ListPrice,City',
  );
  const area = { by: 'city', names: ['austin'], zips: [], state: 'TX' } as const;
  const asked = filter({ area, filters: { sqft_min: 800 } }, listings, profile);
  assert.doesNotMatch(asked, /PostalCity|LivingAreaUnits/);
});

test('fields that the operator says are never filled are not asked for', () => {
  const profile = { options: { without: 'BathroomsHalf,ListOfficeName' }, described: null };
  const asked = sent({}, listings, profile).$select?.split(',') ?? [];
  assert.ok(!asked.includes('BathroomsHalf') && !asked.includes('ListOfficeName'));
  assert.ok(asked.includes('BathroomsFull') && asked.includes('InternetAddressDisplayYN'));
});

test('the operator sets the page size, a condition, the spelling of lists and more parameters', () => {
  const options = {
    top: '1000',
    filter: "OriginatingSystemName eq 'actris'",
    enumerations: 'token',
    query: 'PrettyEnums=false',
  };
  const area = { by: 'city', names: ['san francisco'], zips: [], state: 'CA' } as const;
  const asked = sent({ area, filters: { property_type: ['single_family'] } }, listings, {
    options,
    described: null,
  });
  assert.deepEqual([asked.$top, asked.PrettyEnums], ['1000', 'false']);
  assert.ok(asked.$filter?.startsWith("(OriginatingSystemName eq 'actris') and "));
  assert.ok(asked.$filter?.includes("StandardStatus eq 'ActiveUnderContract'"));
  assert.ok(asked.$filter?.includes("PropertySubType eq 'SingleFamilyResidence'"));
  assert.ok(asked.$filter?.includes("City eq 'SanFrancisco'"));
});

test('the longest question, with every filter, stays below 2,200 characters', () => {
  const filters = {
    min_price: 1_000_000,
    max_price: 2_147_483_647,
    beds_min: 10,
    sqft_min: 100_000,
    sqft_max: 1_000_000,
    year_built_min: 1950,
    year_built_max: 2020,
    property_type: ['single_family', 'condo'] as const,
    sold_within_days: 1095,
  };
  const at = { token: [1_000_000, 999_999, 'k'.repeat(40)] };
  for (const driver of [listings, sold, rentals]) {
    const { path } = driver.request({ ...ASK, filters, at });
    assert.ok(path.length < 2_200, `${path.length} characters`);
  }
});
