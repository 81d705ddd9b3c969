/** Features are bounded as lines are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf } from '../../../test/support/import-file.js';
import { readMapping } from './records-of.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const MIB = 1_048_576;
const feature = (more: string): string =>
  `{"type":"Feature","geometry":null,"properties":{"sold":"2026-06-01","zip":"97201",${more}}}`;

/** The records of features, up to what ends them. */
async function read(features: readonly string[]): Promise<{ count: number; error: string }> {
  const mapping = readMapping({ dataset: 'd', fields: { sold_date: 'sold', zip: 'zip' } });
  const file = fileOf(
    'x.geojson',
    `{"type":"FeatureCollection","features":[${features.join(',')}]}`,
  );
  let count = 0;
  try {
    for await (const record of mapping.records(file, NOW_MS)) {
      assert.equal(record.dropped, null);
      count += 1;
    }
  } catch (error) {
    return { count, error: String(error) };
  }
  return { count, error: '' };
}

test('a feature above 1 MiB ends the import and is named, however it is large', async () => {
  const fill = {
    text: `"note":"${'x'.repeat(2 * MIB)}"`,
    escapes: `"note":"${'\\u00e9'.repeat(2 * MIB)}"`,
    points: `"ring":[${'[-122.5,45.5],'.repeat(200_000)}[0,0]]`,
    depth: `"deep":${'['.repeat(1_200_000)}${']'.repeat(1_200_000)}`,
    numbers: `"number":${'1'.repeat(2 * MIB)}`,
  };
  for (const [name, large] of Object.entries(fill)) {
    const { error } = await read([feature('"n":1'), feature('"n":2'), feature(large)]);
    assert.match(error, /^OperatorError: Feature 3 is larger than 1 MiB/, name);
  }
});

test('many features of less than 1 MiB are read, however many MiB they are together', async () => {
  const note = `"note":"${'x'.repeat(MIB - 1_000)}"`;
  const { count, error } = await read(Array.from({ length: 6 }, () => feature(note)));
  assert.deepEqual({ count, error }, { count: 6, error: '' });
});
