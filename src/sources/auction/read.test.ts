import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectSourceError, questionOf } from '../../../test/support/question.js';
import type { SourceErrorKind } from '../driver.js';
import { listOf, type Raw, rawOf } from '../raw-values.js';
import { BODY, bodyWith, CONTEXT, results } from './fixtures/pages.js';
import { auction } from './index.js';

const { read, toRow } = auction.drivers.auctions;
const FIRST = questionOf();

const fails = (kind: SourceErrorKind, body: string, message = /auction/, question = FIRST) =>
  expectSourceError(() => read(body, question), kind, message);
const errors = (message: string, code?: string) =>
  JSON.stringify({ data: null, errors: [{ message, ...(code ? { extensions: { code } } : {}) }] });

/** Twelve like listings with a change made to each. */
function edited(change: (row: Record<string, unknown>) => void): string {
  const listing = rawOf(listOf(results().content)[0]);
  const rows = Array.from({ length: 12 }, () => structuredClone(listing));
  for (const row of rows) change(row);
  return bodyWith({ content: rows, total_count: 12, total_pages: 1 });
}
const part = (row: Raw, name: string) => rawOf(row[name]) as Record<string, unknown>;
const summary = (row: Raw) => part(part(row, 'primary_property'), 'summary');

test('a page gives its rows, the total of the search, and whether a page follows', () => {
  const page = read(BODY, FIRST);
  assert.deepEqual([page.rows.length, page.total, page.next !== null], [8, 612, true]);
  const second = read(bodyWith({ current_page: 1 }), questionOf({ at: { page: 2 }, filters: {} }));
  assert.equal(second.next, null);
});

test('no page follows the one at the farthest offset, whatever the total', () => {
  const body = bodyWith({ total_count: 30_000, current_page: 23 });
  assert.equal(read(body, questionOf({ at: { page: 24 }, filters: {} })).next, null);
});

test('an area without auctions is an empty page, not an error', () => {
  const empty = bodyWith({ content: [], total_count: 0, total_pages: 0, size: 0 });
  assert.deepEqual(read(empty, FIRST), { rows: [], total: 0, next: null });
});

test('a search for the newest shows the highest id first, and entries without one last', () => {
  const ids = read(BODY, questionOf({ at: { page: 1 }, filters: { sort: 'newest' } })).rows.map(
    (row) => rawOf(row).listing_id,
  );
  const numbers = [7, 6, 5, 4, 3, 2, 1].map((last) => `700000${last}`);
  assert.deepEqual(ids, [...numbers, undefined]);
});

test('an operation that the source bars is an API error', () => {
  fails('changed', errors('Not a registered operation', 'GRAPH_RESILIENCY_ERROR'), /RESILIENCY/);
  fails('refused', errors('No', 'FORBIDDEN'));
});

test('a query that the schema does not know is a change of format', () => {
  fails('changed', errors('x', 'GRAPHQL_VALIDATION_FAILED'), /field/);
  fails('changed', errors('Cannot query field "venue" on type "Listing".'), /field/);
});

test('any other failure sent with status 200 is down and may be retried', () => {
  fails('down', errors('upstream request timeout', 'INTERNAL_SERVER_ERROR'));
  fails('down', errors('something went wrong'));
});

test('errors beside an answer do not cost the answer', () => {
  const body = JSON.stringify({ ...JSON.parse(BODY), errors: [{ message: 'cache only' }] });
  assert.equal(read(body, FIRST).rows.length, 8);
});

test('a challenge page in place of auctions is an API error, never an empty result', () => {
  fails('refused', '<html><body>Request unsuccessful.</body></html>', /challenge page/);
});

test('a truncated GraphQL response is down and may be retried', () => {
  fails('down', BODY.slice(0, BODY.length / 2), /truncated/);
  fails('down', '');
});

test('an answer without the search results is a change of format', () => {
  fails('changed', '{}', /search results/);
  fails('changed', '[]', /search results/);
  fails('changed', '{"data":{"seek_listings_from_filters":null}}', /search results/);
  fails('changed', 'null and void', /format/);
  fails('changed', bodyWith({ content: {} }), /list of results/);
  fails('changed', bodyWith({ total_count: '612' }), /total/);
});

test('an empty page in the middle of the auctions is requested again', () => {
  fails('down', bodyWith({ content: [] }), /empty page/);
});

test('a page other than the one asked for is a change of format, never rows skipped in silence', () => {
  fails('changed', BODY, /sent page 0/, questionOf({ at: { page: 2 }, filters: {} }));
  fails('changed', bodyWith({ size: 8 }), /pages have 8 rows/);
});

const LOST: readonly [message: RegExp, lose: (row: Record<string, unknown>) => void][] = [
  [/: listing_id is/, (row) => delete row.listing_id],
  [/: listing_page_path is/, (row) => delete row.listing_page_path],
  [/: listing_status_group is/, (row) => delete row.listing_status_group],
  [/: listing_status is/, (row) => delete row.listing_status],
  [/: map point is/, (row) => delete summary(row).address],
  [/: kind of sale is/, (row) => delete row.listing_configuration],
  [
    /: start of the auction is/,
    (row) => {
      row.auction = { is_online: false };
    },
  ],
  [/: structure_type_code is/, (row) => delete summary(row).structure_type_code],
];
for (const [message, lose] of LOST) {
  test(`a page that says "${message.source.slice(2)} missing" in all rows is a change of format`, () => {
    fails('changed', edited(lose), message);
  });
}

test('an address lost in both of its forms, and a place lost in all three, are missed', () => {
  const noAddress = edited((row) => {
    delete row.seller_property;
    delete row.formatted_address;
  });
  fails('changed', noAddress, /: street address is/);
  const noPlace = edited((row) => {
    delete part(row, 'auction').is_online;
    delete row.venue;
    delete row.selling_method;
  });
  fails('changed', noPlace, /: place of the auction is/);
});

test('land without rooms and rows without bids or estimates are not a change of format', () => {
  const land = edited((row) => {
    for (const member of ['total_bedrooms', 'total_bathrooms', 'square_footage', 'year_built']) {
      summary(row)[member] = 0;
    }
    summary(row).structure_type_code = 'LAND';
    delete row.valuation;
    delete row.external_information;
  });
  assert.equal(read(land, FIRST).rows.length, 12);
});

test('a page of postponed auctions, which have no day, is not a change of format', () => {
  const postponed = edited((row) => {
    row.listing_status = 'POSTPONED_PENDING_SCHEDULING';
    row.auction = { is_online: false };
  });
  assert.equal(read(postponed, FIRST).rows.length, 12);
});

test('every entry of a page is read or dropped for a stated reason', () => {
  const dropped = read(BODY, FIRST).rows.flatMap((raw) => {
    const row = toRow(raw, CONTEXT);
    return 'dropped' in row ? [row.dropped] : [];
  });
  assert.deepEqual(dropped, ['relaxed']);
});
