// What the program is made of: the files that package.json lists, and those of every package that
// is not for development alone. The container image, the executable and the Debian package hold it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Of packages, what no program reads when it runs. */
const UNREAD = /^node_modules\/@types\/|\.(d\.[cm]?ts|map|md|flow)$/;

/** Files of a built checkout by their path in the program, in that order, with where each lies. */
export async function programFiles(root: string): Promise<Map<string, string>> {
  const paths = [...(await packedFiles(root))];
  for (const folder of packageFolders(root)) {
    paths.push(...filesBelow(root, folder).filter((path) => !UNREAD.test(path)));
  }
  return new Map(paths.sort().map((path) => [path, join(root, path)]));
}

/**
 * What `npm pack` packs, by the library with which npm lists it: npm itself would also compress it
 * all, which costs several times as much. test/client-package compares it with a real package.
 */
export function packedFiles(root: string): Promise<readonly string[]> {
  const list = lists.get(root) ?? listPacked(root);
  lists.set(root, list);
  return list;
}
const lists = new Map<string, Promise<readonly string[]>>();

function listPacked(root: string): Promise<readonly string[]> {
  const packlist = createRequire(npmFile())('npm-packlist') as (tree: object) => Promise<string[]>;
  const own: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // A tree of packages is read for bundled ones, which this package has none of.
  return packlist({ path: root, package: own, isProjectRoot: true, edgesOut: new Map() });
}

/** A file of npm: npm names it to the scripts that it runs. */
function npmFile(): string {
  const { npm_execpath: running } = process.env;
  if (running !== undefined) return running;
  return realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
}

/** Folders of the packages of production; those of other platforms are not installed. */
function packageFolders(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true && existsSync(join(root, path)))
    .map(([path]) => path);
}

/** A package in another one has an entry of its own. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}
