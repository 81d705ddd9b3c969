import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CURSOR_CHARS_MAX } from '#contract/limits.js';
import { readCursor, TEXT_BYTES_MAX, writeCursor } from './cursor.js';
import {
  AXES,
  type Count,
  MARKS_MAX,
  type Position,
  SIDES,
  SPLIT_SIDES,
  type Split,
  START,
  UNPLACED_MAX,
  type Via,
} from './position.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const TTL_S = 259_200;
const scope = { secret: 'a-secret-for-tests', search: 'hash-of-a-search' };

const splits = fc.record({
  axis: fc.constantFrom(...AXES),
  at: fc.integer({ min: -180_000_000, max: 2_000_000_000 }),
  side: fc.constantFrom(...SPLIT_SIDES),
  has_remainder: fc.boolean(),
}) as fc.Arbitrary<Split>;
const count = (max: number) => fc.integer({ min: 0, max });
const counts: fc.Arbitrary<Count> = fc.oneof(
  fc.constantFrom<Count>({ of: 'not_asked' }, { of: 'uncounted' }),
  count(2_000_000).map((rows) => ({ of: 'counted' as const, rows })),
);
const texts = fc.string({ unit: 'grapheme', maxLength: 40 });
/** JSON, in which a position is stored, knows no -0. */
const plain = (number: number): number => number + 0;
const tokens = fc.array(
  fc.oneof(fc.constant(null), fc.maxSafeInteger(), fc.double({ noNaN: true }).map(plain), texts),
  { minLength: 1, maxLength: 7 },
);
const micros = fc.integer({ min: -180_000_000, max: 180_000_000 });
const boxes = fc.record({ w: micros, s: micros, e: micros, n: micros });
const placeTokens = fc.stringMatching(/^\d{1,9}\/\d{1,2}$/);
const vias: fc.Arbitrary<{ via?: Via }> = fc.oneof(
  fc.constantFrom<{ via?: Via }>({}, { via: { by: 'undecided' } }),
  boxes.map((cover) => ({ via: { by: 'extent' as const, cover } })),
  fc
    .tuple(boxes, placeTokens)
    .map(([cover, token]) => ({ via: { by: 'place' as const, cover, token } })),
);
const stands: fc.Arbitrary<Omit<Position, 'via'>> = fc.record({
  expanded: fc.record({ w: count(4), e: count(4), s: count(4), n: count(4) }),
  pass: fc.constantFrom('cover', ...SIDES),
  edges: fc.subarray([...SIDES]),
  count: counts,
  indivisible: fc.boolean(),
  tile: count(4_096),
  splits: fc.array(splits, { maxLength: 64 }),
  at: fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }).map((page) => ({ page })),
    tokens.map((token) => ({ token })),
  ),
  row: count(820),
  shown: count(7_000),
});
const marks: fc.Arbitrary<{ seen?: number[] }> = fc.oneof(
  fc.constant({}),
  fc.array(count(2 ** 48 - 1), { minLength: 1, maxLength: MARKS_MAX }).map((seen) => ({ seen })),
);
const halves: fc.Arbitrary<{ half?: number }> = fc.oneof(
  fc.constant({}),
  fc.integer({ min: 1, max: 2 ** 48 - 1 }).map((half) => ({ half })),
);
const rowMarks: fc.Arbitrary<{ unplaced?: number[] }> = fc.oneof(
  fc.constant({}),
  fc
    .array(count(2 ** 27 - 1), { minLength: 1, maxLength: UNPLACED_MAX })
    .map((unplaced) => ({ unplaced })),
);
const positions: fc.Arbitrary<Position> = fc
  .tuple(vias, stands, marks, halves, rowMarks)
  .map(([via, stand, seen, half, unplaced]) => ({
    ...via,
    ...stand,
    ...seen,
    ...half,
    ...unplaced,
  }));

const write = (position: Position, atMs = NOW_MS) => writeCursor(scope, position, atMs);
const read = (text: string, nowMs = NOW_MS, of = scope) => readCursor(of, text, nowMs, TTL_S);

test('what is written is read back', () => {
  fc.assert(
    fc.property(positions, (position) => {
      assert.deepEqual(read(write(position)), structuredClone(position));
    }),
  );
});

test('a cursor with any one character changed is rejected', () => {
  fc.assert(
    fc.property(positions, fc.nat(), fc.constantFrom(...'ABab01-_'), (position, where, letter) => {
      const text = write(position);
      const at = where % text.length;
      fc.pre(text[at] !== letter);
      assert.equal(read(text.slice(0, at) + letter + text.slice(at + 1)), null);
    }),
  );
});

test('a truncated, lengthened or invented cursor is rejected', () => {
  const text = write(START);
  for (const bad of [
    '',
    'A',
    text.slice(1),
    text.slice(0, -1),
    `${text}A`,
    `${text}==`,
    ` ${text}`,
  ])
    assert.equal(read(bad), null, bad);
  assert.equal(read('A'.repeat(3_000)), null);
});

test('a cursor of another search or another secret is rejected', () => {
  const text = write({ ...START, count: { of: 'counted', rows: 7 }, row: 3, behind: [9, 2, 'K1'] });
  assert.equal(read(text, NOW_MS, { ...scope, search: 'hash-of-another' }), null);
  assert.equal(read(text, NOW_MS, { ...scope, secret: 'another-secret-for-it' }), null);
  assert.deepEqual(read(text)?.behind, [9, 2, 'K1']);
});

test('a cursor is valid for its time and not after', () => {
  const text = write(START);
  assert.notEqual(read(text, NOW_MS + TTL_S * 1000 - 60_000), null);
  assert.equal(read(text, NOW_MS + TTL_S * 1000 + 61_000), null);
});

test('a cursor stays short: below 200 characters with 12 splits, far below the bound with 64', () => {
  const split: Split = { axis: 'x', at: -122_419_416, side: 'above', has_remainder: false };
  const deep = (n: number): Position => ({
    expanded: { w: 4, e: 4, s: 4, n: 4 },
    pass: 'n',
    edges: ['w', 'e', 's', 'n'],
    count: { of: 'counted', rows: 1_999_999 },
    indivisible: false,
    tile: 4_095,
    splits: Array.from({ length: n }, () => split),
    at: { page: 20 },
    row: 40,
    shown: 780,
    seen: [2 ** 48 - 1, 2 ** 47],
    half: 2 ** 48 - 1,
  });
  assert.ok(write(deep(12)).length < 200, String(write(deep(12)).length));
  assert.ok(write(deep(64)).length < 1_000);
  const unplaced = Array.from({ length: UNPLACED_MAX }, () => 2 ** 27 - 1);
  assert.ok(write({ ...deep(64), unplaced }).length < 1_500);
});

test('a cursor holds the longest token that it may carry, and never one that is longer', () => {
  const at = (length: number): Position => ({ ...START, at: { token: ['~'.repeat(length)] } });
  const longest = write(at(TEXT_BYTES_MAX));
  assert.ok(longest.length <= CURSOR_CHARS_MAX, String(longest.length));
  assert.deepEqual(read(longest), at(TEXT_BYTES_MAX));
  assert.equal(read(write(at(TEXT_BYTES_MAX + 1))), null);
});
