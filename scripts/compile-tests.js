// Compiles every file that tests may load, each by itself, into a directory that mirrors the
// checkout. A process of tests then starts in half the time: no compiler is between it and them.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform, version } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Changes with the checkout, which may share its packages, the compiler and this file. */
const STATE = createHash('sha256')
  .update(ROOT)
  .update(version)
  .update(readFileSync(new URL(import.meta.url)))
  .digest('hex')
  .slice(0, 16);
/** Below the packages, which a file finds from here as well. */
const OUT = join(ROOT, 'node_modules/.cache/rowhouse-compiled', STATE);
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'console/src'];
const CODE = /(?<!\.d)\.(ts|tsx|js|mjs)$/;
const AT_ONCE = 16;

/** Compiles what has changed, removes what is gone. Returns the directory. */
export async function compileTests() {
  const sources = FOLDERS.flatMap(codeBelow);
  const outputs = new Map(sources.map((path) => [outputOf(path), path]));
  for (const path of FOLDERS.flatMap((folder) => filesBelow(join(OUT, folder)))) {
    if (!outputs.has(path.replace(/\.map$/, ''))) rmSync(path, { force: true });
  }
  const due = [...outputs].filter(([output, source]) => timeOf(output) !== timeOf(source));
  const next = due.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [output, source] of next) await compile(source, output);
    }),
  );
  const settings = { type: 'module', imports: { '#*.js': './src/*.js' } };
  put(join(OUT, 'package.json'), JSON.stringify(settings), new Date());
  return OUT;
}

/** A file finds what lies beside its source as if it ran there; only imports stay in the mirror. */
async function compile(source, output) {
  const { mtime } = statSync(source);
  const { code, map } = await transform(readFileSync(source, 'utf8'), {
    loader: source.endsWith('x') ? 'tsx' : 'ts',
    target: 'node20',
    jsx: 'automatic',
    sourcemap: 'external',
    sourcefile: pathToFileURL(source).href,
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(source).href),
      'import.meta.dirname': JSON.stringify(dirname(source)),
    },
  });
  mkdirSync(dirname(output), { recursive: true });
  put(`${output}.map`, map, mtime);
  put(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`, mtime);
}

/** Whole or not at all: another run of tests may load the file now. */
function put(path, text, mtime) {
  const fresh = join(OUT, randomUUID());
  writeFileSync(fresh, text);
  utimesSync(fresh, mtime, mtime);
  renameSync(fresh, path);
}

const outputOf = (source) => join(OUT, relative(ROOT, source)).replace(/\.tsx?$/, '.js');
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtime.getTime();
const codeBelow = (folder) => filesBelow(join(ROOT, folder)).filter((path) => CODE.test(path));

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
