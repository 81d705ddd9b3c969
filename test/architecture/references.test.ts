/**
 * What a comment or a document names is in the repository: paths, places in documents, scripts,
 * commands, benchmarks.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type CliContext, program } from '#cli/program.js';
import { filesOf, placesIn, ROOT, textOf } from './read-tree.js';

const CODE = filesOf(
  ['src', 'test', 'bench', 'console/src', 'scripts', 'clients', 'bin', '.ci', 'deploy'],
  ['.ts', '.tsx', '.js', '.cjs', '.sql', '.py', '/run'],
).filter((path) => path !== 'test/architecture/references.test.ts');
const PAGES = filesOf(['docs', '.'], ['.md']).filter((path) => !/fixtures\//.test(path));
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** The lines of a file that are comments, or begin with one. */
const commentsOf = (path: string): string =>
  textOf(path)
    .split('\n')
    .filter((line) => /^\s*(\/\/|\/?\*|#|--)|\s\/\/ |\/\*\*/.test(line))
    .join('\n');

const TEXTS: readonly (readonly [string, string])[] = [
  ...CODE.map((path) => [path, commentsOf(path)] as const),
  ...PAGES.map((path) => [path, textOf(path)] as const),
];
const found = (what: RegExp): [string, string][] =>
  TEXTS.flatMap(([path, text]) =>
    [...text.matchAll(what)].map(([, name = '']): [string, string] => [path, name]),
  );

test('no comment and no document cites what only its writers had', () => {
  const cited = found(/((?:decisions|design),? §?\d+|interface-v1|shared\/(?:research|spec)\S*)/g);
  assert.deepEqual(cited, [], 'say the reason itself, or link to a page of docs/');
});

/** A name with a part to fill in: `NAME`, `<name>`, `…`, a pattern. */
const isOpen = (path: string) => /[<>*…{}$]|\.\.\.|\b[A-Z]{4,}\b|NNNN|YYYY/.test(path);
const FOLDERS = 'src|test|bench|console|scripts|docs|deploy|clients|mappings|bin|changes';

test('every path that a comment or a document names is there', () => {
  const named = found(
    new RegExp(String.raw`(?<![\w./#@<:-])((?:${FOLDERS})/[\w./<>*…{}$-]*[\w>*}])`, 'g'),
  );
  assert.ok(named.length > 200, `paths found: ${named.length}`);
  const dead = named.filter(([, path]) => !isOpen(path) && !isThere(path));
  assert.deepEqual(dead, []);
});

/**
 * A path may leave its end out (`docs/decisions/0062`, `src/mcp/tools.js` of a TypeScript file) and
 * be one of dist/.
 */
function isThere(path: string): boolean {
  const whole = join(ROOT, path);
  if (existsSync(whole)) return true;
  const [folder, start] = [dirname(whole), path.split('/').at(-1) ?? ''];
  if (path.endsWith('.js'))
    return ['.ts', '.tsx'].some((end) => existsSync(whole.replace(/\.js$/, end)));
  return (
    existsSync(folder) &&
    readdirSync(folder).some(
      (name) => /^[-.]/.test(name.slice(start.length)) && name.startsWith(start),
    )
  );
}

test('every place in a document that a comment names is a heading of it', () => {
  const places = CODE.flatMap((path) =>
    [...commentsOf(path).matchAll(/\b(docs\/[\w/-]+\.md)#([\w-]+)/g)].map(
      ([, page = '', place = '']) => ({ path, page, place }),
    ),
  );
  assert.ok(places.length > 10, `places found: ${places.length}`);
  assert.deepEqual(
    places.filter(({ page, place }) => !placesIn(page).has(place)),
    [],
  );
});

test('every script and every benchmark that is named can be run', () => {
  const named = found(/npm run (?:--silent )?([a-z][\w:-]*)/g);
  assert.ok(named.length > 50);
  assert.deepEqual(
    named.filter(([, name]) => scripts[name] === undefined),
    [],
  );
  const benchmarks = found(/npm run bench -- ([a-z][\w-]*)/g);
  assert.ok(benchmarks.length > 20);
  assert.deepEqual(
    benchmarks.filter(([, name]) => !existsSync(join(ROOT, `bench/${name}.bench.ts`))),
    [],
  );
});

test('every command that a document names is one of the command line', () => {
  const context = { version: '0', caller: {}, terminal: {} } as unknown as CliContext;
  const commands = new Map(
    program(context).commands.map((command) => [
      command.name(),
      command.commands.map((below) => below.name()),
    ]),
  );
  const named = found(/(?:bin\/rowhouse\.js|`rowhouse|^rowhouse) ([a-z][\w-]*(?: [a-z][\w-]*)?)/gm);
  assert.ok(named.length > 60, `commands found: ${named.length}`);
  const dead = named.filter(([, name]) => {
    const [first = '', second] = name.split(' ');
    const below = commands.get(first);
    if (below === undefined) return true;
    return below.length > 0 && second !== undefined && !below.includes(second);
  });
  assert.deepEqual(dead, []);
});
