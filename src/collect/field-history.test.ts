/** When a field counts as lost: the share it had, the rows that lack it, and pages too small to tell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOfAtMost, FieldHistory } from './field-history.js';

const normal = { rows: 41, filled: 39 };

test('a field that falls out of one page of rows is lost; the pages before it were not', () => {
  const history = new FieldHistory();
  for (let page = 0; page < 5; page += 1) assert.equal(history.judge('beds', 0.95, normal), null);
  assert.notEqual(history.judge('beds', 0.95, { rows: 41, filled: 0 }), null);
});

test('pages too small to tell are pooled until they tell', () => {
  const history = new FieldHistory();
  const judged = Array.from({ length: 4 }, () =>
    history.judge('beds', 0.9, { rows: 5, filled: 0 }),
  );
  assert.equal(judged[0], null, 'five rows may lack a field by chance');
  assert.notEqual(judged[3], null);
});

test('a field that returns is no longer lost', () => {
  const history = new FieldHistory();
  assert.notEqual(history.judge('beds', 0.95, { rows: 41, filled: 0 }), null);
  assert.equal(history.judge('beds', 0.95, normal), null);
});

test('a field of which half of the rows remain is not lost, nor is one that most rows never had', () => {
  const history = new FieldHistory();
  assert.equal(history.judge('beds', 0.95, { rows: 41, filled: 25 }), null);
  assert.equal(history.judge('dues', 0.03, { rows: 100, filled: 0 }), null);
});

test('a share is learned on from what the table gives, and nothing is judged without one', () => {
  const history = new FieldHistory();
  assert.equal(history.judge('tax', undefined, { rows: 150, filled: 0 }), null);
  for (let page = 0; page < 40; page += 1) history.judge('fee', 0.3, { rows: 41, filled: 40 });
  assert.notEqual(history.judge('fee', 0.3, { rows: 20, filled: 0 }), null);
});

test('what every area carries alike is lost with a few tenths of the rows', () => {
  const seen = { rows: 100, filled: 70 };
  assert.equal(new FieldHistory().judge('photos', 0.97, seen), null);
  assert.notEqual(new FieldHistory().judge('photos', 0.97, seen, true), null);
});

test('pages with too few are learned only when a normal one follows', () => {
  const history = new FieldHistory();
  const none = { rows: 40, filled: 0 };
  assert.equal(history.judge('area', 0.45, none), null, 'one page may lack a rare field');
  assert.notEqual(history.judge('area', 0.45, none), null);
});

test('a page that is read again from a cache counts once', () => {
  const history = new FieldHistory();
  const few = { rows: 5, filled: 0 };
  assert.equal(history.judge('beds', 0.9, few), null);
  for (let again = 0; again < 10; again += 1)
    assert.equal(history.judgeAgain('beds', 0.9, few), null);
});

test('the chance is that of the binomial distribution', () => {
  assert.ok(Math.abs(chanceOfAtMost(0, 3, 0.5) - 0.125) < 1e-12);
  assert.ok(Math.abs(chanceOfAtMost(1, 3, 0.5) - 0.5) < 1e-12);
  assert.ok(Math.abs(chanceOfAtMost(3, 3, 0.5) - 1) < 1e-12);
});

test('random pages at the normal share raise no alarm', () => {
  const history = new FieldHistory();
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  for (let page = 0; page < 10_000; page += 1) {
    const rows = 1 + Math.floor(random() * 41);
    const filled = Array.from({ length: rows }, random).filter((draw) => draw < 0.8).length;
    assert.equal(history.judge('area', 0.8, { rows, filled }), null);
  }
});

test('what one process has learned, the next one knows from its start', () => {
  const name = 'portal_a listings fee';
  const first = new FieldHistory();
  for (let page = 0; page < 40; page += 1) first.judge(name, 0.3, { rows: 41, filled: 40 });
  const learned = first.takeLearned();
  assert.deepEqual(learned, [{ name, rows: 40 * 41, filled: 40 * 40 }]);
  assert.deepEqual(first.takeLearned(), [], 'what was taken is not taken again');
  const lacking = { rows: 20, filled: 0 };
  assert.notEqual(new FieldHistory(learned).judge(name, 0.3, lacking), null);
  assert.equal(new FieldHistory().judge(name, 0.3, lacking), null);
});
