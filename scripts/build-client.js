// Makes dist/rowhouse-client: the client as a package of its own, without dependencies. Takes what
// tsc made of src/client/index.ts and every file of ours that it needs, and turns the `#module/`
// names, which only this package knows, into relative ones. Row types are written out, with the
// meaning of each field as a comment. An import of anything else stops the build.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { documentTypes } from './row-types.ts';
import { writeOutTypes } from './wire-types.ts';

const DIST = 'dist';
const OUT = join(DIST, 'rowhouse-client');

rmSync(OUT, { recursive: true, force: true });
copy('client/index.js', new Set());
copy('client/index.d.ts', new Set());
const own = JSON.parse(readFileSync('package.json', 'utf8'));
const entry = { types: './client/index.d.ts', default: './client/index.js' };
const { version, license } = own;
const manifest = {
  name: 'rowhouse-client',
  version,
  description: 'Typed client of a Rowhouse service: every listing source, one typed row.',
  license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  types: entry.types,
  // The same specifier as in the whole package, where it is installed under that name.
  exports: { '.': entry, './client': entry, './package.json': './package.json' },
};
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync('LICENSE', join(OUT, 'LICENSE'));
// Links to other pages lead nowhere outside the repository.
const readme = readFileSync('docs/client.md', 'utf8').replace(
  /\[([^\]]+)\]\((?!https?:)[^)]+\)/g,
  '$1',
);
writeFileSync(join(OUT, 'README.md'), readme);

/** Copies a file and whatever of ours it names; types follow types, code follows code. */
function copy(file, done) {
  if (done.has(file)) return;
  done.add(file);
  const { text, needs } = rewritten(file);
  mkdirSync(dirname(join(OUT, file)), { recursive: true });
  writeFileSync(join(OUT, file), text);
  const types = file.endsWith('.d.ts');
  for (const need of needs) copy(types ? need.replace(/\.js$/, '.d.ts') : need, done);
}

function rewritten(file) {
  let text = readFileSync(join(DIST, file), 'utf8');
  if (/^contract\/operations\/.*\.d\.ts$/.test(file)) text = writeOutTypes(file, text);
  const needs = [];
  const imports = ts.preProcessFile(text, true, true).importedFiles;
  for (const { fileName, pos } of [...imports].sort((a, b) => b.pos - a.pos)) {
    const need = targetOf(file, fileName);
    const start = text.indexOf(fileName, pos);
    const name = posix.relative(posix.dirname(file), need);
    const relative = name.startsWith('.') ? name : `./${name}`;
    text = text.slice(0, start) + relative + text.slice(start + fileName.length);
    needs.push(need);
  }
  return { text: documentTypes(file, text), needs };
}

function targetOf(file, name) {
  if (name.startsWith('#')) return name.slice(1);
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name);
  throw new Error(`${file} imports ${name}: the client has no dependencies.`);
}
