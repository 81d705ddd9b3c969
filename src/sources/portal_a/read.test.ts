import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectSourceError } from '../../../test/support/question.js';
import type { SourceErrorKind } from '../driver.js';
import { listOf, rawOf } from '../raw-values.js';
import { bodyOf, CONTEXT, type PageName } from './fixtures/pages.js';
import { portalA } from './index.js';
import { readPage } from './read.js';

const { toRow } = portalA.drivers.listings;
const listings = { read: readPage('listings') };
const rentals = { read: readPage('rentals') };
const sold = { read: readPage('sold') };

const html = (json: string): string =>
  `<!DOCTYPE html><html><script id="__NEXT_DATA__" type="application/json">${json}</script></html>`;
const page = (searchPageState: unknown): string =>
  html(JSON.stringify({ props: { pageProps: { searchPageState } } }));
const answer = (rows: unknown, searchList: unknown = { totalResultCount: 9 }): string =>
  JSON.stringify({ cat1: { searchResults: { listResults: rows, mapResults: [] }, searchList } });

const fails = (
  kind: SourceErrorKind,
  body: string,
  message = /portal_a/,
  reader: { read(body: string): unknown } = listings,
) => expectSourceError(() => reader.read(body), kind, message);

/** The rows of a page, repeated to a full one and changed by hand. */
function edited(name: PageName, change: (row: Record<string, unknown>) => void): string {
  const cat1 = rawOf(rawOf(JSON.parse(bodyOf(name))).cat1);
  const results = rawOf(cat1.searchResults);
  const rows = [...listOf(results.listResults), ...listOf(results.mapResults)];
  const many = [...rows, ...structuredClone(rows), ...structuredClone(rows)];
  for (const row of many) change(row as Record<string, unknown>);
  return answer(many);
}
const infoOf = (row: Record<string, unknown>) =>
  rawOf(rawOf(row.hdpData).homeInfo) as Record<string, unknown>;

test('the state call and the page with its script are the same page', () => {
  const body = bodyOf('for-sale');
  assert.deepEqual(listings.read(page(JSON.parse(body))), listings.read(body));
  assert.equal(listings.read(body).rows.length, 9);
  assert.equal(listings.read(body).total, 57);
  assert.equal(listings.read(body).next !== null, true);
});

test('the total is read from the category totals when the list does not say it', () => {
  const body = JSON.stringify({
    ...rawOf(JSON.parse(answer([], {}))),
    categoryTotals: { cat1: { totalResultCount: 0 } },
  });
  assert.deepEqual(listings.read(body), { rows: [], total: 0, next: null });
});

test('a search without matches is an empty page, not an error', () => {
  const empty = { totalResultCount: 0, totalPages: 1, pagination: {} };
  assert.deepEqual(listings.read(answer([], empty)), { rows: [], total: 0, next: null });
});

test('map rows count only when the list is empty, and no page follows them', () => {
  const mapOnly = listings.read(bodyOf('map'));
  assert.equal(mapOnly.rows.length, 6);
  assert.equal(mapOnly.next, null);
  const list = rawOf(JSON.parse(bodyOf('for-sale')));
  const map = rawOf(rawOf(rawOf(JSON.parse(bodyOf('map'))).cat1).searchResults).mapResults;
  const cat1 = rawOf(list.cat1);
  const both = {
    cat1: { ...cat1, searchResults: { ...rawOf(cat1.searchResults), mapResults: map } },
  };
  assert.equal(listings.read(JSON.stringify(both)).rows.length, 9);
});

test('an empty list on a later page is its end: the map repeats the rows of the pages before', () => {
  const { cat1 } = rawOf(JSON.parse(bodyOf('map')));
  const results = { listResults: [], mapResults: rawOf(rawOf(cat1).searchResults).mapResults };
  const empty = (totalPages: number) =>
    JSON.stringify({
      cat1: { searchResults: results, searchList: { totalResultCount: 42, totalPages } },
    });
  const last = listings.read(empty(2), { at: { page: 2 } });
  assert.deepEqual([last.rows, last.total, last.next], [[], 42, null]);
  assert.equal(listings.read(empty(1), { at: { page: 1 } }).rows.length, 6);
  fails('down', empty(3), /empty page/, {
    read: (body) => listings.read(body, { at: { page: 2 } }),
  });
});

test('no page follows the last one, nor the twentieth whatever the total', () => {
  const rows = [JSON.parse(bodyOf('for-sale')).cat1.searchResults.listResults[0]];
  const more = (list: unknown, at?: { page: number }) =>
    listings.read(answer(rows, list), at && { at }).next !== null;
  assert.equal(more({ totalPages: 3 }, { page: 2 }), true);
  assert.equal(more({ totalPages: 3 }, { page: 3 }), false);
  assert.equal(more({ totalPages: 35 }, { page: 20 }), false);
  assert.equal(more({ totalPages: 1 }), false);
  assert.equal(more({ totalPages: 3, pagination: { nextUrl: '/x/3_p/' } }), true);
  assert.equal(more({ totalPages: 35, pagination: { nextUrl: '/x/21_p/' } }), false);
  assert.equal(more({ totalPages: 3, pagination: { previousUrl: '/x/2_p/' } }), false);
  assert.equal(more({ totalPages: 3 }), true, 'unsure: one page too many, not one too few');
  assert.equal(sold.read(bodyOf('sold')).next, null, 'the answer names its own page');
});

test('an empty page in the middle of a search is requested again', () => {
  const list = { totalResultCount: 90, totalPages: 3, pagination: { nextUrl: '/x/2_p/' } };
  fails('down', answer([], list), /empty page/);
});

test('a challenge page is an API error, never an empty result', () => {
  fails('refused', '<html><body>Press and hold to confirm</body></html>', /challenge page/);
});

test('a truncated response is down and may be retried', () => {
  const body = bodyOf('for-sale');
  fails('down', body.slice(0, body.length / 2), /truncated/);
  fails('down', html(body).slice(0, 400), /truncated/);
  fails('down', '');
});

test('an answer of another shape is a change of format', () => {
  fails('changed', '{"results":[]}', /format/);
  fails('changed', '[]', /format/);
  fails('changed', 'null and void', /format/);
  fails('changed', html('{"props":{}}'), /format/);
  fails('changed', '{"cat1":{"searchResults":{"items":[]}}}', /list of results/);
  fails('changed', '{"cat1":{"searchResults":{"listResults":[]}}}', /neither rows nor a total/);
});

const RENAMED: readonly [field: RegExp, from: PageName, members: readonly string[]][] = [
  [/: id is/, 'map', ['zpid']],
  [/: city is/, 'map', ['city']],
  [/: ZIP code is/, 'map', ['zipcode']],
  [/: status is/, 'map', ['homeStatus', 'statusType']],
  [/: page address is/, 'map', ['detailUrl']],
  [/: bedrooms is/, 'map', ['beds', 'bedrooms']],
  [/: bathrooms is/, 'map', ['baths', 'bathrooms']],
  [/: home type is/, 'map', ['homeType']],
];

for (const [message, from, members] of RENAMED) {
  test(`a page whose rows lost ${members.join(' and ')} is a change of format`, () => {
    const body = edited(from, (row) => {
      for (const member of members) {
        delete row[member];
        delete infoOf(row)[member];
      }
    });
    fails('changed', body, message);
  });
}

/** Members that whole pages of some places and kinds of sale go without. */
const PLACEWISE: readonly [field: RegExp, from: PageName, members: readonly string[]][] = [
  [/: price is/, 'map', ['price']],
  [/: map point is/, 'map', ['latLong', 'latitude']],
  [/: rent is/, 'rentals', ['price', 'unformattedPrice', 'units', 'minBaseRent']],
];

for (const [message, from, members] of PLACEWISE) {
  test(`only a large page without any ${members.join(' or ')} is a change of format`, () => {
    const reader = from === 'rentals' ? rentals : listings;
    const body = edited(from, (row) => {
      for (const member of members) {
        delete row[member];
        if (row.hdpData) delete infoOf(row)[member];
      }
    });
    const { rows } = reader.read(body);
    assert.ok(rows.length > 0 && rows.length < 40);
    const many = Array.from({ length: 60 }, (_row, at) => rows[at % rows.length]);
    fails('changed', answer(many), message, reader);
    const some = reader.read(bodyOf(from)).rows;
    assert.equal(
      reader.read(answer([...many, ...some, ...some])).rows.length,
      60 + 2 * some.length,
    );
  });
}

test('a street that stands in the page address alone is that of an older form', () => {
  const older = edited('map', (row) => {
    delete row.streetAddress;
    delete infoOf(row).streetAddress;
  });
  assert.ok(listings.read(older).rows.length > 0);
});

test('sale prices are missed as well; dates are not, since whole pages come without', () => {
  const noDate = edited('sold', (row) => {
    delete infoOf(row).dateSold;
    delete row.flexFieldText;
  });
  assert.equal(sold.read(noDate).rows.length, 15);
  const noPrice = edited('sold', (row) => {
    delete row.unformattedPrice;
    delete infoOf(row).price;
  });
  fails('changed', noPrice, /: sale price is/, sold);
});

test('a page of undisclosed sale prices is not a change of format where the law hides them', () => {
  const texas = edited('sold', (row) => {
    row.unformattedPrice = 0;
    row.addressState = 'TX';
    infoOf(row).price = 0;
  });
  assert.equal(sold.read(texas).rows.length, 15);
});

test('a few rows without a field are rows without it, not a change of format', () => {
  const row = JSON.parse(bodyOf('for-sale')).cat1.searchResults.listResults[0];
  const bare = { zpid: row.zpid, detailUrl: row.detailUrl };
  assert.equal(listings.read(answer([bare, bare, bare, bare])).rows.length, 4);
  assert.equal(listings.read(answer([row, row, row, bare, bare])).rows.length, 5);
});

test('hidden homes and land do not count against addresses and rooms', () => {
  const hidden = edited('for-sale', (row) => {
    row.isUndisclosedAddress = true;
    row.latLong = {};
    row.addressStreet = '';
    if (row.hdpData) infoOf(row).homeType = 'LOT';
    for (const member of ['beds', 'baths', 'area']) delete row[member];
  });
  assert.equal(listings.read(hidden).rows.length, 27);
});

test('homes across the border are rows outside the area, not a change of format', () => {
  const windsor = edited('for-sale', (row) => {
    row.addressZipcode = 'N9A 1A1';
    row.price = 'C$500,000';
    row.countryCurrency = 'C$';
  });
  const reads = listings.read(windsor).rows.map((raw) => toRow(raw, CONTEXT));
  const causes = new Set(reads.map((read) => ('dropped' in read ? read.dropped : 'kept')));
  assert.deepEqual([...causes].sort(), ['outside_area', 'relaxed']);
});

test('every row that a page holds is read or dropped for a stated reason', () => {
  const dropped = listings.read(bodyOf('for-sale')).rows.flatMap((raw) => {
    const read = toRow(raw, CONTEXT);
    return 'dropped' in read ? [read.dropped] : [];
  });
  assert.deepEqual(dropped, ['relaxed']);
});
