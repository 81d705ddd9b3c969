/** Vector tiles of layers (docs/layers.md#tiles); GDAL reads them where it is installed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { TILE_CLUSTERS_BELOW, TILE_FEATURES_MAX, TILE_ZOOM_MAX } from '#contract/layers.js';
import { boxOfTile, inTile, type TileAddress } from '#domain/tile.js';
import { askServer } from '../support/ask-server.js';
import { fileOf, importInto } from '../support/import-file.js';
import { errorIn, expectShape, featuresAt } from '../support/layers.js';
import { MAPPING, openSales, type Sales, salesFile } from '../support/sales.js';

const BASE = '/v1/ogc/collections/sales';
const SALES = 4_000;
const PLACED = SALES - Math.ceil(SALES / 11);

let s: Sales;
let key: string;
before(async () => {
  s = await openSales();
  key = s.account.api_key;
  await importInto(s.t, MAPPING, fileOf('s.csv', salesFile(s.t, SALES)));
});
after(() => s.t.close());

const pathOf = ({ z, x, y }: TileAddress) => `${BASE}/tiles/${z}/${x}/${y}.mvt`;

/** The tile of a zoom that has a point. */
function tileAt(z: number, lng: number, lat: number): TileAddress {
  const [x, y] = inTile({ z, x: 0, y: 0 }, lng, lat);
  return { z, x: Math.floor(x / 4_096), y: Math.floor(y / 4_096) };
}

test('tiles of a zoom share no point, and a point lies where its tile says', () => {
  for (const z of [0, 1, 7, 11, TILE_ZOOM_MAX]) {
    const tile = tileAt(z, -97.75, 30.25);
    const { w, e, s: south, n } = boxOfTile(tile);
    assert.ok(w <= -97_750_000 && e > -97_750_000 && south <= 30_250_000 && n > 30_250_000);
    if (z > 0) assert.equal(boxOfTile({ ...tile, x: tile.x + 1 }).w, e);
    const [x, y] = inTile(tile, -97.75, 30.25);
    assert.ok(x >= 0 && x <= 4_096 && y >= 0 && y <= 4_096);
  }
});

test('TileJSON names the tiles, their bounds and fields', async () => {
  const answer = await s.t.get(`${BASE}/tiles.json`, key, { host: 'homes.example' });
  expectShape('tileJson', answer.json());
  const { tiles, bounds, vector_layers } = answer.json<{
    tiles: string[];
    bounds: number[];
    vector_layers: { id: string; fields: Record<string, string> }[];
  }>();
  assert.deepEqual(tiles, [`http://homes.example${BASE}/tiles/{z}/{x}/{y}.mvt`]);
  assert.deepEqual(bounds, [-97.8, 30.2, -97.7025, 30.298]);
  assert.equal(vector_layers[0]?.id, 'sales');
  assert.equal(vector_layers[0]?.fields['sale_price.amount'], 'Number');
});

test('a tile has the tag of its data, and is not sent twice', async () => {
  const path = pathOf(tileAt(12, -97.75, 30.25));
  const first = await s.t.get(path, key);
  assert.equal(first.statusCode, 200);
  assert.equal(first.headers['content-type'], 'application/vnd.mapbox-vector-tile');
  const etag = String(first.headers.etag);
  const again = await s.t.get(path, key, { 'if-none-match': etag });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  await importInto(s.t, MAPPING, fileOf('s.csv', `${salesFile(s.t, SALES)}\n`));
  const changed = await s.t.get(path, key, { 'if-none-match': etag });
  assert.equal(changed.statusCode, 200);
  const three = await s.t.get(`${path}?beds=3`, key, { 'if-none-match': changedTag(changed) });
  assert.equal(three.statusCode, 200, 'a filter makes another tile');
  const homes = '/v1/ogc/collections/homes/tiles/3/1/3.mvt';
  const empty = await s.t.get(homes, key);
  const same = await s.t.get(homes, key, { 'if-none-match': String(empty.headers.etag) });
  assert.deepEqual([empty.statusCode, same.statusCode], [200, 304]);
});

const changedTag = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  String(headers.etag);

test('TileJSON has the filters that are sent in the address of its tiles', async () => {
  const sent = 'beds=3&min_price=250000&datetime=2020-01-01%2F..';
  const answer = await s.t.get(`${BASE}/tiles.json?${sent}`, key, { host: 'homes.example' });
  const [tiles = ''] = answer.json<{ tiles: string[] }>().tiles;
  const { searchParams } = new URL(tiles);
  assert.deepEqual(Object.fromEntries(searchParams), {
    beds: '3',
    min_price: '250000',
    datetime: '2020-01-01/..',
  });
  for (const query of ['beds=many', 'limit=5', 'bbox=1,2,3,4', 'cursor=x', 'status=active']) {
    for (const path of [`${BASE}/tiles.json`, `${BASE}/tiles/0/0/0.mvt`]) {
      assert.equal((await s.t.get(`${path}?${query}`, key)).statusCode, 400, query);
    }
  }
});

test('an address outside the map, and a tile without a key, are refused', async () => {
  for (const tile of ['1/2/0', '0/0/1', `${TILE_ZOOM_MAX + 1}/0/0`]) {
    assert.deepEqual(errorIn(await s.t.get(`${BASE}/tiles/${tile}.mvt`, key)), [
      404,
      'not_found',
      null,
    ]);
  }
  assert.equal((await s.t.get(pathOf({ z: 0, x: 0, y: 0 }))).statusCode, 401);
  assert.equal((await s.t.get(`${BASE}/tiles/0/0/0.mvt?zoom=1`, key)).statusCode, 400);
});

/** Why GDAL reads no tiles here; false where it does. */
function skipReason(): string | false {
  try {
    return execFileSync('ogrinfo', ['--formats'], { encoding: 'utf8' }).includes('MVT')
      ? false
      : 'this GDAL has no MVT driver';
  } catch {
    return 'ogrinfo is not installed here: install gdal-bin to run this test';
  }
}

interface Point {
  readonly geometry: { readonly coordinates: readonly [number, number] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The points of a tile in degrees, as GDAL reads them. */
async function pointsIn(tile: TileAddress, query = '', base = BASE): Promise<readonly Point[]> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' };
  const path = `${base}/tiles/${tile.z}/${tile.x}/${tile.y}.mvt${query}`;
  const { rawPayload } = await askServer(s.t.server, path, headers);
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-tile-'));
  try {
    const file = join(folder, 'tile.mvt');
    writeFileSync(file, rawPayload);
    const at = Object.entries(tile).flatMap(([name, value]) => [
      '-oo',
      `${name.toUpperCase()}=${value}`,
    ]);
    const args = ['-f', 'GeoJSON', '-t_srs', 'EPSG:4326', '/vsistdout/', file, ...at];
    const text = execFileSync('ogr2ogr', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
    return (JSON.parse(text) as { features: Point[] }).features;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('GDAL finds every sale once in the tiles: clustered from afar, each near by', {
  skip: skipReason(),
}, async () => {
  for (const z of [0, TILE_CLUSTERS_BELOW - 1]) {
    const clusters = await pointsIn(tileAt(z, -97.75, 30.25));
    const sum = clusters.reduce((all, { properties }) => all + Number(properties.point_count), 0);
    if (z === 0) assert.equal(sum, PLACED);
    assert.ok(clusters.length > 0 && clusters.length < sum);
  }
  const tile = tileAt(13, -97.75, 30.25);
  const { w, s: south, e, n } = boxOfTile(tile);
  const bbox = [w, south, e - 1, n - 1].map((at) => at / 1e6).join(',');
  const items = await featuresAt(s.t, key, `${BASE}/items?limit=10000&bbox=${bbox}`);
  assert.ok(items.features.length > 0 && items.features.length <= TILE_FEATURES_MAX);
  const points = await pointsIn(tile);
  const ids = (list: readonly Point[]) =>
    list.map(({ properties }) => String(properties.source_id));
  assert.deepEqual(ids(points).toSorted(), ids(items.features as readonly Point[]).toSorted());
  const one = points[0];
  const known = items.features.find(({ id }) => id === one?.properties.source_id);
  const [lng = 0, lat = 0] = known?.geometry.coordinates ?? [];
  assert.ok(Math.abs((one?.geometry.coordinates[0] ?? 0) - lng) < 0.0001);
  assert.ok(Math.abs((one?.geometry.coordinates[1] ?? 0) - lat) < 0.0001);
});

const sumOf = (clusters: readonly Point[]) =>
  clusters.reduce((sum, { properties }) => sum + Number(properties.point_count ?? 1), 0);
const at11 = tileAt(11, -97.75, 30.25);

for (const [collection, queries] of Object.entries({
  sales: [
    'beds=3',
    'min_price=300000&beds_min=2',
    'address.zip=78704',
    'datetime=2020-01-01/..',
    'extras.dataset=test-county',
    'extras.dataset=another',
  ],
  homes: ['beds=3', 'min_price=300000&baths_min=2', 'source=portal_a', 'home_id=none'],
})) {
  test(`tiles of ${collection} hold what matches their filters`, {
    skip: skipReason(),
  }, async () => {
    if (collection === 'homes') await s.t.settled('/v1/portal_a/listings?zip=78704', key);
    const base = `/v1/ogc/collections/${collection}`;
    const counts = new Set<number>();
    for (const query of queries) {
      const { numberMatched } = await featuresAt(s.t, key, `${base}/items?limit=1&${query}`);
      const far = await pointsIn(tileAt(3, -97.75, 30.25), `?${query}`, base);
      assert.equal(sumOf(far), numberMatched, query);
      const { w, s: south, e, n } = boxOfTile(at11);
      const bbox = [w, south, e - 1, n - 1].map((at) => at / 1e6).join(',');
      const inTile11 = await featuresAt(s.t, key, `${base}/items?limit=1&${query}&bbox=${bbox}`);
      assert.equal(sumOf(await pointsIn(at11, `?${query}`, base)), inTile11.numberMatched, query);
      counts.add(numberMatched ?? -1);
    }
    assert.ok(counts.has(0) && counts.size >= 3, `the filters choose: ${[...counts]}`);
  });
}
