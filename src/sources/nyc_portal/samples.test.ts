/** Recorded pages, if available: each row is checked against its raw node. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { ListingRow } from '#contract/rows.js';
import { isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { questionOf } from '../../../test/support/question.js';
import { areasAbove } from './area-codes.js';
import { kept } from './fixtures/pages.js';
import { nycPortal } from './index.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const SAMPLES = process.env.ROWHOUSE_TEST_SAMPLES ?? resolve(ROOT, '../shared/samples');
const FOLDER = join(SAMPLES, 'nyc_portal');
const skip = existsSync(FOLDER) ? false : 'no recorded pages here; set ROWHOUSE_TEST_SAMPLES';
const CONTEXT = { collectedAtMs: Date.UTC(2026, 7, 20), siteBase: 'https://homes.example' };

/** The members of the recorded nodes that this test uses. */
interface Recorded {
  id: string;
  areaName: string;
  street: string;
  unit: string | null;
  displayUnit: string | null;
  zipCode: string;
  urlPath: string;
  buildingType: string;
  saleType: string;
  sourceGroupLabel: string;
  price: number;
  monthlyTaxes: number | null;
  monthlyMaintenance: number | null;
  monthlyCommonCharges: number | null;
  bedroomCount: number;
  fullBathroomCount: number;
  halfBathroomCount: number;
  livingAreaSize: number;
  furnished: boolean;
  noFee: boolean;
  availableAt: string;
  mediaAssetCount: number;
  geoPoint: { latitude: number; longitude: number };
  priceDelta: number | null;
  priceChangedAt: string;
  isNewDevelopment: boolean;
  totalMonthlyPrice: number | null;
  leaseTermMonths: number | null;
}

const recorded = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const plain = (value: unknown) => (isAbsent(value) ? null : value);
const amount = (value: unknown) => (isAbsent(value) ? 0 : (value as { amount: number }).amount);

type HomeRead = ParsedRow<ListingRow<'nyc_portal', 'listings'>>;

/** The common fields of both kinds of rows, computed here only from the node. */
function checkHome(raw: Recorded, row: HomeRead): void {
  assert.equal(row.source_id, raw.id);
  assert.equal(row.source_url, `https://homes.example${raw.urlPath}`);
  assert.equal(row.listing_kind, 'home');
  assert.equal(row.address.line1, raw.street);
  assert.equal(row.address.city, 'Brooklyn');
  assert.equal(row.address.state, 'NY');
  assert.equal(row.address.zip, raw.zipCode);
  const baths = raw.fullBathroomCount + raw.halfBathroomCount * 0.5;
  assert.equal(plain(row.baths), baths === 0 ? null : baths);
  assert.equal(plain(row.living_area_sqft), raw.livingAreaSize || null);
  const perSqft = raw.livingAreaSize ? (raw.price / raw.livingAreaSize).toFixed(2) : null;
  assert.equal(plain(row.price_per_sqft), perSqft === null ? null : Number(perSqft));
  assert.deepEqual(row.location, { lat: raw.geoPoint.latitude, lng: raw.geoPoint.longitude });
  const byOwner = raw.sourceGroupLabel === 'Owner';
  assert.equal(plain(row.broker_name), byOwner ? null : raw.sourceGroupLabel);
  assert.equal(row.photo_count, raw.mediaAssetCount);
  assert.equal(row.extras.property_type_raw, raw.buildingType);
  assert.equal(row.extras.neighborhood, raw.areaName);
  assert.equal(row.extras.furnished, raw.furnished);
  assert.equal(amount(row.extras.last_price_change), raw.priceDelta ?? 0);
  assert.equal(row.extras.price_change_timestamp, raw.priceChangedAt);
  assert.equal(row.extras.new_construction, raw.isNewDevelopment);
  assert.equal(plain(row.extras.close_price), null, 'none of them is sold');
}

test('the recorded sales give 12 rows that say what they say', { skip }, () => {
  const { read, toRow } = nycPortal.drivers.listings;
  const page = read(recorded('sales-page.json'), questionOf());
  assert.deepEqual([page.rows.length, page.total, page.next !== null], [12, 320, false]);
  const types: unknown[] = [];
  for (const raw of page.rows as Recorded[]) {
    const row = kept(toRow(raw, CONTEXT));
    checkHome(raw, row);
    assert.equal(row.status, 'for_sale');
    assert.deepEqual(row.list_price, { amount: raw.price, currency: 'USD' });
    assert.equal(row.beds, raw.bedroomCount, 'no recorded sale has 0');
    assert.equal(row.extras.sale_type, raw.saleType);
    assert.equal(amount(row.extras.monthly_taxes), raw.monthlyTaxes ?? 0);
    assert.equal(amount(row.extras.monthly_maintenance), raw.monthlyMaintenance ?? 0);
    assert.equal(amount(row.extras.monthly_common_charges), raw.monthlyCommonCharges ?? 0);
    const named = raw.displayUnit === null || raw.displayUnit === '#9FAM' ? null : raw.displayUnit;
    assert.equal(plain(row.address.unit), named);
    types.push(row.property_type);
  }
  const expected =
    'condo other single_family multi_family condo multi_family multi_family multi_family ' +
    'multi_family townhouse other condo';
  assert.equal(types.join(' '), expected);
});

test('the recorded rentals give 11 rows that say what they say', { skip }, () => {
  const { read, toRow } = nycPortal.drivers.rentals;
  const page = read(recorded('rentals-page.json'), questionOf());
  assert.deepEqual([page.rows.length, page.total, page.next !== null], [11, 826, true]);
  const rows = (page.rows as Recorded[]).map((raw) => {
    const row = kept(toRow(raw, CONTEXT));
    checkHome(raw, row);
    assert.equal(row.status, 'for_rent');
    assert.deepEqual(row.rent_monthly, { amount: raw.price, currency: 'USD' });
    assert.equal(row.extras.no_fee, raw.noFee);
    assert.equal(row.extras.available_date, raw.availableAt);
    assert.equal(amount(row.extras.total_rent_monthly), raw.totalMonthlyPrice ?? 0);
    assert.equal(plain(row.extras.lease_term_months), raw.leaseTermMonths);
    return row;
  });
  assert.deepEqual(
    rows.map((row) => plain(row.beds)),
    [2, 0, 5, 3, 5, null, 3, 2, 5, 2, 5],
    'one studio, and one home above a shop whose rooms nobody counted',
  );
  assert.equal(
    rows.map((row) => String(plain(row.property_type))).join(' '),
    'apartment condo apartment condo single_family other ' +
      'apartment apartment apartment apartment townhouse',
  );
  assert.deepEqual(
    rows.map((row) => plain(row.address.unit)),
    ['#9AS', '#4D', '#2', '#3', null, '#3', '#2', 'GARDEN-APT', '#1L', '#2A', 'RESIDENTIAL'],
  );
});

test('every area that a recorded row names is known, and touches the ZIP of the row', {
  skip,
}, () => {
  const { read, toRow, placeOfRow, idsOfPlace, placesOfZip } = nycPortal.drivers.rentals;
  for (const file of ['sales-page.json', 'rentals-page.json']) {
    const kind = file === 'sales-page.json' ? nycPortal.drivers.listings.read : read;
    for (const raw of kind(recorded(file), questionOf()).rows as Recorded[]) {
      const ids = idsOfPlace?.(placeOfRow?.(kept(toRow(raw, CONTEXT))) ?? '') ?? [];
      assert.ok(ids.length > 1, raw.areaName);
      const listed = placesOfZip?.(raw.zipCode) ?? [];
      assert.ok(
        ids.some((id) => listed.includes(id)),
        `${raw.areaName} ${raw.zipCode}`,
      );
      assert.deepEqual(ids.slice(1), areasAbove(ids[0] ?? ''));
    }
  }
});
