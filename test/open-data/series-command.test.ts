/**
 * `rowhouse open` with a file of series against a running service: what an operator reads, and a
 * service that is killed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileServer, fileServer } from '../support/file-server.js';
import { geography } from '../support/geography.js';
import {
  endAll,
  rowhouse,
  type Service,
  settingsOf,
  startService,
} from '../support/run-rowhouse.js';
import { setOf } from '../support/series.js';

/** A load of the large file takes far longer than this. */
const HALF_WAY_MS = 3_000;

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-series-'));
const plain = {
  ...settingsOf(join(folder, 'data')),
  ROWHOUSE_OPEN_SET_HOSTS: '127.0.0.1',
};
const description = join(folder, 'set.json');
let service: Service;
let settings: Readonly<Record<string, string>>;
let server: FileServer;

async function start(): Promise<void> {
  service = await startService(plain);
  settings = { ...plain, ROWHOUSE_ADMIN_PORT: new URL(service.adminUrl).port };
}

before(async () => {
  server = await fileServer('zip,month,price,sold\n78701,2026-01,7,1\n78704,2026-02,,x\n');
  writeFileSync(description, JSON.stringify(setOf(server.url)));
  await start();
});
after(async () => {
  endAll();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (...words: string[]) => rowhouse(['open', ...words], settings, 120_000);
const add = () => open('add', '--file', description);

test('add says what was found and what it may be used for; list and show have it', async () => {
  const done = await add();
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /^Added figures: read 2 of 2 lines in [\d.]+ s\.$/m);
  assert.match(done.stdout, /^Licence: Free with attribution\. Show beside its rows: A bureau/m);
  assert.match(done.stdout, /^2 values of 1 regions from 2026-01 to 2026-01; 0 lines/m);
  assert.match(done.stdout, /^homes_sold +1 +0 +1 +3/m);
  assert.match((await add()).stdout, /^figures has not changed: 2 lines\.$/m);
  assert.match((await open('list')).stdout, /^figures .* 2 /m);
  assert.match((await open('show', 'figures')).stdout, /measure: median_sale_price/);
});

test('a service that is killed while values are stored has the old series when it starts again', async () => {
  const months = Array.from({ length: 1_500 }, (_one, at) => {
    return `${1905 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
  const zips = [...geography().zips()].slice(0, 300);
  const lines = zips.flatMap(({ zip }) => months.map((month) => `${zip},${month},1,2`));
  server.content = Buffer.from(`zip,month,price,sold\n${lines.join('\n')}\n`);
  server.etag = '"large"';
  const running = add();
  await sleep(HALF_WAY_MS);
  await service.kill();
  const { code, stderr } = await running;
  assert.equal(code, 1);
  assert.doesNotMatch(stderr, /Nothing was/, 'the file is not to blame');
  await start();
  assert.match((await open('show', 'figures')).stdout, /^latest: 2026-01-01$/m);
  server.content = Buffer.from('zip,month,price,sold\n78701,2026-03,8,1\n');
  server.etag = '"next"';
  const next = await add();
  assert.equal(next.code, 0, next.stderr);
  assert.match((await open('show', 'figures')).stdout, /^latest: 2026-03-01$/m);
});
