import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectEqualBytes, NEW_YORK } from '../few-zips.test.js';
import { idsOf, kindOf, MANHATTAN, open, organic, QUESTION, queryOf } from './open-nyc.test.js';

const PRICED = { areas: [300], price: { lowerBound: 100_000, upperBound: 900_000 } };

test('nyc_portal answers an equal request with equal bytes', () =>
  expectEqualBytes(open, (portal) => portal.page(MANHATTAN, { page: 2, perPage: 40 })));

test('a search of nyc_portal shows a thousand homes, and its whole total', async () => {
  const { all, page, groundTruth } = open(3_000);
  const ids = await groundTruth(QUESTION);
  const city = { areas: [100, 200, 300, 400, 500] };
  const { totalCount } = await page(city);
  assert.equal(totalCount, ids.length);
  assert.ok(totalCount > 1_500);
  const nodes = await all(city, 300);
  assert.equal(new Set(idsOf(nodes)).size, 1_000);
  const fourth = await page(city, { page: 4, perPage: 300 });
  assert.deepEqual([organic(fourth).length, fourth.pageInfo.hasNextPage], [100, false]);
  const past = await page(city, { page: 3, perPage: 500 });
  assert.deepEqual([past.edges, past.totalCount], [[], totalCount]);
});

test('the ground truth of nyc_portal is the union of its areas, of sales and of rentals', async () => {
  const { all, groundTruth } = open(300);
  for (const [field, kind] of [
    ['searchSales', 'listings'],
    ['searchRentals', 'rentals'],
  ] as const) {
    const nodes = [];
    for (const code of [100, 200, 300, 400, 500]) {
      nodes.push(...(await all({ areas: [code] }, 70, field)));
    }
    const ids = await groundTruth({ ...QUESTION, kind });
    assert.ok(ids.length > 100, kind);
    assert.deepEqual(idsOf(nodes), ids, kind);
  }
});

test('a ground truth of nyc_portal is of its closed box', async () => {
  const { all, groundTruth } = open(300);
  const nodes = await all({ areas: [100, 300] });
  const { latitude: north, longitude: east } = nodes[7]!.geoPoint;
  const box = { ...NEW_YORK, north, east };
  const inside = nodes.filter(
    ({ geoPoint: { latitude, longitude } }) => latitude <= north && longitude <= east,
  );
  assert.ok(inside.includes(nodes[7]!));
  assert.deepEqual(idsOf(inside), await groundTruth({ ...QUESTION, ...box }));
});

test('homes under contract come on request', async () => {
  const { all, groundTruth } = open(300);
  const statuses = { areas: [100, 300], saleStatus: ['ACTIVE', 'IN_CONTRACT'] };
  const nodes = await all(statuses);
  assert.deepEqual(idsOf(nodes), await groundTruth({ ...QUESTION, pending: true }));
  assert.deepEqual([...new Set(nodes.map((node) => String(node['status'])))].sort(), [
    'ACTIVE',
    'IN_CONTRACT',
  ]);
});

test('New Jersey leaks into the whole city, counted with it and in no ground truth', async () => {
  const { all, page, groundTruth } = open(100);
  const nodes = await all({ areas: [1] });
  const strangers = nodes.filter((node) => node.state === 'NJ');
  assert.ok(strangers.length > 10 && strangers.length < nodes.length / 2);
  assert.equal((await page({ areas: [1] })).totalCount, nodes.length);
  assert.deepEqual(idsOf(nodes.filter((node) => node.state === 'NY')), await groundTruth(QUESTION));
  const named = await all({ areas: [100, 300] });
  assert.ok(named.every((node) => node.state === 'NY'));
});

test('advertised edges repeat homes of the page and are not counted', async () => {
  const { page } = open(100);
  const found = await page(MANHATTAN, { perPage: 50, adStrategy: 'ALL' });
  const ids = new Set(idsOf(organic(found)));
  const kinds = new Set(found.edges.map(kindOf));
  assert.deepEqual([...kinds].sort(), ['FeaturedSaleEdge', 'OrganicSaleEdge', 'SponsoredSaleEdge']);
  assert.ok(found.edges.length > ids.size && found.edges.every((edge) => ids.has(edge.node.id)));
  let unwanted = 0;
  for (let at = 1; at <= 8; at += 1) {
    const spared = await page({ areas: [1] }, { perPage: 20, page: at });
    unwanted += spared.edges.length - organic(spared).length;
  }
  assert.ok(unwanted >= 1 && unwanted <= 8);
});

test('the input is read inlined or as a variable, enum values bare or quoted', async () => {
  const { page, send } = open(100);
  const wanted = await page(PRICED, { perPage: 9, sorting: { attribute: 'PRICE' } });
  const inlined = `{
    filters: { # what for
      areas: [300], saleStatus: ACTIVE, price: {lowerBound: 100000 upperBound: 900000.0},
      bedrooms: {lowerBound: null}
    }, sorting: {attribute: PRICE, direction: DESCENDING}
    page: 1, perPage: 9, adStrategy: NONE, userSearchToken: "a \\" b"}`;
  const filters = { areas: 300, saleStatus: ['ACTIVE'], price: PRICED.price };
  const body = '{ totalCount }';
  for (const [query, variables] of [
    [`query { searchSales(input: ${inlined}) ${body} }`, {}],
    [
      `query searchSales($filters: F) { searchSales(input: {filters: $filters, perPage: $n,
       sorting: {attribute: "PRICE"}, adStrategy: NONE}) ${body} }`,
      { filters, n: 9 },
    ],
  ] as const) {
    const answer = await send({ query, variables });
    assert.deepEqual(answer.data?.['searchSales'], wanted);
  }
});

test('errors of nyc_portal come under status 200, each with a code', async () => {
  const { send } = open(0);
  const good = { filters: MANHATTAN };
  const inputs = [
    {},
    { filters: {} },
    { filters: { areas: [7] } },
    { filters: { areas: ['Manhattan'] } },
    { filters: { areas: [100], saleStatus: 'GONE' } },
    { filters: { areas: [100], price: { lowerBound: 'cheap' } } },
    { filters: { areas: [100], bedrooms: 2 } },
    { ...good, page: 0 },
    { ...good, perPage: 501 },
    { ...good, sorting: { attribute: 'BEAUTY' } },
  ];
  for (const input of inputs) {
    const answer = await send({ query: queryOf('searchSales'), variables: { input } });
    assert.equal(answer.errors?.[0]?.extensions.code, 'BAD_USER_INPUT', JSON.stringify(input));
    assert.equal(answer.data, null);
  }
  for (const body of ['', '{}', { query: '{ hello }' }, { query: '{ searchSales(input: {' }]) {
    assert.ok((await send(body)).errors?.[0]?.extensions.code);
  }
});
