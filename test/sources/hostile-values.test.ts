/**
 * Whatever stands in place of any value that a source sends, rows stay within the contract's types.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { sourceExtras } from '#contract/extras.js';
import { ADDRESS_FIELDS } from '#contract/field.js';
import { rowFields } from '#contract/fields.js';
import { ROW_TEXT_CHARS_MAX, SOURCE_URL_CHARS_MAX } from '#contract/limits.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { takesFiles } from '#contract/sources.js';
import { MICRO } from '#domain/box.js';
import { Notes } from '#domain/notes.js';
import { checkSanity } from '#domain/sanity.js';
import { driverOf } from '#sources/index.js';
import { checkFields } from '../support/check-fields.js';
import { openTestApp } from '../support/open-test-app.js';
import { questionOf } from '../support/question.js';

const LONG = 'x'.repeat(200_000);
const HOSTILE: readonly unknown[] = [
  1e300,
  2 ** 53,
  -(2 ** 60),
  Number.POSITIVE_INFINITY,
  '1e300',
  `$${'9'.repeat(300)}`,
  LONG,
  `https://homes.example/${LONG}`,
  'a\u0000b',
];
const FIXTURES: Readonly<Record<string, string>> = {
  portal_a_listings: 'portal_a/fixtures/for-sale-page.json',
  portal_a_sold: 'portal_a/fixtures/sold-page.json',
  portal_a_rentals: 'portal_a/fixtures/rentals-page.json',
  auction_listings: 'auction/fixtures/search-page.json',
  nyc_portal_listings: 'nyc_portal/fixtures/sales-page.json',
  nyc_portal_rentals: 'nyc_portal/fixtures/rentals-page.json',
  portal_b_sold: 'portal_b/fixtures/sold-payload.json',
  mls_listings: 'mls/fixtures/listings-page.json',
  mls_sold: 'mls/fixtures/sold-page.json',
  mls_rentals: 'mls/fixtures/rentals-page.json',
  open_data_listings: 'open_data/fixtures/listings-page.json',
  open_data_sold: 'open_data/fixtures/sold-page.json',
};
const WORLD = { w: -180 * MICRO, s: -90 * MICRO, e: 180 * MICRO, n: 90 * MICRO };
const NOW_MS = Date.UTC(2026, 7, 20, 15);

/** Copies of a value with one of its leaves replaced, one copy a leaf. */
function* withEachLeaf(value: unknown, odd: unknown): Generator {
  if (typeof value !== 'object' || value === null) return yield odd;
  for (const [name, member] of Object.entries(value)) {
    for (const changed of withEachLeaf(member, odd)) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      Object.assign(copy, { [name]: changed });
      yield copy;
    }
  }
}

/** No text beyond its bound, no number that JSON turns into null or that a double rounds. */
function checkBounds(value: unknown, path: string): void {
  if (typeof value === 'string') {
    const max = path === '.source_url' ? SOURCE_URL_CHARS_MAX : ROW_TEXT_CHARS_MAX;
    assert.ok(value.length <= max, `${path} has ${value.length} characters`);
  }
  if (typeof value === 'number') {
    assert.ok(Math.abs(value) <= Number.MAX_SAFE_INTEGER, `${path} is ${value}`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) checkBounds(member, `${path}.${name}`);
}

for (const { id, source, kind } of SEARCH_ROUTES.filter((route) => !takesFiles(route.source))) {
  test(`${id}: any value of a ${source} row may be hostile, the row is not`, () => {
    const driver = driverOf(source, kind);
    assert.ok(driver?.over === 'http');
    const file = new URL(`../../src/sources/${FIXTURES[id]}`, import.meta.url);
    const area =
      source === 'nyc_portal'
        ? ({ by: 'named_place', ids: ['100'] } as const)
        : ({ by: 'box', box: WORLD } as const);
    const question = questionOf({ area, nowMs: NOW_MS });
    const text = readFileSync(file, 'utf8');
    const body = source === 'portal_b' ? `{"resultCode":0,"payload":${text}}` : text;
    const rows = driver.read(body, question).rows;
    let kept = 0;
    for (const odd of HOSTILE) {
      for (const raw of rows.flatMap((row) => [...withEachLeaf(row, odd)])) {
        const read = driver.toRow(raw, { collectedAtMs: NOW_MS, siteBase: 'https://a.example' });
        if ('dropped' in read) continue;
        kept += 1;
        const row = new Notes().take(checkSanity(read.row, NOW_MS));
        checkFields('', { ...row }, rowFields(kind));
        checkFields('address.', { ...row.address }, ADDRESS_FIELDS);
        checkFields('extras.', { ...row.extras }, sourceExtras(source, kind));
        checkBounds(row, '');
      }
    }
    assert.ok(kept > 100, `${kept} rows were kept`);
  });
}

test('a page with hostile rows is delivered: values withheld with notes, rows without identity counted', async () => {
  const home = (zpid: string, changes: object) => ({
    zpid,
    id: zpid,
    detailUrl: `/homedetails/${zpid}_zpid/`,
    statusType: 'FOR_SALE',
    price: '$300,000',
    unformattedPrice: 300_000,
    addressStreet: '1 Quarry Rd',
    addressCity: 'Austin',
    addressState: 'TX',
    addressZipcode: '78704',
    beds: 3,
    baths: 2,
    area: 1500,
    latLong: { latitude: 30.242, longitude: -97.769 },
    hdpData: { homeInfo: { homeType: 'CONDO', homeStatus: 'FOR_SALE', daysOnZillow: 3 } },
    brokerName: 'Quarry Homes',
    ...changes,
  });
  const rows = [
    home('1', {}),
    home('2', { unformattedPrice: 1e300, price: '' }),
    home('3', { brokerName: LONG }),
    home(LONG, {}),
    home('a\u0000b', {}),
    home('6', {}),
  ];
  const body = JSON.stringify({
    cat1: {
      searchResults: { listResults: rows, mapResults: [] },
      searchList: { totalResultCount: rows.length, totalPages: 1, resultsPerPage: 41 },
    },
  });
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const t = await openTestApp({
    upstreams: { portal_a: { url: `http://127.0.0.1:${port}`, headers: {} } },
  });
  const { api_key } = await t.account();
  const { status, result, error } = (
    await t.settled('/v1/portal_a/listings?zip=78704', api_key)
  ).json();
  await t.close();
  server.close();
  assert.equal(status, 'complete', JSON.stringify(error));
  assert.deepEqual(
    result.data.map((row: { source_id: string }) => row.source_id),
    ['1', '2', '3', '6'],
  );
  assert.equal(result.data[1].list_price, null);
  assert.equal(result.data[1].price_per_sqft, null);
  assert.equal(result.data[2].broker_name, null);
  assert.equal(result.completeness, 'partial');
  const noteOf = (field: string, reason: string) =>
    result.field_notes.find(
      (note: { field: string; reason: string }) => note.field === field && note.reason === reason,
    )?.detail;
  assert.match(noteOf('list_price', 'implausible'), /beyond 9007199254740991/);
  assert.match(noteOf('broker_name', 'unreadable'), /200000 characters, over 300/);
  assert.equal(noteOf('data', 'unreadable'), '2 rows in an unknown format were excluded');
});
