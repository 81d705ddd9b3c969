/** Help and completion of the command line, as processes. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { textOf } from './architecture/read-tree.js';
import { rowhouse, rowhouseProcess } from './support/run-rowhouse.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-completion-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

test('search --help shows examples and which routes take a flag', async () => {
  const { code, stdout } = await rowhouse(['search', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /rowhouse search portal_a\/listings --zip 78704/);
  assert.match(
    stdout.replace(/\s+/g, ' '),
    /--sold-within-days <value> .* \(only portal_a\/sold, portal_b\/sold, mls\/sold, records\/sold, open_data\/sold\)/,
  );
});

test('search --help names the values of --sort and --sold-within-days, route by route', async () => {
  const help = (await rowhouse(['search', '--help'])).stdout.replace(/\s+/g, ' ');
  const sort = /--sort <value>(.*?) --/.exec(help)?.[1] ?? '';
  assert.match(sort, /auction\/listings: newest \(/);
  assert.match(sort, /choices: "newest", "price_high", "price_low"/);
  const days = /--sold-within-days <value>(.*?) --/.exec(help)?.[1] ?? '';
  assert.match(days, /portal_b\/sold: 7, 30, 90, 180, 365, 730, 1095;/);
  assert.match(days, /choices: "7", "14", "30", "90", "180", "365", "730", "1095"/);
});

test("a caller's command loads the code of the command line, and none of the service", async () => {
  const coverage = join(folder, 'coverage');
  await rowhouseProcess(['search', '--help'], { NODE_V8_COVERAGE: coverage });
  const [file = ''] = readdirSync(coverage);
  const loaded = readFileSync(join(coverage, file), 'utf8');
  assert.match(loaded, /\/dist\/cli\/search-command\.js"/);
  assert.doesNotMatch(loaded, /\/dist\/(app|serve|http\/server|store\/open)\.js"/);
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  for (const flag of ['--version', '-V']) {
    const { code, stdout, stderr } = await rowhouse([flag]);
    assert.deepEqual([code, stdout, stderr], [0, `${version}\n`, '']);
  }
});

test('bash completes commands, routes, flags and their values', async () => {
  const script = (await rowhouse(['completion', 'bash'])).stdout;
  const offered = (...words: string[]): string[] => {
    const quoted = ['rowhouse', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _rowhouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines(
      execFileSync('bash', ['--norc', '-c', ask], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
  };
  assert.deepEqual(offered('sea'), ['search']);
  assert.deepEqual(offered('search', 'nyc'), ['nyc_portal/listings', 'nyc_portal/rentals']);
  assert.deepEqual(offered('search', 'nyc_portal/rentals', '--sq'), ['--sqft-min', '--sqft-max']);
  assert.deepEqual(offered('search', '--format', ''), [
    'table',
    'json',
    'ndjson',
    'csv',
    'geojson',
    'parquet',
  ]);
  assert.deepEqual(offered('search', '--sort', ''), ['newest', 'price_high', 'price_low']);
  assert.deepEqual(offered('search', '--sold-within-days', '1'), ['14', '180', '1095', '1825']);
  assert.deepEqual(offered('--v'), ['--version']);
  assert.deepEqual(offered('search', '--output', ''), [], 'then bash offers files');
  assert.deepEqual(offered('accounts', 'su'), ['suspend']);
  assert.deepEqual(offered('hom'), ['homes', 'home']);
  assert.deepEqual(offered('homes', 'l'), ['link', 'links']);
  assert.deepEqual(offered('home', '--format', ''), ['text', 'json', 'csv', 'ndjson']);
  assert.deepEqual(offered('credits', 'grant', '--kind', 'p'), ['plan']);
  assert.deepEqual(offered('watch', 're'), ['resume', 'remove']);
  assert.deepEqual(offered('watch', 'create', 'nyc_portal/r'), ['nyc_portal/rentals']);
  assert.deepEqual(offered('watch', 'create', '--e'), ['--every', '--events', '--estimate']);
  assert.deepEqual(offered('events', '--type', 'watch.re'), ['watch.rebased', 'watch.resumed']);
  assert.deepEqual(offered('endpoints', 'dis'), ['disable']);
  assert.deepEqual(offered('endpoints', 'deliveries', '--status', 'f'), ['failed']);
  assert.deepEqual(offered('completion', ''), ['bash', 'zsh', 'fish', '--help']);
});

for (const [shell, check] of [
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
] as const)
  test(`${shell} reads its completion script`, async (on) => {
    const { code, stdout } = await rowhouse(['completion', shell]);
    assert.equal(code, 0);
    assert.match(stdout, /portal_b\/sold/);
    assert.match(stdout, /sqft-min/);
    if (spawnSync(shell, ['--version']).error !== undefined) {
      on.skip(`${shell} is not installed here`);
      return;
    }
    const file = join(folder, `completion.${shell}`);
    writeFileSync(file, stdout);
    const read = spawnSync(shell, [...check, file], { encoding: 'utf8' });
    assert.equal(read.status, 0, read.stderr);
  });
