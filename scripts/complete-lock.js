// Adds to package-lock.json the optional packages of other platforms that a partial registry mirror
// left out, so that `npm ci` accepts the file there and still installs the right one everywhere.
// Run it after `npm install`; it changes nothing when nothing is missing.
import { readFileSync, writeFileSync } from 'node:fs';

const PLATFORMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const CPUS = [
  'arm64',
  'x64',
  'arm',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (path === '' || lock.packages[place] || lock.packages[`${path}/${place}`]) continue;
    const words = name.split(/[/-]/);
    const os = PLATFORMS.filter((word) => words.includes(word));
    const cpu = CPUS.filter((word) => words.includes(word));
    if (name.includes('gnueabihf') || name.includes('musleabihf')) cpu.push('arm');
    lock.packages[place] = {
      version,
      ...(cpu.length > 0 && { cpu: [...new Set(cpu)] }),
      ...(entry.dev && { dev: true }),
      ...(name.includes('musl') && { libc: ['musl'] }),
      license: entry.license ?? 'MIT',
      optional: true,
      ...(os.length > 0 && { os }),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} optional packages of other platforms added`);
