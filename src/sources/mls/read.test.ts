import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbsent } from '#domain/parsed-row.js';
import { expectSourceError } from '../../../test/support/question.js';
import { SourceError, type SourceErrorKind, type SourceProfile } from '../driver.js';
import { explain } from './explain.js';
import { ASK, answer, CONTEXT, copies, kept, rawRow, rowsOf } from './fixtures/pages.js';
import { mls } from './index.js';
import { fieldsIn } from './metadata.js';
import { listingToRow } from './to-row.js';

const { read } = mls.drivers.listings;

const fails = (kind: SourceErrorKind, body: string, message: RegExp, ask = ASK) =>
  expectSourceError(() => read(body, ask), kind, message);

const counted = (rows: readonly unknown[], total: number, rest = {}) =>
  answer(rows, { '@odata.count': total, ...rest });

test('a page that holds all counted rows is the last', () => {
  const page = read(counted(copies('listings', 3), 3), ASK);
  assert.deepEqual([page.rows.length, page.total, page.next], [3, 3, null]);
});

test('a full page is never taken for the last, whatever the server counts', () => {
  assert.notEqual(read(counted(copies('listings', 200), 200), ASK).next, null);
});

test('a walk continues after the last key, and remembers the count and the rows shown', () => {
  const first = read(counted(copies('listings', 200), 203), ASK);
  assert.deepEqual(first.next, { token: [203, 200, 'K000199'] });
  const at = first.next ?? ASK.at;
  const second = read(answer(copies('listings', 3)), { ...ASK, at });
  assert.deepEqual([second.total, second.next], [203, null]);
});

test('a short page is not the end while rows are missing or a next page is named', () => {
  assert.notEqual(read(counted(copies('listings', 50), 203), ASK).next, null);
  const link = { '@odata.nextLink': 'Property?$skip=50' };
  assert.notEqual(read(counted(copies('listings', 50), 50, link), ASK).next, null);
  assert.equal(
    read(counted([], 203), ASK).next,
    null,
    'without a row there is no key to go on from',
  );
});

test('a server that does not count ends with a page that is not full', () => {
  const [short, full] = [copies('listings', 199), copies('listings', 200)];
  assert.deepEqual([read(answer(short), ASK).total, read(answer(short), ASK).next], [null, null]);
  assert.deepEqual(read(answer(full), ASK).next, { token: [null, 200, 'K000199'] });
});

test('keys that are numbers stay numbers, and a count may be text', () => {
  const rows = [1, 2, 3].map((ListingKey) => rawRow('listings', { ListingKey }));
  const page = read(answer(rows, { '@odata.count': '9' }), ASK);
  assert.deepEqual([page.total, page.next], [9, { token: [9, 3, 3] }]);
});

test('errors, web pages and other shapes are a change of format, cut answers are not', () => {
  fails('changed', '<!doctype html><p>Sign in</p>', /web page/);
  fails('changed', '{"error":{"code":"500","message":"oops"}}', /error 500 oops/);
  fails('changed', '{"value":{}}', /list of rows is missing/);
  fails('down', answer(copies('listings', 3)).slice(0, -5), /truncated/);
});

test('a page in another order than that of its keys is a change of format', () => {
  fails('changed', answer(copies('listings', 40).toReversed()), /order of their keys/);
  const numbers = Array.from({ length: 40 }, (_row, at) => String(at * 7));
  const rows = numbers.map((ListingKey) => rawRow('listings', { ListingKey }));
  assert.equal(read(answer(rows), ASK).rows.length, 40, 'digits may be ordered as numbers');
});

test('a server that passes over the ZIP answers for all it has: a change of format', () => {
  const ask = { ...ASK, area: { by: 'postal_code', postal_code: '78702' } } as const;
  fails('changed', answer(copies('listings', 40)), /another ZIP code/, ask);
});

test('a last row without a key leaves no position from which to continue', () => {
  const rows = [...copies('listings', 3), { ListPrice: 5 }];
  fails('changed', counted(rows, 9), /no ListingKey/);
});

test('a field that the feed does not have is not on its pages, never unreported', () => {
  const described = new Set(Object.keys(rawRow('listings')).filter((name) => name !== 'YearBuilt'));
  const profile: SourceProfile = { options: {}, described };
  const [raw] = read(answer(copies('listings', 1)), ASK, profile).rows;
  const { extras } = kept(listingToRow(raw, CONTEXT));
  assert.ok(isAbsent(extras.year_built) && extras.year_built.absent === 'not_on_search_page');
});

test('tokens of places are read as words', () => {
  const profile: SourceProfile = { options: { enumerations: 'token' }, described: null };
  const row = rawRow('listings', { City: 'SanFrancisco', CountyOrParish: 'SanMateo' });
  const [raw] = read(answer([row]), ASK, profile).rows;
  const { address } = kept(listingToRow(raw, CONTEXT));
  assert.deepEqual([address.city, address.county], ['San Francisco', 'San Mateo']);
});

test('$metadata names the fields of a listing, not those of other resources', () => {
  const xml =
    '<Schema><EntityType Name="Member"><Property Name="MemberKey"/></EntityType>' +
    '<EntityType Name="Property"><Key/><Property Name="ListingKey" Type="Edm.String"/>' +
    '<Property Name="City" Type="Edm.String"><Annotation String="City"/></Property>' +
    '</EntityType><EntityType Name="Office"><Property Name="OfficeKey"/></EntityType></Schema>';
  assert.deepEqual(fieldsIn(xml), new Set(['ListingKey', 'City']));
  assert.throws(() => fieldsIn('<html></html>'), SourceError);
});

test('answers other than 200 say what they mean', () => {
  const of = (status: number, body = '', headers = {}) => explain({ status, body, headers });
  const words = '{"error":{"code":"40000","message":"Unknown field in $filter: Cty"}}';
  assert.match(of(400, words).error?.message ?? '', /40000 Unknown field in \$filter: Cty/);
  assert.match(of(414).error?.message ?? '', /length/);
  assert.match(of(404, '<html>').error?.message ?? '', /no resource/);
  assert.equal(of(404, '<html>').error?.kind, 'changed');
  assert.deepEqual(of(403), {});
  assert.deepEqual(of(429), { wait_s: 60 });
  const date = 'Fri, 20 Nov 2026 15:00:00 GMT';
  const reset = String(Date.UTC(2026, 10, 20, 15, 0, 12));
  assert.deepEqual(of(429, '', { date, 'hour-quota-resettime': reset }), { wait_s: 12 });
});

test('every row of the fixtures is read', () => {
  for (const kind of ['listings', 'sold', 'rentals'] as const) {
    const driver = mls.drivers[kind];
    assert.ok(rowsOf(kind).length >= 8);
    for (const raw of rowsOf(kind)) assert.ok('row' in driver.toRow(raw, CONTEXT));
  }
});
