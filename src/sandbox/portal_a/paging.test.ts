import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALBUQUERQUE, expectEqualBytes, HOUSTON } from '../few-zips.test.js';
import type { GroundTruthQuery } from '../portal.js';
import { type Filters, idOf, open, type Page, QUESTION, RENT, SOLD } from './open-portal.test.js';

test('an equal request is answered with equal bytes, in every sandbox of the seed', () =>
  expectEqualBytes(open, (portal) => portal.page(HOUSTON, {}, 2, ['listResults', 'mapResults'])));

test('a search shows 820 rows on 20 pages of 41 and no more, and its whole total', async () => {
  const { page } = open(1_500);
  const ids = new Set<string>();
  let total = 0;
  for (let at = 1; at <= 20; at += 1) {
    const { cat1, categoryTotals } = await page(HOUSTON, {}, at);
    assert.equal(cat1.searchResults.listResults.length, 41);
    for (const row of cat1.searchResults.listResults) ids.add(idOf(row));
    total = cat1.searchList.totalResultCount;
    assert.equal(cat1.searchList.totalPages, 20);
    assert.equal(categoryTotals.cat1.totalResultCount, total);
  }
  assert.equal(ids.size, 820);
  assert.ok(total > 1_300);
  const after = await page(HOUSTON, {}, 21);
  assert.deepEqual(after.cat1.searchResults.listResults, []);
  assert.equal(after.cat1.searchList.totalResultCount, total);
});

test('a page past the end is empty and keeps the total', async () => {
  const { page } = open(0);
  const { searchList } = (await page(ALBUQUERQUE)).cat1;
  const past = await page(ALBUQUERQUE, {}, searchList.totalPages + 1);
  assert.deepEqual(past.cat1.searchResults.listResults, []);
  assert.equal(past.cat1.searchList.totalResultCount, searchList.totalResultCount);
});

test('the ground truth of a small box is the union of its pages, in every trade', async () => {
  const { portal, all } = open(0, { relaxed: 1, hidden: 0.2 });
  const asks: [GroundTruthQuery['kind'], Filters][] = [
    ['listings', {}],
    ['rentals', RENT],
    ['sold', { ...SOLD, doz: { value: '90' } }],
  ];
  for (const [kind, filters] of asks) {
    const groundTruth = [];
    for await (const { id } of portal.groundTruth({ ...QUESTION, kind })) groundTruth.push(id);
    const rows = (await all(ALBUQUERQUE, filters)).filter((row) => !row.relaxed);
    assert.ok(rows.length > 50, kind);
    assert.deepEqual(rows.map(idOf).sort(), groundTruth.sort(), kind);
  }
});

test('a hidden home is found in the box of its true point, without point or street', async () => {
  const { all } = open(0, { hidden: 1 });
  const rows = (await all(ALBUQUERQUE)).filter((row) => row.zpid !== undefined);
  assert.ok(rows.length > 100);
  for (const row of rows) {
    assert.deepEqual(row.latLong, {});
    assert.equal(row['isUndisclosedAddress'], true);
    assert.match(String(row['address']), /^\(undisclosed Address\), Albuquerque, NM 87112$/);
    assert.equal(row.hdpData?.homeInfo['latitude'], undefined);
  }
});

test('the host of places refuses a request that names the page it comes from', async () => {
  const { portal } = open(0);
  const asked = {
    method: 'GET',
    path: '/autocomplete/v3/suggestions',
    query: new URLSearchParams({ q: '87112' }),
    body: '',
  };
  assert.equal((await portal.answer(asked)).status, 200);
  const headers = { origin: 'https://homes.example' };
  assert.equal((await portal.answer({ ...asked, headers })).status, 403);
});

test('the page of a search answers what the state call does; a place without its region leads elsewhere', async () => {
  const { portal, page } = open(0);
  const rowsAt = async (path: string, state: object) => {
    const query = new URLSearchParams({ searchQueryState: JSON.stringify(state) });
    const { json, page: around } = await portal.answer({ method: 'GET', path, query, body: '' });
    assert.match(`${around?.before}`, /<script id="__NEXT_DATA__"/);
    const { searchPageState } = (json as { props: { pageProps: { searchPageState: Page } } }).props
      .pageProps;
    return searchPageState.cat1.searchResults.listResults.map(idOf);
  };
  const expected = (await page(ALBUQUERQUE)).cat1.searchResults.listResults.map(idOf);
  assert.ok(expected.length > 20);
  const bounds = { mapBounds: ALBUQUERQUE, filterState: {} };
  assert.deepEqual(await rowsAt('/homes/', bounds), expected);
  assert.deepEqual(await rowsAt('/homes/87112_rb/', bounds), []);
});
