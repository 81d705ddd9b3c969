import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf, ROOT, textOf } from './read-tree.js';

/** Meaningless names, so that everything gathers behind them (style, rule 1). */
const SAYS_NOTHING = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'shared',
  'lib',
  'libs',
  'misc',
]);
const CODE = ['src', 'test', 'scripts', 'bench', 'console', 'bin'];

test('no module and no file has a meaningless name: name it after its content', () => {
  const paths = filesOf(CODE, ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.sql']);
  assert.ok(paths.length > 100, ROOT);
  const found = paths.filter((path) =>
    path.split('/').some((part) => SAYS_NOTHING.has(part.split('.')[0]?.toLowerCase() ?? '')),
  );
  assert.deepEqual(found, []);
});

test('two tests of one file never have the same name, so a failure points to one place', () => {
  for (const path of filesOf(['src', 'test'], ['.ts'])) {
    const names = [...textOf(path).matchAll(/^\s*(?:void )?test\(\s*(['"])(.+?)\1,/gm)].map(
      ([, , name]) => name,
    );
    const repeated = names.filter((name, index) => names.indexOf(name) !== index);
    assert.deepEqual(repeated, [], path);
  }
});
