/** The operator's vector tiles: ranges over HTTP, a start with a wrong file, the browser's map. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PMTiles } from 'pmtiles';
import { readConfig } from '../src/config.js';
import { checkTilesFile } from '../src/tiles-file.js';
import { type ConsoleApp, openConsole } from './support/open-console.js';
import { pmtilesArchive } from './support/pmtiles.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-tiles-'));
const file = join(folder, 'my region.pmtiles');
const archive = pmtilesArchive();
let app: ConsoleApp;
before(async () => {
  writeFileSync(file, archive);
  app = await openConsole({ ROWHOUSE_CONSOLE_PMTILES: file });
});
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.service.apiUrl}/console-tiles.pmtiles`, { method, headers });

/** By node:http, since fetch adds Cache-Control to a conditional request. */
const statusOf = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(`${app.service.apiUrl}/console-tiles.pmtiles`, { headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });

test('a part of the tiles is a 206 with its place, and a part beyond the end is a 416', async () => {
  const part = await get({ range: 'bytes=0-6' });
  assert.equal(part.status, 206);
  assert.equal(await part.text(), 'PMTiles');
  assert.equal(part.headers.get('content-range'), `bytes 0-6/${archive.length}`);
  assert.equal(part.headers.get('content-type'), 'application/vnd.pmtiles');
  assert.match(part.headers.get('content-security-policy') ?? '', /default-src 'none'/);

  const end = await get({ range: 'bytes=-5' });
  assert.deepEqual(Buffer.from(await end.arrayBuffer()), archive.subarray(-5));
  const over = await get({ range: `bytes=100-${archive.length + 16_384}` });
  assert.equal(over.status, 206);
  assert.deepEqual(Buffer.from(await over.arrayBuffer()), archive.subarray(100));

  const beyond = await get({ range: `bytes=${archive.length}-` });
  assert.equal(beyond.status, 416);
  assert.equal(beyond.headers.get('content-range'), `bytes */${archive.length}`);
  await beyond.text();
});

test('If-Range gives the part of the file that it names and the whole of another', async () => {
  const whole = await get();
  assert.equal(whole.status, 200);
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), archive);
  const etag = whole.headers.get('etag') ?? assert.fail('no ETag');
  const same = await get({ range: 'bytes=0-6', 'if-range': etag });
  assert.equal(same.status, 206);
  await same.text();
  const other = await get({ range: 'bytes=0-6', 'if-range': '"another"' });
  assert.equal(other.status, 200);
  assert.equal((await other.arrayBuffer()).byteLength, archive.length);
  assert.equal(await statusOf({ 'if-none-match': etag }), 304);
  const head = await get({}, 'HEAD');
  assert.equal(head.headers.get('content-length'), String(archive.length));
});

test('the reader of PMTiles finds the tile', async () => {
  const tiles = new PMTiles(`${app.service.apiUrl}/console-tiles.pmtiles`);
  assert.equal((await tiles.getHeader()).maxZoom, 0);
  assert.ok(((await tiles.getZxy(0, 0, 0))?.data.byteLength ?? 0) > 50);
});

test('a missing, damaged or other file stops the start with one line that names the setting', () => {
  const write = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(archive);
    copy[at] = value;
    return copy;
  };
  for (const [path, words] of [
    [join(folder, 'none.pmtiles'), /cannot be read: ENOENT/],
    [folder, /cannot be read: EISDIR/],
    [write('short', archive.subarray(0, 20)), /is not a PMTiles archive/],
    [write('page', Buffer.alloc(500, '<html>')), /is not a PMTiles archive/],
    [write('old', changed(7, 2)), /version 2 .* version 3 is needed/],
    [write('raster', changed(99, 2)), /no vector tiles/],
  ] as const) {
    assert.throws(
      () => checkTilesFile(path),
      (error: Error) => {
        assert.match(error.message, /^ROWHOUSE_CONSOLE_PMTILES /);
        assert.match(error.message, words);
        return error.name === 'OperatorError' && !error.message.includes('\n');
      },
    );
  }
  checkTilesFile(file);
  const both = {
    ROWHOUSE_CONSOLE_PMTILES: file,
    ROWHOUSE_CONSOLE_TILES_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
  };
  assert.throws(() => readConfig(both), /not both/);
});

test('the map draws the tiles from this service alone and credits them, in both themes', async (t) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const parts: number[] = [];
    const page = await app.visit(t, '#/search', { map: true, colorScheme });
    if (page === null) return;
    page.on('response', (response) => {
      if (response.url().endsWith('.pmtiles')) parts.push(response.status());
    });
    await page.reload();
    await page.getByText('Test tiles').waitFor({ state: 'attached' });
    await page.waitForSelector('.maplibregl-canvas');
    assert.ok(parts.length > 0 && parts.every((status) => status === 206), parts.join());
  }
});
