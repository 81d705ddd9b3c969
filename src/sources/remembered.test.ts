import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembered } from './remembered.js';

test('a result is computed once per text, and long texts are not cached', () => {
  const asked: string[] = [];
  const lengthOf = remembered((text) => {
    asked.push(text);
    return text.length;
  });
  const long = 'x'.repeat(200);
  for (const text of ['CONDO', 'CONDO', '', '', long, long])
    assert.equal(lengthOf(text), text.length);
  assert.deepEqual(asked, ['CONDO', '', long, long]);
});

test('answers are forgotten before they take much memory, and stay right', () => {
  const made = new Map<string, number>();
  const lengthOf = remembered((text) => {
    made.set(text, (made.get(text) ?? 0) + 1);
    return text.length;
  });
  for (let nth = 0; nth < 5_000; nth += 1) assert.equal(lengthOf(String(nth)), String(nth).length);
  lengthOf('0');
  assert.equal(made.get('0'), 2);
});
