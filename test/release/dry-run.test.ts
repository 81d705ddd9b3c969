/** A release as `npm run release` makes it, of this checkout: what it publishes is there. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { programFiles } from '../../scripts/program-files.js';
import { missing, ROOT, releaseDryRun, VERSION } from '../support/release-dry-run.js';

const why = missing();
const textOf = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

test('a release has all packages, and its checksums and its provenance name each of them', (t) => {
  if (why !== null) return t.skip(why);
  const { folder, files } = releaseDryRun();
  const packages = [
    `rowhouse-${VERSION}-linux-x64`,
    `rowhouse-${VERSION}-py3-none-any.whl`,
    `rowhouse-${VERSION}.cdx.json`,
    `rowhouse-${VERSION}.tar.gz`,
    `rowhouse-${VERSION}.tgz`,
    `rowhouse-chart-${VERSION}.tgz`,
    `rowhouse-client-${VERSION}.tgz`,
    `rowhouse_${VERSION.replace('-', '~')}_amd64.deb`,
  ];
  assert.deepEqual(files, ['SHA256SUMS', ...packages, 'provenance.json'].sort());
  // The program of the system fails at the first sum that differs.
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder });
  const summed = [...textOf(folder, 'SHA256SUMS').matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)];
  const sums = new Map(summed.map(([, digest = '', name = '']) => [name, digest]));
  assert.deepEqual([...sums.keys()].sort(), [...packages, 'provenance.json'].sort());
  const { subject, predicate } = JSON.parse(textOf(folder, 'provenance.json')) as {
    readonly subject: readonly { name: string; digest: { sha256: string } }[];
    readonly predicate: { buildDefinition: { externalParameters: object } };
  };
  assert.deepEqual(
    subject.map(({ name, digest }) => [name, digest.sha256]),
    packages.sort().map((name) => [name, sums.get(name)]),
  );
  const { externalParameters } = predicate.buildDefinition;
  assert.deepEqual(
    { ...externalParameters, commit: '' },
    { version: VERSION, commit: '', dry_run: true },
  );
});

test('a dry run has no version, a release no Node, and nothing is written then', () => {
  const out = join(tmpdir(), 'rowhouse-release-of-nothing');
  for (const words of [
    ['0.0.2', '--dry-run'],
    ['--node', process.execPath],
  ]) {
    const script = ['scripts/release.js', ...words, '--out', out];
    const { status, stderr } = spawnSync(process.execPath, script, { cwd: ROOT, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /A dry run takes a Node and no version/);
  }
  assert.equal(existsSync(out), false);
});

test('the package of the service has every file of the program, the list of contents every package', async (t) => {
  if (why !== null) return t.skip(why);
  const { file } = releaseDryRun();
  const listed = execFileSync('tar', ['tzf', file(`rowhouse-${VERSION}.tgz`)], {
    encoding: 'utf8',
  });
  const packed = new Set(listed.split('\n').map((path) => path.replace('package/', '')));
  const program = [...(await programFiles(ROOT)).keys()];
  const own = program.filter((path) => !path.startsWith('node_modules/'));
  assert.ok(own.length > 100);
  assert.deepEqual(
    own.filter((path) => !packed.has(path)),
    [],
  );
  const { components } = JSON.parse(readFileSync(file('.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly group?: string; readonly name: string }[];
  };
  const names = new Set(
    components.map(({ group, name }) =>
      group === undefined || group === '' ? name : `${group}/${name}`,
    ),
  );
  const used = program.flatMap(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? [],
  );
  assert.ok(used.length > 50);
  assert.deepEqual(
    used.filter((name) => !names.has(name)),
    [],
  );
});
