/** Failures of the operating system as one line with what to do. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sayFault } from './say-fault.js';

const BIN = fileURLToPath(new URL('../bin/rowhouse.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-faults-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function said(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return sayFault(error);
  }
  assert.fail('it should fail');
}

test('a directory in place of a file, and a file in place of a directory, are named as such', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  assert.match(
    said(() => readFileSync(folder)),
    /^EISDIR: [^\n]*\. Name a file\.$/,
  );
  const inPlaceOfDirectory = /^E(NOTDIR|EXIST): [^\n]*file'\. Name a directory\.$/;
  assert.match(
    said(() => readdirSync(file)),
    inPlaceOfDirectory,
  );
  assert.match(
    said(() => mkdirSync(file)),
    inPlaceOfDirectory,
  );
});

test('a command in a directory that was removed says so in one line', () => {
  const gone = join(folder, 'gone');
  mkdirSync(gone);
  const command = 'cd "$1" && rmdir "$1" && exec "$2" "$3" migrate';
  const words = ['-c', command, 'sh', gone, process.execPath, BIN];
  const { stderr, status } = spawnSync('sh', words, { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^rowhouse: the current directory was removed\. Change to one [^\n]*\n$/);
});
