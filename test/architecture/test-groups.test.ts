/** Every file of tests runs, once and in one process, and no list names a file that is gone. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOf } from './read-tree.js';

type Rule = readonly [pattern: RegExp, why: string];
const {
  ALONE,
  NODE,
  SERVER,
  groupsOf,
  onServer,
}: {
  ALONE: readonly Rule[];
  NODE: readonly Rule[];
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
  for (const [pattern, why] of [...ALONE, ...NODE, ...SERVER]) {
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

/** Ways to fail beside the body of a test, and what must run at the end of its own test. */
const WAYS = `
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const ended = [];
test('calls after()', async () => {
  await pause(5);
  after(() => ended.push('calls after()'));
  await null;
});
test('sees what after() did', () => assert.deepEqual(ended, ['calls after()']));
test('throws in a timer', async () => {
  setTimeout(() => assert.fail('timer'), 5);
  await pause(100);
});
test('leaves a rejection', async () => {
  void pause(1).then(() => assert.fail('rejection'));
  await pause(100);
});
test('has a part', async (t) => {
  await t.test('that fails', () => assert.fail('part'));
});
test('ends before its timer', () => void setTimeout(() => assert.fail('late'), 20));
test('passes', () => pause(100));
`;

test('a failure beside the body of a test is a failure of that test', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-ways-'));
  const path = join(directory, 'ways.mjs');
  writeFileSync(path, WAYS);
  const script = (name: string) => new URL(`../../scripts/${name}`, import.meta.url).href;
  const results = ['running-test.js', 'test-group.js'].map((first) => {
    const group = `await import('${script(first)}');
      const { runGroup } = await import('${script('test-group.js')}');
      await runGroup(['${path}'], '/', 30_000);`;
    const args = ['--test-reporter=tap', '--input-type=module', '-e', group];
    const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
    return spawnSync(process.execPath, args, { encoding: 'utf8', env, timeout: 60_000 });
  });
  rmSync(directory, { recursive: true, force: true });
  const [ours, theirs] = results.map(({ status, stdout }) => ({
    status,
    lines: stdout.split('\n').filter((line) => /^ *(not )?ok |^# (pass|fail|Error)/.test(line)),
  }));
  assert.deepEqual(ours, theirs);
  assert.equal(ours?.status, 1);
  const failed = ours?.lines.flatMap((line) => line.match(/not ok \d+ - (.*)/)?.[1] ?? []);
  assert.deepEqual(failed, [
    'throws in a timer',
    'leaves a rejection',
    'that fails',
    'has a part',
    path,
  ]);
  assert.ok(ours?.lines.some((line) => line.startsWith('# Error: Test "ends before its timer"')));
});
