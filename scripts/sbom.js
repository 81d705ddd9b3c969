// `npm run sbom`: writes sbom.cdx.json, the CycloneDX list of what a production install holds.
// `npm sbom --omit dev` leaves out packages that a development package needs too, so npm gets a
// project without development packages. Nothing is installed, and no network is used.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SBOM_TIMEOUT_MS = 120_000;
const SBOM_BYTES_MAX = 2 ** 26;

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const [output = 'sbom.cdx.json'] = process.argv.slice(2);
const place = mkdtempSync(join(tmpdir(), 'rowhouse-sbom-'));
// npm names the component after the folder.
const folder = join(place, manifest.name);
try {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(withoutDevelopment(manifest)));
  const packages = Object.entries(lock.packages)
    .filter(([, entry]) => !entry.dev)
    .map(([path, entry]) => [path, path === '' ? withoutDevelopment(entry) : entry]);
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }),
  );
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
    { cwd: folder, encoding: 'utf8', timeout: SBOM_TIMEOUT_MS, maxBuffer: SBOM_BYTES_MAX },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${error?.message ?? stderr}`);
  const bill = dated(JSON.parse(stdout));
  writeFileSync(output, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${output}: ${bill.components.length} packages`);
} finally {
  rmSync(place, { recursive: true });
}

/** With the time of a commit in SOURCE_DATE_EPOCH, that time, and a number made of the content. */
function dated({ serialNumber, ...bill }) {
  const { SOURCE_DATE_EPOCH: seconds } = process.env;
  if (seconds === undefined) return { serialNumber, ...bill };
  bill.metadata.timestamp = new Date(Number(seconds) * 1000).toISOString();
  const digest = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`];
  const number = [...parts, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-');
  return { serialNumber: `urn:uuid:${number}`, ...bill };
}

function withoutDevelopment({ devDependencies: _devDependencies, overrides: _overrides, ...rest }) {
  return rest;
}
