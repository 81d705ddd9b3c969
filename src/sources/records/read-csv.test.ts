/** CSV in whatever pieces it arrives: the same records, on the same lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ImportFile } from '../importer.js';
import type { Mapping } from '../mapping/mapping.js';
import { readCsv } from './read-csv.js';

const MAPPING: Mapping = {
  kind: 'sold',
  dataset: 'csv',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  key: ['a', 'c'],
  home_url: null,
  missing: new Set(),
  fields: new Map(),
  drop_when: [],
};

const fileOf = (pieces: readonly string[]): ImportFile => ({
  name: 'x.csv',
  bytes: 0,
  stream: async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  },
  slice: async () => new Uint8Array(),
});

async function read(pieces: readonly string[], mapping = MAPPING) {
  const records: [line: number, a: unknown, c: unknown][] = [];
  for await (const { line, record } of readCsv(fileOf(pieces), mapping)) {
    records.push([line, record?.('a'), record?.('c')]);
  }
  return records;
}

const value = fc.string({
  unit: fc.constantFrom('x', '7', ' ', '"', ',', '\n', "'", '.'),
  maxLength: 6,
});

test('quotes, delimiters and line ends in values are read in any pieces, with LF, CRLF and CR', async () => {
  const file = fc.record({
    rows: fc.array(fc.tuple(value, value, value), { maxLength: 8 }),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    cuts: fc.array(fc.nat(200), { maxLength: 12 }),
    ends: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, end, cuts, ends }) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\n', end)}"`;
      const lines = ['a,b,c', ...rows.map((values) => values.map(quoted).join(','))];
      const text = lines.join(end) + (ends ? end : '');
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length];
      const sorted = places.sort((one, other) => one - other);
      const pieces = sorted.slice(1).map((to, at) => text.slice(sorted[at], to));
      let line = 2;
      const expected = rows.map((values) => {
        const record = [line, values[0], values[2]];
        line += values.join('').split('\n').length;
        return record;
      });
      assert.deepEqual(await read(pieces), expected);
    }),
    { numRuns: 500 },
  );
});

test('blank lines are not records, and lines above the header are harmless', async () => {
  const text = 'A title,,\n\nA, b ,"C"\n1,2,3\n\n  \n4,5,6\n\n';
  assert.deepEqual(await read([text]), [
    [4, '1', '3'],
    [7, '4', '6'],
  ]);
});

test('a column of the mapping that the header has twice is rejected, any other is not', async () => {
  assert.deepEqual(await read(['a,b,b,c\n1,2,3,4\n']), [[2, '1', '4']]);
  await assert.rejects(
    read(['A title,,\na,b, C ,c\n1,2,3,4\n']),
    /has the column "c" twice\. Rename the one that is not meant/,
  );
});

test('broken quotes name the line where their record begins', async () => {
  const wrong = (text: string) => assert.rejects.bind(assert, read([text]));
  await wrong('a,b,c\n1,2,3\n4,"5\n6,7,8\n')(
    /starts on line 3, a quote is opened and never closed/,
  );
  await wrong('a,b,c\n1,"2"x,3\n4,5,6\n')(/starts on line 2, a quote is closed in the middle/);
  await wrong(`a,b,c\n1,"${'x,y\n'.repeat(300_000)}`)(/line 2, a quote is .* within 1 MiB/);
  assert.deepEqual(await read(['a,b,c\n1,5\' 6",3\n']), [[2, '1', '3']], 'no quote opens it');
});
