import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { textOf } from './read-tree.js';

const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };

test('the newest version of the changelog is that of the package, and its part of the first is short', () => {
  const log = textOf('CHANGELOG.md');
  assert.equal(/^## (\S+)/m.exec(log)?.[1], version);
  const first = log.slice(log.indexOf('## 0.1.0'));
  assert.ok(first.split('\n').length <= 60);
});

/** A copy of what a release reads, in a folder of its own. */
function release(entries: Readonly<Record<string, string>>, next: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-changes-'));
  mkdirSync(join(folder, 'changes'));
  cpSync('scripts', join(folder, 'scripts'), { recursive: true });
  cpSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...JSON.parse(textOf('package.json')), version: next }),
  );
  for (const [name, text] of Object.entries(entries)) {
    writeFileSync(join(folder, 'changes', name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/gather-changes.js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const log = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const left = readdirSync(join(folder, 'changes'));
  rmSync(folder, { recursive: true });
  return { status, stderr, log, left };
}

test('a release gathers the entries of changes/, and every entry has its form', () => {
  const own = Object.fromEntries(
    readdirSync('changes').map((name) => [name, textOf(`changes/${name}`)]),
  );
  const entries = { ...own, 'a-new-thing.md': 'Collection: A new thing,\nin two lines.\n' };
  const { status, stderr, log, left } = release(entries, '9.9.9');
  assert.equal(status, 0, stderr);
  assert.match(log, /## 9\.9\.9\n[^]+### Collection\n\n[^]*- A new thing,\n {2}in two lines\.\n/);
  assert.ok(log.indexOf('## 9.9.9') < log.indexOf('## 0.1.0'));
  assert.deepEqual(left, []);
});

test('a release stops at an entry without a bucket, at one that is pending, and at a version that was released', () => {
  for (const [text, next, why] of [
    ['A new thing\n', '9.9.9', /begin with one of Interface/],
    ['Interface: Pending: a name\n', '9.9.9', /leave nothing pending/],
    ['Interface: A new thing\n', version, /raise the version/],
  ] as const) {
    const { status, stderr, log, left } = release({ 'one.md': text }, next);
    assert.notEqual(status, 0);
    assert.match(stderr, why);
    assert.equal(log, textOf('CHANGELOG.md'));
    assert.deepEqual(left, ['one.md']);
  }
});
