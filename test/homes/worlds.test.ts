/** How well homes are found again over sources, against the truth of the worlds that show them. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { groupedBy, HOMES, matcherOf, type ShownHome, showWorlds } from './worlds.js';

const LEAST_RECALL = 0.95;

let spelled: readonly ShownHome[];
let lacking: readonly ShownHome[];
before(() => {
  ({ spelled, lacking } = showWorlds());
});

/** Pairs of rows that were made one home, or possible ones of it, against the truth. */
function countPairs(rows: readonly ShownHome[]) {
  const truthOf = new Map(rows.map(({ member, truth }) => [member?.source_id, truth]));
  const find = matcherOf(rows);
  const counts = { merged: 0, mergedWrongly: 0, possible: 0, possibleWrongly: 0 };
  const stories = groupedBy(rows, ({ member }) => member?.home_id);
  for (const [first] of stories.values()) {
    const match = first === undefined ? null : find(first);
    const [head, ...others] = (match?.members ?? []).map(({ member }) => member.source_id);
    const truth = truthOf.get(head);
    const merged = 1 + others.filter((id) => truthOf.get(id) === truth).length;
    counts.merged += (merged * (merged - 1)) / 2;
    counts.mergedWrongly += merged * (1 + others.length - merged);
    for (const { member } of match?.possible ?? []) {
      if (truthOf.get(member.source_id) === truth) counts.possible += 1;
      else counts.possibleWrongly += 1;
    }
  }
  const pairs = [...groupedBy(rows, ({ truth }) => truth).values()].reduce(
    (sum, { length }) => sum + (length * (length - 1)) / 2,
    0,
  );
  return { ...counts, pairs, recall: counts.merged / pairs };
}

test('homes in four spellings, 30 m and 1 % apart: none merged wrongly, nearly all found', (t) => {
  assert.equal(new Set(spelled.map(({ truth }) => truth)).size, HOMES);
  const counts = countPairs(spelled);
  t.diagnostic(`whole addresses: ${JSON.stringify(counts)}`);
  assert.equal(counts.mergedWrongly, 0);
  assert.ok(counts.recall >= LEAST_RECALL, JSON.stringify(counts));
});

test('rows that lack a unit or a suffix are possible at most, and never merged', (t) => {
  const whole = spelled.filter(({ world }) => world === 'portal_a');
  const counts = countPairs([...whole, ...lacking]);
  t.diagnostic(`addresses that lack a part: ${JSON.stringify(counts)}`);
  assert.equal(counts.merged, 0);
  assert.equal(counts.mergedWrongly, 0);
  assert.ok(counts.possible > 0);
});

test('a key without the unit turns the proof red', () => {
  const blurred = spelled.map((row) =>
    row.member === null
      ? row
      : { ...row, member: { ...row.member, home_id: row.member.building_id, unit: '' } },
  );
  assert.ok(countPairs(blurred).mergedWrongly > 0);
});
