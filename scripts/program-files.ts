// What the program is made of: the files that package.json lists, and those of every package that
// is not for development alone. The container image, the executable and the Debian package hold it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of packages, what no program reads when it runs. */
const UNREAD = /^node_modules\/@types\/|\.(d\.[cm]?ts|map|md|flow)$/;

/** Files of a built checkout by their path in the program, in that order, with where each lies. */
export function programFiles(root: string): Map<string, string> {
  const paths = packedFiles(root);
  for (const folder of packageFolders(root)) {
    paths.push(...filesBelow(root, folder).filter((path) => !UNREAD.test(path)));
  }
  return new Map(paths.sort().map((path) => [path, join(root, path)]));
}

/** npm 10 and 11 print a list of packages, npm 12 an object of them. */
function packedFiles(root: string): string[] {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const said = execFileSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [pack] = Object.values(JSON.parse(said) as object) as {
    readonly files: readonly { readonly path: string }[];
  }[];
  return (pack?.files ?? []).map(({ path }) => path);
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
