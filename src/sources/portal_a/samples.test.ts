/** Recorded pages, if available: each row is checked against its raw row. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { isAbsent, valueOr } from '#domain/parsed-row.js';
import { questionOf } from '../../../test/support/question.js';
import { kept } from './fixtures/pages.js';
import { portalA } from './index.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(
  process.env.ROWHOUSE_TEST_SAMPLES ?? resolve(ROOT, '../shared/samples'),
  'portal_a',
);
const skip = existsSync(FOLDER) ? false : 'no recorded pages here; set ROWHOUSE_TEST_SAMPLES';
const CONTEXT = { collectedAtMs: Date.UTC(2024, 10, 6), siteBase: 'https://homes.example' };

/** The members of the recorded rows that this test uses. */
interface Recorded {
  zpid: string;
  lotId?: number;
  detailUrl: string;
  isBuilding?: boolean;
  buildingName?: string;
  unformattedPrice: number;
  beds: number;
  baths: number;
  area: number | null;
  address: string;
  addressStreet: string;
  addressCity: string;
  addressState: string;
  addressZipcode: string;
  brokerName?: string;
  latLong: { latitude: number; longitude: number };
  carouselPhotos: unknown[];
  flexFieldText: string;
  units?: { price: string; beds: string }[];
  hdpData: {
    homeInfo: {
      homeType: string;
      daysOnZillow: number;
      timeOnZillow: number;
      zestimate?: number;
      rentZestimate?: number;
      taxAssessedValue?: number;
      lotAreaValue?: number;
      lotAreaUnit?: string;
      priceChange?: number;
      priceReduction?: string;
      openHouse?: string;
    };
  };
}

const recorded = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
const amount = (money: unknown) =>
  isAbsent(money) ? undefined : (money as { amount: number }).amount;
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const digits = (shown: string) => Number(shown.replace(/\D/g, ''));

test('the recorded page for sale gives 41 rows that say what it says', { skip }, () => {
  const { read, toRow } = portalA.drivers.listings;
  const page = read(JSON.stringify({ cat1: recorded('for-sale-page.json') }), questionOf());
  assert.deepEqual([page.rows.length, page.total, page.next !== null], [41, 1420, true]);
  for (const raw of page.rows as Recorded[]) {
    const row = kept(toRow(raw, CONTEXT));
    const { homeInfo } = raw.hdpData;
    assert.equal(row.source_id, raw.zpid);
    assert.equal(row.source_url, raw.detailUrl);
    assert.equal(row.status, 'for_sale');
    assert.deepEqual(row.list_price, { amount: raw.unformattedPrice, currency: 'USD' });
    assert.equal(row.beds, raw.beds);
    assert.equal(row.baths, raw.baths);
    assert.equal(row.living_area_sqft, raw.area);
    assert.equal(row.price_per_sqft, Number((raw.unformattedPrice / (raw.area ?? 0)).toFixed(2)));
    assert.equal(row.property_type, homeInfo.homeType.toLowerCase());
    assert.deepEqual(row.location, { lat: raw.latLong.latitude, lng: raw.latLong.longitude });
    assert.equal(row.days_on_market, homeInfo.daysOnZillow);
    // All recorded homes are in New Mexico.
    const listed = CONTEXT.collectedAtMs - homeInfo.timeOnZillow;
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Denver' }).format(listed);
    assert.equal(row.list_date, day);
    assert.equal(valueOr(row.broker_name) ?? undefined, raw.brokerName);
    assert.equal(row.photo_count, raw.carouselPhotos.length);
    const unit = valueOr(row.address.unit);
    assert.equal(
      `${text(row.address.line1)}${unit === null ? '' : ` ${unit}`}, ${text(row.address.city)}, ` +
        `${text(row.address.state)} ${text(row.address.zip)}`,
      raw.address,
    );
    assert.equal(amount(row.extras.zestimate), homeInfo.zestimate);
    assert.equal(amount(row.extras.rent_zestimate), homeInfo.rentZestimate);
    assert.equal(amount(row.extras.tax_assessed_value), homeInfo.taxAssessedValue);
    assert.equal(row.extras.home_type_raw, homeInfo.homeType);
    assert.equal(valueOr(row.extras.lot_area_sqft) ?? undefined, lotOf(homeInfo));
    assert.equal(amount(row.extras.last_price_change), homeInfo.priceChange);
    // "$28,000 (Oct 31)": in the words of the page.
    const cutOn = /\((\w+ \d+)\)/.exec(homeInfo.priceReduction ?? '')?.[1];
    const changed = text(row.extras.last_price_change_date);
    if (cutOn !== undefined) {
      const shown = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
      assert.equal(new Date(changed).toLocaleDateString('en-US', shown), cutOn);
    }
    assert.equal(valueOr(row.extras.open_house) ?? undefined, homeInfo.openHouse);
    assert.equal(valueOr(row.extras.open_house_date) !== null, homeInfo.openHouse !== undefined);
  }
});

/** The lot that a recorded row has, in square feet. */
function lotOf({ lotAreaValue, lotAreaUnit }: Recorded['hdpData']['homeInfo']): number | undefined {
  if (lotAreaValue === undefined) return undefined;
  return Math.round(lotAreaUnit === 'acres' ? lotAreaValue * 43_560 : lotAreaValue);
}

test('the recorded rentals give 34 buildings and 6 homes, each with its lowest rent', {
  skip,
}, () => {
  const { read, toRow } = portalA.drivers.rentals;
  const listResults = recorded('rentals-buildings.json');
  const searchList = { totalResultCount: 40, totalPages: 1 };
  const page = read(
    JSON.stringify({ cat1: { searchResults: { listResults }, searchList } }),
    questionOf(),
  );
  const rows = page.rows.map((raw) => kept(toRow(raw, CONTEXT)));
  assert.equal(rows.filter((row) => row.listing_kind === 'building').length, 34);
  assert.equal(rows.length, 40);
  assert.equal(new Set(rows.map((row) => row.source_id)).size, 40);
  for (const [at, raw] of (page.rows as Recorded[]).entries()) {
    const row = rows[at]!;
    const rents = raw.units?.map((unit) => digits(unit.price)) ?? [raw.unformattedPrice];
    assert.equal(amount(row.rent_monthly), Math.min(...rents));
    assert.equal(row.source_id, String(raw.lotId ?? raw.zpid));
    assert.equal(row.extras.units.length, raw.units?.length ?? 0);
    assert.equal(valueOr(row.extras.building_name) ?? undefined, raw.buildingName);
    assert.ok(raw.address.includes(text(row.address.line1)), raw.address);
    assert.equal(row.address.zip, raw.addressZipcode);
  }
});

test('the recorded sold rows give exact prices and the dates that the page shows', { skip }, () => {
  const { read, toRow } = portalA.drivers.sold;
  const { searchPageState } = recorded('sold-page.json');
  const json = JSON.stringify({ props: { pageProps: { searchPageState } } });
  const page = read(`<html><script id="__NEXT_DATA__">${json}</script></html>`, questionOf());
  assert.deepEqual([page.rows.length, page.total, page.next !== null], [4, 65, true]);
  for (const raw of page.rows as Recorded[]) {
    const row = kept(toRow(raw, CONTEXT));
    assert.equal(amount(row.sale_price), raw.unformattedPrice);
    const [year, month, day] = text(row.sold_date).split('-');
    assert.equal(`Sold ${month}/${day}/${year?.slice(2)}`, raw.flexFieldText);
    assert.equal(row.extras.days_on_zillow, raw.hdpData.homeInfo.daysOnZillow);
    assert.equal(row.extras.lot_area_sqft, lotOf(raw.hdpData.homeInfo));
  }
});
