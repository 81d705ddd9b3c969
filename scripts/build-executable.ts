// Makes the program one file that needs no Node: `npm run executable -- NODE FILE [OTHER]`.
// NODE, 25.5 or newer, puts it together and is what it holds; or it holds OTHER, the same version
// for another platform. FILE is the result. The checkout is built before. The same files and the
// same Node give the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFiles } from './program-files.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Relative, since the result holds it: two checkouts give the same bytes. */
const PARTS = 'scripts/executable';
const BUILD_MS_MAX = 300_000;
const DIGEST_CHARS = 12;

const [node, output, other] = process.argv.slice(2);
if (node === undefined || output === undefined) {
  console.error('usage: npm run executable -- NODE FILE [OTHER] (NODE: 25.5 or newer)');
  process.exit(2);
}

const files = await programFiles(ROOT);
files.set('start.cjs', join(ROOT, PARTS, 'start.cjs'));
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-executable-'));
try {
  const build = join(folder, 'build');
  writeFileSync(build, buildName());
  const config = join(folder, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      main: `${PARTS}/main.cjs`,
      output: resolve(output),
      ...(other === undefined ? {} : { executable: resolve(other) }),
      disableExperimentalSEAWarning: true,
      assets: { ...Object.fromEntries(files), '.build': build },
    }),
  );
  execFileSync(resolve(node), ['--build-sea', config], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: BUILD_MS_MAX,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The version, and a digest of all files: another build is unpacked beside it. */
function buildName(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const digest = createHash('sha256');
  for (const [name, path] of files) digest.update(`${name}\0`).update(readFileSync(path));
  return `${version}-${digest.digest('hex').slice(0, DIGEST_CHARS)}`;
}
