import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectSourceError, questionOf } from '../../../test/support/question.js';
import type { Question, SourceErrorKind } from '../driver.js';
import { rawOf } from '../raw-values.js';
import { bodyOf, CONTEXT, rawNode } from './fixtures/pages.js';
import { nycPortal } from './index.js';
import { type NycKind, OPERATIONS } from './request.js';

const { listings, rentals } = nycPortal.drivers;
const FIRST = questionOf();

const answer = (search: unknown, operation = 'searchSales'): string =>
  JSON.stringify({ data: { [operation]: search } });
const search = (edges: unknown, more: unknown = { pageInfo: { hasNextPage: true } }) =>
  answer({ totalCount: 9, edges, ...rawOf(more) });
const organic = (node: unknown) => ({ __typename: 'OrganicSaleEdge', node });
const home = (id: string) => ({ ...rawNode('listings', '7000001'), id });
const ids = (body: string) => listings.read(body, FIRST).rows.map((row) => rawOf(row).id);

const fails = (
  kind: SourceErrorKind,
  body: string,
  message = /nyc_portal/,
  reader: { read(body: string, question: Question): unknown } = listings,
) => expectSourceError(() => reader.read(body, FIRST), kind, message);

/** A page of twelve good homes, each without the members. */
function without(kind: NycKind, members: readonly string[], rows = 12): string {
  const good = rawNode(kind, kind === 'listings' ? '7000001' : '7100001');
  const edges = Array.from({ length: rows }, (_, at) => {
    const node: Record<string, unknown> = { ...good, id: String(at + 1) };
    for (const member of members) delete node[member];
    return organic(node);
  });
  const page = { totalCount: 12, pageInfo: { hasNextPage: false }, edges };
  return answer(page, OPERATIONS[kind].name);
}

test('a page gives its homes, its total and whether another follows', () => {
  const sales = listings.read(bodyOf('listings'), FIRST);
  assert.deepEqual([sales.rows.length, sales.total, sales.next !== null], [10, 311, true]);
  const rents = rentals.read(bodyOf('rentals'), FIRST);
  assert.deepEqual([rents.rows.length, rents.total, rents.next !== null], [8, 8, false]);
});

test('a promoted home that repeats an organic one is passed over, another comes last', () => {
  assert.deepEqual(ids(bodyOf('listings')).slice(0, 2), ['7000001', '7000002']);
  assert.equal(ids(bodyOf('listings')).at(-1), '7000010');
  const promoted = (type: string, id: string) => ({ __typename: type, node: home(id) });
  const page = search([
    promoted('SponsoredSaleEdge', '3'),
    organic(home('1')),
    promoted('FeaturedSaleEdge', '3'),
    promoted('FeaturedSaleEdge', '1'),
  ]);
  assert.deepEqual(ids(page), ['1', '3']);
});

test('organic repeats stay, so that the collector counts them', () => {
  assert.deepEqual(ids(search([organic(home('1')), organic(home('1'))])), ['1', '1']);
});

test('the pages end where the source says so, at an empty page, and at its cap', () => {
  const more = (edges: unknown, hasNextPage: boolean, page: number) =>
    listings.read(search(edges, { pageInfo: { hasNextPage } }), questionOf({ at: { page } }))
      .next !== null;
  assert.equal(more([organic(home('1'))], true, 1), true);
  assert.equal(more([organic(home('1'))], false, 1), false);
  assert.equal(more([], true, 2), false);
  assert.equal(more([organic(home('1'))], true, 2), false);
});

test('a search without matches is an empty page, not an error', () => {
  const empty = answer({ totalCount: 0, edges: [], pageInfo: { hasNextPage: false } });
  assert.deepEqual(listings.read(empty, FIRST), { rows: [], total: 0, next: null });
});

test('a first page without the homes that it counts is requested again', () => {
  fails('down', search([]), /counted 9 homes and sent none/);
});

test('a web page instead of data is an API error, never an empty result', () => {
  fails('refused', '<!DOCTYPE html><html><body>Press and hold</body></html>', /web page/);
});

test('a truncated response is down and may be retried', () => {
  fails('down', bodyOf('listings').slice(0, 900), /truncated/);
  fails('down', '');
});

test('an error under HTTP 200 is read by its code, the worst one first', () => {
  const errors = (...codes: unknown[]) =>
    JSON.stringify({
      data: null,
      errors: codes.map((code) => ({ message: 'no', extensions: { code } })),
    });
  fails('changed', errors('VALIDATION_INVALID_TYPE_VARIABLE'), /VALIDATION_INVALID_TYPE_VARIABLE/);
  fails('changed', errors('GRAPHQL_VALIDATION_FAILED'));
  fails('changed', errors('INTERNAL_SERVER_ERROR', 'VALIDATION_PLANNING_ERROR'), /PLANNING/);
  fails('refused', errors('UNAUTHENTICATED'));
  fails('down', errors('SUBREQUEST_HTTP_ERROR'), /SUBREQUEST_HTTP_ERROR/);
  fails('down', JSON.stringify({ errors: [{ message: 'boom' }] }), /with an error\.$/);
  fails('down', errors('<b>not a code</b>'), /with an error\.$/);
  fails('down', errors(7), /with an error\.$/);
});

test('errors beside data fail the page: a part of it would pass for the whole', () => {
  const both = { ...rawOf(JSON.parse(bodyOf('listings'))), errors: [{ message: 'partial' }] };
  fails('down', JSON.stringify(both));
});

test('an empty list of errors is not an error', () => {
  const body = { ...rawOf(JSON.parse(bodyOf('listings'))), errors: [] };
  assert.equal(listings.read(JSON.stringify(body), FIRST).rows.length, 10);
});

test('an answer of another shape is a change of format', () => {
  fails('changed', 'null and void', /not JSON/);
  fails('changed', '[]', /search results are missing/);
  fails('changed', '{"data":null}', /search results are missing/);
  fails('changed', bodyOf('rentals'), /search results are missing/);
  fails('changed', answer({ totalCount: 0, pageInfo: {} }), /list of homes/);
  fails('changed', answer({ edges: [], pageInfo: { hasNextPage: false } }), /number of homes/);
  fails('changed', search([], { totalCount: -1 }), /number of homes/);
  fails('changed', search([], { totalCount: '9' }), /number of homes/);
  fails('changed', search([], { totalCount: 0 }), /page information/);
  fails('changed', search([], { pageInfo: { hasNextPage: 'yes' } }), /page information/);
});

const RENAMED: readonly [field: RegExp, from: NycKind, members: readonly string[]][] = [
  [/: id is/, 'listings', ['id']],
  [/: page address is/, 'listings', ['urlPath']],
  [/: status is/, 'rentals', ['status']],
  [/: street address is/, 'listings', ['street']],
  [/: ZIP code is/, 'rentals', ['zipCode']],
  [/: state is/, 'listings', ['state']],
  [/: map point is/, 'rentals', ['geoPoint']],
  [/: price is/, 'listings', ['price']],
  [/: building type is/, 'rentals', ['buildingType']],
  [/: bedrooms is/, 'listings', ['bedroomCount']],
  [/: bathrooms is/, 'rentals', ['fullBathroomCount']],
];

for (const [message, from, members] of RENAMED) {
  test(`a page of ${from} that lost ${members.join(' and ')} is a change of format`, () => {
    fails('changed', without(from, members), message, nycPortal.drivers[from]);
  });
}

test('members that only describe a home are not what the format is known by', () => {
  const body = without('rentals', ['netEffectivePrice', 'monthsFree', 'areaName', 'noFee']);
  assert.equal(rentals.read(body, FIRST).rows.length, 12);
});

test('a few homes without a field are homes without it, not a change of format', () => {
  assert.equal(listings.read(without('listings', ['price'], 4), FIRST).rows.length, 4);
});

test('areas of zero and uncounted rooms above shops are not a change of format', () => {
  const shop = { buildingType: 'MIXED_USE', bedroomCount: 0, fullBathroomCount: 0 };
  const edges = Array.from({ length: 12 }, (_, at) =>
    organic({ ...home(String(at)), ...shop, halfBathroomCount: 0, livingAreaSize: 0 }),
  );
  assert.equal(listings.read(search(edges), FIRST).rows.length, 12);
});

test('uncounted rooms are ordinary for whole buildings, and a change of format for flats', () => {
  const pageOf = (building: object) =>
    search(
      Array.from({ length: 12 }, (_, at) =>
        organic({
          ...home(String(at)),
          ...building,
          bedroomCount: 0,
          fullBathroomCount: 0,
          halfBathroomCount: 0,
        }),
      ),
    );
  const whole = { unit: null, displayUnit: null };
  for (const buildingType of ['MULTIFAMILY', 'RENTAL', 'TWOFAMILY']) {
    const page = pageOf({ buildingType, ...whole });
    assert.equal(listings.read(page, FIRST).rows.length, 12, buildingType);
  }
  const flats = pageOf({ buildingType: 'RENTAL', unit: '4C', displayUnit: '#4C' });
  fails('changed', flats, /: rooms is missing in 12 of 12 rows/);
  fails('changed', pageOf({ buildingType: 'HOUSE', ...whole }), /: rooms is missing/);
});

test('an edge without a home is an unreadable row, not a crash', () => {
  const page = listings.read(search([organic(home('1')), organic(null), null, 7]), FIRST);
  const dropped = page.rows.map((raw) => {
    const read = listings.toRow(raw, CONTEXT);
    return 'dropped' in read ? read.dropped : 'kept';
  });
  assert.deepEqual(dropped, ['kept', 'unreadable', 'unreadable', 'unreadable']);
});
