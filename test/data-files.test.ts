import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ensureDataFile, readDataFile, writeDataFile } from '../src/data-files.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a data file is made once, kept, readable by its owner only, and leaves no other file', () => {
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

test('an empty file, which a power cut may leave, is no secret: it is made again', () => {
  writeFileSync(join(folder, 'admin-token'), '');
  assert.equal(readDataFile(folder, 'admin-token'), null);
  assert.equal(
    ensureDataFile(folder, 'admin-token', () => 'made'),
    'made',
  );
  writeDataFile(folder, 'admin-token', 'another');
  assert.equal(readDataFile(folder, 'admin-token'), 'another');
});
