import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readMappingFile } from './read-mapping-file.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-mapping-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a mapping that an editor saved with a byte order mark is read', () => {
  const file = join(folder, 'mapping.json');
  writeFileSync(file, '\uFEFF{"dataset":"county"}');
  assert.deepEqual(readMappingFile(file), { dataset: 'county' });
});
