import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { ensureDataFile, readDataFile, secureDataDir, writeDataFile } from '../src/data-files.js';
import { flagsFor } from './support/own-process.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a data file is created once, reused, readable by its owner only, and leaves no other file', () => {
  const dataDir = join(folder, 'data');
  assert.equal(readDataFile(dataDir, 'secret'), null);
  assert.equal(
    ensureDataFile(dataDir, 'secret', () => 'first'),
    'first',
  );
  assert.equal(
    ensureDataFile(dataDir, 'secret', () => 'second'),
    'first',
  );
  assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dataDir), ['secret']);
});

test('an empty file, which a power cut may leave, is not a secret: it is created again', () => {
  writeFileSync(join(folder, 'admin-token'), '');
  assert.equal(readDataFile(folder, 'admin-token'), null);
  assert.equal(
    ensureDataFile(folder, 'admin-token', () => 'made'),
    'made',
  );
  writeDataFile(folder, 'admin-token', 'another');
  assert.equal(readDataFile(folder, 'admin-token'), 'another');
});

test('processes that make a file at once all get the value of the first', async () => {
  const dataDir = mkdtempSync(join(folder, 'at-once-'));
  const url = import.meta.resolve('../src/data-files.js');
  const code = `import(${JSON.stringify(url)}).then(({ ensureDataFile }) => process.stdout.write(ensureDataFile(${JSON.stringify(dataDir)}, 'admin-token', () => String(process.pid))))`;
  const run = () => promisify(execFile)(process.execPath, [...flagsFor(url), '-e', code]);
  const values = (await Promise.all(Array.from({ length: 6 }, run))).map(({ stdout }) => stdout);
  assert.equal(new Set(values).size, 1, values.join());
  assert.deepEqual(readdirSync(dataDir), ['admin-token']);
});

const modeOf = (...path: string[]): string =>
  (statSync(join(folder, ...path)).mode & 0o777).toString(8);

test('a new data directory is for its owner alone; the directories above it are ordinary ones', () => {
  const before = process.umask(0o022);
  try {
    assert.deepEqual(secureDataDir(join(folder, 'above', 'new')), []);
  } finally {
    process.umask(before);
  }
  assert.deepEqual([modeOf('above'), modeOf('above', 'new')], ['755', '700']);
});

test('a directory and secrets that were open to others are closed; a directory of others keeps its mode', () => {
  for (const name of ['ours', 'shared']) {
    mkdirSync(join(folder, name));
    for (const file of ['secret', 'admin-token', 'demo-key', 'secret.new']) {
      writeFileSync(join(folder, name, file), 'x');
      chmodSync(join(folder, name, file), 0o644);
    }
    mkdirSync(join(folder, name, 'postgres'));
    chmodSync(join(folder, name), 0o755);
  }
  writeFileSync(join(folder, 'shared', 'notes.txt'), 'of somebody else');
  chmodSync(join(folder, 'shared', 'notes.txt'), 0o644);
  assert.deepEqual([secureDataDir(join(folder, 'ours')), modeOf('ours')], [[], '700']);
  assert.deepEqual([secureDataDir(join(folder, 'shared')), modeOf('shared')], [[], '755']);
  for (const name of ['ours', 'shared']) {
    for (const file of ['secret', 'admin-token', 'demo-key']) {
      assert.equal(modeOf(name, file), '600', `${name}/${file}`);
    }
  }
  assert.equal(modeOf('shared', 'notes.txt'), '644');
});

test('a leftover of a start that ended half-way gives a secret neither its mode nor its place', () => {
  const dataDir = join(folder, 'leftovers');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'secret.new'), 'old');
  chmodSync(join(dataDir, 'secret.new'), 0o666);
  writeFileSync(join(folder, 'elsewhere'), 'untouched');
  symlinkSync(join(folder, 'elsewhere'), join(dataDir, 'demo-key.new'));
  for (const name of ['secret', 'demo-key']) {
    writeDataFile(dataDir, name, 'fresh');
    assert.equal(modeOf('leftovers', name), '600');
  }
  assert.equal(readFileSync(join(folder, 'elsewhere'), 'utf8'), 'untouched');
});
