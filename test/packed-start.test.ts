/**
 * The program from exactly the files that package.json lists, which the container image holds too:
 * in an empty directory, with the packages of production alone.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endAll, rowhouse, settingsOf, startService } from './support/run-rowhouse.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const COMMAND_MS = 60_000;
const app = mkdtempSync(join(tmpdir(), 'rowhouse-packed-'));
const data = mkdtempSync(join(tmpdir(), 'rowhouse-packed-data-'));
const bin = join(app, 'bin/rowhouse.js');
after(() => {
  endAll();
  for (const path of [app, data]) rmSync(path, { recursive: true, force: true });
});

/** npm 10 and 11 print a list of packages, npm 12 an object of them. */
function packedFiles(): string[] {
  const said = execFileSync(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'],
    { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [pack] = Object.values(JSON.parse(said) as object) as {
    readonly files: readonly { readonly path: string }[];
  }[];
  return (pack?.files ?? []).map(({ path }) => path);
}

/** Copies the files, and links each package that is not for development alone. */
function install(): void {
  for (const path of packedFiles()) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(app, path));
  }
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    if (dev === true || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    if (!existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(app, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(app, path));
  }
}

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

test('packed files alone start the service, its console, its documents and included mappings and sets', async () => {
  install();
  assert.equal(existsSync(join(app, 'src')), false);
  const settings = settingsOf(data);
  // As "npx rowhouse" starts it: without a word.
  const service = await startService(settings, bin, []);
  const command = (...words: string[]) =>
    rowhouse([...words, '--admin-url', service.adminUrl], settings, COMMAND_MS, bin);
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
});
