import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCursor, writeCursor } from './cursor.js';
import { AXES, type Cut, type Position, START } from './position.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const TTL_S = 259_200;
const scope = { secret: 'a-secret-for-tests', search: 'digest-of-a-search' };

const cuts = fc.record({
  axis: fc.constantFrom(...AXES),
  at: fc.integer({ min: -180_000_000, max: 2_000_000_000 }),
  side: fc.constantFrom(0, 1, 2),
  rest: fc.boolean(),
}) as fc.Arbitrary<Cut>;
const count = (max: number) => fc.integer({ min: 0, max });
const positions: fc.Arbitrary<Position> = fc.record({
  ...START,
  grown: fc.tuple(count(4), count(4), count(4), count(4)),
  strip: count(4),
  edge: count(15),
  total: fc.integer({ min: -1, max: 2_000_000 }),
  leaf: count(4_096),
  cuts: fc.array(cuts, { maxLength: 64 }),
  row: count(820),
} as never);

const write = (position: Position, atMs = NOW_MS) => writeCursor(scope, position, atMs);
const read = (text: string, nowMs = NOW_MS, of = scope) => readCursor(of, text, nowMs, TTL_S);

test('what is written is read back', () => {
  fc.assert(
    fc.property(positions, (position) => {
      assert.deepEqual(read(write(position)), structuredClone(position));
    }),
  );
});

test('a cursor with any one character changed is refused', () => {
  fc.assert(
    fc.property(positions, fc.nat(), fc.constantFrom(...'ABab01-_'), (position, where, letter) => {
      const text = write(position);
      const at = where % text.length;
      fc.pre(text[at] !== letter);
      assert.equal(read(text.slice(0, at) + letter + text.slice(at + 1)), null);
    }),
  );
});

test('a cursor that was cut short, drawn out or made up is refused', () => {
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

test('a cursor of another search or another secret is refused', () => {
  const text = write({ ...START, total: 7, row: 3 });
  assert.equal(read(text, NOW_MS, { ...scope, search: 'digest-of-another' }), null);
  assert.equal(read(text, NOW_MS, { ...scope, secret: 'another-secret-for-it' }), null);
  assert.notEqual(read(text), null);
});

test('a cursor is valid for its time and not after', () => {
  const text = write(START);
  assert.notEqual(read(text, NOW_MS + TTL_S * 1000 - 60_000), null);
  assert.equal(read(text, NOW_MS + TTL_S * 1000 + 61_000), null);
});

test('a cursor stays short: below 200 characters with 12 cuts, far below the bound with 64', () => {
  const cut: Cut = { axis: 'x', at: -122_419_416, side: 1, rest: false };
  const deep = (n: number): Position => ({
    grown: [4, 4, 4, 4],
    strip: 4,
    edge: 15,
    total: 1_999_999,
    leaf: 4_095,
    cuts: Array.from({ length: n }, () => cut),
    row: 819,
  });
  assert.ok(write(deep(12)).length < 200, String(write(deep(12)).length));
  assert.ok(write(deep(64)).length < 1_000);
});
