/** Comments fit the width of the code: 100 columns, which the formatter enforces for code alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf, textOf } from './read-tree.js';

const COLUMNS_MAX = 100;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|\{\/\*)/;
/** An address and a directive cannot be divided. */
const ADDRESS = /https?:\/\/\S{40,}|oxlint-disable-next-line/;

const isTooLong = (line: string): boolean =>
  line.length > COLUMNS_MAX && COMMENT.test(line) && !ADDRESS.test(line);

test('the rule finds long comments, and leaves code and addresses alone', () => {
  const words = 'words '.repeat(20);
  for (const start of ['// ', '  /** ', '   * ', '  {/* ']) assert.ok(isTooLong(start + words));
  assert.ok(!isTooLong(`const text = '${words}';`));
  assert.ok(!isTooLong(`// https://example.invalid/${'x'.repeat(100)}`));
  assert.ok(!isTooLong(`// ${'x'.repeat(COLUMNS_MAX - 3)}`));
});

test('a line of a comment has at most 100 columns', () => {
  const files = filesOf(
    ['src', 'console', 'test', 'scripts', 'bench'],
    ['.ts', '.tsx', '.js', '.mjs', '.css'],
  );
  const found = files.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, at) => (isTooLong(line) ? [`${path}:${at + 1} (${line.length})`] : [])),
  );
  assert.ok(files.length > 1_000, 'the files are found');
  assert.deepEqual(found, []);
});
