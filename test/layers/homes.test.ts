/** Homes and finished searches as layers (docs/layers.md). */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SEARCH_LAYER, SNAPSHOT_LAYER } from '#contract/layers.js';
import { eraseSnapshotRows } from '#store/snapshots.js';
import { lintOpenApi } from '../../scripts/lint-openapi.js';
import { importSandboxSales } from '../support/import-file.js';
import { allPages, errorIn, expectShape, featuresAt } from '../support/layers.js';
import { sharedApp, type TestAccount } from '../support/open-test-app.js';
import { send } from '../support/watching.js';
import { pagesOf } from '../support/whole-search.js';

const BASE = '/v1/ogc';
const HOMES = `${BASE}/collections/homes/items`;
const SEARCH = '/v1/portal_a/listings?zip=78704&min_price=1';

const t = sharedApp({ limits: { READ_AHEAD: 0, PAGE_ROWS: 20 } });
let account: TestAccount;
let key: string;
before(async () => {
  account = await t.account();
  key = account.api_key;
});

interface Collections {
  readonly collections: readonly { readonly id: string; readonly title: string }[];
}

const listed = async (asker: string) => {
  const answer = await t.get(`${BASE}/collections`, asker);
  assert.equal(answer.statusCode, 200, answer.body);
  expectShape('collections', answer.json());
  return answer.json<Collections>().collections;
};

/** Reads all pages of a search; the rows, and the request of the first page. */
async function wholeSearch(path: string) {
  const rows: { source_id: string; location: unknown }[] = [];
  let first = '';
  for await (const { result, request_id } of pagesOf(t, path, key)) {
    first ||= request_id;
    rows.push(...result.data);
  }
  return { rows, first };
}

test('before any search the homes are an empty layer', async () => {
  assert.deepEqual(
    (await listed(key)).map(({ id }) => id),
    ['homes'],
  );
  const page = await featuresAt(t, key, HOMES, 'homesFeatures');
  assert.deepEqual([page.numberMatched, page.numberReturned], [0, 0]);
});

test('the pages of one finished search are one layer of its account, and cost nothing', async () => {
  const { rows, first } = await wholeSearch(SEARCH);
  const placed = new Set(rows.filter(({ location }) => location).map(({ source_id }) => source_id));
  const balance = async () => (await t.get('/v1/account', key)).json<{ balance: object }>().balance;
  const before = await balance();
  const found = (await listed(key)).filter(({ id }) => id.startsWith(SEARCH_LAYER));
  assert.equal(found.length, 1);
  assert.match(found[0]?.title ?? '', /zip=78704/);
  for (const id of [found[0]?.id ?? '', SEARCH_LAYER + first]) {
    const pages = await allPages(t, key, `${BASE}/collections/${id}/items?limit=7`);
    const ids = pages.flatMap(({ features }) => features.map((feature) => feature.id));
    assert.equal(ids.length, placed.size);
    assert.deepEqual(new Set(ids), placed);
    assert.equal(pages[0]?.numberMatched, placed.size);
    const one = await t.get(`${BASE}/collections/${id}/items/${ids[0]}`, key);
    expectShape('feature', one.json());
    const alone = await t.get(`${BASE}/collections/${id}`, key);
    expectShape('collection', alone.json());
  }
  assert.deepEqual(await balance(), before);
  const other = (await t.account()).api_key;
  assert.deepEqual(
    (await listed(other)).map(({ id }) => id),
    ['homes'],
  );
  const path = `${BASE}/collections/${SEARCH_LAYER}${first}/items`;
  assert.deepEqual(errorIn(await t.get(path, other)), [404, 'not_found', null]);
});

test('a snapshot is a layer of its account: its rows as they were, but erased homes', async () => {
  const { rows, first } = await wholeSearch(SEARCH);
  const made = await send(t, key, 'POST', '/v1/snapshots', {
    request_id: first,
    name: 'Spring',
  });
  assert.equal(made.statusCode, 201, made.body);
  const { snapshot_id, hash } = made.json<{ snapshot_id: string; hash: string }>();
  const id = SNAPSHOT_LAYER + snapshot_id;
  const found = (await listed(key)).find((one) => one.id === id);
  assert.equal(found?.title, 'Spring');
  const alone = await t.get(`${BASE}/collections/${id}`, key);
  expectShape('collection', alone.json());
  assert.match(alone.json<{ description: string }>().description, new RegExp(hash));
  const placed = rows.filter(({ location }) => location).map(({ source_id }) => source_id);
  const items = `${BASE}/collections/${id}/items`;
  const idsOf = (pages: Awaited<ReturnType<typeof allPages>>) =>
    pages.flatMap(({ features }) => features.map((feature) => String(feature.id)));
  const ids = idsOf(await allPages(t, key, `${items}?limit=7`));
  assert.deepEqual(ids.toSorted(), [...new Set(placed)].sort());

  const page = await featuresAt(t, key, `${items}?limit=7`);
  const next = page.links.find(({ rel }) => rel === 'next')?.href ?? assert.fail('a next page');
  const [gone = ''] = ids;
  const erased = { source: 'portal_a', source_id: gone };
  await t.app.db.transaction((tx) => eraseSnapshotRows(tx, erased));
  const { pathname, search } = new URL(next);
  assert.deepEqual(errorIn(await t.get(pathname + search, key)), [400, 'invalid_cursor', 'cursor']);
  assert.deepEqual(idsOf(await allPages(t, key, items)), ids.slice(1));
  const other = (await t.account()).api_key;
  assert.deepEqual(errorIn(await t.get(items, other)), [404, 'not_found', null]);
  const unknown = `${BASE}/collections/${SNAPSHOT_LAYER}nonsense`;
  assert.deepEqual(errorIn(await t.get(unknown, key)), [404, 'not_found', null]);
});

test('the features of a search are filtered like those of a table', async () => {
  const id = (await listed(key)).find((one) => one.id.startsWith(SEARCH_LAYER))?.id ?? '';
  const items = `${BASE}/collections/${id}/items`;
  const { features } = await featuresAt(t, key, items);
  const count = async (query: string) =>
    (await featuresAt(t, key, `${items}?${query}&limit=1`)).numberMatched;
  const has = (test: (one: Record<string, unknown>) => boolean) =>
    features.filter(({ properties }) => test(properties)).length;
  assert.equal(
    await count('beds_min=3'),
    has(({ beds }) => Number(beds) >= 3),
  );
  assert.equal(
    await count('beds=2'),
    has(({ beds }) => beds === 2),
  );
  const priced = has((one) => Number(one['list_price.amount']) >= 500_000);
  assert.equal(await count('min_price=500000'), priced);
  assert.ok(priced > 0 && priced < features.length);
  const day = String(features.map(({ properties }) => properties.list_date).find(Boolean));
  const since = has(({ list_date }) => typeof list_date !== 'string' || list_date >= day);
  assert.equal(await count(`datetime=${day}/..`), since);
  assert.equal(await count('beds_min=0&sqft_min=0'), features.length);
  assert.equal(await count('bbox=0,0,1,1'), 0);
  assert.equal((await t.get(`${items}?status=for_sale`, key)).statusCode, 400);
});

test('homes are found by box, source, kind, price and date, and each by its id', async () => {
  await t.settled('/v1/portal_b/sold?zip=78704&sold_within_days=365', key);
  await t.settled('/v1/nyc_portal/listings?zip=10025', key);
  const pages = await allPages(t, key, `${HOMES}?limit=10`, 'homesFeatures');
  const features = pages.flatMap((page) => page.features);
  assert.equal(new Set(features.map(({ id }) => id)).size, features.length);
  assert.equal(pages[0]?.numberMatched, features.length);
  const count = async (query: string) =>
    (await featuresAt(t, key, `${HOMES}?${query}&limit=1`, 'homesFeatures')).numberMatched;
  const has = (test: (one: Record<string, unknown>) => boolean) =>
    features.filter(({ properties }) => test(properties)).length;
  assert.equal(
    await count('source=portal_b'),
    has(({ source }) => source === 'portal_b'),
  );
  assert.ok(has(({ source }) => source === 'portal_b') > 0);
  assert.equal(
    await count('kind=listings&beds=3'),
    has((one) => one.kind === 'listings' && one.beds === 3),
  );
  assert.equal(
    await count('min_price=500000'),
    has((one) => Number(one['price.amount']) >= 500_000),
  );
  assert.equal(
    await count('status=for_sale'),
    has(({ status }) => status === 'for_sale'),
  );
  for (const [name, value] of [
    ['kind', 'sale'],
    ['status', 'active'],
  ] as const) {
    const { statusCode, body } = await t.get(`${HOMES}?${name}=${value}`, key);
    assert.equal(statusCode, 400, body);
    assert.match(body, new RegExp(`"${name} must be one of (?:listings|for_sale), `));
  }
  const box = { w: -98, s: 30, e: -97.75, n: 30.26 };
  const inside = features.filter(
    ({
      geometry: {
        coordinates: [lng, lat],
      },
    }) => lng >= box.w && lng <= box.e && lat >= box.s && lat <= box.n,
  );
  assert.ok(inside.length > 0 && inside.length < features.length);
  assert.equal(await count(`bbox=${box.w},${box.s},${box.e},${box.n}`), inside.length);
  assert.equal(await count('bbox=-180,-90,180,90'), features.length, 'more bands than are listed');
  const [one] = inside;
  const answer = await t.get(`${HOMES}/${encodeURIComponent(one?.id ?? '')}`, key);
  expectShape('homesFeature', answer.json());
  assert.equal(answer.json<{ id: string }>().id, one?.id);
  assert.equal((await t.get(`${HOMES}/portal_a:listings:none`, key)).statusCode, 404);
  assert.equal((await t.get(`${HOMES}?source=nobody`, key)).statusCode, 400);
  const extent = await t.get(`${BASE}/collections/homes`, key);
  expectShape('collection', extent.json());
  const { bbox } = extent.json<{ extent: { spatial: { bbox: number[][] } } }>().extent.spatial;
  const lngs = features.map(({ geometry }) => geometry.coordinates[0]);
  assert.deepEqual([bbox[0]?.[0], bbox[0]?.[2]], [Math.min(...lngs), Math.max(...lngs)]);
});

test('the document is valid OpenAPI 3.0 and declares every parameter', async () => {
  await importSandboxSales(t, '-97.86,30.14,-97.68,30.30');
  const answer = await t.get(`${BASE}/api`, null, { host: 'homes.example.org' });
  assert.equal(answer.headers['content-type'], 'application/vnd.oai.openapi+json;version=3.0');
  assert.deepEqual(await lintOpenApi(answer.body), []);
  const { paths, components } = answer.json<{
    paths: Record<string, { get: { parameters: { $ref?: string; name?: string }[] } }>;
    components: { parameters: Record<string, { name: string; style: string; explode: boolean }> };
  }>();
  for (const id of ['sales', 'homes']) {
    const parameters = paths[`/collections/${id}/items`]?.get.parameters ?? [];
    const names = parameters.map(({ $ref, name }) => name ?? $ref?.split('/').at(-1));
    for (const name of ['limit', 'bbox', 'datetime', 'cursor', 'f', 'beds', 'min_price']) {
      assert.ok(names.includes(name), `${id} ${name}`);
    }
  }
  assert.deepEqual(
    ['limit', 'bbox', 'datetime'].map((name) => components.parameters[name]?.explode),
    [false, false, false],
  );
});
