// Builds and packs rowhouse-client-VERSION.tgz: `node scripts/pack-client.js [FOLDER]`.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = resolve(process.argv[2] ?? '.');
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, ['scripts/build.js'], { stdio: 'inherit' });
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
execFileSync(npm, ['pack', './dist/rowhouse-client', '--silent', '--pack-destination', folder], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
