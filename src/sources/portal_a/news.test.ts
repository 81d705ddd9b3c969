import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent } from '#domain/parsed-row.js';
import { checkSanity } from '#domain/sanity.js';
import { rawOf } from '../raw-values.js';
import { CONTEXT, kept, otherShape, rawRow } from './fixtures/pages.js';
import { readPage } from './read.js';
import { listingToRow, rentalToRow, soldToRow } from './to-row.js';

/** A home for sale with members of its own: on the card, and in its record. */
function raw(card: object, info: object = {}): object {
  const row = rawRow('for-sale', '9000001');
  const { homeInfo } = rawOf(row.hdpData);
  return { ...row, ...card, hdpData: { homeInfo: { ...rawOf(homeInfo), ...info } } };
}
const listing = (card: object, info: object = {}) => kept(listingToRow(raw(card, info), CONTEXT));
const NONE = absent('not_reported');

test('a lot is read in its unit, and not without one', () => {
  const lot = (lotAreaValue: unknown, lotAreaUnit?: unknown) =>
    listing({}, { lotAreaValue, lotAreaUnit }).extras.lot_area_sqft;
  assert.equal(lot(7405.2, 'sqft'), 7405);
  assert.equal(lot(7405.2, 'Square Feet'), 7405);
  assert.equal(lot(0.3533, 'acres'), 15_390);
  assert.equal(lot(1, 'Acre'), 43_560);
  assert.deepEqual(lot(0, 'sqft'), NONE);
  assert.deepEqual(lot(2, 'hectares'), absent('unreadable', 'text "2 hectares"'));
  assert.deepEqual(lot(2), absent('unreadable', 'text "2 ?"'));
  const second = kept(listingToRow(otherShape('secondApi'), CONTEXT));
  assert.equal(second.extras.lot_area_sqft, 8712);
  assert.deepEqual(second.extras.last_price_change, usd(-1000));
});

test('the last change of the price is an amount below zero for a cut, with its day in Pacific time', () => {
  const { extras } = listing({}, { priceChange: -28_000, datePriceChanged: 1_730_358_000_000 });
  assert.deepEqual(extras.last_price_change, usd(-28_000));
  assert.equal(extras.last_price_change_date, '2024-10-31');
  const sane = checkSanity(
    listing({}, { priceChange: -28_000, datePriceChanged: 1_730_358_000_000 }),
    CONTEXT.collectedAtMs,
  );
  assert.deepEqual(
    (sane.extras as { last_price_change: unknown }).last_price_change,
    usd(-28_000),
    'a change may be below zero',
  );
});

test('a change without a day counts, a day without a change does not, and no change exceeds its price', () => {
  const undated = listing({}, { priceChange: 5_000 }).extras;
  assert.deepEqual(undated.last_price_change, usd(5_000));
  assert.deepEqual(undated.last_price_change_date, NONE);
  const day = listing({}, { datePriceChanged: 1_730_358_000_000 }).extras;
  assert.deepEqual([day.last_price_change, day.last_price_change_date], [NONE, NONE]);
  assert.deepEqual(listing({}, { priceChange: 0 }).extras.last_price_change, NONE);
  const wild = listing({ unformattedPrice: 100_000 }, { priceChange: 100_000 }).extras;
  assert.equal((wild.last_price_change as { absent: string }).absent, 'implausible');
});

test('an open house has its words and its day at the home, from the card or from the record', () => {
  const words = { openHouse: 'Wed. 12-2pm' };
  const card = listing({ openHouseStartDate: '2024-11-06T12:00:00' }, words).extras;
  assert.deepEqual([card.open_house, card.open_house_date], ['Wed. 12-2pm', '2024-11-06']);
  const open_house_info = { open_house_showing: [{ open_house_start: 1_730_923_200_000 }] };
  assert.equal(listing({}, { ...words, open_house_info }).extras.open_house_date, '2024-11-06');
  const none = listing({}).extras;
  assert.deepEqual([none.open_house, none.open_house_date], [NONE, NONE]);
});

test('a rental is available from its day; a home for sale has no such day', () => {
  const rental = { ...rawRow('rentals', '8000001'), availabilityDate: '2020-09-01 00:00:00' };
  assert.equal(kept(rentalToRow(rental, CONTEXT)).extras.available_date, '2020-09-01');
  const soon = { ...rental, availabilityDate: 'now' };
  assert.deepEqual(
    kept(rentalToRow(soon, CONTEXT)).extras.available_date,
    absent('unreadable', 'text "now"'),
  );
  const never = { ...rental, availabilityDate: '2026-02-30 00:00:00' };
  assert.deepEqual(
    kept(rentalToRow(never, CONTEXT)).extras.available_date,
    absent('unreadable', 'text "2026-02-30 00:00:00"'),
  );
  const sale = listing({ availabilityDate: '2020-09-01 00:00:00' });
  assert.deepEqual(sale.extras.available_date, absent('not_applicable'));
});

test('photos are counted in the newer list where the older is empty, and never those of homes nearby', () => {
  const carouselPhotosComposable = {
    baseUrl: 'x',
    photoData: [{ photoKey: 'a' }, { photoKey: 'b' }],
  };
  assert.equal(listing({ carouselPhotos: [], carouselPhotosComposable }).photo_count, 2);
  const nearby = { carouselPhotos: undefined, photoCount: 7, responsivePhotos: [{ url: 'x' }] };
  const land = listing(nearby, { homeType: 'LOT' });
  assert.deepEqual(land.photo_count, absent('not_on_search_page'));
});

test('sold cards without any date are rows whose date is null with a reason, a whole page of them too', () => {
  const undated = (at: number) => {
    const row = rawRow('sold', '6000001');
    const { dateSold: _, ...info } = rawOf(rawOf(row.hdpData).homeInfo);
    const { flexFieldText: _words, ...card } = row;
    return { ...card, zpid: String(at), hdpData: { homeInfo: { ...info, zpid: at } } };
  };
  const rows = Array.from({ length: 41 }, (_, at) => undated(6_000_001 + at));
  const body = {
    cat1: { searchResults: { listResults: rows }, searchList: { totalResultCount: 41 } },
  };
  const page = readPage('sold')(JSON.stringify(body));
  assert.equal(page.rows.length, 41);
  const reason = absent('not_reported', 'The card shows no date of the sale.');
  for (const row of page.rows) {
    assert.deepEqual(kept(soldToRow(row, CONTEXT)).sold_date, reason);
  }
});
