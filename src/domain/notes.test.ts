import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '#contract/rows.js';
import { dataNotes, Notes } from './notes.js';
import { absent, DROP_CAUSES, type DropCause, type ParsedRow } from './parsed-row.js';

const reading = (changes: object): ParsedRow<Row> =>
  ({
    source_id: '1',
    beds: 3,
    address: { line1: '1 A St', unit: absent('not_reported'), city: 'Austin' },
    extras: { zestimate: absent('not_on_search_page'), units: [] },
    ...changes,
  }) as unknown as ParsedRow<Row>;

test('every absence becomes a null with a note; extras and address are written with a dot', () => {
  const notes = new Notes();
  const row = notes.take(reading({ beds: absent('not_applicable', 'mixed units') }));
  assert.deepEqual(row, {
    source_id: '1',
    beds: null,
    address: { line1: '1 A St', unit: null, city: 'Austin' },
    extras: { zestimate: null, units: [] },
  });
  assert.deepEqual(notes.list(), [
    { field: 'beds', reason: 'not_applicable', detail: 'mixed units' },
    { field: 'address.unit', reason: 'not_reported', detail: null },
    { field: 'extras.zestimate', reason: 'not_on_search_page', detail: null },
  ]);
});

test('address parts that the contract types as text are empty, with a note', () => {
  const notes = new Notes();
  const address = {
    line1: absent('hidden_by_source'),
    city: absent('not_reported'),
    state: absent('not_reported'),
    zip: absent('not_reported'),
    county: absent('not_reported'),
  };
  assert.deepEqual(notes.take(reading({ address })).address, {
    line1: '',
    city: '',
    state: '',
    zip: '',
    county: null,
  });
  assert.equal(notes.list().filter(({ field }) => field.startsWith('address.')).length, 5);
});

test('one note covers every row of a field and reason; another reason is another note', () => {
  const notes = new Notes();
  for (let row = 0; row < 5; row += 1) notes.take(reading({ beds: absent('not_reported') }));
  notes.take(reading({ beds: absent('implausible', 'negative') }));
  const beds = notes.list().filter(({ field }) => field === 'beds');
  assert.deepEqual(
    beds.map(({ reason }) => reason),
    ['not_reported', 'implausible'],
  );
});

test('a detail is at most 80 characters', () => {
  const notes = new Notes();
  notes.take(reading({ beds: absent('unreadable', 'x'.repeat(500)) }));
  assert.equal(notes.list()[0]?.detail?.length, 80);
});

test('every count of dropped rows fits into a note', () => {
  for (const cause of Object.keys(DROP_CAUSES) as DropCause[]) {
    const { notes } = dataNotes(new Map([[cause, 10_000]]), [], 10);
    assert.match(String(notes[0]?.detail), /^10,000 rows .+ were excluded$/);
  }
});

test('dropped rows are counted in notes on data; only losses make a page partial', () => {
  const drops = (entries: readonly (readonly [DropCause, number])[], missing: string[] = []) =>
    dataNotes(new Map(entries), missing, 10);
  assert.deepEqual(drops([]), { notes: [], completeness: 'complete' });
  const outside = drops([
    ['relaxed', 3],
    ['outside_area', 1],
  ]);
  assert.equal(outside.completeness, 'complete');
  assert.deepEqual(
    outside.notes.map(({ field }) => field),
    ['data', 'data'],
  );
  assert.match(String(outside.notes[0]?.detail), /^3 rows .+ were excluded$/);
  assert.match(String(outside.notes[1]?.detail), /^1 row .+ was excluded$/);
  assert.equal(drops([['unreadable', 1]]).completeness, 'partial');
  assert.equal(drops([['unplaceable', 2]]).completeness, 'complete');
  const none = dataNotes(new Map([['unplaceable', 2]]), [], 0);
  assert.equal(none.completeness, 'partial', 'nothing was delivered, and something may be missing');
  const missing = drops([], ['a box failed', 'a box failed']);
  assert.equal(missing.completeness, 'partial');
  assert.equal(missing.notes.length, 1, 'one cause has one note');
});
