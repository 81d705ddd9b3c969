/** The table of moves: what each may change, where it is allowed, and that code uses only it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOVES, type Move, moved } from './moves.js';
import { type Position, START } from './position.js';

const BOX = { w: 0, s: 0, e: 9, n: 9 };
/** A position in the middle of everything. */
const MIDST: Position = {
  via: { by: 'place', cover: BOX, token: '7' },
  expanded: { w: 1, e: 0, s: 2, n: 0 },
  pass: 's',
  edges: ['w'],
  count: { of: 'counted', rows: 900 },
  indivisible: false,
  tile: 3,
  splits: [{ axis: 'x', at: 5, side: 'above', has_remainder: false }],
  at: { page: 4 },
  row: 12,
  behind: ['k'],
  shown: 120,
  seen: [1, 2],
  unplaced: [8],
  half: 6,
};
const AT_PART: Position = (({ behind: _b, seen: _s, half: _h, ...position }) => ({
  ...position,
  at: { page: 1 },
  row: 0,
  shown: 0,
}))(MIDST);

/** For every move: where it is made, what it sets, and the fields that differ afterwards. */
const CASES: {
  readonly [M in Move]: readonly [Position, Parameters<typeof moved<M>>[2], (keyof Position)[]];
} = {
  decide: [START, { via: { by: 'extent', cover: BOX } }, ['via']],
  count: [START, { count: { of: 'uncounted' } }, ['count']],
  split: [{ ...AT_PART, seen: [1] }, { splits: [] }, ['splits', 'seen']],
  give_up_dividing: [AT_PART, {}, ['indivisible', 'splits']],
  row: [MIDST, { at: { page: 4 }, row: 13, half: 7 }, ['row', 'behind', 'half']],
  shown: [MIDST, { shown: 140 }, ['shown']],
  next_page: [MIDST, { at: { page: 5 }, seen: [1, 3] }, ['at', 'row', 'behind', 'seen', 'half']],
  page_behind: [MIDST, { at: { token: ['k'] }, shown: 132 }, ['at', 'row', 'behind', 'shown']],
  next_part: [MIDST, { splits: [] }, ['splits', 'at', 'row', 'behind', 'shown', 'seen', 'half']],
  next_tile: [
    MIDST,
    { tile: 4 },
    ['tile', 'splits', 'at', 'row', 'behind', 'shown', 'seen', 'half'],
  ],
  next_pass: [
    { ...MIDST, indivisible: true },
    { expanded: { w: 2, e: 0, s: 2, n: 0 }, pass: 'w', edges: [] },
    [
      ...(['expanded', 'pass', 'edges', 'count', 'indivisible', 'tile', 'splits'] as const),
      ...(['at', 'row', 'behind', 'shown', 'seen', 'half'] as const),
    ],
  ],
};

const differences = (a: Position, b: Position): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (field) =>
      JSON.stringify(a[field as keyof Position]) !== JSON.stringify(b[field as keyof Position]),
  );

const NAMES = Object.keys(MOVES) as Move[];

test('every move changes what its row of the table says, and nothing else', () => {
  assert.deepEqual(Object.keys(CASES).sort(), [...NAMES].sort());
  for (const name of NAMES) {
    const [from, changes, changed] = CASES[name];
    const to = moved(from, name, changes as never);
    assert.deepEqual(differences(from, to).sort(), [...changed].sort(), name);
    const { sets, begins, forgets } = MOVES[name] as {
      readonly sets: readonly string[];
      readonly begins?: object;
      readonly forgets?: readonly string[];
    };
    const may = new Set([...sets, ...Object.keys(begins ?? {}), ...(forgets ?? [])]);
    assert.deepEqual(
      changed.filter((field) => !may.has(field)),
      [],
      name,
    );
    assert.deepEqual({ ...to, ...begins, ...changes }, to, `${name} sets what it was given`);
  }
});

test('a move that has a place where it may be made is made nowhere else', () => {
  const bound = NAMES.filter((name) => 'from' in MOVES[name]);
  assert.deepEqual(bound, ['decide', 'count', 'split', 'give_up_dividing']);
  for (const name of bound) {
    const [, changes] = CASES[name];
    assert.throws(() => moved(MIDST, name, changes as never), /no position moves by/, name);
  }
});

test('what is decided stays for the whole chain: no other move sets it', () => {
  const setting = NAMES.filter((name) => (MOVES[name].sets as readonly string[]).includes('via'));
  assert.deepEqual(setting, ['decide']);
  const cover = moved(START, 'decide', {});
  assert.equal(cover.via, undefined, 'without a place the cover of geography is read');
  assert.throws(() => moved(cover, 'decide', {}));
});

test('a move sets the fields of its row, by types', () => {
  // @ts-expect-error a tile is no part of a row
  moved(MIDST, 'row', { tile: 4 });
  // @ts-expect-error nothing is undecided again
  moved(START, 'decide', { via: { by: 'undecided' } });
  // @ts-expect-error the margin is not counted yet
  moved(MIDST, 'next_pass', { count: { of: 'uncounted' } });
});
