import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { test } from 'node:test';
import { ADMIN_COMMANDS } from '#cli/admin-commands.js';
import { HOME_COMMANDS } from '#cli/home-commands.js';
import { PLACE_COMMANDS } from '#cli/place-commands.js';
import { ERRORS } from '#contract/errors.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { UPSTREAM_SOURCES } from '#contract/sources.js';
import { NOTE_REASONS } from '#contract/values.js';
import { SETTINGS } from '../../src/config.js';
import { filesOf, placesIn, textOf } from './read-tree.js';

type Boundaries = Readonly<
  Record<string, { readonly may: readonly string[]; readonly because: string }>
>;
const boundaries = createRequire(import.meta.url)('../../boundaries.cjs') as Boundaries;

test('ARCHITECTURE.md names exactly the module boundaries of boundaries.cjs', () => {
  const text = textOf('ARCHITECTURE.md');
  const drawn = new Map<string, string[]>();
  const lines = text.split('\n');
  const head = lines.findIndex((line) =>
    /^\|\s*(?:module|room)\s*\|\s*may import\s*\|\s*because/i.test(line),
  );
  assert.ok(head >= 0, 'a table | module | may import | because |');
  for (const line of lines.slice(head + 2)) {
    if (!line.startsWith('|')) break;
    const [module = '', may = ''] = line.split('|').slice(1, 3).map(plain);
    const names = may.split(/[,\s]+/).filter((name) => /^\w+$/.test(name));
    for (const one of module.split(/[,\s]+/).filter((name) => name !== ''))
      drawn.set(one, names.sort());
  }
  const guarded = new Map(
    Object.entries(boundaries).map(([name, { may }]) => [name, [...may].sort()]),
  );
  assert.deepEqual(Object.fromEntries(drawn), Object.fromEntries(guarded));
});

const plain = (cell: string): string => cell.replace(/[`*]/g, '').trim();

test('every module of src/ has a boundary', () => {
  const modules = new Set(
    filesOf(['src'], ['.ts']).flatMap((path) =>
      path.split('/').at(-3) ? [path.split('/')[1] ?? ''] : [],
    ),
  );
  const guarded = new Set(Object.keys(boundaries));
  const open = [...modules].filter((name) => !name.endsWith('.ts') && !guarded.has(name));
  assert.deepEqual(open, [], 'add the module to boundaries.cjs: what it may import, and why');
});

test('every document has exactly one title, in its first line', () => {
  const isDocument = (path: string) => !/fixtures\/|^changes\//.test(path);
  for (const path of filesOf(['docs', '.'], ['.md']).filter(isDocument)) {
    const text = textOf(path).replace(/^```[\s\S]*?^```/gm, '');
    const titles = text.split('\n').filter((line) => /^# \S/.test(line));
    assert.equal(titles.length, 1, `${path}: ${titles.join(' / ')}`);
    assert.match(text.trimStart(), /^# /, path);
  }
});

test('every link to a place in a document leads to a heading of it', () => {
  const pages = filesOf(['docs', '.'], ['.md']).filter((path) => !path.includes('fixtures/'));
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)\s#]*)#([^)\s]+)\)/g)].map(
      ([, file = '', place = '']) => ({
        page,
        to: file === '' ? page : posix.join(posix.dirname(page), file),
        place,
      }),
    ),
  );
  assert.ok(links.length > 30, `links found: ${links.length}`);
  const dead = links.filter(({ to, place }) => !placesIn(to).has(place));
  assert.deepEqual(dead, []);
});

test('SECURITY.md names a test that is there for each of the ten risks', () => {
  const rows = [...textOf('SECURITY.md').matchAll(/^\| API(\d+) .*\| `([^`]+)`: (.+?) *\|$/gm)];
  assert.deepEqual(
    rows.map(([, risk]) => Number(risk)),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  const isTest = (path: string, name: string) =>
    [`'${name}'`, `"${name}"`].some((quoted) => textOf(path).includes(`test(${quoted}, `));
  assert.deepEqual(
    rows.filter(([, , path = '', name = '']) => !isTest(path, name)).map(([row]) => row),
    [],
  );
});

test('docs/lifecycle.md names constraints and tables of the schema', () => {
  const enforced = textOf('docs/lifecycle.md').split('The database enforces this')[1] ?? '';
  const table = enforced.split('\n\n')[1] ?? '';
  const names = [...table.matchAll(/`([a-z_]+)`/g)].flatMap(([, name = '']) => name);
  assert.ok(names.length > 5, `names found: ${names.join(', ')}`);
  assert.deepEqual(missing(textOf('src/store/schema.sql'), names), []);
});

test('a decision has at most 250 words', () => {
  const pages = filesOf(['docs/decisions'], ['.md']);
  assert.ok(pages.length >= 20, `decisions found: ${pages.length}`);
  const long = pages
    .map(
      (path) =>
        [
          path,
          textOf(path)
            .split(/\s+/)
            .filter((word) => /\w/.test(word)).length,
        ] as const,
    )
    .filter(([, words]) => words > DECISION_WORDS_MAX);
  assert.deepEqual(long, [], 'say why, what was rejected and the numbers; the guides say how');
});

const DECISION_WORDS_MAX = 250;

test('the tables of settings in docs/operating.md explain every setting', () => {
  const text = textOf('docs/operating.md');
  const tables = text.slice(
    text.indexOf('\n## Settings\n'),
    text.indexOf('\n## Install and start\n'),
  );
  const cells = [...tables.matchAll(/^\| (`[^|]+`) +\| \S/gm)].map(([, cell = '']) => cell);
  // One row explains a setting of an upstream for all sources.
  const isOfAll = (name: string) =>
    UPSTREAM_SOURCES.some((source) =>
      name.startsWith(`ROWHOUSE_UPSTREAM_${source.toUpperCase()}_`),
    );
  const names = [...SETTINGS].filter((name) => !isOfAll(name));
  assert.deepEqual(missing(cells.join('\n'), names), []);
});

test('the settings that benchmarks give a service exist', () => {
  const named = filesOf(['bench'], ['.ts']).flatMap((path) =>
    [...textOf(path).matchAll(/^ +(ROWHOUSE_[A-Z0-9_]+): /gm)].map(([, name = '']) => name),
  );
  assert.ok(named.length > 50, `${named.length} settings`);
  assert.deepEqual(
    named.filter((name) => !SETTINGS.has(name)),
    [],
  );
});

test('docs/operating.md begins with the few settings of a real installation, and they exist', () => {
  const text = textOf('docs/operating.md');
  const begin = text.slice(0, text.indexOf('\n## ', text.indexOf('\n## ') + 1));
  assert.match(begin, /^# Operating\n\n## The settings of a real installation\n/);
  const rows = [...begin.matchAll(/^\| `(\w+)`[^|]*\| (\S.*?) +\|$/gm)];
  const named = rows.map(([, name = '']) => name);
  const withoutWhy = rows.filter(([, , why = '']) => !why.endsWith('.')).map(([, name]) => name);
  assert.deepEqual(withoutWhy, []);
  assert.ok(named.length >= 5 && named.length <= 8, named.join());
  const words = [...begin.matchAll(/`((?:ROWHOUSE|DATABASE)_[A-Z_]+)`/g)].map(
    ([, name = '']) => name,
  );
  assert.deepEqual(
    [...named, ...words].filter((name) => !SETTINGS.has(name)),
    [],
  );
});

test('docs/errors.md describes every error code', () => {
  const text = textOf('docs/errors.md');
  assert.deepEqual(missing(text, Object.keys(ERRORS)), []);
});

test('docs/api.md names every search and every note reason', () => {
  const routes = SEARCH_ROUTES.map(({ path }) => path);
  assert.deepEqual(missing(textOf('docs/api.md'), [...routes, ...Object.keys(NOTE_REASONS)]), []);
});

test('the documents name every command of the command line', () => {
  const pages = [...filesOf(['docs'], ['.md']), ...filesOf(['.'], ['README.md'])]
    .filter((path) => !path.startsWith('docs/decisions/') && !path.includes('node_modules'))
    .map(textOf)
    .join('\n');
  const commands = [
    'serve',
    'sandbox',
    'migrate',
    'openapi',
    'export',
    'import',
    'archive',
    'report',
    'source-report',
    'search',
    'home',
    'completion',
    ...[...ADMIN_COMMANDS, ...PLACE_COMMANDS, ...HOME_COMMANDS].map(({ name }) => name),
  ];
  assert.deepEqual(missing(pages, commands), []);
});

/** Names that a text does not hold as words of their own. */
const missing = (text: string, names: readonly string[]): string[] =>
  [...new Set(names)].filter(
    (name) =>
      !new RegExp(`(?<![A-Za-z0-9])${name.replace(/[/.]/g, '\\$&')}(?![A-Za-z0-9])`).test(text),
  );
