/** A dry run of the release of this checkout: once for all files of tests in a process. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterFiles } from './after-files.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RELEASE_MS_MAX = 300_000;
/** The first Node that makes an executable; `.ci/run` names one. */
const BUILDER_MAJOR_MIN = 26;
const BUILDER = process.env['ROWHOUSE_TEST_NODE'] ?? process.execPath;

export const { version: VERSION } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as { readonly version: string };

export interface DryRun {
  readonly folder: string;
  readonly files: readonly string[];
  /** The path of a file by the end of its name. */
  file(end: string): string;
}

/** Why no release can be made here; null where it can. */
export function missing(): string | null {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return 'programs are for Linux x64';
  const node = execFileSync(BUILDER, ['--version'], { encoding: 'utf8' }).trim();
  if (Number(/^v(\d+)/.exec(node)?.[1]) < BUILDER_MAJOR_MIN)
    return `ROWHOUSE_TEST_NODE names no Node ${BUILDER_MAJOR_MIN}; ${node} makes no executable`;
  if (spawnSync('dpkg-deb', ['--version']).error !== undefined) return 'this is not a Debian';
  const python = ['/usr/bin/python3', 'python3'].some(
    (program) => spawnSync(program, ['-c', 'import hatchling.build']).status === 0,
  );
  return python ? null : 'no Python with hatchling';
}

let made: DryRun | null = null;
afterFiles(() => {
  if (made !== null) rmSync(made.folder, { recursive: true, force: true });
});

/** Makes it, or returns the one that was made. */
export function releaseDryRun(): DryRun {
  made ??= make();
  return made;
}

function make(): DryRun {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-release-'));
  const words = ['scripts/release.js', '--dry-run', '--node', BUILDER, '--out', folder];
  execFileSync(process.execPath, words, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: RELEASE_MS_MAX,
  });
  const files = readdirSync(folder).sort();
  const file = (end: string): string => {
    const name = files.find((one) => one.endsWith(end));
    if (name === undefined) throw new Error(`no ${end} among ${files.join(', ')}`);
    return join(folder, name);
  };
  return { folder, files, file };
}
