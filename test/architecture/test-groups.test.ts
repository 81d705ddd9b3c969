/** Every file of tests runs, once and in one process, and no list names a file that is gone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf } from './read-tree.js';

type Rule = readonly [pattern: RegExp, why: string];
const {
  ALONE,
  SERVER,
  groupsOf,
  onServer,
}: {
  ALONE: readonly Rule[];
  SERVER: readonly Rule[];
  groupsOf(files: readonly string[]): string[][];
  onServer(file: string): boolean;
} = await import(new URL('../../scripts/test-groups.js', import.meta.url).href);

const files = filesOf(['src', 'test'], ['.test.ts']);

test('every file of tests is in one process, and once', () => {
  const placed = groupsOf(files).flat();
  assert.deepEqual([...placed].sort(), [...files].sort());
});

test('every rule has a file, and its reason', () => {
  for (const [pattern, why] of [...ALONE, ...SERVER]) {
    assert.ok(
      files.some((file) => pattern.test(file)),
      `${pattern} names no file`,
    );
    assert.ok(why.length > 0, String(pattern));
  }
});

test('every test of the store runs on a server, except those of the embedded engine', () => {
  const stored = files.filter((file) => file.startsWith('src/store/'));
  const left = stored.filter((file) => !onServer(file));
  assert.deepEqual(
    left.filter((file) => !file.startsWith('src/store/embedded/')),
    [],
  );
});
