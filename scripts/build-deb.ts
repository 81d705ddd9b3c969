// Makes the Debian package: `npm run deb -- NODE FOLDER [--version V] [--compression none]`.
// NODE is the Node that it holds, of this platform. The checkout is built before. The package holds
// the files of the program, the unit, a file of settings and a user, as deploy/debian says. The
// same files give the same bytes; their time is SOURCE_DATE_EPOCH.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { programFiles } from './program-files.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DEBIAN = join(ROOT, 'deploy/debian');
const BUILD_MS_MAX = 300_000;
const KIB = 1024;
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
/** Where the unit of a checkout and that of the package differ. */
const UNIT: readonly (readonly [RegExp, string])[] = [
  [/^# Rowhouse under systemd[\s\S]*?(?=\[Unit\])/, ''],
  [/^Documentation=.*$/m, 'Documentation=file:///usr/lib/rowhouse/docs/operating.md'],
  [/^ExecStart=.*$/m, 'ExecStart=/usr/bin/rowhouse serve'],
  [/^WorkingDirectory=.*$/m, 'WorkingDirectory=/var/lib/rowhouse'],
  [/^EnvironmentFile=.*$/m, 'EnvironmentFile=-/etc/rowhouse/rowhouse.env'],
  [/^DynamicUser=yes$/m, 'User=rowhouse'],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: 'string', default: versionOfPackage() },
    compression: { type: 'string', default: 'xz' },
  },
});
const [node, out] = positionals;
const architecture = ARCHITECTURES[process.arch];
if (node === undefined || out === undefined || architecture === undefined) {
  console.error('usage: npm run deb -- NODE FOLDER [--version V], on x64 or arm64');
  process.exit(2);
}
// Debian sorts 1.0.0~rc.1 before 1.0.0.
const version = values.version.replace('-', '~');
process.umask(0o022);
const place = mkdtempSync(join(tmpdir(), 'rowhouse-deb-'));
let bytes = 0;
try {
  chmodSync(place, 0o755);
  for (const [path, file] of await programFiles(ROOT)) copy(file, `usr/lib/rowhouse/${path}`);
  copy(resolve(node), 'usr/lib/rowhouse/node', 0o755);
  copy(join(DEBIAN, 'rowhouse'), 'usr/bin/rowhouse', 0o755);
  copy(join(DEBIAN, 'rowhouse.env'), 'etc/rowhouse/rowhouse.env');
  copy(join(ROOT, 'LICENSE'), 'usr/share/doc/rowhouse/copyright');
  write('lib/systemd/system/rowhouse.service', unitText());
  write('DEBIAN/conffiles', '/etc/rowhouse/rowhouse.env\n');
  for (const script of ['postinst', 'prerm', 'postrm'])
    copy(join(DEBIAN, script), `DEBIAN/${script}`, 0o755);
  write('DEBIAN/control', controlText());
  const file = join(resolve(out), `rowhouse_${version}_${architecture}.deb`);
  const words = ['--root-owner-group', `-Z${values.compression}`, '--build', place, file];
  mkdirSync(resolve(out), { recursive: true });
  execFileSync('dpkg-deb', words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: BUILD_MS_MAX,
  });
  console.log(file);
} finally {
  rmSync(place, { recursive: true, force: true });
}

function copy(from: string, to: string, mode = 0o644): void {
  const path = join(place, to);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(from, path);
  chmodSync(path, mode);
  bytes += statSync(path).size;
}

function write(to: string, text: string): void {
  const path = join(place, to);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o644 });
}

/** The unit of a checkout, for the package. */
function unitText(): string {
  let text = readFileSync(join(ROOT, 'deploy/rowhouse.service'), 'utf8');
  for (const [pattern, line] of UNIT) {
    if (!pattern.test(text)) throw new Error(`deploy/rowhouse.service has no ${pattern}`);
    text = text.replace(pattern, line);
  }
  return text;
}

function controlText(): string {
  return readFileSync(join(DEBIAN, 'control'), 'utf8')
    .replace('@VERSION@', version)
    .replace('@ARCHITECTURE@', architecture ?? '')
    .replace('@KIB@', String(Math.ceil(bytes / KIB)));
}

function versionOfPackage(): string {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
