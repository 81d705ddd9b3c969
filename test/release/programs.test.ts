/**
 * The program from exactly the files that package.json lists and the packages of production, in an
 * empty directory: by a Node, as the container image and "npx rowhouse" run it, and as one
 * executable, with no Node in the path.
 */
import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { programFiles } from '../../scripts/program-files.js';
import {
  AREAS,
  explainsEveryNull,
  findsRowsBy,
  overHttp,
  searchesOnce,
} from '../support/end-to-end.js';
import { missing, ROOT, releaseDryRun } from '../support/release-dry-run.js';
import {
  endAll,
  MANY_HOMES,
  rowhouseProcess,
  type Settings,
  settingsOf,
  startFresh,
} from '../support/run-rowhouse.js';

const COMMAND_MS = 60_000;
const base = mkdtempSync(join(tmpdir(), 'rowhouse-packed-'));
after(() => {
  endAll();
  rmSync(base, { recursive: true, force: true });
});

const SALE = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-97.75, 30.25] },
  properties: {
    sale_id: 'S1',
    sold_on: '2026-10-01',
    price: 500_000,
    street: '1 Main St',
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    use: 'R1',
    beds: 3,
    baths: 2,
    sqft: 1_500,
    lot_sqft: 6_000,
    unit: null,
    year_built: 1990,
    parcel: 'P1',
  },
};

/** What somebody does first with a program that is alone in a directory; `data` is empty. */
async function tryProgram(bin: string, data: string, more: Settings = {}): Promise<void> {
  const settings = { ...settingsOf(data), ...MANY_HOMES, ...more };
  // Without a word, as "npx rowhouse" starts it.
  const service = await startFresh(settings, bin, []);
  const command = (...words: string[]) =>
    rowhouseProcess([...words, '--admin-url', service.adminUrl], settings, COMMAND_MS, bin);
  for (const [url, words] of [
    [`${service.apiUrl}/`, /<script type="module"/],
    [`${service.apiUrl}/docs`, /<title>.*Rowhouse/],
    [`${service.apiUrl}/docs/operating`, /The settings of a real installation/],
    [`${service.apiUrl}/docs/reference`, /<html/],
    [`${service.adminUrl}/operator`, /<script type="module"/],
  ] as const) {
    const answer = await fetch(url);
    assert.equal(answer.status, 200, url);
    assert.match(await answer.text(), words, url);
  }
  const called = overHttp(service, data);
  await searchesOnce(called);
  await explainsEveryNull(called);
  for (const area of AREAS) await findsRowsBy(called, area);
  const file = join(data, 'sales.geojson');
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [SALE] }));
  const imported = await command('records', 'import', file, '--mapping', 'sandbox-sales', '--json');
  assert.equal(imported.code, 0, imported.stderr);
  assert.equal(JSON.parse(imported.stdout).dataset, 'sandbox-sales');
  const unknown = await command('records', 'import', file, '--mapping', 'none');
  assert.match(unknown.stderr, /one of cook-county-il-sales, .*sandbox-sales/);
  const sets = await command('open', 'list', '--json');
  assert.match(sets.stdout, /new-york-city-sales/);
  const { code, stdout } = await command('doctor');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^ok +service +version \S+ runs and is ready$/m);
  const ended = await service.interrupt();
  assert.equal(ended.code, 0, ended.stderr);
}

/** An empty directory. */
function directory(name: string): string {
  const path = join(base, name);
  mkdirSync(path);
  return path;
}

test('the files of the program alone start the service, its console, its documents, mappings and sets', async () => {
  const app = directory('app');
  for (const [path, file] of await programFiles(ROOT)) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    copyFileSync(file, join(app, path));
  }
  assert.equal(existsSync(join(app, 'src')), false);
  await tryProgram(join(app, 'bin/rowhouse.js'), directory('data'));
});

test('the executable does the same, with no Node in the path, from files of one folder of its user', async (t) => {
  const why = missing();
  if (why !== null) return t.skip(why);
  const bin = releaseDryRun().file('-linux-x64');
  const cache = directory('cache');
  const run = (...words: string[]) =>
    rowhouseProcess(words, { XDG_CACHE_HOME: cache }, COMMAND_MS, bin);
  // The first start, by several at once: the files get their place once.
  const first = await Promise.all([run('--version'), run('--version'), run('help')]);
  assert.deepEqual(
    first.map(({ code }) => code),
    [0, 0, 0],
    first[0]?.stderr,
  );
  assert.equal(readdirSync(join(cache, 'rowhouse')).length, 1);
  await tryProgram(bin, directory('executable-data'), { XDG_CACHE_HOME: cache });
  // Files that others may change are not run: the folder for temporary files takes their place.
  chmodSync(join(cache, 'rowhouse'), 0o777);
  const temporary = directory('temporary');
  const moved = await rowhouseProcess(
    ['--version'],
    { XDG_CACHE_HOME: cache, TMPDIR: temporary },
    COMMAND_MS,
    bin,
  );
  assert.equal(moved.code, 0, moved.stderr);
  assert.equal(readdirSync(temporary).length, 1);
  const nowhere = { XDG_CACHE_HOME: bin, TMPDIR: bin };
  const refused = await rowhouseProcess(['--version'], nowhere, COMMAND_MS, bin);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^No folder for the files of the program: .*XDG_CACHE_HOME/);
});
