/** Recorded pages, if available: each row is checked against its raw row. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { valueOr } from '#domain/parsed-row.js';
import type { Raw } from '../raw-values.js';
import { ASK, answer, CONTEXT, kept } from './fixtures/pages.js';
import { portalB } from './index.js';
import { soldOf } from './to-row.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(
  process.env.ROWHOUSE_TEST_SAMPLES ?? resolve(ROOT, '../shared/samples'),
  'portal_b',
);
const skip = existsSync(FOLDER) ? false : 'no recorded pages here; set ROWHOUSE_TEST_SAMPLES';
const { read, toRow } = portalB.drivers.sold;

interface Valued<T> {
  value?: T;
}

/** The members of the recorded rows that this test uses. */
interface Recorded extends Raw {
  propertyId: number;
  url: string;
  price: Valued<number>;
  hoa: Valued<number>;
  sqFt: Valued<number>;
  lotSize: Valued<number>;
  yearBuilt: Valued<number>;
  dom: Valued<number>;
  latLong: Valued<{ latitude: number; longitude: number }>;
  streetLine: Valued<string>;
  unitNumber: Valued<string>;
  beds: number;
  baths: number;
  city: string;
  zip: string;
  soldDate?: number;
  propertyType: number;
  listingBroker: { name: string };
}

const recorded = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const PACIFIC = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
const TYPES = new Map([
  [3, 'condo'],
  [4, 'multi_family'],
  [5, 'multi_family'],
  [6, 'single_family'],
  [13, 'townhouse'],
]);

test('the recorded homes for sale are not sales: all 89 are dropped', { skip }, () => {
  const page = read(answer({ homes: JSON.parse(recorded('active-homes.json')) }), ASK);
  assert.deepEqual([page.rows.length, page.total, page.next !== null], [89, null, false]);
  for (const raw of page.rows) {
    const row = toRow(raw, CONTEXT);
    assert.ok('dropped' in row && row.dropped === 'on_market');
  }
});

test('the recorded homes say in our fields what they say in theirs', { skip }, () => {
  const homes: readonly Recorded[] = JSON.parse(recorded('active-homes.json'));
  for (const raw of homes) {
    const row = soldOf(raw, String(raw.propertyId), CONTEXT);
    assert.equal(row.source_url, `https://homes.example${raw.url}`);
    const priced = valueOr(row.sale_price)?.amount;
    assert.equal(priced, raw.price.value);
    assert.equal(row.price_per_sqft, Number(((priced ?? 0) / (raw.sqFt.value ?? 0)).toFixed(2)));
    assert.deepEqual([row.beds, row.baths], [raw.beds, raw.baths]);
    assert.equal(row.living_area_sqft, raw.sqFt.value);
    assert.equal(row.property_type, TYPES.get(raw.propertyType));
    assert.equal(row.days_on_market, raw.dom.value);
    const { latitude, longitude } = raw.latLong.value ?? {};
    assert.deepEqual(row.location, { lat: latitude, lng: longitude });
    const unit = valueOr(row.address.unit);
    assert.equal(unit ?? undefined, raw.unitNumber.value);
    const line1 = valueOr(row.address.line1);
    assert.equal(unit === null ? line1 : `${line1} ${unit}`, raw.streetLine.value);
    assert.deepEqual(
      [row.address.city, row.address.state, row.address.zip],
      [raw.city, 'WA', raw.zip],
    );
    assert.equal(row.broker_name, raw.listingBroker.name);
    assert.equal(valueOr(row.extras.hoa_fee_monthly)?.amount, raw.hoa.value);
    assert.equal(valueOr(row.extras.lot_area_sqft) ?? undefined, raw.lotSize.value);
    assert.equal(row.extras.year_built, raw.yearBuilt.value);
    const day = raw.soldDate === undefined ? undefined : PACIFIC.format(raw.soldDate);
    assert.equal(valueOr(row.sold_date) ?? undefined, day);
  }
});

test('the recorded export gives 246 sales, 79 of them from county records', { skip }, () => {
  const body = recorded('sold-export.csv');
  const page = read(body, ASK);
  const rows = page.rows.map((raw) => kept(toRow(raw, CONTEXT)));
  assert.deepEqual([rows.length, page.next !== null], [246, false]);
  const records = rows.filter((row) => row.sale_price_disclosure === 'public_record');
  assert.equal(records.length, 79);
  assert.ok(records.every((row) => valueOr(row.sold_date) === null));
  assert.equal(new Set(rows.map((row) => row.source_id)).size, 246);
  const lines = body.trim().split(/\r?\n/).slice(1);
  for (const [at, line] of lines.entries()) {
    const cells = line.split(',');
    const row = rows[at]!;
    const text = (value: string | number | null | undefined) => `${value ?? ''}`;
    assert.equal(text(valueOr(row.sale_price)?.amount), cells[7]);
    assert.equal(text(valueOr(row.beds)), cells[8]);
    assert.equal(text(valueOr(row.baths)), cells[9]);
    assert.equal(text(valueOr(row.living_area_sqft)), cells[11]);
    assert.equal(text(valueOr(row.extras.year_built)), cells[13]);
    assert.equal(row.address.zip, cells[6]);
    assert.equal(row.source_url, cells[20]);
    const unit = valueOr(row.address.unit);
    const line1 = text(valueOr(row.address.line1));
    assert.equal(unit === null ? line1 : `${line1} ${unit}`, cells[3]);
    const perSqft = valueOr(row.price_per_sqft);
    assert.equal(perSqft === null ? '' : String(Math.round(perSqft)), cells[15]);
  }
});
